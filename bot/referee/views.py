"""What people look up: a board, their matches."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import text
from bot.referee.clocks.pause_status import NOT_PAUSED, PauseStatus, load_pause_status
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_match
from bot.referee.history.entries import seq_at_ply
from bot.referee.history.mainline import count_plies, mainline, split_takeback
from bot.referee.offload import rules_outside_transaction
from bot.referee.people.display import private_display
from storage.engine.database import AlreadyStored
from storage.tables import clocks, events, outbox

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.tables.models import Event, Match


MAX_WAITING_PER_PERSON = 10
"""Answers to one person that may wait in the outbox."""

MAX_WAITING = 200
"""Answers to all people that may: with less than a kilobyte each, as what is shown is drawn when it is sent."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match as it stood after one of its events: that event (None at the start), the states round it, the ply.

    `undone` holds what the event took back, if it is a takeback: a move and all after it. `until` is the deadline of
    whoever is to move, None without a clock, and for a moment that is past. `same_turn` says that the event began no
    turn: a seat left while another was to move, and still is. `standing` says why nobody need hurry at this moment.
    """

    match: Match
    event: Event | None
    before: Any
    state: Any
    ply: int
    undone: tuple[Event, ...] = ()
    deadline: datetime | None = None
    same_turn: bool = False
    standing: PauseStatus = NOT_PAUSED

    @property
    def ending(self) -> Event | None:
        """The event that ended the match here without a result, if it was one."""
        return self.event if self.event and self.event.kind == "end" else None

    @property
    def closed(self) -> bool:
        """Whether the event ended the match, so that nobody is to move in `state`, whatever the rules say of it."""
        return self.event is not None and self.event.closes

    @property
    def seq(self) -> int:
        """The number of that event, 0 at the start."""
        return self.event.seq if self.event else 0


async def take_snapshot(context: Context, tx: Tx, match: Match, seq: int) -> Snapshot:
    """Return a match as it stood after event `seq`."""
    event, reached = await events.get(tx, match.id, seq) if seq else None, await context.match_state(tx, match, seq)
    kind = event.kind if event else "start"
    before = await context.state(tx, match, seq - 1) if kind in {"move", "leave"} else reached.state
    to_move = context.game(match).to_move
    present = [match] if seq == match.seq else []
    running = await clocks.of_matches(tx, [one.id for one in present])
    stands = await load_pause_status(context, tx, present, running)
    return Snapshot(
        match,
        event,
        before if kind == "move" else reached.state,
        reached.state,
        reached.ply,
        undone=await _undone(tx, event) if event and kind == "takeback" else (),
        deadline=running[match.id].deadline if running else None,
        same_turn=kind == "leave" and to_move(before) == to_move(reached.state),
        standing=stands.get(match.id, NOT_PAUSED),
    )


async def _undone(tx: Tx, takeback: Event) -> tuple[Event, ...]:
    """Return what a takeback took back."""
    _, gone = split_takeback(
        mainline(await events.of_match(tx, takeback.match_id, upto=takeback.seq - 1)), takeback.seat
    )
    return tuple(gone)


async def get_visible_match(context: Context, request: Request, number: int) -> Match:
    """Return the match of a number that a person may see where they are. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        return await get_match(tx, request, number)


@dataclass(frozen=True, slots=True)
class EarlierPoint:
    """An earlier point of a match: after event `seq`, when it now has so many `plies`."""

    seq: int
    plies: int


@rules_outside_transaction
async def find_earlier_point(context: Context, match: Match, ply: int) -> EarlierPoint | None:
    """Return where a match stood after move `ply` of those that count, None if it still does.

    Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        log = await events.of_match(tx, match.id, upto=match.seq)
        count = count_plies(log)
        if not 0 <= ply <= count:
            raise RequestRejected(text.no_such_moves(match, f"move {ply}", count))
        if ply == count:
            return None
        found = EarlierPoint(seq_at_ply(log, ply), count)
        await context.state(tx, match, found.seq)
    return found


async def show_board(
    context: Context,
    request: Request,
    match: Match,
    note: str = "",
    *,
    text: bool = False,
    at: EarlierPoint | None = None,
) -> None:
    """Put the board of a match, present or earlier, into the outbox, as a reply to the message that asked for it, once.

    By direct message it is drawn as that person likes it. `text` asks for the board in letters. Raises
    `RequestRejected`.
    """
    extra = {"note": note, "text": text, **({"of": at.plies} if at else {})}
    await put_reply(context, request, match, "show", at.seq if at else match.seq, extra)


async def put_reply(
    context: Context, request: Request, match: Match, kind: str, seq: int, extra: Mapping[str, object]
) -> None:
    """Put the answer to what somebody asks for into the outbox, once, with `more` of it than where and for whom it is.

    Its lane is their own, so that they alone wait for it. Raises `RequestRejected` where too much waits already.
    """
    lane = f"asked:{request.user_id}"
    with suppress(AlreadyStored):
        body = {**await _asker(context, request, match), **extra}
        async with context.database.write() as tx:
            await outbox.add(
                tx,
                lane=lane,
                kind=kind,
                body=body,
                at=context.now(),
                match_id=match.id,
                seq=seq,
                source_id=request.source_id,
            )
            own, every = await outbox.count_waiting_answers(tx, lane)
            if own > MAX_WAITING_PER_PERSON:
                raise RequestRejected(text.BUSY_FOR_YOU)
            if every > MAX_WAITING:
                raise RequestRejected(text.BUSY_FOR_OTHERS)
    context.wake.set()


async def _asker(context: Context, request: Request, match: Match) -> dict[str, Any]:
    """Return what a row says of the message that it answers: where it is, who asked, how they like boards."""
    body: dict[str, Any] = {"channel": request.channel_id, "reply_to": request.source_id, "asker": request.user_id}
    if request.guild_id is None:
        return {**body, "sight": (await private_display(context, match, request.user_id)).as_json}
    return body

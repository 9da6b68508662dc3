"""What people look up: a board, their matches."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.clocks import standstill as standing
from bot.referee.clocks.standstill import NO_REASON, Standing
from bot.referee.errors import RequestRejected
from bot.referee.find_match import numbered
from bot.referee.log.entries import seq_after
from bot.referee.log.mainline import line, parted, plies
from bot.referee.offload import rules_outside_transaction
from bot.referee.people import display
from storage.engine.database import Repeated
from storage.tables import clocks, events, outbox

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.tables.models import Event, Match


MOST_WAITING_FOR_ONE = 10
"""Answers to one person that may wait in the outbox."""

MOST_WAITING = 200
"""Answers to all people that may: with less than a kilobyte each, as what is shown is drawn when it is sent."""


@dataclass(frozen=True, slots=True)
class Moment:
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
    until: datetime | None = None
    same_turn: bool = False
    standing: Standing = NO_REASON

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


async def moment(context: Context, tx: Tx, match: Match, seq: int) -> Moment:
    """Return a match as it stood after event `seq`."""
    event, reached = await events.at(tx, match.id, seq) if seq else None, await context.reached(tx, match, seq)
    kind = event.kind if event else "start"
    before = await context.state(tx, match, seq - 1) if kind in {"move", "leave"} else reached.state
    to_move = context.game(match).to_move
    present = [match] if seq == match.seq else []
    running = await clocks.of_matches(tx, [one.id for one in present])
    stands = await standing.of_matches(context, tx, present, running)
    return Moment(
        match,
        event,
        before if kind == "move" else reached.state,
        reached.state,
        reached.ply,
        undone=await _undone(tx, event) if event and kind == "takeback" else (),
        until=running[match.id].deadline if running else None,
        same_turn=kind == "leave" and to_move(before) == to_move(reached.state),
        standing=stands.get(match.id, NO_REASON),
    )


async def _undone(tx: Tx, takeback: Event) -> tuple[Event, ...]:
    """Return what a takeback took back."""
    _, gone = parted(line(await events.of_match(tx, takeback.match_id, upto=takeback.seq - 1)), takeback.seat)
    return tuple(gone)


async def named(context: Context, request: Request, number: int) -> Match:
    """Return the match of a number that a person may see where they are. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        return await numbered(tx, request, number)


@dataclass(frozen=True, slots=True)
class Then:
    """An earlier point of a match: after event `seq`, when it now has so many `plies`."""

    seq: int
    plies: int


@rules_outside_transaction
async def then(context: Context, match: Match, ply: int) -> Then | None:
    """Return where a match stood after move `ply` of those that count, None if it still does. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        log = await events.of_match(tx, match.id, upto=match.seq)
        count = plies(log)
        if not 0 <= ply <= count:
            raise RequestRejected(
                f"#{match.id} has no move {ply}: it has {formatting.counted(count, 'move')}, counted from 1."
            )
        if ply == count:
            return None
        found = Then(seq_after(log, ply), count)
        await context.state(tx, match, found.seq)
    return found


async def show(
    context: Context, request: Request, match: Match, note: str = "", *, text: bool = False, at: Then | None = None
) -> None:
    """Put the board of a match, present or earlier, into the outbox, as a reply to the message that asked for it, once.

    By direct message it is drawn as that person likes it. `text` asks for the board in letters. Raises `RequestRejected`.
    """
    more = {"note": note, "text": text, **({"of": at.plies} if at else {})}
    await put_answer(context, request, match, "show", at.seq if at else match.seq, more)


async def put_answer(
    context: Context, request: Request, match: Match, kind: str, seq: int, more: Mapping[str, object]
) -> None:
    """Put the answer to what somebody asks for into the outbox, once, with `more` of it than where and for whom it is.

    Its lane is their own, so that they alone wait for it. Raises `RequestRejected` where too much waits already.
    """
    lane = f"asked:{request.user_id}"
    with suppress(Repeated):
        body = {**await _asker(context, request, match), **more}
        async with context.database.write() as tx:
            await outbox.put(
                tx,
                lane=lane,
                kind=kind,
                body=body,
                at=context.now(),
                match_id=match.id,
                seq=seq,
                source_id=request.source_id,
            )
            own, every = await outbox.answers_waiting(tx, lane)
            if own > MOST_WAITING_FOR_ONE:
                raise RequestRejected("I'm still busy with what you asked for. Ask again when it's there.")
            if every > MOST_WAITING:
                raise RequestRejected("I'm busy with what others asked for. Ask again in a minute.")
    context.wake.set()


async def _asker(context: Context, request: Request, match: Match) -> dict[str, Any]:
    """Return what a row says of the message that it answers: where it is, who asked, how they like boards."""
    body: dict[str, Any] = {"channel": request.channel_id, "reply_to": request.source_id, "asker": request.user_id}
    if request.guild_id is None:
        return {**body, "sight": (await display.private(context, match, request.user_id)).packed}
    return body

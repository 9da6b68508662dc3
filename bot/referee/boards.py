"""What a board of a match shows, at any event of its log, and the tips for a player's first turns."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bot.logs.fields import bind_match
from bot.referee import errors
from bot.referee.clocks.clock import NOT_PAUSED, PauseStatus, load_pause_status
from bot.referee.context import rules_outside_transaction
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_match
from bot.referee.history.history import (
    DEPARTURES,
    count_kept,
    count_plies,
    find_seat_that_left,
    mainline,
    mainline_moves,
)
from bot.referee.history.rebuild import seq_at_ply
from bot.referee.people.display import private_display
from games.translation import gettext as _
from storage.engine.database import AlreadyStored
from storage.queries import clocks, crowds, events, matches, outbox
from storage.queries.rows import Event

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Person, Post

MAX_WAITING_PER_PERSON = 4
"""Replies to one person that may wait in the outbox: what others in the same channel wait for at most."""
MAX_WAITING_PER_CHANNEL = 20
"""Replies in one channel that may wait, so that a flood there leaves room for all others."""

TextForm: TypeAlias = Literal["sentences", "grid"]
"""How a board is told in words: row by row, or as a grid of letters."""

MAX_WAITING = 1000
"""Replies to all people that may wait, each less than a kilobyte: pictures are drawn when they are sent."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match after one of its events: that event (None at the start), the states before and after, and the ply.

    `undone` holds the moves that a takeback or a substitute undid; `standing` is the last event that stands after it.
    `deadline` is that of the seat to move, None without a clock and for an earlier event than the last. `same_turn`
    says that the event began no turn: a player left, or a substitute took a seat, while another was to move, and still
    is. `log` has all events of a match that has ended. `pause` says whether the clock is paused now. `left` is the seat
    of an active match that a person left and somebody can still play on in, None after an earlier event than the last.
    """

    match: Match
    event: Event | None
    before: Any
    state: Any
    ply: int
    undone: tuple[Event, ...] = ()
    standing: Event | None = None
    deadline: datetime | None = None
    same_turn: bool = False
    pause: PauseStatus = NOT_PAUSED
    log: tuple[Event, ...] = ()
    left: int | None = None

    @property
    def move(self) -> str | None:
        """The text of the move that stands last; None before the first, and after other events than a takeback."""
        last = self.standing if self.event and self.event.kind == "takeback" else self.event
        return last.text if last and last.kind == "move" else None

    @property
    def ending(self) -> Event | None:
        """The event if it ended the match without a result, else None."""
        return self.event if self.event and self.event.kind == "end" else None

    @property
    def newcomer(self) -> Person | None:
        """The person who took a seat with the event, None for a computer player and for another event."""
        if self.event is None or self.event.kind != "substitute" or self.event.seat is None:
            return None
        player = self.match.seats[self.event.seat - 1]
        return None if player.level else player

    @property
    def closed(self) -> bool:
        """Whether the event ended the match, so that no seat is to move even if the rules say so of `state`."""
        return self.event is not None and self.event.closes

    @property
    def seq(self) -> int:
        """The number of that event, 0 at the start."""
        return self.event.seq if self.event else 0

    @property
    def match_then(self) -> Match:
        """The match with no more events than that one."""
        return self.match if self.seq == self.match.seq else replace(self.match, seq=self.seq, ended_at=None)


def snapshot_of_move(
    match: Match, seat: int, text: str, at: datetime, *, before: Any, after: Any, ply: int
) -> Snapshot:
    """Return a snapshot of a match as it would be after a move that isn't played, from one state to another."""
    event = Event(match.id, match.seq + 1, "move", seat, match.seats[seat - 1].id, text, None, at)
    return Snapshot(match, event, before, after, ply)


async def take_snapshot(context: Context, tx: Tx, match: Match, seq: int) -> Snapshot:
    """Return a match after event `seq`."""
    bind_match(match)
    event, reached = await events.get(tx, match.id, seq) if seq else None, await context.match_state(tx, match, seq)
    bind_match(match, reached.ply)
    kind = event.kind if event else "start"
    before = await context.state(tx, match, seq - 1) if kind in {"move", *DEPARTURES} else reached.state
    to_move = context.game(match).to_move
    latest = [match] if seq == match.seq else []
    running = await clocks.of_matches(tx, [one.id for one in latest])
    kept, undone = await _split_undone(tx, event) if event and kind in {"takeback", "substitute"} else ([], [])
    pauses = await load_pause_status(context, tx, latest, running)
    log = await events.of_match(tx, match.id, upto=seq) if latest and (match.ended_at or match.gone) else []
    return Snapshot(
        match,
        event,
        before if kind == "move" else reached.state,
        reached.state,
        reached.ply,
        undone=tuple(undone),
        standing=kept[-1] if kept else None,
        deadline=running[match.id].deadline if running else await end_of_vote(tx, match, seq),
        same_turn=bool(event) and _goes_on(event, to_move(before), to_move(reached.state)),
        pause=pauses.get(match.id, NOT_PAUSED),
        log=tuple(log) if match.ended_at else (),
        left=find_seat_that_left(match, log) if match.ended_at is None else None,
    )


async def end_of_vote(tx: Tx, match: Match, seq: int) -> datetime | None:
    """Return when the vote of a crowd that is to move ends, None for other players and for an earlier event."""
    if match.crowd_to_move is None or seq != match.seq:
        return None
    crowd = await crowds.of_match(tx, match, match.seat_to_move)
    return match.since + timedelta(seconds=crowd.vote_time)


@rules_outside_transaction
async def load_posted_snapshot(context: Context, post: Post) -> Snapshot:
    """Return a match as it stands after the event that a row of the outbox is about."""
    async with context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
        return await take_snapshot(context, tx, match, post.seq or 0)


def _goes_on(event: Event, before: int | None, after: int | None) -> bool:
    """Return whether the turn before an event goes on after it: another seat left, or got a substitute."""
    return event.kind in DEPARTURES and before == after and not (event.kind == "substitute" and event.seat == after)


async def _split_undone(tx: Tx, event: Event) -> tuple[list[Event], list[Event]]:
    """Return the events that stand after a takeback or a substitute, and the moves that it undid."""
    before = mainline(await events.of_match(tx, event.match_id, upto=event.seq - 1))
    kept = count_kept(before, event)
    return before[:kept], [one for one in before[kept:] if one.kind == "move"]


async def get_visible_match(context: Context, request: Request, number: int) -> Match:
    """Return a match by its number if the person may see it here. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        return await get_match(tx, request, number)


@dataclass(frozen=True, slots=True)
class EarlierPoint:
    """An earlier point of a match, after event `seq`; the match has `plies` plies by now."""

    seq: int
    plies: int


@rules_outside_transaction
async def find_earlier_point(context: Context, match: Match, ply: int) -> EarlierPoint | None:
    """Return the point of a match after move `ply` of its mainline, None if that is its last move.

    Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        log = await events.of_match(tx, match.id, upto=match.seq)
        count = count_plies(log)
        if not 0 <= ply <= count:
            raise RequestRejected(errors.no_such_move(match, ply, count))
        if ply == count:
            return None
        found = EarlierPoint(seq_at_ply(log, ply), count)
        await context.state(tx, match, found.seq)
    return found


async def show_board(
    context: Context,
    request: Request,
    match: Match,
    *,
    shown: int | None = None,
    text: TextForm | None = None,
    at: EarlierPoint | None = None,
) -> None:
    """Put the board of a match, at its last event or `at` an earlier one, into the outbox once, as a reply.

    By direct message it follows the person's display preferences. `shown` is the event of an old board that they
    replied to, on which it has a note. `text` asks for the board in words. Raises `RequestRejected`.
    """
    extra = {"shown": shown, "text": text, **({"of": at.plies} if at else {})}
    await put_reply(context, request, match, "show", at.seq if at else match.seq, extra)


@rules_outside_transaction
async def put_reply(
    context: Context, request: Request, match: Match, kind: str, seq: int, extra: Mapping[str, object]
) -> None:
    """Put a reply to a request into the outbox once; `extra` goes into its body.

    Its lane belongs to the person, so that only they wait for it. Raises `RequestRejected` if too many replies wait, or
    the rules of the match aren't installed or fail.
    """
    async with context.database.read() as tx:
        await context.state(tx, match, seq)
    lane = f"asked:{request.user_id}"
    with suppress(AlreadyStored):
        body = {**await _describe_request(context, request, match), **extra}
        async with context.write() as tx:
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
            own, here, total = await outbox.count_waiting_replies(tx, lane, request.channel_id)
            if own > MAX_WAITING_PER_PERSON:
                raise RequestRejected(_(errors.BUSY_FOR_YOU))
            if here > MAX_WAITING_PER_CHANNEL or total > MAX_WAITING:
                raise RequestRejected(_(errors.BUSY_FOR_OTHERS))


async def _describe_request(context: Context, request: Request, match: Match) -> dict[str, Any]:
    """Return what a row's body says of the request: the place, the person, and how they like boards."""
    body: dict[str, Any] = {"channel": request.channel_id, "reply_to": request.source_id, "asker": request.user_id}
    if request.guild_id is None:
        return {**body, "sight": (await private_display(context, match, request.user_id)).as_json}
    return body


async def find_tip(context: Context, tx: Tx, snapshot: Snapshot) -> str:
    """Return the tip for the person to move; empty when they have played the game before, or have had all tips."""
    match, game = snapshot.match, context.game(snapshot.match)
    seat = None if snapshot.closed else game.to_move(snapshot.state)
    if seat is None or not game.info.tips:
        return ""
    mover, others = match.seats[seat - 1], [*match.seats[: seat - 1], *match.seats[seat:]]
    if any(person.level != 1 for person in others) or await matches.first_of(tx, mover.id, match.game) != match.id:
        return ""
    played = await _count_own_moves(tx, snapshot, seat)
    return _(game.info.tips[played]) if played < len(game.info.tips) else ""


async def is_first_turn(context: Context, tx: Tx, snapshot: Snapshot) -> bool:
    """Return whether the person to move has never played a turn of the game, as it was after the snapshot's event."""
    match = snapshot.match
    seat = None if snapshot.closed else context.game(match).to_move(snapshot.state)
    if seat is None or await matches.first_of(tx, match.seats[seat - 1].id, match.game) != match.id:
        return False
    return not await _count_own_moves(tx, snapshot, seat)


async def _count_own_moves(tx: Tx, snapshot: Snapshot, seat: int) -> int:
    log = await events.of_match(tx, snapshot.match.id, upto=snapshot.seq)
    return sum(move.seat == seat for move in mainline_moves(log))

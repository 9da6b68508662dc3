"""Play what players decided beforehand, queued moves and plans, in the transaction of the event before."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bot.referee.announce import queue_row
from bot.referee.clocks.clock import advance_clock
from bot.referee.context import run_rules
from bot.referee.history.history import status_after
from bot.referee.history.rebuild import rebuild_state
from bot.referee.plan_tree import DRAW, RESIGN, Answer, Branch, follow_other, follow_own, from_json, to_json
from games.contract import IllegalMove
from games.translation import ENGLISH, in_language
from storage.queries import events, open_seats, pauses, plans, queued_moves
from storage.queries.rows import NewEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.referee.context import Context
    from bot.referee.plan_tree import Plan
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, EventKind, Match, OpenSeat, OpenSeatStatus, StoredPlan

RESIGNED = "resigned"
"""The text of the event by which a player resigns."""

DropReason: TypeAlias = Literal["move", "own", "takeback", "leave", "substitute", "draw", "end", "illegal", "rules"]
"""Why a plan is dropped: another player's move that it doesn't expect, an own move by hand, another event, an answer
that can't be played, new rules."""


@dataclass(frozen=True, slots=True)
class AutomaticTurn:
    """A turn that is played by itself: the seat, its move or resignation, where it leads, and whether by a plan."""

    seat: int
    kind: Literal["move", "leave"]
    text: str
    position: str
    to_move: int | None
    by_plan: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """A queued move that can't be played any more, and why; the seat's other queued moves are dropped with it."""

    seat: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why a plan is gone: the seat and the text of the event that it doesn't expect, or of the answer that can't be."""

    why: DropReason
    seat: int | None
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AutomaticRun:
    """The turns that can be played now, and what is left after them.

    `plans` and `dropped` are by seat; a plan that came to its end is in neither. `refusal` is of a queued move.
    """

    turns: tuple[AutomaticTurn, ...]
    plans: Mapping[int, Plan]
    dropped: Mapping[int, Dropped]
    refusal: Refusal | None = None


def follow(plan: Plan, seat: int, events: Iterable[Event]) -> Plan | Dropped:
    """Return what is left of a seat's plan after the events that came since it was made, or why it is dropped.

    An own move that is the planned one is no deviation, whoever sent it. A plan at its end is an empty branch.
    """
    for event in events:
        if plan == Branch():
            break
        if event.kind != "move":
            return Dropped(event.kind, event.seat, event.text)
        left = _follow_move(plan, seat, event.seat, event.text)
        if isinstance(left, Dropped):
            return left
        plan = left
    return plan


def _follow_move(plan: Plan, seat: int, mover: int | None, text: str) -> Plan | Dropped:
    own = mover == seat
    left = follow_own(plan, text) if own else follow_other(plan, text)
    return Dropped("own" if own else "move", mover, text) if left is None else left


def run_automatic_moves(
    game: Game[Any, Any],
    state: Any,
    queues: Mapping[int, Sequence[str]],
    plans: Mapping[int, Plan],
    *,
    stopped: bool = False,
) -> AutomaticRun:
    """Return the turns that queued moves and plans play from a state on; both are given by seat.

    A planned answer comes before queued moves, which were decided without knowing the move that it answers. While the
    match is `stopped` by a pause, plans play nothing.
    """
    queued, left = {seat: list(moves) for seat, moves in queues.items()}, dict(plans)
    turns: list[AutomaticTurn] = []
    dropped: dict[int, Dropped] = {}
    refusal: Refusal | None = None
    while (seat := game.to_move(state)) is not None:
        plan, by_plan = left.get(seat), False
        if isinstance(plan, Answer) and not stopped:
            text, by_plan = plan.text, True
        elif queued.get(seat):
            text = queued[seat].pop(0)
            if not game.can_queue(state, seat):
                refusal = Refusal(seat, text, "")
                break
        else:
            break
        try:
            turn, state = _play(game, state, seat, text, by_plan=by_plan)
        except IllegalMove as illegal:
            if by_plan:
                dropped[seat] = Dropped("illegal", seat, text, illegal.reason)
                del left[seat]
            else:
                refusal = Refusal(seat, text, illegal.reason)
            break
        turns.append(turn)
        after = {planner: _follow_turn(theirs, planner, turn, text) for planner, theirs in left.items()}
        left = {planner: plan for planner, plan in after.items() if not isinstance(plan, Dropped) and plan != Branch()}
        dropped |= {planner: why for planner, why in after.items() if isinstance(why, Dropped)}
    return AutomaticRun(tuple(turns), left, dropped, refusal)


def explain_illegal(game: Game[Any, Any], state: Any, text: str, reason: str) -> str:
    """Return why a text can't be played in a state, in the language of this task; `reason` if the rules take it now.

    The reason that is stored is in the language of the task that tried it.
    """
    try:
        game.parse(state, text)
    except IllegalMove as illegal:
        return illegal.reason
    return reason


def _follow_turn(plan: Plan, planner: int, turn: AutomaticTurn, planned: str) -> Plan | Dropped:
    """Return what is left of a seat's plan after a turn; `planned` is its text as the plan or the queue had it."""
    if turn.kind == "leave":
        return Branch() if turn.seat == planner else Dropped("leave", turn.seat, turn.text)
    return _follow_move(plan, planner, turn.seat, planned if turn.seat == planner else turn.text)


def _play(game: Game[Any, Any], state: Any, seat: int, text: str, *, by_plan: bool) -> tuple[AutomaticTurn, Any]:
    """Return the turn that a text is, and the state after it. Raises `IllegalMove`."""
    if by_plan and text == RESIGN:
        kind, canonical, after = "leave", RESIGNED, game.leave(state, seat)
    else:
        move = game.parse(state, text)
        kind, canonical, after = "move", game.format(state, move), game.play(state, move)
    return AutomaticTurn(seat, kind, canonical, game.position(after), game.to_move(after), by_plan), after


async def close_with_event(
    context: Context, tx: Tx, before: Match, after: Match, kind: EventKind, seat: int | None
) -> bool:
    """Close the open seat of a match if an event that led from `before` to `after` does; return whether it did."""
    open_seat = await open_seats.of_match(tx, after.id)
    if open_seat is None:
        return False
    status = status_after(
        open_seat,
        kind,
        seat,
        had_left=open_seat.seat in before.gone,
        by_computer=seat is not None and after.seats[seat - 1].level is not None,
        ended=after.ended_at is not None,
    )
    if status is not None:
        await close_open_seat(context, tx, after, open_seat, status)
    return status is not None


async def close_open_seat(
    context: Context, tx: Tx, match: Match, open_seat: OpenSeat, status: OpenSeatStatus, source_id: int | None = None
) -> None:
    """Close an open seat, and let its post say what became of it. Raises `AlreadyStored`."""
    await open_seats.close(tx, open_seat, status, context.now())
    await queue_row(tx, match, "seat_closed", {"seat": open_seat.id}, context.now(), source_id=source_id)


async def play_automatic_moves(
    context: Context, tx: Tx, match: Match, source_id: int | None, *, stopped: bool
) -> tuple[Match, Refusal | None]:
    """Play the queued and planned moves whose turns have come; return the match after them and what was refused.

    `source_id` is the message or interaction that brought the first of them now; the others have none. While the match
    is `stopped` by a pause, plans play nothing. A takeback drops all queued moves from before it; the end of the match
    drops everything. The owner of a plan that is dropped gets a message.
    """
    queues, stored = await queued_moves.of_match(tx, match.id), await plans.of_match(tx, match.id)
    if not queues and not stored:
        return match, None
    log = await events.of_match(tx, match.id, upto=match.seq)
    if match.to_move is None or (source_id is None and log[-1:] and log[-1].kind == "takeback"):
        for seat in queues:
            await queued_moves.keep(tx, match.id, seat, ())
        queues = {}
    followed = follow_plans(stored, log)
    standing = {seat: plan for seat, plan in followed.items() if not isinstance(plan, Dropped)}
    run = AutomaticRun((), standing, {})
    if match.to_move is not None:
        key = (match.id, match.seq, str(queues), str(standing), stopped)
        run = await run_rules(_run, context.game(match), match, log, queues, standing, stopped, key=key)
    match = await _store_turns(context, tx, match, run, source_id)
    for turn in run.turns:
        if not turn.by_plan:
            queues[turn.seat].pop(0)
    for seat in {turn.seat for turn in run.turns if not turn.by_plan}:
        await queued_moves.keep(tx, match.id, seat, queues[seat])
    if run.refusal:
        await queued_moves.keep(tx, match.id, run.refusal.seat, ())
    dropped = {seat: why for seat, why in followed.items() if isinstance(why, Dropped)} | dict(run.dropped)
    await _store_plans(context, tx, match, stored, run.plans, dropped)
    return match, run.refusal


def follow_plans(stored: Sequence[StoredPlan], log: Sequence[Event]) -> dict[int, Plan | Dropped]:
    """Return by seat what is left of the plans of a match at the end of its log, or why one is dropped."""
    return {row.seat: follow(from_json(row.tree), row.seat, log[row.seq :]) for row in stored}


async def seats_that_agree(tx: Tx, match: Match) -> list[int]:
    """Return the seats whose plans agree to a draw that is offered now; none while the match is paused."""
    stored = await plans.of_match(tx, match.id)
    if not stored or await pauses.paused(tx, [match.id]):
        return []
    followed = follow_plans(stored, await events.of_match(tx, match.id, upto=match.seq))
    return [seat for seat, plan in followed.items() if isinstance(plan, Branch) and DRAW in plan.moves]


async def drop_plans(context: Context, tx: Tx, match: Match, why: DropReason) -> None:
    """Drop all plans of a match, and tell their owners."""
    stored = await plans.of_match(tx, match.id)
    await _store_plans(context, tx, match, stored, {}, {row.seat: Dropped(why, None, "") for row in stored})


async def _store_turns(context: Context, tx: Tx, match: Match, run: AutomaticRun, source_id: int | None) -> Match:
    for number, turn in enumerate(run.turns):
        before = match
        match = await events.append(
            tx,
            match,
            NewEvent(
                kind=turn.kind,
                seat=turn.seat,
                user_id=match.seats[turn.seat - 1].id,
                text=turn.text,
                source_id=None if number else source_id,
                position=turn.position,
                to_move=turn.to_move,
                by_plan=turn.by_plan,
            ),
            at=context.now(),
        )
        await close_with_event(context, tx, before, match, turn.kind, turn.seat)
        await advance_clock(context, tx, before, match, turn.kind, turn.seat)
    return match


async def _store_plans(
    context: Context,
    tx: Tx,
    match: Match,
    stored: Sequence[StoredPlan],
    left: Mapping[int, Plan],
    dropped: Mapping[int, Dropped],
) -> None:
    """Store what is left of plans, and tell the owners of those that are dropped while the match goes on."""
    for row in stored:
        plan = left.get(row.seat, Branch()) if match.to_move is not None else Branch()
        await plans.keep(tx, match.id, row.seat, match.seq, to_json(plan))
        owner = match.seats[row.seat - 1]
        if row.seat in dropped and match.to_move is not None and row.seat not in match.gone and owner.level is None:
            body = {"user": owner.id, **asdict(dropped[row.seat])}
            own_lane = f"p{match.id}:{owner.id}"  # nobody waits for a person who can't be reached
            await queue_row(tx, match, "plan", body, context.now(), own_lane=own_lane)


def _run(
    game: Game[Any, Any],
    match: Match,
    log: Sequence[Event],
    queues: Mapping[int, Sequence[str]],
    standing: Mapping[int, Plan],
    stopped: bool,  # noqa: FBT001 - an argument of `run_rules`
) -> AutomaticRun:
    state = rebuild_state(game, match, log)
    with in_language(ENGLISH):  # a reason is stored, and written again for whoever reads it
        return run_automatic_moves(game, state, queues, standing, stopped=stopped)

"""What queued moves and plans play from a state on, one turn after the other. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bot.referee.plan_tree import RESIGN, Answer, Branch, follow_other, follow_own
from games.contract import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.referee.plan_tree import Plan
    from games.contract import Game
    from storage.queries.rows import Event

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

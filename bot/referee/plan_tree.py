"""Plans as trees: what a player answers to what the others may play. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


ANY: Final = "any"
"""In place of another player's move: whatever they play. What follows waits until it's the planner's turn."""

DRAW: Final = "draw"
"""In place of another player's move: they offer a draw."""

RESIGN: Final = "resign"
"""In place of an own move: the planner leaves the match."""

AGREE: Final = "agree"
"""In place of an own move: the planner agrees to the draw that is offered."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The others are to move: a way on for each of their moves, by its canonical text, or by `ANY` or `DRAW`."""

    moves: Mapping[str, Plan] = field(default_factory=dict[str, "Plan"])


@dataclass(frozen=True, slots=True)
class Answer:
    """The planner is to move: their move by its canonical text, `RESIGN` or `AGREE`, and what follows it."""

    text: str
    then: Plan | None = None


Plan: TypeAlias = Branch | Answer


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of a line, `own` if it's the planner's."""

    text: str
    own: bool


Line: TypeAlias = tuple[Ply, ...]


def plan_of_line(line: Sequence[Ply]) -> Plan:
    """Return the plan that is a single line of at least one move."""
    first, rest = line[0], plan_of_line(line[1:]) if line[1:] else None
    if first.own:
        return Answer(first.text, rest)
    return Branch({first.text: rest} if rest else {})


def merge(plan: Plan | None, newer: Plan | None) -> Plan | None:
    """Return a plan with what `newer` adds; a newer answer to the same moves replaces the older one."""
    if plan is None or newer is None:
        return newer or plan
    if isinstance(plan, Branch) and isinstance(newer, Branch):
        merged = dict(plan.moves)
        for text, then in newer.moves.items():
            merged[text] = merge(merged.get(text), then) or then
        return Branch(merged)
    if isinstance(plan, Answer) and isinstance(newer, Answer) and plan.text == newer.text:
        return Answer(plan.text, merge(plan.then, newer.then))
    return newer


def follow_other(plan: Plan, text: str) -> Plan | None:
    """Return what is left of a plan after another player's move, None if the plan doesn't expect it.

    An answer to `ANY` waits for the planner's turn.
    """
    if isinstance(plan, Answer):
        return plan
    return plan.moves.get(text) or plan.moves.get(ANY)


def follow_own(plan: Plan, text: str) -> Plan | None:
    """Return what is left after the planner's own move: an empty branch at a line's end, None for an unplanned move."""
    if isinstance(plan, Answer) and plan.text == text:
        return plan.then or Branch()
    return None


def lines_of(plan: Plan) -> list[Line]:
    """Return the lines of a plan, each up to its last answer, in the order in which they were made."""
    return list(_lines(plan, ()))


def _lines(plan: Plan, before: Line) -> Iterator[Line]:
    if isinstance(plan, Answer):
        line = (*before, Ply(plan.text, own=True))
        if plan.then is None or plan.then == Branch():
            yield line
        else:
            yield from _lines(plan.then, line)
    else:
        for text, then in plan.moves.items():
            yield from _lines(then, (*before, Ply(text, own=False)))


def to_json(plan: Plan) -> Any:
    """Return a plan for storage: a branch as an object, an answer as a list of its text and what follows."""
    if isinstance(plan, Answer):
        return [plan.text] if plan.then is None else [plan.text, to_json(plan.then)]
    return {text: to_json(then) for text, then in plan.moves.items()}


def from_json(stored: Any) -> Plan:
    """Return the plan that `to_json` wrote. Raises `ValueError` for anything else."""
    match stored:
        case {**moves}:
            return Branch({str(text): from_json(then) for text, then in moves.items()})
        case [str(text)]:
            return Answer(text)
        case [str(text), then]:
            return Answer(text, from_json(then))
        case _:
            raise ValueError("this is no plan")

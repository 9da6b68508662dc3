"""How people of a season behave, by a seed: how often they look, how well they play, and who drops out."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind: TypeAlias = Literal["regular", "absent", "forgetful", "leaving"]
"""Those who are absent never move; the forgetful let one match run out of time; the leaving withdraw from the event."""
LONGEST = 3
"""Rounds after which a match is given up at the latest."""
NEVER = 1000
DRAWS = 0.12


@dataclass(frozen=True, slots=True)
class Habits:
    """How a person behaves: of what kind they are, how often they look in half a day, and how well they play."""

    kind: Kind
    presence: float
    strength: float


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What becomes of a match unless its rules end it before: after some moves it is drawn, or somebody resigns.

    `order` are its people in the order in which they resign, all but the last. `forgotten` is who lets it run out of
    time, if anybody.
    """

    moves: int
    drawn: bool
    order: tuple[str, ...]
    forgotten: str = ""


def choose_habits(seed: int, event: str, names: Sequence[str], *, complete: bool = False) -> dict[str, Habits]:
    """Return the habits of the people of an event, decided by the seed: one in ten forgets a match.

    Unless the event stays `complete`, one is absent and one leaves. The first is never any of these.
    """
    chance = Random(f"habits {seed} {event}")
    dropping: list[Kind] = [] if complete else ["absent", "leaving"]
    forgetful: list[Kind] = ["forgetful" for _ in names[::10]]
    special: list[Kind] = [*dropping, *forgetful]
    kinds: dict[str, Kind] = dict(zip(chance.sample(names[1:], len(special)), special, strict=True))
    strength = Random(f"strength {seed}")
    skill = {name: strength.random() for name in sorted(names)}
    return {name: Habits(kinds.get(name, "regular"), chance.uniform(0.7, 0.95), skill[name]) for name in names}


def plan_match(chance: Random, people: Sequence[str], habits: dict[str, Habits], forgetting: str = "") -> MatchPlan:
    """Return what becomes of a match; who plays better gives up later. `forgetting` is who forgets it, if anybody."""
    strengths = {name: habits[name].strength + chance.gauss(0, 0.35) for name in people}
    order = tuple(sorted(people, key=lambda name: strengths[name]))
    drawn = len(people) == 2 and chance.random() < DRAWS
    moves = chance.randint(2, LONGEST * len(people))
    return MatchPlan(NEVER if forgetting else moves, drawn, order, forgetting)

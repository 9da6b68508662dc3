"""Scores: how many matches a person won, drew and lost. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Score:
    """How many matches were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


def compare_places(own: int, other: int) -> Score:
    """Return the score of one match from two places in it: who was placed ahead won."""
    return Score(won=int(own < other), drawn=int(own == other), lost=int(own > other))


def add_scores(scores: Iterable[Score]) -> Score:
    """Return the sum of scores."""
    found = list(scores)
    return Score(sum(one.won for one in found), sum(one.drawn for one in found), sum(one.lost for one in found))

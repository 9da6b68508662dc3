"""The computer player of Martian Life: its levels, and alpha-beta over all turns."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp
from random import Random
from typing import TYPE_CHECKING

from engines.contract import Candidate, Level, Thought
from engines.martian_life.board import can_move, compact, count_neighbours, points, positions_before, texts_of, turns
from engines.search.alpha_beta import SURE_WIN, AlphaBeta, BudgetSpent, Line

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engines.contract import Proof
    from engines.martian_life.board import Pieces, Position
    from games.martian_life.state import State

    Child = tuple[int, Position]


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: the turns it looks ahead, and the share of its own turns that it sees."""

    depth: int
    seen: float = 1.0


LEVELS = (
    (Level("looks at two of its turns, and at none of yours", 2), Skill(1)),
    (Level("looks at four of its turns, and at none of yours", 4), Skill(1)),
    (Level("sees two in five of its turns, and all your answers to them", 3_000), Skill(2, 0.4)),
    (Level("sees everything three turns ahead", 15_000), Skill(3)),
)
"""Level 1 first; a node is a position that a turn leads to."""


_SMALL, _MEDIUM, _LARGE = 2, 30, 90
"""What a piece is worth by its size. Smalls are hardly worth their point: these and the values of pieces with the right
neighbours began with a linear regression of the end of 107 matches, and won 93% of 7 against values nearer to points.
"""
_PROMOTABLE_SMALL, _PROMOTABLE_MEDIUM = 4, 10
_SAFE_LARGE = 20
_CONTEMPT = 30
"""How much worse than a draw a position may be for the eager seat to go on."""


class SearchRules:
    """The rules of a search that looks at no more than `nodes` positions; `BudgetSpent` is raised then.

    Positions in `drawn` draw. Seat `eager` would rather go on, a few points behind, than draw: in an even match both
    seats could pass for ever.
    """

    def __init__(
        self, nodes: int, *, unlimited: bool, target: int, drawn: Collection[Position] = (), eager: int = 1
    ) -> None:
        self.nodes_used = 0
        self._nodes, self._unlimited, self._target, self._drawn = nodes, unlimited, target, drawn
        self._contempt = _CONTEMPT if eager == 1 else -_CONTEMPT
        self._root: dict[Position, Sequence[Child]] = {}

    def mover(self, position: Position) -> int:
        """Return the seat to move."""
        return position.mover

    def outcome(self, position: Position) -> int | None:
        """Return 1, 0 or -1 if the mover of a finished match won, drew or lost, or None while the match goes on."""
        mover, red, yellow = position
        lead, most = points(red), points(yellow)
        lead, most = lead - most, max(lead, most)
        if most > self._target and lead:
            return 1 if (lead > 0) == (mover == 1) else -1
        drawn = not most or position in self._drawn or not can_move(position, mover, unlimited=self._unlimited)
        return 0 if drawn else None

    def turns(self, position: Position) -> Sequence[Child]:
        """Return a turn to each position that can follow, those that gain most points first. Raises `BudgetSpent`."""
        if position in self._root:
            return self._root[position]
        found = distinct_turns(position, unlimited=self._unlimited)
        self._count(len(found))
        sign = 1 if position.mover == 1 else -1
        return sorted(found, key=lambda child: sign * (points(child[1].yellow) - points(child[1].red)))

    def limit_turns(self, position: Position, turns: Sequence[Child]) -> None:
        """Search these turns only in a position, in this order. Raises `BudgetSpent`."""
        self._count(len(turns))
        self._root[position] = turns

    def forcing_turns(self, position: Position) -> Sequence[Child]:
        """Return none: every position can be evaluated."""
        del position
        return ()

    def evaluate(self, position: Position) -> int:
        """Return how much better the mover's pieces are than the opponent's."""
        mover, red, yellow = position
        taken = red[0] | red[1] | red[2] | yellow[0] | yellow[1] | yellow[2]
        bits = count_neighbours(taken)
        value = _value(red, bits) - _value(yellow, bits) + self._contempt
        return value if mover == 1 else -value

    def _count(self, number: int) -> None:
        if self.nodes_used + number > self._nodes:
            raise BudgetSpent
        self.nodes_used += number


def distinct_turns(position: Position, *, unlimited: bool) -> list[Child]:
    """Return one turn to each position that can follow."""
    by_child = {child: turn for turn, child in turns(position, unlimited=unlimited)}
    return [(turn, child) for child, turn in by_child.items()]


def _value(pieces: Pieces, bits: tuple[int, int, int, int]) -> int:
    """Return the value of a seat's pieces, given the bits of how many neighbours each square has."""
    small, medium, large = pieces
    ones, twos, fours, _ = bits
    return (
        _SMALL * small.bit_count()
        + _MEDIUM * medium.bit_count()
        + _LARGE * large.bit_count()
        + _PROMOTABLE_SMALL * (small & ones & twos).bit_count()
        + _PROMOTABLE_MEDIUM * (medium & ones & fours).bit_count()
        + _SAFE_LARGE * (large & twos & fours & ~ones).bit_count()
    )


_SHOWN = 4
"""Alternatives that a thought names."""
_UNLIMITED = 10_000_000
"""Nodes of the alpha-beta search, which ends when the positions looked at are used up."""
_SPREAD = 60
"""The difference in value that makes the better side's share of the win 73%."""
_LONGEST_LINE = 8


class MartianLifeEngine:
    """The engine behind the contract in `engines.contract`; a node is a position that a turn leads to."""

    levels: Sequence[Level] = tuple(level for level, _ in LEVELS)

    def think(self, state: State, level: int, seed: int, nodes: int | None = None) -> Thought:
        """Return the best turn that a level sees; `engines.contract.Engine` describes the call."""
        settings, skill = LEVELS[level - 1]
        nodes = max(1, settings.nodes if nodes is None else nodes)
        root = compact(state)
        turns = distinct_turns(root, unlimited=state.unlimited)
        Random(seed).shuffle(turns)  # noqa: S311 - not a secret
        rules = SearchRules(
            nodes,
            unlimited=state.unlimited,
            target=state.target,
            drawn=positions_before(state),
            eager=root.mover,
        )
        seen = turns[: min(nodes, ceil(skill.seen * len(turns)))]
        rules.limit_turns(root, seen)
        ranked = AlphaBeta(rules, _UNLIMITED, max_depth=skill.depth).search(root)
        proof = _proof(ranked[0], complete=len(seen) == len(turns))
        best, *others = (_candidate(state, line) for line in ranked[: 1 + _SHOWN])
        return Thought(best.move, best.value, best.line, proof, 0, tuple(others), rules.nodes_used)


def _proof(best: Line[int], *, complete: bool) -> Proof | None:
    """Return what a search of all turns, or of some of the first ones, has shown."""
    if best.value >= SURE_WIN:
        return "win"
    return "loss" if complete and best.value <= -SURE_WIN else None


def _candidate(state: State, line: Line[int]) -> Candidate:
    texts = texts_of(state, line.turns if abs(line.value) >= SURE_WIN else line.turns[:_LONGEST_LINE])
    return Candidate(texts[0], _share(line.value), texts)


def _share(value: int) -> float:
    """Return the share of the win that a value stands for."""
    if abs(value) >= SURE_WIN:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + exp(-max(-4 * _SPREAD, min(4 * _SPREAD, value)) / _SPREAD))

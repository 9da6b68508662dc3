"""The computer player of Force Field Factions: its levels, the best turns at one glance, then alpha-beta."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any

from engines.contract import Candidate, Level, Thought
from engines.force_field_factions.board import PLACES, Position, codes_of, position_of, position_of_text, texts_of
from engines.force_field_factions.evaluation import MATCH
from engines.force_field_factions.search import SearchRules, line_of_win, static_value, winner
from engines.force_field_factions.turns import children
from engines.search.alpha_beta import AlphaBeta, BudgetSpent, Line
from games.force_field_factions.notation import write
from games.force_field_factions.reachable_positions import find_positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines.contract import Proof
    from games.force_field_factions.reachable_positions import Key
    from games.force_field_factions.state import State


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: the turns it searches ahead, the width of the search, and how often it overlooks a piece.

    `rate` is the chance that the attacks of a piece aren't seen in this turn, for each piece alone.
    """

    depth: int
    width: int
    rate: float = 0.0


LEVELS = (
    (Level("takes what it can, and overlooks four of five of the pieces that can attack", 1500), Skill(1, 1, 0.8)),
    (Level("takes what it can, and overlooks every other piece that can attack", 1500), Skill(1, 1, 0.5)),
    (Level("takes what it can, and overlooks one of five of the pieces that can attack", 1500), Skill(1, 1, 0.2)),
    (Level("overlooks nothing, and looks three to four turns ahead", 5000), Skill(4, 10)),
)
"""Level 1 first; a node is a position that is looked at."""


_DRIFT = 3
"""Values within so much of each other are equal: which comes first is drawn by lot."""
_SHOWN = 4
"""Alternatives that a thought names."""
_UNLIMITED = 1_000_000
"""Nodes of the alpha-beta search, which ends when the positions looked at are used up."""
_SPREAD = 160
"""The difference in value that makes the better side's share of the win 73%."""


class ForceFieldFactionsEngine:
    """The engine behind the contract in `engines.contract`."""

    levels: Sequence[Level] = tuple(level for level, _ in LEVELS)

    def think(self, state: Any, level: int, seed: int, nodes: int | None = None) -> Thought:
        """Return the best turn of those that the level looks at; `engines.contract.Engine` describes the call."""
        settings, skill = LEVELS[level - 1]
        return _Search(state, skill, seed, settings.nodes if nodes is None else nodes).think()


class _Search:
    """The search of one position for one move."""

    def __init__(self, state: State, skill: Skill, seed: int, nodes: int) -> None:
        self._state, self._skill = state, skill
        self._rng = Random(seed)  # noqa: S311 - not a secret
        self._root = position_of(state)
        self._moves = find_positions(state)
        counts = Counter(position_of_text(text, state.supply) for text in state.seen)
        drawn = {position for position, count in counts.items() if count == 2}
        places = sorted(piece % PLACES for piece in self._root.pieces)
        overlooked = frozenset(place for place in places if self._rng.random() < skill.rate)
        self._rules = SearchRules(state.supply, max(nodes, 1), skill.width, drawn, overlooked)

    def think(self) -> Thought:
        """Return the move to play and what was found out about it."""
        ranked = self._glance()
        complete = len(ranked) == len(self._moves)
        lost = complete and not self._skill.rate and ranked[0].value <= 1 - MATCH
        if complete and self._skill.depth > 1 and abs(ranked[0].value) < MATCH - 1:
            ranked = self._search(ranked)
        best, *others = (self._candidate(line) for line in ranked[: 1 + _SHOWN])
        proof, line = self._prove(ranked[0], lost=lost)
        return Thought(best.move, best.value, line, proof, 0, tuple(others), self._rules.nodes_used)

    def _glance(self) -> list[Line[Key]]:
        """Return turns with the value that the reply leaves them, best first; first those that look best by themselves.

        They are as many as the nodes allow. Which of equal ones comes first is drawn by lot.
        """
        after = [Position(pieces, 3 - self._root.seat) for pieces in self._moves]
        by_look = sorted(after, key=lambda child: static_value(codes_of(child.pieces), child.seat))
        ranked: list[Line[Key]] = []
        with suppress(BudgetSpent):
            ranked.extend(Line((child.pieces,), -self._rules.evaluate(child)) for child in by_look)
        return sorted(ranked, key=lambda line: -line.value - self._rng.randrange(_DRIFT))

    def _search(self, ranked: list[Line[Key]]) -> list[Line[Key]]:
        """Return turns with what alpha-beta finds about the best of them, those that seem to lose at once last."""
        best = [Position(line.turns[0], 3 - self._root.seat) for line in ranked[: 2 * self._skill.width]]
        self._rules.limit_turns(self._root, best)
        found = AlphaBeta(self._rules, _UNLIMITED, max_depth=self._skill.depth).search(self._root)
        searched = {line.turns[0] for line in found}
        merged = found + [line for line in ranked if line.turns[0] not in searched]
        return sorted(merged, key=lambda line: line.value < 1 - MATCH)

    def _candidate(self, line: Line[Key]) -> Candidate:
        return Candidate(self._text(line), _share(line.value), (self._text(line),))

    def _text(self, line: Line[Key]) -> str:
        return write(self._state.board, self._moves[line.turns[0]])

    def _prove(self, best: Line[Key], *, lost: bool) -> tuple[Proof | None, tuple[str, ...]]:
        """Return what is proved about the best turn, and the line that is expected, to the end if something is."""
        child, supply = Position(best.turns[0], 3 - self._root.seat), self._state.supply
        if winner(child) == self._root.seat:
            return "win", (self._text(best),)
        if best.value >= MATCH - 1 and (line := line_of_win(child, supply, 2)):
            return "win", texts_of(self._state, line)
        if lost:
            end = (
                []
                if winner(child)
                else [next(one.pieces for one in children(child, supply) if winner(one) == child.seat)]
            )
            return "loss", texts_of(self._state, [child.pieces, *end])
        return None, texts_of(self._state, best.turns)


def _share(value: int) -> float:
    """Return the share of the win that a value stands for."""
    return 1 / (1 + exp(-max(-6 * _SPREAD, min(6 * _SPREAD, value)) / _SPREAD))

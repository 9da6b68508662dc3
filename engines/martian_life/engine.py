"""The computer player of Martian Life: alpha-beta over all turns."""

from __future__ import annotations

from math import ceil, exp
from random import Random
from typing import TYPE_CHECKING

from engines.contract import Candidate, Thought
from engines.martian_life.board import compact
from engines.martian_life.levels import LEVELS
from engines.martian_life.lines import positions_before, texts_of
from engines.martian_life.search_rules import SearchRules, distinct_turns
from engines.search.alpha_beta import SURE_WIN, AlphaBeta, Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines.contract import Level, Proof
    from games.martian_life.state import State

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

"""The computer player of Xero-G: its levels, wins in two turns, and alpha-beta among the most mobile safe flights."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING

from engines.contract import Candidate, Level, Thought
from engines.search.alpha_beta import SURE_WIN, AlphaBeta, BudgetSpent, Line
from engines.xero_g.board import ANY_BOOSTS, compact, flights, fly, positions_before, texts_of, winning_flight
from engines.xero_g.search import Proofs, SearchRules, line_of_win, rank_setups
from games.xero_g.notation import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines.contract import Proof
    from engines.xero_g.board import Position
    from games.xero_g.state import Flight, State


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: the boosts of the longest flights it follows, turns searched ahead, width of the search."""

    boosts: int
    depth: int = 1
    width: int = 1


LEVELS = (
    (Level("looks at ten of its flights, and follows one boost", 10), Skill(1)),
    (Level("looks at two hundred of its flights, and follows four boosts", 200), Skill(4)),
    (Level("looks at all its flights, and at all your ways into the base", 1000), Skill(ANY_BOOSTS)),
    (Level("looks several turns ahead", 12_000), Skill(ANY_BOOSTS, 12, 10)),
)
"""Level 1 first; a node is a position whose mobility is counted, or that a search for a forced win looks at."""


_SHOWN = 4
"""Alternatives that a thought names."""
_UNLIMITED = 1_000_000
"""Nodes of the alpha-beta search, which ends when the positions looked at are used up."""
_PROOF_NODES = 5000
"""Positions that the proof of a win may look at besides the search."""
_SPREAD = 60
"""The difference in mobility that makes the better side's share of the win 73%."""


class XeroGEngine:
    """The engine behind the contract in `engines.contract`; `LEVELS` says what a node is."""

    levels: Sequence[Level] = tuple(level for level, _ in LEVELS)

    def think(self, state: State, level: int, seed: int, nodes: int | None = None) -> Thought:
        """Return the best flight or setup that a level sees; `engines.contract.Engine` describes the call."""
        settings, skill = LEVELS[level - 1]
        nodes = max(1, settings.nodes if nodes is None else nodes)
        if state.laid < 2:
            moves, used = rank_setups(state, seed, nodes, skill.boosts)
            best, *others = (Candidate(move, 0.5, (move,)) for move in moves[: 1 + _SHOWN])
            return Thought(best.move, best.value, best.line, alternatives=tuple(others), nodes=used)
        return _Search(state, skill, seed, nodes).think()


class _Search:
    """The search of one position for one flight."""

    def __init__(self, state: State, skill: Skill, seed: int, nodes: int) -> None:
        self._root, self._skill, self._nodes = compact(state), skill, nodes
        self._state, self._before = state, positions_before(state, 1)
        # A level that searches keeps a quarter of its nodes to look for the opponent's wins at the end.
        searched = nodes - nodes // 4 if skill.depth > 1 else nodes
        self._rules = SearchRules(searched, skill.width, skill.boosts, positions_before(state, 2))
        self._flights = list(flights(self._root))
        Random(seed).shuffle(self._flights)  # noqa: S311 - not a secret

    def think(self) -> Thought:
        """Return the flight to play and what was found out about it."""
        if win := self._rules.win(self._root):
            return Thought(write(win), 1.0, (write(win),), "win", nodes=1)
        ranked, safe = self._glance()
        if not safe:
            best = min(ranked, key=lambda line: self._exposure(line.turns[0]))
            return self._thought([best, *[line for line in ranked if line is not best]], *self._prove_loss(best))
        if self._skill.depth > 1:
            if line := self._forced_win(ranked[:safe]):
                return self._thought(sorted(ranked, key=lambda one: one.turns[0] != line[0]), "win", line)
            ranked = self._guard(self._search(ranked, safe))
        return self._thought(ranked, *self._prove_win(ranked[0]))

    def _glance(self) -> tuple[list[Line[Flight]], int]:
        """Return flights by their static value, safe ones first, and the number of safe ones."""
        found: list[tuple[Line[Flight], Position]] = []
        try:
            for flight in self._flights:
                child = fly(self._root, flight)
                found.append((Line((flight,), self._rules.value_of(self._root, child)), child))
        except BudgetSpent:
            pass
        found.sort(key=lambda one: -one[0].value)
        safe = [line for line, child in found if self._rules.is_safe(self._root, child)]
        return safe + [line for line, child in found if not self._rules.is_safe(self._root, child)], len(safe)

    def _forced_win(self, ranked: list[Line[Flight]]) -> tuple[Flight, ...]:
        """Return a line by which the first flight that surely wins in two turns does so, or nothing."""
        proofs = Proofs(self._root.mover, self._before, self._nodes // 4)
        try:
            lines = (proofs.line_by(self._root, line.turns[0], 2) for line in ranked)
            return next(filter(None, lines), ())
        except BudgetSpent:
            return ()
        finally:
            self._rules.nodes_used += proofs.nodes_used

    def _guard(self, ranked: list[Line[Flight]]) -> list[Line[Flight]]:
        """Return flights, last those of the best ones after which the opponent surely wins within two turns."""
        proofs = Proofs(3 - self._root.mover, self._before, self._nodes - self._rules.nodes_used)
        lost = 0
        try:
            while lost < len(ranked) and self._loses(ranked[lost].turns[0], proofs):
                lost += 1
        except BudgetSpent:
            pass
        self._rules.nodes_used += proofs.nodes_used
        return ranked[lost:] + [Line(line.turns, -SURE_WIN) for line in ranked[:lost]]

    def _loses(self, flight: Flight, proofs: Proofs) -> bool:
        """Return whether the opponent surely wins within two turns after a flight."""
        child = fly(self._root, flight)
        return self._rules.outcome(child) is None and bool(proofs.line(child, 2))

    def _search(self, ranked: list[Line[Flight]], safe: int) -> list[Line[Flight]]:
        """Return flights with what alpha-beta finds about the best safe ones."""
        best = [line.turns[0] for line in ranked[: min(safe, 2 * self._skill.width)]]
        self._rules.limit_turns(self._root, [(flight, fly(self._root, flight)) for flight in best])
        found = AlphaBeta(self._rules, _UNLIMITED, max_depth=self._skill.depth).search(self._root)
        rest = ranked[len(best) : safe]
        return (
            [line for line in found if line.value > -SURE_WIN]
            + rest
            + [line for line in found if line.value <= -SURE_WIN]
        )

    def _exposure(self, flight: Flight) -> int:
        """Return how easy the opponent's win after a flight is to see: less, the more boosts it takes."""
        child = fly(self._root, flight)
        return -next((boosts for boosts in range(ANY_BOOSTS) if winning_flight(child, child.mover, boosts)), 0)

    def _prove_loss(self, best: Line[Flight]) -> tuple[Proof | None, tuple[Flight, ...]]:
        """Return a proof of the loss and its line, if every flight was looked at: none is safe."""
        child = fly(self._root, best.turns[0])
        answer = self._rules.win(child)
        complete = self._rules.nodes_used == len(self._flights)
        return ("loss" if complete else None), (*best.turns, *([answer] if answer else []))

    def _prove_win(self, best: Line[Flight]) -> tuple[Proof | None, tuple[Flight, ...]]:
        """Return a proof of the win that the search found and its line, or no proof and the expected line."""
        if best.value >= SURE_WIN:
            turns = (len(best.turns) + 1) // 2
            line = line_of_win(self._state, best.turns[0], turns, _PROOF_NODES)
            if line:
                return "win", line
        return None, best.turns

    def _thought(self, ranked: list[Line[Flight]], proof: Proof | None, line: tuple[Flight, ...]) -> Thought:
        best, *others = (
            Candidate(write(one.turns[0]), _share(one.value), (write(one.turns[0]),)) for one in ranked[: 1 + _SHOWN]
        )
        value = {"win": 1.0, "loss": 0.0}.get(proof or "", best.value)
        return Thought(best.move, value, texts_of(self._state, line), proof, 0, tuple(others), self._rules.nodes_used)


def _share(value: int) -> float:
    """Return the share of the win that a value stands for."""
    return 1 / (1 + exp(-max(-4 * _SPREAD, min(4 * _SPREAD, value)) / _SPREAD))

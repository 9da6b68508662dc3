"""The engine of games of two that bring an evaluation: alpha-beta over the game's own rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import TYPE_CHECKING, Generic

from engines.contract import Candidate, Level, Thought
from engines.search.alpha_beta import SURE_WIN, WIN, AlphaBeta, BudgetSpent, Line
from games.contract import M, S

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engines.contract import Proof
    from games.contract import Game

_SHOWN = 4
"""Alternatives that a thought names."""
_LONGEST_LINE = 8
_VISITS = 20
"""How often the search may come by each position that it has looked at."""


@dataclass(frozen=True)
class EvaluationEngine(Generic[S, M]):
    """An engine for a game of two whose `legal` lists all moves. Where that raises `TooManyMoves`, `think` does.

    `evaluate` returns how good a state in which the match goes on is for the seat to move; a seat that is `scale` ahead
    expects 73% of the win. A node is a state that is looked at. Of each state the `width` best moves are searched
    further.
    """

    game: Game[S, M]
    evaluate: Callable[[S], int]
    levels: Sequence[Level] = field(
        default=(
            Level("looks at a few of its moves", 8),
            Level("looks at some of its moves, and at none of yours", 40),
            Level("looks at its moves and at your answers", 1_500),
            Level("looks some turns ahead", 6_000),
        )
    )
    width: int = 10
    scale: int = 100

    def think(self, state: S, level: int, seed: int, nodes: int | None = None) -> Thought:
        """Return the best move that was found; `engines.contract.Engine` describes the call."""
        budget = max(1, self.levels[level - 1].nodes if nodes is None else nodes)
        rules = _SearchRules(self.game, self.evaluate, self.width, budget)
        rules.begin(state, Random(seed))  # noqa: S311 - not a secret
        ranked = AlphaBeta(rules, _VISITS * budget).search(state)
        best, *others = (self._candidate(state, line) for line in ranked[: 1 + _SHOWN])
        proof = rules.proof(ranked[0].value)
        return Thought(best.move, best.value, best.line, proof, 0, tuple(others), rules.nodes_used)

    def _candidate(self, state: S, line: Line[M]) -> Candidate:
        texts: list[str] = []
        for move in line.turns if abs(line.value) >= SURE_WIN else line.turns[:_LONGEST_LINE]:
            texts.append(self.game.format(state, move))
            state = self.game.play(state, move)
        return Candidate(texts[0], _share(line.value / self.scale), tuple(texts))


class _SearchRules(Generic[S, M]):
    """What the alpha-beta search asks of a game. It looks at no more than `nodes` states; then `BudgetSpent` is raised.

    `nodes_used` counts them.
    """

    def __init__(self, game: Game[S, M], evaluate: Callable[[S], int], width: int, nodes: int) -> None:
        self.nodes_used = 0
        self._game, self._evaluate, self._width, self._nodes = game, evaluate, width, nodes
        self._turns: dict[S, list[tuple[M, S]]] = {}
        self._values: dict[S, int] = {}
        self._root_mover = 1
        self._cut = set[int]()
        """Seats of which some moves weren't searched."""

    def begin(self, state: S, rng: Random) -> None:
        """Look at the moves of the first state in random order, and at as many as there are nodes for."""
        moves = list(self._game.legal(state))
        rng.shuffle(moves)
        self._root_mover = self.mover(state)
        if len(moves) > self._nodes:
            self._cut.add(self._root_mover)
        self._look(state, moves[: self._nodes], len(moves))

    def mover(self, position: S) -> int:
        """Return the seat to move; in a finished match seat 1."""
        return self._game.to_move(position) or 1

    def outcome(self, position: S) -> int | None:
        """Return 1, 0 or -1 if the mover of a finished match won, drew or lost, or None while the match goes on."""
        result = self._game.result(position)
        if result is None:
            return None
        if result.drawn:
            return 0
        return 1 if self.mover(position) in result.winners else -1

    def turns(self, position: S) -> Sequence[tuple[M, S]]:
        """Return the best moves by their evaluation and the states that they lead to. Raises `BudgetSpent`."""
        if position not in self._turns:
            moves = self._game.legal(position)
            if self.nodes_used + len(moves) > self._nodes:
                raise BudgetSpent
            self._look(position, moves, self._width)
        return self._turns[position]

    def forcing_turns(self, position: S) -> Sequence[tuple[M, S]]:
        """Return none: every state can be evaluated."""
        del position
        return ()

    def evaluate(self, position: S) -> int:
        """Return how good the position is for its mover."""
        if position not in self._values:
            limit = SURE_WIN - 1
            self._values[position] = max(-limit, min(limit, self._evaluate(position)))
        return self._values[position]

    def proof(self, value: int) -> Proof | None:
        """Return what the search has shown for the mover of the first state, given the value that it found.

        A win is proved if no move of the opponent was left out, or if it takes one turn; a loss, if none of the mover.
        """
        mover = self._root_mover
        if value == WIN - 1 or (value >= SURE_WIN and 3 - mover not in self._cut):
            return "win"
        return "loss" if value <= -SURE_WIN and mover not in self._cut else None

    def _look(self, position: S, moves: Sequence[M], width: int) -> None:
        """Store the best moves of a position."""
        self.nodes_used += len(moves)
        mover = self.mover(position)
        children = [(move, self._game.play(position, move)) for move in moves]
        children.sort(key=lambda child: -self._value_for(mover, child[1]))
        if len(children) > width:
            self._cut.add(mover)
        self._turns[position] = children[:width]

    def _value_for(self, seat: int, position: S) -> int:
        outcome = self.outcome(position)
        value = self.evaluate(position) if outcome is None else outcome * WIN
        return value if self.mover(position) == seat else -value


def _share(lead: float) -> float:
    """Return the share of the win that a lead stands for."""
    return 1 / (1 + exp(-max(-8.0, min(8.0, lead))))

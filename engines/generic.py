"""The engine of games that bring none: it tries every move by playing matches out at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from engines.contract import Candidate, Level, Thought
from games.contract import TooManyMoves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Game, Result

LONGEST_PLAYOUT = 200
"""Turns after which a playout counts as even."""
MOST_CANDIDATES = 200
"""Moves that are drawn at random where a game has too many to list."""
_EXPLORATION = 0.7
_WIDTH = 2.0
"""How fast more moves are tried: after n playouts 1 + width * sqrt(n)."""


@dataclass
class _Trial:
    """A move, the state after it, and what its playouts brought the mover."""

    move: Any
    state: Any
    playouts: int = 0
    total: float = 0.0

    @property
    def value(self) -> float:
        return self.total / self.playouts if self.playouts else 0.0


@dataclass(frozen=True)
class GenericEngine:
    """An engine for any game, by the calls of its contract alone.

    It plays random matches from every move and prefers those that win more often: a flat Monte Carlo search with the
    bandit rule UCB1 (Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine
    Learning 47, 2002). The more playouts there are, the more moves it tries, so that of many moves some are known well
    rather than each by one playout. A node is one turn of a playout.
    """

    game: Game[Any, Any]
    levels: Sequence[Level] = field(
        default=(
            Level("tries a few moves at random", 40),
            Level("plays some matches out in its head", 400),
            Level("plays many matches out in its head", 3000),
            Level("plays very many matches out in its head", 12000),
        )
    )

    def think(self, state: Any, level: int, seed: int, nodes: int | None = None) -> Thought:
        """Return the move after which most playouts were won; `engines.contract.Engine` describes the call."""
        rng, budget = Random(seed), self.levels[level - 1].nodes if nodes is None else nodes  # noqa: S311 - not a secret
        mover, used = self.game.to_move(state) or 1, 0
        trials = [_Trial(move, self.game.play(state, move)) for move in _shuffled(self.game, state, rng)]
        if wins := [trial for trial in trials if mover in _winners(self.game.result(trial.state))]:
            move = self.game.format(state, wins[0].move)
            return Thought(move, 1.0, (move,), "win", nodes=len(trials))
        while used < budget and len(trials) > 1:
            done = sum(trial.playouts for trial in trials)
            tried = trials[: 1 + int(_WIDTH * sqrt(done))]
            trial = next((one for one in tried if not one.playouts), None) or max(
                tried, key=lambda one: one.value + _EXPLORATION * sqrt(log(done) / one.playouts)
            )
            share, turns = self._play_out(trial.state, mover, rng)
            trial.playouts, trial.total, used = trial.playouts + 1, trial.total + share, used + turns + 1
        best_first = sorted(trials, key=lambda one: (-one.playouts, -one.value))
        best, *others = (self._candidate(state, trial) for trial in best_first)
        return Thought(best.move, best.value, best.line, None, best.playouts, tuple(others[:4]), max(used, len(trials)))

    def _candidate(self, state: Any, trial: _Trial) -> Candidate:
        move = self.game.format(state, trial.move)
        return Candidate(move, trial.value, (move,), None, trial.playouts)

    def _play_out(self, state: Any, mover: int, rng: Random) -> tuple[float, int]:
        """Return the mover's share of the win in one random match from a state, and its number of turns."""
        for turn in range(LONGEST_PLAYOUT):
            if (result := self.game.result(state)) is not None:
                return _share(result, mover), turn
            state = self.game.play(state, _random_move(self.game, state, rng))
        return 1 / len(self.game.info.seats), LONGEST_PLAYOUT


def _share(result: Result, seat: int) -> float:
    """Return a seat's share of the win: the winners share it equally."""
    return 1 / len(result.winners) if seat in result.winners else 0.0


def _winners(result: Result | None) -> tuple[int, ...]:
    """Return the seats that won a finished match alone or together, but for draws."""
    return () if result is None or result.drawn else result.winners


def _shuffled(game: Game[Any, Any], state: Any, rng: Random) -> list[Any]:
    """Return all moves in random order, or some where there are too many to list."""
    try:
        moves = list(game.legal(state))
    except TooManyMoves:
        return list(dict.fromkeys(_guided_move(game, state, rng) for _ in range(MOST_CANDIDATES)))
    rng.shuffle(moves)
    return moves


def _random_move(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    try:
        return rng.choice(game.legal(state))
    except TooManyMoves:
        return _guided_move(game, state, rng)


def _guided_move(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """Return a move put together from random choices of the guide."""
    step = game.guide(state, "")
    while step.choices and not (step.move and rng.random() < 1 / (len(step.choices) + 1)):
        step = game.guide(state, rng.choice(step.choices).text)
    return game.parse(state, step.move)

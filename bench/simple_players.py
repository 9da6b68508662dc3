"""Players without an engine, whom the lowest levels meet in the ladders: one moves at random, one takes what it can."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.contract import IllegalMove, TooManyMoves

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from games.contract import Game

MOST_MOVES = 60
"""Moves that the greedy player compares, drawn at random where there are more."""
_WIN = 1_000


def random_move(game: Game[Any, Any], state: Any, rng: Random) -> str:
    """Return the text of a move put together from random choices of the guide."""
    while True:
        step = game.guide(state, "")
        while step.choices and not (step.move and rng.random() < 1 / (len(step.choices) + 1)):
            step = game.guide(state, rng.choice(step.choices).text)
        if step.move:
            try:
                return game.format(state, game.parse(state, step.move))
            except IllegalMove:
                continue


def greedy_move(game: Game[Any, Any], state: Any, rng: Random) -> str:
    """Return the text of a move that wins, or else of one after which the mover is furthest ahead by a plain count."""
    mover = state.mover
    best = max(_some_moves(game, state, rng), key=lambda move: _lead(game, game.play(state, move), mover))
    return game.format(state, best)


def _some_moves(game: Game[Any, Any], state: Any, rng: Random) -> list[Any]:
    """Return moves in random order, not all if there are many."""
    try:
        moves = game.legal(state)
    except TooManyMoves:
        return [game.parse(state, random_move(game, state, rng)) for _ in range(MOST_MOVES)]
    return rng.sample(moves, min(MOST_MOVES, len(moves)))


def _lead(game: Game[Any, Any], state: Any, mover: int) -> int:
    """Return how far a seat is ahead of the best other one: with a win at most, without pieces to count not at all."""
    result = game.result(state)
    if result is not None and not result.drawn:
        return _WIN if mover in result.winners else -_WIN
    counts = dict.fromkeys(range(1, len(game.info.seats) + 1), 0) | _counts(game, state)
    return counts.pop(mover) - max(counts.values())


def _counts(game: Game[Any, Any], state: Any) -> dict[int, int]:
    """Return the seats' points, or the sizes of the pieces that belong to them in a game without points."""
    points = game.points(state)
    if points is not None:
        return dict(enumerate(points, 1))
    counts: dict[int, int] = {}
    board: Sequence[tuple[Any, ...] | int | None] = state.board
    for piece in board:
        if isinstance(piece, tuple):
            seat, size = piece[:2]
            counts[seat] = counts.get(seat, 0) + size
    return counts

"""Perft: how many ways a game can be played on, for comparing implementations of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.contract import Game, Options, State

S = TypeVar("S", bound="State")
M = TypeVar("M")

OPENINGS: Mapping[str, tuple[str, ...]] = {"xero-g": ("321123", "123321")}
"""Moves after which the counting starts, for games whose rules page says so; the others start from the start."""


def opening(game: Game[S, M], players: int, options: Options, seed: int = 0) -> S:
    """Return the state from which a game's perft is counted. Raises `BadOption`."""
    state = game.start(players, options, seed)
    for text in OPENINGS.get(game.info.key, ()):
        state = game.play(state, game.parse(state, text))
    return state


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves from `state`; 1 for depth 0."""
    if depth == 0:
        return 1
    moves = game.legal(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.play(state, move), depth - 1) for move in moves)

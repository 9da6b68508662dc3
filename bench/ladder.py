"""Play the levels of an engine against each other, from random openings, each side by turns."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from os import cpu_count
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engines import engine_of
from games import GAMES
from games.contract import IllegalMove, TooManyMoves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


RANDOM_LEVEL, GREEDY_LEVEL = 0, -1
"""The levels of the players in `bench.ladder`."""
LONGEST_MATCH = 400
"""Moves after which a match counts as drawn."""


@dataclass(frozen=True)
class Pairing:
    """Who plays: one seat at `level`, all others at the level `below`, with options and an opening of random moves."""

    game: str
    level: int
    below: int
    players: int
    options: tuple[tuple[str, int | str], ...] = ()
    opening: int = 2


@dataclass(frozen=True)
class Played:
    """A match of a pairing: the share of the win of the seat at the higher level, who won, and what it took.

    `winners` are the seats that share the win. `thoughts` is the number of moves at the higher level; `nodes`,
    `seconds` and `slowest` are what they took.
    """

    seat: int
    winners: tuple[int, ...]
    share: float
    moves: int
    thoughts: int
    nodes: int
    seconds: float
    slowest: float


def play(pairing: Pairing, seed: int) -> Played:
    """Play one match; the higher level's seat goes round with the seed, and every round has an opening of its own."""
    game, turn, round_seed = GAMES[pairing.game], seed % pairing.players, seed // pairing.players
    seat, rng = turn + 1, Random(round_seed)  # noqa: S311 - an opening is no secret
    state = game.start(pairing.players, dict(pairing.options), round_seed)
    seconds, slowest, nodes, moves, thoughts = 0.0, 0.0, 0, 0, 0
    engine = engine_of(game)
    while (mover := game.to_move(state)) is not None and moves < LONGEST_MATCH:
        level = pairing.level if mover == seat else pairing.below
        if moves < pairing.opening or level == RANDOM_LEVEL:
            text = random_move(game, state, rng)
        elif level == GREEDY_LEVEL:
            text = greedy_move(game, state, rng)
        else:
            begun = process_time()
            thought = engine.think(state, level, seed=round_seed * LONGEST_MATCH + moves)
            took, text = process_time() - begun, thought.move
            if mover == seat:
                seconds, slowest, nodes = seconds + took, max(slowest, took), nodes + thought.nodes
                thoughts += 1
        state, moves = game.play(state, game.parse(state, text)), moves + 1
    result = game.result(state)
    winners = result.winners if result else tuple(range(1, pairing.players + 1))
    share = 1 / len(winners) if seat in winners else 0.0
    return Played(seat, winners, share, moves, thoughts, nodes, seconds, slowest)


def wilson(share: float, matches: int) -> tuple[float, float]:
    """Return the 95% interval of Wilson, "Probable Inference", J. Am. Stat. Assoc. 22 (1927), for a share of wins."""
    z, n = 1.96, matches
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return middle - half, middle + half


def name_of(level: int) -> str:
    """Return what a player is called in tables."""
    return {RANDOM_LEVEL: "random moves", GREEDY_LEVEL: "a greedy player"}.get(level, f"level {level}")


def play_all(pairing: Pairing, matches: int, workers: int) -> Iterator[Played]:
    """Play matches of a pairing with seeds from 0, in several processes; yield each in its turn."""
    if workers == 1:
        yield from map(partial(play, pairing), range(matches))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(play, pairing), range(matches))


def main(
    game: str,
    *,
    level: Annotated[int | None, typer.Option(help="this level only; else each against the one below")] = None,
    below: Annotated[int | None, typer.Option(help="level of the others; 0: random moves, -1: greedy")] = None,
    matches: Annotated[int, typer.Option(help="matches of each pairing")] = 20,
    players: Annotated[int | None, typer.Option(help="seats; else the fewest of the game")] = None,
    option: Annotated[list[str] | None, typer.Option(help="an option of the game, as target=10")] = None,
    workers: Annotated[int, typer.Option(help="processes")] = cpu_count() or 1,
) -> None:
    """Print how the levels of a game's engine do, each against the one below."""
    options = tuple((name, value) for name, value in (one.split("=", 1) for one in option or []))
    seats = players or GAMES[game].info.min_players
    for number in [level] if level else range(1, len(engine_of(GAMES[game]).levels) + 1):
        pairing = Pairing(game, number, number - 1 if below is None else below, seats, options)
        played = list(play_all(pairing, matches, workers))
        share, seconds = sum(one.share for one in played) / matches, sum(one.seconds for one in played) or 1e-9
        low, high = wilson(share, matches)
        typer.echo(
            f"{game} level {number} against {name_of(pairing.below)}: {share:.0%} of {matches}"
            f" (95%: {low:.0%} to {high:.0%}), {sum(one.nodes for one in played) / seconds:,.0f} nodes/s,"
            f" slowest move {max(one.slowest for one in played):.2f} s CPU,"
            f" {sum(one.moves for one in played) / matches:.0f} moves a match",
        )


if __name__ == "__main__":
    typer.run(main)

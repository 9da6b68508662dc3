"""Find the turning points of a match by what an engine thinks of its positions.

A move is called a mistake only where exhaustive search has proved something, or where a share of playouts or points
were counted: estimates draw the curve, and no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.reviews.contract import Review, Standing, TurningPoint
from engines.reviews.standing import choose_position, shares_of_result, shares_of_thought

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from engines.contract import Thought
    from engines.reviews.contract import Kind, PlayedMatch, PlayedMove
    from games.contract import Game

MOST_SUSPECTS = 8
"""Moves that are compared with the engine's for a fall of the share, and as many for points."""
MOST_TURNING_POINTS = 5
"""The most turning points that a review names."""
SUSPECT = 0.1
"""The fall of a share, by whatever estimate, from which a move is compared with the engine's."""
DROP = 0.25
"""The fall of a counted share that makes a turning point."""
POINTS = 3
"""The points given away that make one."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What is known of a state: the seats' shares of the win, and the engine's thought unless the match was over."""

    shares: tuple[float, ...]
    thought: Thought | None


def review_match(played: PlayedMatch) -> Generator[Any, Thought, Review]:
    """Yield the states to think about, get what the engine thinks of each, and return the review."""
    looks = yield from _look_through(played)
    points: list[TurningPoint] = []
    for index, move in _suspects(played, looks):
        point = yield from _compare(played, looks, index, move)
        if point:
            points.append(point)
    best = sorted(points, key=lambda one: (one.kind in {"missed", "allowed"}, one.points, one.before - one.after))
    plies = _plies(played)
    return Review(
        tuple(Standing(plies[index], looks[index].shares) for index in sorted(looks)),
        tuple(sorted(best[-MOST_TURNING_POINTS:], key=lambda one: one.ply)),
        any(look.thought is not None and look.thought.playouts > 0 for look in looks.values()),
    )


def _look_through(played: PlayedMatch) -> Generator[Any, Thought, dict[int, _Look]]:
    """Return what is known of the positions that are looked at, by their places among the states."""
    looks: dict[int, _Look] = {}
    last = len(played.states) - 1
    while (index := choose_position({place: look.shares for place, look in looks.items()}, last)) is not None:
        looks[index] = yield from _look(played, played.states[index], played.gone[index])
    return looks


def _look(played: PlayedMatch, state: Any, gone: frozenset[int]) -> Generator[Any, Thought, _Look]:
    game, seats = played.game, played.seats
    mover = game.to_move(state)
    if mover is None:
        return _Look(shares_of_result(game.result(state), seats), None)
    thought = yield state
    return _Look(shares_of_thought(thought, mover, seats, gone), thought)


def _suspects(played: PlayedMatch, looks: Mapping[int, _Look]) -> Iterator[tuple[int, PlayedMove]]:
    """Yield the moves that may be turning points, with the places of the states after them."""
    game, falls, losses = played.game, dict[int, float](), dict[int, int]()
    for index, move in enumerate(played.moves, 1):
        before, after = looks.get(index - 1), looks.get(index)
        if move is None or before is None or after is None or before.thought is None:
            continue
        if before.thought.move == move.text:
            continue
        falls[index] = before.shares[move.seat - 1] - after.shares[move.seat - 1]
        answered = _answer(game, played.states[index], after)
        losses[index] = _lead(game, played.states[index - 1], move.seat) - _lead(game, answered, move.seat)
    worst = [index for index in sorted(falls, key=lambda one: -falls[one]) if falls[index] >= SUSPECT]
    costly = [index for index in sorted(losses, key=lambda one: -losses[one]) if losses[index] > 0]
    for index in sorted({*worst[:MOST_SUSPECTS], *costly[:MOST_SUSPECTS]}):
        if move := played.moves[index - 1]:
            yield index, move


def _compare(
    played: PlayedMatch, looks: Mapping[int, _Look], index: int, move: PlayedMove
) -> Generator[Any, Thought, TurningPoint | None]:
    """Return a move as a turning point if the engine's move was shown to be better, else None."""
    before, after = looks[index - 1].thought, looks[index]
    if before is None:
        return None
    game, state = played.game, played.states[index - 1]
    instead = game.play(state, game.parse(state, before.move))
    better = yield from _look(played, instead, played.gone[index - 1])
    share, best = after.shares[move.seat - 1], better.shares[move.seat - 1]
    points = _lead(game, _answer(game, instead, better), move.seat)
    points -= _lead(game, _answer(game, played.states[index], after), move.seat)
    kind: Kind
    line: tuple[str, ...] = ()
    if before.proved == "win" and share < 1:
        kind, line, best = "missed", before.line, 1.0
    elif _is_lost(after, move.seat) and best > 0:
        kind, line = "allowed", after.thought.line if after.thought else ()
    elif _is_counted(after) and _is_counted(better) and best - share >= DROP:
        kind = "share"
    elif points >= POINTS:
        kind = "points"
    else:
        return None
    lost = points if kind == "points" else 0
    return TurningPoint(move.ply, move.seat, kind, move.text, before.move, round(best, 3), round(share, 3), line, lost)


def _is_lost(look: _Look, seat: int) -> bool:
    """Return whether a seat has lost, or surely will."""
    sure = look.thought is None or look.thought.proved == "win"
    return sure and look.shares[seat - 1] == 0


def _is_counted(look: _Look) -> bool:
    return look.thought is None or look.thought.playouts > 0


def _answer(game: Game[Any, Any], state: Any, look: _Look) -> Any:
    """Return the state after the engine's move, or the same one if the match is over."""
    return state if look.thought is None else game.play(state, game.parse(state, look.thought.move))


def _lead(game: Game[Any, Any], state: Any, seat: int) -> int:
    """Return by how many points a seat is before the best of the others; 0 in a game without points."""
    points = game.points(state)
    return points[seat - 1] - max(points[: seat - 1] + points[seat:]) if points else 0


def _plies(played: PlayedMatch) -> list[int]:
    """Return the number of moves before each state."""
    plies = [0]
    for move in played.moves:
        plies.append(plies[-1] + (move is not None))
    return plies

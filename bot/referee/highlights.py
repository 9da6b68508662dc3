"""Highlights: the turning point of a match that has ended, as a stretch of it to be replayed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.history.history import mainline
from bot.referee.history.rebuild import apply_event
from bot.referee.replays import load_replay_source
from storage.queries import events, matches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from bot.referee.replays import ReplaySource
    from games.contract import Game
    from storage.queries.rows import Event, Match

FEWEST_ROUNDS = 2
"""The rounds that a match must have for a turning point."""
BEFORE, AFTER = 2, 2
"""The moves that are shown before a turning point, and after it."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move after which the standing changed most.

    `before` and `after` are the lead of its `seat` before and after it: its points less those of the best other seat.
    `plies` are the first and last move of the stretch around it.
    """

    ply: int
    seat: int
    text: str
    before: int
    after: int
    plies: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Highlight:
    """The turning point of a match, and the stretch around it."""

    point: TurningPoint
    source: ReplaySource


@rules_outside_transaction
async def load_highlight(context: Context, match_id: int) -> Highlight | None:
    """Return the highlight of a match that has ended, None if it has no turning point.

    Raises `RequestRejected` if its rules aren't installed or fail.
    """
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        log = await events.of_match(tx, match.id, upto=match.seq)
        await context.state(tx, match, 0)
    point = await run_rules(find_turning_point, context.game(match), match, tuple(log))
    if point is None:
        return None
    async with context.database.read() as tx:
        return Highlight(point, await load_replay_source(context, tx, match, match.seq, point.plies, point.ply))


def find_turning_point(game: Game[Any, Any], match: Match, log: Sequence[Event]) -> TurningPoint | None:
    """Return the turning point of a match with these events, the last one of several that are alike.

    None for a game without points, a match without a result, one of fewer than two full rounds, and one in which the
    lead never changed. The seat is the one whose lead changed most, that of the player who moved if others tie with it.
    """
    if any(event.kind == "end" for event in log):
        return None
    found: list[TurningPoint] = []
    state, ply = game.start(len(match.seats), match.options, match.seed), 0
    for event in mainline(log):
        before, state = state, apply_event(game, state, event)
        if event.kind != "move" or event.seat is None:
            continue
        ply += 1
        point = _compare(game, before, state, event, ply)
        if point is not None:
            found.append(point)
    if ply < FEWEST_ROUNDS * len(match.seats) or not found:
        return None
    best = max(found, key=lambda one: (abs(one.after - one.before), one.before * one.after <= 0, one.ply))
    first, last = max(1, best.ply - BEFORE), min(ply, best.ply + AFTER)
    return TurningPoint(best.ply, best.seat, best.text, best.before, best.after, (first, last))


def _compare(game: Game[Any, Any], before: Any, after: Any, event: Event, ply: int) -> TurningPoint | None:
    """Return a move as a turning point, None if it changed no lead or the game has no points."""
    then, now = game.points(before), game.points(after)
    if then is None or now is None or event.seat is None:
        return None
    leads = [(seat, _lead(then, seat), _lead(now, seat)) for seat in range(1, len(now) + 1)]
    seat, was, became = max(leads, key=lambda one: (abs(one[2] - one[1]), one[0] == event.seat))
    return TurningPoint(ply, seat, event.text, was, became, (ply, ply)) if was != became else None


def _lead(points: Sequence[int], seat: int) -> int:
    """Return by how many points a seat is before the best of the others."""
    return points[seat - 1] - max((*points[: seat - 1], *points[seat:]), default=0)

"""Rebuild a match as reviews look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.history.mainline import mainline
from bot.referee.history.rebuild import apply_event
from engines.reviews.contract import PlayedMatch, PlayedMove

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.contract import Game
    from storage.queries.rows import Event, Match


def build_played_match(game: Game[Any, Any], match: Match, log: Iterable[Event]) -> PlayedMatch:
    """Return a match as it went by its mainline. Raises `IllegalMove` if the rules reject one of its moves."""
    states = [game.start(len(match.seats), match.options, match.seed)]
    gone, moves, ply = [frozenset[int]()], list[PlayedMove | None](), 0
    for event in mainline(log):
        if event.kind not in {"move", "leave"}:
            continue
        seat, left = event.seat or 0, event.kind == "leave"
        ply += not left
        states.append(apply_event(game, states[-1], event))
        gone.append(gone[-1] | {seat} if left else gone[-1])
        moves.append(None if left else PlayedMove(seat, ply, event.text))
    return PlayedMatch(game, len(match.seats), tuple(states), tuple(moves), tuple(gone))

"""Hints: where a piece can go in the turn to come. Positions are open: anybody may ask about the mover's pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import text
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match
from bot.referee.offload import rules_outside_transaction, run_rules
from bot.referee.requests import MoveText
from bot.referee.results import AmbiguousMatch
from bot.referee.views import take_snapshot
from games.contract import IllegalMove

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from bot.referee.views import Snapshot
    from games.contract import Destinations, Game

_PIECE = re.compile(r"[a-z][1-9][0-9]?\*?", re.IGNORECASE)
"""How a piece's place is written in most games, at the beginning of a move."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A match as it stands, and where a piece can go. `whose` tells whose turn it is, where it isn't the asker's."""

    snapshot: Snapshot
    destinations: Destinations
    turn_note: str


@rules_outside_transaction
async def get_hint(context: Context, request: Request, move_text: MoveText) -> Hint | AmbiguousMatch:
    """Return where what a person names can go, in the match that they mean. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await find_match(tx, request, move_text.match)
        if isinstance(match, AmbiguousMatch):
            return match
        now = await take_snapshot(context, tx, match, match.seq)
    if match.ended_at is not None:
        raise RequestRejected(f"{text.ended(match)} There's nothing left to play.")
    game = context.game(match)
    if move_text.ply not in {None, now.ply + 1}:
        raise RequestRejected(text.waits_for_move(match, now.ply + 1, move_text.ply))
    seat = game.to_move(now.state) or 1
    mover = match.seats[seat - 1]
    whose = "" if mover.id == request.user_id else f"{text.whose_turn(mover, game.info.seats[seat - 1])} "
    try:
        return Hint(now, await run_rules(game.destinations, now.state, move_text.text), whose)
    except IllegalMove as refused:
        told = f"{text.for_mover(mover)} " if whose else ""  # who is "you" in a game's sentences
        raise RequestRejected(f"{whose}{told}{refused.reason}") from None


async def suggest_places(context: Context, request: Request, move_text: MoveText, limit: int) -> list[str]:
    """Return what can be asked about and begins as typed: the places of pieces that can move, or where one can come."""
    try:
        found = await get_hint(context, request, MoveText("", move_text.match, move_text.ply))
    except RequestRejected:
        return []
    if isinstance(found, AmbiguousMatch):
        return [f"#{each.id} " for each in found.matches][:limit]
    typed = move_text.text.lower()
    return [move_text.prefix + place for place in found.destinations.places if place.startswith(typed)][:limit]


async def find_movable_piece(game: Game[Any, Any], state: Any, text: str) -> str | None:
    """Return the piece that a refused move begins with, if it is one that can go somewhere."""
    found = _PIECE.match(text.strip("` "))
    if found is None:
        return None
    try:
        destinations = await run_rules(game.destinations, state, found[0])
    except IllegalMove:
        return None
    return found[0].lower() if destinations.source and destinations.places else None

"""Destinations: where a piece of the player to move can go. Positions are open, so everyone may ask."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match
from bot.referee.request_results import AmbiguousMatch
from bot.referee.requests import MoveText
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.snapshots import take_snapshot
from bot.referee.turns import rejections
from games.contract import IllegalMove
from games.typed_words import in_english

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from bot.referee.snapshots import Snapshot
    from games.contract import Destinations, Game

_PIECE = re.compile(r"[a-z][1-9][0-9]?\*?", re.IGNORECASE)
"""How a piece's place is written in most games, at the beginning of a move."""


@dataclass(frozen=True, slots=True)
class MatchDestinations:
    """A match after its last event, and where a piece can go. `turn_note` says whose turn it is, if it isn't yours."""

    snapshot: Snapshot
    destinations: Destinations
    turn_note: str


@rules_outside_transaction
async def get_destinations(
    context: Context, request: Request, move_text: MoveText
) -> MatchDestinations | AmbiguousMatch:
    """Return where the piece that a text names can go, in the match that it means. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await find_match(tx, request, move_text.match)
        if isinstance(match, AmbiguousMatch):
            return match
        snapshot = await take_snapshot(context, tx, match, match.seq)
    if match.ended_at is not None:
        raise RequestRejected(rejections.nothing_left_to_play(match))
    game = context.game(match)
    if move_text.ply not in {None, snapshot.ply + 1}:
        raise RequestRejected(rejections.waits_for_move(match, snapshot.ply + 1, move_text.ply))
    seat = game.to_move(snapshot.state) or 1
    mover = match.seats[seat - 1]
    turn_note = "" if mover.id == request.user_id else f"{rejections.whose_turn(mover, game.info.seats[seat - 1])} "
    try:
        typed = in_english(game.info, move_text.text)
        return MatchDestinations(snapshot, await run_rules(game.destinations, snapshot.state, typed), turn_note)
    except IllegalMove as illegal:
        addressee = f"{rejections.for_mover(mover)} " if turn_note else ""  # a game's sentences say "you" to the mover
        raise RequestRejected(f"{turn_note}{addressee}{illegal.reason}") from None


async def list_movable_pieces(context: Context, found: MatchDestinations) -> dict[str, Destinations]:
    """Return where each piece can go that can move in that turn, by its place, in the order of the board."""
    game, state = context.game(found.snapshot.match), found.snapshot.state

    def find() -> dict[str, Destinations]:
        found = {place: game.destinations(state, place) for place in game.destinations(state, "").places}
        return {place: each for place, each in found.items() if each.source and each.places}

    return await run_rules(find)


async def suggest_places(context: Context, request: Request, move_text: MoveText, limit: int) -> list[str]:
    """Return the places that begin as typed: those of pieces that can move, or where a new piece can come."""
    try:
        found = await get_destinations(context, request, MoveText("", move_text.match, move_text.ply))
    except RequestRejected:
        return []
    if isinstance(found, AmbiguousMatch):
        return [f"#{each.id} " for each in found.matches][:limit]
    typed = move_text.text.lower()
    return [move_text.prefix + place for place in found.destinations.places if place.startswith(typed)][:limit]


async def find_movable_piece(game: Game[Any, Any], state: Any, text: str) -> str | None:
    """Return the piece that a rejected move begins with if it can move, else None."""
    found = _PIECE.match(text.strip("` "))
    if found is None:
        return None
    try:
        destinations = await run_rules(game.destinations, state, found[0])
    except IllegalMove:
        return None
    return found[0].lower() if destinations.source and destinations.places else None

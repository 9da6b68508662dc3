"""Hints: where a piece can go in the turn to come. Positions are open: anybody may ask about the mover's pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import words
from bot.referee.answers import Choose, Refused
from bot.referee.asked import Named
from bot.referee.lookup import meant
from bot.referee.thought import think, think_between
from bot.referee.views import moment
from games.contract import IllegalMove

if TYPE_CHECKING:
    from bot.referee.asked import Asked
    from bot.referee.table import Table
    from bot.referee.views import Moment
    from games.contract import Game, Reach

_PIECE = re.compile(r"[a-z][1-9][0-9]?\*?", re.IGNORECASE)
"""How a piece's place is written in most games, at the beginning of a move."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A match as it stands, and where a piece can go. `whose` tells whose turn it is, where it isn't the asker's."""

    moment: Moment
    reach: Reach
    whose: str


@think_between
async def hint(table: Table, asked: Asked, named: Named) -> Hint | Choose:
    """Return where what a person names can go, in the match that they mean. Raises `Refused`."""
    async with table.database.read() as tx:
        match = await meant(tx, asked, named.match)
        if isinstance(match, Choose):
            return match
        now = await moment(table, tx, match, match.seq)
    if match.ended_at is not None:
        raise Refused(f"#{match.id} is over since {words.ago(match.ended_at)}: nothing more is played.")
    game = table.game(match)
    if named.ply not in {None, now.ply + 1}:
        raise Refused(f"Match #{match.id} waits for move {now.ply + 1}, not for move {named.ply}.")
    seat = game.to_move(now.state) or 1
    mover = match.seats[seat - 1]
    whose = "" if mover.id == asked.user_id else f"It is {words.name(mover)}'s turn ({game.info.seats[seat - 1]}). "
    try:
        return Hint(now, await think(game.reach, now.state, named.text), whose)
    except IllegalMove as refused:
        told = f"To {words.name(mover)} I would say: " if whose else ""  # who is "you" in a game's sentences
        raise Refused(f"{whose}{told}{refused.reason}") from None


async def places(table: Table, asked: Asked, named: Named, limit: int) -> list[str]:
    """Return what can be asked about and begins as typed: the places of pieces that can move, or where one can come."""
    try:
        found = await hint(table, asked, Named("", named.match, named.ply))
    except Refused:
        return []
    if isinstance(found, Choose):
        return [f"#{each.id} " for each in found.matches][:limit]
    typed = named.text.lower()
    return [named.prefix + place for place in found.reach.places if place.startswith(typed)][:limit]


async def piece_in(game: Game[Any, Any], state: Any, text: str) -> str | None:
    """Return the piece that a refused move begins with, if it is one that can go somewhere."""
    found = _PIECE.match(text.strip("` "))
    if found is None:
        return None
    try:
        reach = await think(game.reach, state, found[0])
    except IllegalMove:
        return None
    return found[0].lower() if reach.source and reach.places else None

"""Destinations as replies, the buttons that ask for them, and the menus in which a piece is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import Interaction

from bot.client.persistent_button import PersistentButton, rows
from bot.client.persistent_select import MAX_OPTIONS, PersistentSelect
from bot.features.board_replies.components import choose_board_display
from bot.features.destinations.text import destinations_text, menu_name, name_one_match, piece_option
from bot.gateway.message_queue import release_channel
from bot.interactions.picture_replies import replace_with_picture, reply_with_picture
from bot.interactions.replies import request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.errors import RequestRejected
from bot.referee.request_results import AmbiguousMatch
from bot.referee.requests import MoveText
from bot.referee.turns.destinations import get_destinations, list_movable_pieces

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.turns.destinations import MatchDestinations

MAX_MENUS = 5
"""Menus that Discord takes under one message."""


async def show_destinations(bot: Client, source: Source, move_text: MoveText, *, replace: bool = False) -> None:
    """Reply where a piece can go, in words and on a marked picture. Raises `RequestRejected`.

    A private reply is drawn from the player's own side. It doesn't count as a board of the match: a reply to it is read
    as a message without one. A reply to an interaction has menus of the pieces that can move; with `replace` it takes
    the place of the message whose menu was used.
    """
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _show_destinations(bot, source, move_text, replace=replace)


async def _show_destinations(bot: Client, source: Source, move_text: MoveText, *, replace: bool) -> None:
    found = await get_destinations(bot.context, request_of(source), move_text)
    if isinstance(found, AmbiguousMatch):
        raise RequestRejected(name_one_match(found.matches, move_text.text))
    view = await _piece_menus(bot, found) if isinstance(source, Interaction) else None
    snapshot, match = found.snapshot, found.snapshot.match
    display = await choose_board_display(bot, source, snapshot)
    release_channel()
    picture = await bot.board_images.draw(bot.context.game(match), snapshot, display, found.destinations)
    text, filename = destinations_text(found), f"turnpost-destinations-{match.id}-{match.seq}.png"
    if replace and view and isinstance(source, Interaction):
        await replace_with_picture(source, text, picture, filename, text, view=view)
    else:
        await reply_with_picture(source, text, picture, filename, text, view=view)


async def _piece_menus(bot: Client, found: MatchDestinations) -> View | None:
    """Return menus of the pieces that can move; None if there are none, or more than fit under a message."""
    match, ply = found.snapshot.match, found.snapshot.ply + 1
    options = [piece_option(place, each) for place, each in (await list_movable_pieces(bot.context, found)).items()]
    starts = range(0, len(options), MAX_OPTIONS)
    menus = [
        PieceSelect(options[at : at + MAX_OPTIONS], menu_name(options[at : at + MAX_OPTIONS]), match.id, ply, at)
        for at in starts
    ]
    return rows(*([menu] for menu in menus)) if 0 < len(menus) <= MAX_MENUS else None


class ShowDestinationsButton(PersistentButton, template=r"hint:(\d{1,9}):(\d{1,5}):(.{1,60})"):
    """Shows where a piece can go, under a move that it can't make. Its parts: match, ply, the piece."""

    action = "hint"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply where it can go, privately."""
        match, ply, piece = self.parts
        await show_destinations(bot, press, MoveText(piece, int(match), int(ply)))


class WhereButton(PersistentButton, template=r"where:(\d+)"):
    """Shows which pieces can move, under a board. Its part: the match."""

    action = "where"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply where all pieces can go, privately."""
        await show_destinations(bot, press, MoveText("", int(self.parts[0])))


class PieceSelect(PersistentSelect, template=r"where_from:(\d+):(\d+):(\d+)"):
    """Chooses a piece and shows where it can go. Its parts: match, ply of the move, number of its first option."""

    action = "where_from"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show where the piece can go, in place of the message above the menu."""
        match, ply, _ = map(int, self.parts)
        await show_destinations(bot, press, MoveText(self.chosen(press), match, ply), replace=True)

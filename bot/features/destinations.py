"""Destinations: where a piece can go."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import Interaction, SelectOption, app_commands
from discord.app_commands import Choice

from bot.client.components import PersistentButton, PersistentSelect, rows
from bot.client.feature import Feature
from bot.client.options import MAX_CHOICES, usable_everywhere
from bot.client.panels import PanelCommand
from bot.features.board_replies import choose_board_display
from bot.features.menus import Menu, split_into_menus
from bot.gateway.message_queue import release_channel
from bot.interactions.limits import PICTURE_COST
from bot.interactions.own_messages import find_shown_match
from bot.interactions.replies import (
    MAX_LENGTH,
    replace_with_picture,
    reply_privately,
    reply_with_picture,
    request_of,
)
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_shown
from bot.referee.requests import AmbiguousMatch, MoveText, parse_move_text
from bot.referee.turns.aids import get_destinations, list_movable_pieces, suggest_places
from games import contract
from games.guide import shorten_words
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.client.components import PersistentItem, Press
    from bot.interactions.replies import Source
    from bot.referee.turns.aids import MatchDestinations
    from games.contract import Destinations

WHERE = N_("Where?")
FATAL_KEY = N_("-# Rings with a dot: it lives. Crosses: it dies at once.")
MOST_NAMED = 25
"""Matches that a sentence names."""


def destinations_text(found: MatchDestinations, *, with_all: bool = False) -> str:
    """Return where a piece can go, the key to the marks, and the turn that it is for; `with_all` lists every place."""
    lines = [f"{found.turn_note}{found.destinations.words}"]
    if with_all:
        lines.append(list_places(found.destinations))
    if found.destinations.fatal:
        lines.append(_(FATAL_KEY))
    snapshot = found.snapshot
    small_print = _("-# #{match} \u00b7 for move {ply}, nothing is played")
    lines.append(small_print.format(match=snapshot.match.id, ply=snapshot.ply + 1))
    return "\n".join(lines)


def names_all(destinations: Destinations) -> bool:
    """Return whether the words name every place, so that none is hidden behind "and 17 more"."""
    return all(re.search(rf"(?<!\w){re.escape(place)}(?!\w)", destinations.words) for place in destinations.places)


def list_places(destinations: Destinations) -> str:
    """Return every place where a piece can go, with those where it dies apart."""
    fatal = destinations.fatal
    places = format_list(place for place in destinations.places if place not in fatal)
    if not fatal:
        return _("All places: {places}.").format(places=places)
    if not places:
        return _("It dies at once on {places}.").format(places=format_list(fatal))
    return _("It lives on {places}. It dies at once on {fatal}.").format(places=places, fatal=format_list(fatal))


def list_piece_menus(pieces: Mapping[str, Destinations]) -> list[Menu]:
    """Return menus of the pieces that can move, by their places, with where each can go in plain words."""
    choices: list[contract.Choice] = []
    for place, destinations in pieces.items():
        words = destinations.words.replace("`", "")
        choices.append(contract.Choice(place, place, shorten_words(words)))
    menus = split_into_menus(choices) if choices else []
    if len(menus) == 1:
        return [Menu(_("Which piece?"), choices)]
    return [Menu(_("Which piece? {rows}").format(rows=menu.name), menu.choices) for menu in menus]


LONGEST_PIECE = 60
"""Characters of a named piece that a button keeps."""
MAX_ROWS = 5
"""Menus, or rows of buttons, that Discord takes under one message."""


async def show_destinations(bot: Client, source: Source, move_text: MoveText, *, replace: bool = False) -> None:
    """Reply where a piece can go, in words and on a marked picture. Raises `RequestRejected`.

    A private reply is drawn from the player's own side. It doesn't count as a board of the match: a reply to it is read
    as a message without one. A reply to an interaction has menus of the pieces that can move; with `replace` it takes
    the place of the message whose menu was used.
    """
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _show_destinations(bot, source, move_text, replace=replace)


async def _show_destinations(bot: Client, source: Source, move_text: MoveText, *, replace: bool) -> None:
    found = await _find(bot, source, move_text)
    snapshot, match = found.snapshot, found.snapshot.match
    text = destinations_text(found)
    lines = await _piece_menus(bot, found) if isinstance(source, Interaction) else []
    if not names_all(found.destinations):
        with_all = destinations_text(found, with_all=True)
        if move_text.text and len(with_all) <= MAX_LENGTH:
            text = with_all
        elif len(lines) < MAX_ROWS and len(move_text.text) <= LONGEST_PIECE:
            lines.append([AllPlacesButton(_("All places"), match.id, snapshot.ply + 1, move_text.text)])
    view = rows(*lines) if lines else None
    display = await choose_board_display(bot, source, snapshot)
    release_channel()
    picture = await bot.board_images.draw(bot.context.game(match), snapshot, display, found.destinations)
    filename = f"turnpost-destinations-{match.id}-{match.seq}.png"
    if replace and view and isinstance(source, Interaction):
        await replace_with_picture(source, text, picture, filename, text, view=view)
    else:
        await reply_with_picture(source, text, picture, filename, text, view=view)
        bot.turn_answers.remember(source, match.id)


async def _find(bot: Client, source: Source, move_text: MoveText) -> MatchDestinations:
    found = await get_destinations(bot.context, request_of(source), move_text)
    if isinstance(found, AmbiguousMatch):
        numbers = (formatting.code(f"#{each.id} {move_text.text}".strip()) for each in found.matches[:MOST_NAMED])
        several = _("It's your turn in several matches. Name one: {matches}.")
        raise RequestRejected(several.format(matches=format_list(numbers, "or")))
    return found


async def _piece_menus(bot: Client, found: MatchDestinations) -> list[list[PersistentItem[Any]]]:
    """Return menus of the pieces that can move; none if there are more than fit under a message."""
    match, ply = found.snapshot.match, found.snapshot.ply + 1
    menus = list_piece_menus(await list_movable_pieces(bot.context, found))
    selects = [
        PieceSelect(
            [SelectOption(label=each.label, description=each.words) for each in menu.choices],
            menu.name,
            *(match.id, ply, number),
        )
        for number, menu in enumerate(menus)
    ]
    return [[select] for select in selects] if len(selects) <= MAX_ROWS else []


class ShowDestinationsButton(PersistentButton, template=r"hint:(\d{1,9}):(\d{1,5}):(.{1,60})"):
    """Shows where a piece can go, under a move that it can't make. Its parts: match, ply, the piece."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply where it can go, privately."""
        match, ply, piece = self.parts
        await show_destinations(bot, press, MoveText(piece, int(match), int(ply)))


class WhereButton(PersistentButton, template=r"where:(\d+)"):
    """Shows which pieces can move, under a board. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply where all pieces can go, privately."""
        await show_destinations(bot, press, MoveText("", int(self.parts[0])))


class AllPlacesButton(PersistentButton, template=r"where_all:(\d{1,9}):(\d{1,5}):(.{0,60})"):
    """Lists every place, where the words have no room for all. Its parts: match, ply of the move, the named piece."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with all of them, privately."""
        match, ply, piece = self.parts
        found = await _find(bot, press, MoveText(piece, int(match), int(ply)))
        await reply_privately(press, f"{found.turn_note}{list_places(found.destinations)}")
        bot.turn_answers.remember(press, int(match))


class PieceSelect(PersistentSelect, template=r"where_from:(\d+):(\d+):(\d+)"):
    """Chooses a piece and shows where it can go. Its parts: match, ply of the move, number of its first option."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show where the piece can go, in place of the message above the menu."""
        match, ply, _ = map(int, self.parts)
        await show_destinations(bot, press, MoveText(self.chosen(press), match, ply), replace=True)


@usable_everywhere
@app_commands.context_menu(name="Where can it go?")
async def where_menu(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    """Mark which pieces can move in the match of the message whose menu was used, with menus of them."""
    bot: Client = interaction.client
    request = replace(request_of(interaction), replied_to=message.id)
    match, _ = await find_shown(bot.context, request, find_shown_match(message))
    await show_destinations(bot, interaction, MoveText("", match.id))


async def show_moves(bot: Client, source: Source, words: str) -> None:
    """Mark where a piece can go: `[#42] b1`. Raises `RequestRejected`."""
    await show_destinations(bot, source, parse_move_text(words))


async def complete_places(bot: Client, interaction: Press, typed: str) -> list[Choice[str]]:
    """Return the places of the pieces that can move, by what is typed so far."""
    found = await suggest_places(bot.context, request_of(interaction), parse_move_text(typed), MAX_CHOICES)
    return [Choice(name=place, value=place) for place in found]


MOVES_COMMAND = PanelCommand(
    name="moves",
    panel="match",
    aliases=["where"],
    label=WHERE,
    description=N_("Mark where a piece can go, or which ones can move"),
    usage="b1",
    run=show_moves,
    complete=complete_places,
    applies=lambda situation: situation.is_running,
)

FEATURE = Feature(
    panel_commands=[MOVES_COMMAND],
    menus=[where_menu],
    buttons=[AllPlacesButton, PieceSelect, ShowDestinationsButton, WhereButton],
)

"""The button Next: one after the other the boards of a person's matches that wait for them, privately."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.features.board_replies import OWN_BOARD_BUTTONS, current_board_post, load_snapshot, with_text_board
from bot.features.sign_in import board_path, sign_in_links
from bot.images.boards import Picture
from bot.interactions.limits import draw_private_board
from bot.interactions.replies import guild_id_of, is_ephemeral, request_of, show_private_board
from bot.referee import formatting
from bot.referee.context import run_rules
from bot.referee.errors import GameFailed
from bot.referee.lists import Round, list_my_matches, next_in_round
from bot.referee.people.display import private_display
from games.text import format_list
from games.translation import gettext as _, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.lists import MatchEntry
    from bot.referee.requests import Request
    from storage.queries.rows import Match

NEXT_BOARD_BUTTONS: list[Callable[[Match], PersistentButton | None]] = []
"""What makes the buttons below the board of a match that waits for the person who sees it."""


class NextButton(PersistentButton, template=r"next:(\d+):([01]):(\d+):(\d+)"):
    """Shows the next match that waits for a person. Its parts: those of the `Round` in which they go through them."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show its board in place of the private message, or say that the round is over."""
        going = Round(*map(int, self.parts))
        if not going.began:
            going = Round.begin(bot.context.now())
        waiting = await _list_waiting(bot, press.user.id)
        while entry := next_in_round(waiting, going):
            going = going.after(entry)
            with suppress(GameFailed):  # then that match can't be played now, and the next one can
                await _show_match(bot, press, entry, going)
                bot.turn_answers.rounds[press.user.id] = going
                bot.turn_answers.keep(press, entry.match.id)
                return
        bot.turn_answers.rounds.pop(press.user.id, None)
        await _end_round(press, len(waiting))
        bot.turn_answers.keep(press, None)


async def find_next_matches(bot: Client, source: Source, match: Match) -> tuple[str, list[PersistentButton]]:
    """Return how many other matches wait for a person who moved in `match`, and the buttons below that sentence.

    Both are empty if none waits. Only the person may see them; so there is nothing for a message that others can read.
    """
    if not isinstance(source, discord.Interaction):
        return "", []
    waiting = [each for each in await _list_waiting(bot, source.user.id) if each.match.id != match.id]
    if not waiting:
        return "", []
    going = bot.turn_answers.rounds.get(source.user.id)
    if going is None or next_in_round(waiting, going) is None:
        going = Round()
    more = ngettext("{n} more waits for you.", "{n} more wait for you.", len(waiting)).format(n=len(waiting))
    here = guild_id_of(source) in {None, match.guild_id}
    own = [make(match, source.user.id) for make in OWN_BOARD_BUTTONS] if here else []
    return more, [*filter(None, own), _next_button(going)]


def own_request_of(press: Press) -> Request:
    """Return the request of a press for a match of the person's own.

    Below a message that only they see it may be of another server, as by direct message: Next leads there.
    """
    request = request_of(press)
    return replace(request, guild_id=None) if is_ephemeral(press) else request


async def _list_waiting(bot: Client, user_id: int) -> list[MatchEntry]:
    """Return a person's matches everywhere that wait for them and can be shown, the most urgent first."""
    found = await list_my_matches(bot.context, user_id, None)
    return [entry for entry in found.your_turn if entry.match.game in bot.context.games]


def _next_button(going: Round) -> NextButton:
    return NextButton(pgettext("button", "Next"), *going)


async def _end_round(press: Press, waiting: int) -> None:
    text = _("That's all.")
    if waiting:
        still = ngettext("{n} still waits for you.", "{n} still wait for you.", waiting)
        text = f"{text} {still.format(n=waiting)}"
    view = row(_next_button(Round())) if waiting else row()
    await show_private_board(press, text, Picture(None, "", ""), "", text, view, replace=is_ephemeral(press))


async def _show_match(bot: Client, press: Press, entry: MatchEntry, going: Round) -> None:
    """Show the board of a match from the person's side, with the buttons to move and to go on."""
    match, user_id = entry.match, press.user.id
    game, snapshot = bot.context.game(match), await load_snapshot(bot, match, match.seq)
    display = await private_display(bot.context, match, user_id, "mine" if game.info.homes else None)
    picture = await draw_private_board(bot.cooldowns, press, partial(bot.board_images.draw, game, snapshot, display))
    with_whom = format_list(map(formatting.name, match.others(user_id)))
    heading = _("**{title} #{match}** with {people}: {where}").format(
        title=game.info.title, match=match.id, people=with_whom, where=formatting.home(match)
    )
    text = await run_rules(current_board_post, snapshot, game, heading)
    moves = [button for make in NEXT_BOARD_BUTTONS if (button := make(match))]
    view = row(*moves, *await sign_in_links(bot, press, board_path(match)), _next_button(going))
    await show_private_board(
        press,
        text,
        picture,
        f"turnpost-{match.id}-{match.seq}.png",
        with_text_board(text, picture.text) if picture.text else text,
        view,
        replace=is_ephemeral(press),
    )


FEATURE = Feature(buttons=[NextButton])

"""The rules of the games, in short and whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.gateway.message_queue import release_channel
from bot.interactions.limits import PICTURE_COST
from bot.interactions.replies import is_private, reply, reply_with_picture, request_of
from bot.referee.challenges.issue import parse_game
from bot.referee.people.display import page_display
from games.help import translate_help
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from games.contract import Game

RULES = N_("Rules")


WRITING = "How you write it"
"""The English heading of the section that says how moves are written."""

_SECTION = re.compile(r"^(?=## )", re.MULTILINE)


def first_cards(rules: str) -> str:
    """Return the beginning of a game's rules and the section on writing moves; all of it if it has no such section.

    The rules are in English, and what is returned of them.
    """
    beginning, *sections = _SECTION.split(rules.strip())
    writing = [section for section in sections if section.startswith(f"## {WRITING}\n")]
    return "".join([beginning, *writing]).strip() if writing else rules.strip()


async def show_rules(bot: Client, source: Source, game: Game[Any, Any], *more: PersistentButton) -> None:
    """Reply with what a game is about and how it is written, with its diagrams if any. Raises `TooManyRequests`.

    Below it is the button for all the rules, and `more` buttons beside that one.
    """
    request = request_of(source)
    async with bot.cooldowns.admit(request, PICTURE_COST):
        display = await page_display(bot.context, request.user_id if is_private(source) else None)
        release_channel()
        picture = await bot.board_images.diagrams(game, display)
        cards = translate_help(first_cards(game.info.help))
        view = row(FullRulesButton(_("All the rules"), game.info.key), *more)
        if picture is None:
            await reply(source, cards, view=view)
        else:
            filename = f"turnpost-rules-{game.info.key}.png"
            await reply_with_picture(source, cards, picture, filename, cards, view=view)


class RulesButton(PersistentButton, template=r"rules:([a-z0-9-]+)"):
    """Shows how a game is played in short. Its part: the game's key."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the first cards of the rules, privately."""
        key = parse_game(bot.context, self.parts[0]).key
        await show_rules(bot, press, bot.context.games[key])


class FullRulesButton(PersistentButton, template=r"all_rules:([a-z0-9-]+)"):
    """Shows all the rules of a game. Its part: the game's key."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with all the rules and the fine print, privately."""
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            await reply(press, translate_help(parse_game(bot.context, self.parts[0]).help))


FEATURE = Feature(buttons=[FullRulesButton, RulesButton])

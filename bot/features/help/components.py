"""The rules of a game as a reply, and the button that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.client.persistent_button import PersistentButton
from bot.gateway.message_queue import release_channel
from bot.interactions.cooldowns import PICTURE_COST
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import is_private, reply, request_of
from bot.referee.challenges.name_parser import parse_game
from bot.referee.people.display import page_display

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from games.contract import Game


async def show_rules(bot: Client, source: Source, game: Game[Any, Any]) -> None:
    """Reply with the rules of a game, and with its diagrams if it has any. Raises `TooManyRequests`."""
    request = request_of(source)
    with bot.cooldowns.admit(request, PICTURE_COST):
        display = await page_display(bot.context, request.user_id if is_private(source) else None)
        release_channel()
        picture = await bot.board_images.diagrams(game, display)
        if picture is None:
            await reply(source, game.info.help)
        else:
            await reply_with_picture(
                source, game.info.help, picture, f"turnpost-rules-{game.info.key}.png", game.info.help
            )


class RulesButton(PersistentButton, template=r"rules:([a-z0-9-]+)"):
    """Shows the rules of a game. Its part: the game's key."""

    action = "rules"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the rules, privately."""
        key = parse_game(bot.context, self.parts[0]).key
        await show_rules(bot, press, bot.context.games[key])

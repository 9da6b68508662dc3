"""The catalogue of a match as a reply, and the button that shows it while its player chooses a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton
from bot.features.board_replies.components import choose_board_display, load_snapshot
from bot.features.catalogue.text import catalogue_post, catalogue_title, no_catalogue
from bot.gateway.message_queue import release_channel
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.errors import RequestRejected
from bot.referee.snapshots import get_visible_match

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from storage.queries.rows import Match


async def show_catalogue(bot: Client, source: Source, match: Match, *, as_text: bool = False) -> None:
    """Reply with the catalogue of a match. Raises `RequestRejected` for a game without one."""
    game, images = bot.context.game(match), bot.board_images
    if match.game not in images.catalogue_games:
        raise RequestRejected(no_catalogue(game.info.title, [bot.context.title(key) for key in images.catalogue_games]))
    snapshot = await load_snapshot(bot, match, match.seq)
    release_channel()
    title = catalogue_title(game.info.title, snapshot)
    if as_text:
        await reply(source, f"{title}. {await images.catalogue_text(game, snapshot)}")
        return
    display = await choose_board_display(bot, source, snapshot)
    picture = await images.catalogue(game, snapshot, display)
    filename = f"turnpost-catalogue-{match.id}-{match.seq}.png"
    await reply_with_picture(source, catalogue_post(title), picture, filename, f"{title}. {picture.text}")


class CatalogueButton(PersistentButton, template=r"catalogue:(\d+)"):
    """Shows the catalogue of a match. Its part: the match."""

    action = "catalogue"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the catalogue, privately."""
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            match = await get_visible_match(bot.context, request_of(press), int(self.parts[0]))
            await show_catalogue(bot, press, match)

"""The pages of a game's table, with the buttons that turn them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton, row
from bot.features.standings.text import HIGHER, LOWER, PAGE, standings_page
from bot.interactions.cooldowns import PICTURE_COST
from bot.interactions.replies import guild_id_of, replace_message, reply, request_of
from bot.referee.ratings.standings import load_standings

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source


async def show_standings(bot: Client, source: Source, game: str, *, everywhere: bool = False) -> None:
    """Reply with the first page of a game's table: of this server, or of all people."""
    with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        text, view = await _load_page(bot, source, game, 0, everywhere=everywhere)
        await reply(source, text, view=view)


class StandingsPageButton(PersistentButton, template=r"standings:([a-z][a-z0-9-]*):(\d{1,6}):(here|all)"):
    """Turns to a page of a game's table. Its parts: the game, the page from 0, of this server or of all people."""

    action = "standings"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public one, reply with the page, privately."""
        game, page, which = self.parts
        with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            text, view = await _load_page(bot, press, game, int(page), everywhere=which == "all")
            if press.message is not None and press.message.flags.ephemeral:
                await replace_message(press, text, view)
            else:
                await reply(press, text, view=view)


async def _load_page(bot: Client, source: Source, game: str, page: int, *, everywhere: bool) -> tuple[str, View | None]:
    guild_id = None if everywhere else guild_id_of(source)
    found = await load_standings(bot.context, game, guild_id)
    last = max(0, -(-len(found) // PAGE) - 1)
    page, which = min(page, last), "here" if guild_id else "all"
    text = standings_page(bot.context.title(game), found, page, request_of(source).user_id, here=bool(guild_id))
    turns = {HIGHER: page - 1, LOWER: page + 1}
    buttons = [StandingsPageButton(label, game, to, which) for label, to in turns.items() if 0 <= to <= last]
    return text, row(*buttons) if buttons else None

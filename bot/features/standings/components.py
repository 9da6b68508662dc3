"""The pages of a game's table as pictures and text, with the buttons that turn them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton, row
from bot.features.standings.text import HIGHER, LOWER, standings_page, standings_table
from bot.gateway.message_queue import release_channel
from bot.interactions.picture_replies import replace_with_picture, reply_with_picture
from bot.interactions.replies import guild_id_of, is_private, reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.people.display import page_display
from bot.referee.ratings.standings import load_standings
from games.translation import gettext as _
from renderers.charts.standings import draw_rating_table, rating_table_text

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.images.board_images import Picture
    from bot.interactions.replies import Source


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of a table: what it says, its picture and its file's name, and its buttons; no picture if it's empty."""

    text: str
    picture: Picture | None
    filename: str
    view: View | None


async def show_standings(bot: Client, source: Source, game: str, *, everywhere: bool = False) -> None:
    """Reply with the first page of a game's table: of this server, or of all people."""
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _reply_with_page(source, await _load_page(bot, source, game, 0, everywhere=everywhere))


class StandingsPageButton(PersistentButton, template=r"standings:([a-z][a-z0-9-]*):(\d{1,6}):(here|all)"):
    """Turns to a page of a game's table. Its parts: the game, the page from 0, of this server or of all people."""

    action = "standings"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public one, reply with the page, privately."""
        game, number, which = self.parts
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            page = await _load_page(bot, press, game, int(number), everywhere=which == "all")
            own = press.message is not None and press.message.flags.ephemeral
            if own and page.picture and page.view:
                await replace_with_picture(press, page.text, page.picture, page.filename, page.text, page.view)
            else:
                await _reply_with_page(press, page)


async def _reply_with_page(source: Source, page: _Page) -> None:
    if page.picture is None:
        await reply(source, page.text, view=page.view)
    else:
        await reply_with_picture(source, page.text, page.picture, page.filename, page.text, view=page.view)


async def _load_page(bot: Client, source: Source, game: str, page: int, *, everywhere: bool) -> _Page:
    guild_id, reader = None if everywhere else guild_id_of(source), request_of(source).user_id
    found = await load_standings(bot.context, game, guild_id, reader)
    if not is_private(source):  # what only the reader may see
        found = replace(found, hidden=None)
    release_channel()
    last = found.last_page
    page, which, here = min(page, last), "here" if guild_id else "all", bool(guild_id)
    title = bot.context.title(game)
    turns = {_(HIGHER): page - 1, _(LOWER): page + 1}
    buttons = [StandingsPageButton(label, game, to, which) for label, to in turns.items() if 0 <= to <= last]
    picture = None
    if found.people or found.hidden:
        display = await page_display(bot.context, reader if is_private(source) else None)
        table = standings_table(title, found, page, reader, here=here)
        picture = await bot.chart_images.draw(draw_rating_table, rating_table_text, table, display)
    text = standings_page(title, found, page, reader, here=here)
    return _Page(text, picture, f"turnpost-standings-{game}-{page + 1}.png", row(*buttons) if buttons else None)

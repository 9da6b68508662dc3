"""The pages of a server's matches, with the buttons that turn them and the menu of matches to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import SelectOption

from bot.client.persistent_button import PersistentButton, rows
from bot.features.server_matches.text import matches_page, watch_label
from bot.features.watch.components import WatchSelect
from bot.features.watch.text import WATCH_ONE
from bot.interactions.member_permissions import visible_channels
from bot.interactions.replies import guild_id_of, replace_message, reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.interactions.text import SERVER_ONLY
from bot.referee.errors import RequestRejected
from bot.referee.rules_thread import run_rules
from bot.referee.server_matches import list_server_matches
from bot.referee.time_records import load_time_records
from games.translation import gettext as _
from storage.queries.server_matches import ServerFilter

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source

NOBODY, NO_GAME = 0, "-"
"""The parts of a page's custom_id that stand for every person and every game."""


async def show_matches(bot: Client, source: Source, user_id: int | None = None, game: str | None = None) -> None:
    """Reply with the first page of the server's matches. Raises `RequestRejected` in direct messages."""
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        text, view = await _load_page(bot, source, user_id, game, 0)
        await reply(source, text, view=view)


class MatchesPageButton(PersistentButton, template=r"matches:(\d+):(\d+):([a-z0-9-]+)"):
    """Turns to a page of a server's matches. Its parts: page, person (0 for all), game (- for all)."""

    action = "matches"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public one, reply with the page, privately."""
        page, user_id, game = int(self.parts[0]), int(self.parts[1]), self.parts[2]
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            text, view = await _load_page(bot, press, user_id or None, None if game == NO_GAME else game, page)
            if press.message is not None and press.message.flags.ephemeral:
                await replace_message(press, text, view)
            else:
                await reply(press, text, view=view)


async def _load_page(
    bot: Client, source: Source, user_id: int | None, game: str | None, page: int
) -> tuple[str, View | None]:
    guild_id = guild_id_of(source)
    if guild_id is None:
        raise RequestRejected(_(SERVER_ONLY))
    computers = bot.user is not None and user_id == bot.user.id
    wanted = ServerFilter(
        guild_id, visible_channels(source), None if computers else user_id, game, of_computers=computers
    )
    found = await list_server_matches(bot.context, wanted, page)
    narrowed = user_id is not None or game is not None
    records = await load_time_records(bot.context, [user_id] if user_id is not None and not computers else [])
    record = records.get(user_id or 0)
    text = await run_rules(lambda: matches_page(found, bot.context.games, narrowed=narrowed, record=record))
    reader = request_of(source).user_id
    options = [
        SelectOption(label=watch_label(each.match, bot.context.title(each.match.game)), value=str(each.match.id))
        for each in found.active
        if each.match.seat_of(reader) is None
    ]
    turns = {_("Newer"): found.page - 1, _("Older"): found.page + 1}
    parts = (user_id or NOBODY, game or NO_GAME)
    buttons = [MatchesPageButton(label, to, *parts) for label, to in turns.items() if 0 <= to <= found.last]
    menu = [WatchSelect(options, _(WATCH_ONE))] if options else []
    return text, rows(menu, buttons) if menu or buttons else None

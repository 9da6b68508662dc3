"""Searches of matches that are replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord

from bot.features.match_search.components import PAGE_PARTS, FoundMatchSelect, SearchCommand, SearchPageButton
from bot.features.replays.components import show_replay
from bot.interactions.replies import request_of
from bot.interactions.request_limits import REPLAY_COST
from bot.referee.replays import ReplayRequest, find_replay_match, put_replay
from bot.referee.view_counts import count_replay
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from storage.queries.rows import Match


class FoundReplaySelect(FoundMatchSelect, template=r"found_replay:(webp|gif)"):
    """A menu of found matches that shows a replay. Its part: the format."""

    action = "found_replay"
    placeholder = N_("Show a replay...")

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the replay of the match that was chosen, privately."""
        chosen = self.chosen(press)
        number = int(chosen) if chosen.isdecimal() else 0
        await show_replay(bot, press, ReplayRequest(number, image_format=_format_of(self.parts[0])))


class FoundReplaysButton(SearchPageButton, template=f"found_replays:{PAGE_PARTS}"):
    """Turns to a page of matches that can be replayed."""

    action = "found_replays"
    menu = FoundReplaySelect


class ReplaySearch(SearchCommand):
    """A search that shows replays."""

    buttons = FoundReplaysButton

    async def open_match(self, bot: Client, source: Source, match: Match, form: str) -> None:
        """Show the replay of the only match that fits."""
        await answer_with_replay(bot, source, ReplayRequest(match.id, image_format=_format_of(form)))


async def answer_with_replay(bot: Client, source: Source, wanted: ReplayRequest) -> None:
    """Show a replay: privately to an interaction, by a post that replies to a message. Raises `RequestRejected`."""
    if isinstance(source, discord.Interaction):
        await show_replay(bot, source, wanted)
        return
    context, request = bot.context, request_of(source)
    async with bot.cooldowns.admit(request, REPLAY_COST):
        found = await find_replay_match(context, request, wanted)
        await put_replay(context, request, found, wanted)
        await count_replay(context, found)


def _format_of(form: str) -> Literal["webp", "gif"]:
    return "gif" if form == "gif" else "webp"

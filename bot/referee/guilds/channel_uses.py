"""Which channels of a server the bot uses, and what for."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from typing import TYPE_CHECKING

from games.translation import gettext_noop as N_
from storage.queries import channels_in_use

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.guilds.settings import GuildSettings
    from storage.engine.database import Tx


class Use(StrEnum):
    """What a channel is used for, in words for people, in English."""

    THREADS = N_("matches in threads")
    MATCHES = N_("matches")
    FORUM = N_("forum posts of matches")
    EVENTS = N_("events")
    FINISHED = N_("finished matches")
    PUZZLES = N_("daily puzzles")
    WEEKLY = N_("the match of the week")


async def load_channel_uses(tx: Tx, guild_id: int, settings: GuildSettings) -> Mapping[int, frozenset[Use]]:
    """Return the channels in use on a server, by id: where matches and events go on, and those of its settings."""
    uses: defaultdict[int, set[Use]] = defaultdict(set)
    for channel_id in {*settings.channels, *await channels_in_use.of_matches(tx, guild_id)}:
        uses[channel_id].add(use_of_matches(settings))
    for channel_id in await channels_in_use.of_events(tx, guild_id):
        uses[channel_id].add(Use.EVENTS)
    named = {
        Use.FORUM: settings.forum,
        Use.FINISHED: settings.finished,
        Use.PUZZLES: settings.puzzles,
        Use.WEEKLY: settings.weekly,
    }
    for use, channel_id in named.items():
        if channel_id is not None:
            uses[channel_id].add(use)
    return {channel_id: frozenset(found) for channel_id, found in uses.items()}


def use_of_matches(settings: GuildSettings) -> Use:
    """Return what a channel is used for in which matches begin. With a forum they live in its posts."""
    return Use.THREADS if settings.threads and settings.forum is None else Use.MATCHES

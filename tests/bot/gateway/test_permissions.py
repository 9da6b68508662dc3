"""What the bot lacks: said once for the server, and for a channel only what its own settings take away."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import Permissions

from bot.features.match_text import lack_names
from bot.gateway.permissions import NEEDS, USED, Lack, UsedChannel, fetch_used_channels, find_lacks
from bot.referee.guilds.audit_log import Use

GAMES, THREAD, GONE = 1, 7, 8
FINISHED, WEEKLY = frozenset({Use.FINISHED}), frozenset({Use.WEEKLY})


class Response:
    """The part of an HTTP response that discord.py's errors read."""

    status, reason = 404, "Not Found"


class Guild:
    """A server with a channel and a thread in it."""

    async def fetch_channels(self) -> list[object]:
        def permissions_for(_: object) -> discord.Permissions:
            return USED

        return [SimpleNamespace(id=GAMES, name="games", permissions_for=permissions_for)]

    async def fetch_channel(self, channel_id: int) -> discord.Thread:
        if channel_id != THREAD:
            raise discord.NotFound(Response(), "no")  # pyright: ignore[reportArgumentType]
        thread = object.__new__(discord.Thread)
        thread.parent_id = GAMES
        return thread


async def test_a_thread_counts_for_its_channel_and_one_that_is_gone_for_itself() -> None:
    guild: Any = Guild()
    me: Any = None
    found = await fetch_used_channels(guild, me, {GAMES: WEEKLY, THREAD: FINISHED, GONE: FINISHED})
    assert found == [UsedChannel(GAMES, "games", WEEKLY | FINISHED, USED), UsedChannel(GONE, str(GONE), FINISHED, None)]
    assert await fetch_used_channels(guild, me, {}) == []


NOTHING = Permissions.none()


def without(*names: str) -> Permissions:
    """Return all that the bot uses but for some permissions."""
    return USED & ~Permissions(**dict.fromkeys(names, True))


def channel(granted: Permissions | None, *uses: Use, number: int = 1) -> UsedChannel:
    return UsedChannel(number, "games", frozenset(uses or {Use.THREADS}), granted)


def found(on_server: Permissions, *channels: UsedChannel) -> list[tuple[int | None, list[str], bool]]:
    """Return what is lacking: the channel or None, the names, whether it is essential."""
    lacks = find_lacks(on_server, channels)
    return [(lack.channel.channel_id if lack.channel else None, lack_names(lack), lack.essential) for lack in lacks]


def test_nothing_is_lacking_with_all_that_is_used() -> None:
    assert found(USED) == found(USED, *(channel(USED, use, number=n) for n, use in enumerate(Use))) == []


@pytest.mark.parametrize("use", Use)
def test_each_use_needs_to_see_and_to_post(use: Use) -> None:
    assert NEEDS[use].essential.is_superset(Permissions(view_channel=True, send_messages=True))


def test_what_the_roles_lack_is_said_once() -> None:
    granted = without("attach_files", "send_messages_in_threads")
    names = ["Send Messages in Threads", "Attach Files"]
    assert found(granted, channel(granted), channel(granted, number=2)) == [(None, names, True)]
    assert found(granted, channel(granted, Use.FINISHED)) == [(None, ["Attach Files"], False)]


def test_without_any_channel_in_use_the_roles_still_need_everything() -> None:
    assert found(without("add_reactions")) == [(None, ["Add Reactions"], False)]
    assert found(NOTHING)[0][2]


def test_a_channel_that_grants_it_by_itself_lacks_nothing() -> None:
    assert found(NOTHING, channel(USED)) == []


def test_a_channel_lacks_what_its_own_settings_take_away() -> None:
    granted = without("create_public_threads")
    channels = channel(granted), channel(without("send_messages"), number=2)
    assert found(USED, *channels) == [(2, ["Send Messages"], True), (1, ["Create Public Threads"], False)]


def test_permissions_that_fall_with_others_are_not_named() -> None:
    """Discord takes all away in a channel that the bot can't see, and files where it can't post."""
    assert found(USED, channel(NOTHING)) == [(1, ["View Channel"], True)]
    assert found(USED, channel(without("send_messages", "attach_files"))) == [(1, ["Send Messages"], True)]


def test_a_channel_that_is_gone_is_lacking() -> None:
    gone = channel(None, Use.WEEKLY)
    assert find_lacks(USED, [gone]) == [Lack(gone, NOTHING, essential=True)]

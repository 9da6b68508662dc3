"""Which intents the bot uses."""

from __future__ import annotations

import pytest

from bot.gateway.content_intent import make_intents

ALWAYS = {"guilds", "guild_messages", "dm_messages"}


@pytest.mark.parametrize(("content", "expected"), [(False, ALWAYS), (True, ALWAYS | {"message_content"})])
def test_the_bot_uses_servers_messages_and_perhaps_content(content: bool, expected: set[str]) -> None:  # noqa: FBT001 - a parameter
    assert {name for name, value in make_intents(content=content) if value} == expected

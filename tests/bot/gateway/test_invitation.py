"""The link that invites the bot asks for what it uses; README and playground say the same."""

from __future__ import annotations

from pathlib import Path

import discord

from bot.gateway.connection import invitation_link
from bot.gateway.permissions import USED
from playground.model.permissions import INVITATION, bits

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")


def test_the_readme_has_the_link() -> None:
    assert f"`{invitation_link(7).replace('client_id=7', 'client_id=APP')}`" in README


def test_the_readme_names_the_permissions() -> None:
    listed = README.partition("permissions: ")[2].partition(")")[0].replace("view channels", "view channel").split(",")
    names = {"_".join(name.split()): True for name in listed}
    assert discord.Permissions(**names) == USED


def test_the_playground_grants_a_bot_the_permissions_of_the_link() -> None:
    assert bits(INVITATION) == USED.value


def test_a_link_for_a_server_asks_for_that_server_alone() -> None:
    link = invitation_link(7, server_id=9, also=discord.Permissions(manage_channels=True))
    assert "guild_id=9" in link
    assert "disable_guild_select=true" in link
    assert f"permissions={USED.value | 1 << 4}&" in link

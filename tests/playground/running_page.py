"""The page with a playground, a bot with buttons and commands, and a person."""

from __future__ import annotations

import math
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yarl

from playground import Options, Playground
from playground.rate_limits import RateLimits
from tests.playground.bot_client import BotClient, bot_client_at, discord
from tests.playground.browser import page_of
from tests.playground.client import Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    import pytest
    from playwright.async_api import Browser, Page

DESK = {"width": 1280, "height": 800}


class Board(discord.ui.View):
    """Buttons with different kinds of responses."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Accept", custom_id="accept", style=discord.ButtonStyle.success)
    async def accept(self, interaction: discord.Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.edit_message(content=f"{interaction.user.display_name} accepts", view=None)

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_modal(MoveForm())

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, _: discord.Interaction, __: discord.ui.Button[Board]) -> None:
        raise AssertionError("a disabled button was pressed")


class UnansweredView(discord.ui.View):
    """A button that is never acknowledged."""

    @discord.ui.button(label="Deaf", custom_id="deaf")
    async def deaf(self, interaction: discord.Interaction, _: discord.ui.Button[UnansweredView]) -> None:
        pass


class MoveForm(discord.ui.Modal, title="Your move"):
    move: discord.ui.TextInput[MoveForm] = discord.ui.TextInput(label="Move", custom_id="move", max_length=10)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"form: {self.move.value}")


async def with_commands(bot_client: BotClient) -> None:
    """Register `/move text [match]`, which completes squares, and `/invite person [role] [room]`."""

    @bot_client.tree.command(description="Make a move")
    async def move(interaction: discord.Interaction, text: str, match: int = 0) -> None:  # pyright: ignore[reportUnusedFunction]
        await interaction.response.send_message(f"moved {text} in {match}")

    @move.autocomplete("text")
    async def squares(_: discord.Interaction, typed: str) -> list[discord.app_commands.Choice[str]]:  # pyright: ignore[reportUnusedFunction]
        names = [column + row for column in "abc" for row in "123"]
        return [discord.app_commands.Choice(name=name, value=name) for name in names if name.startswith(typed)]

    @bot_client.tree.command(description="Invite somebody")
    async def invite(  # pyright: ignore[reportUnusedFunction]
        interaction: discord.Interaction,
        person: discord.User,
        role: discord.Role | None = None,
        room: discord.TextChannel | None = None,
    ) -> None:
        where = f" as {role.name} to {room.name}" if role and room else ""
        await interaction.response.send_message(f"invited {person.display_name}{where}", ephemeral=True)

    await bot_client.tree.sync()


@dataclass
class Environment:
    """A playground with a bot, a scripted person, and the page as that person."""

    playground: Playground
    bot_client: BotClient
    ann: Person
    page: Page


@asynccontextmanager
async def start_env(browser: Browser, monkeypatch: pytest.MonkeyPatch, **options: Any) -> AsyncGenerator[Environment]:
    """Start a playground and its page. `options` are the playground's, and `viewport`."""
    viewport = options.pop("viewport", DESK)
    playground = await Playground.start(options=Options(rate_limits=RateLimits(faster=math.inf), **options))
    monkeypatch.setattr("discord.http.Route.BASE", playground.api)
    monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", yarl.URL(playground.gateway))
    try:
        async with (
            bot_client_at(playground) as bot_client,
            Person(playground, "Ann") as ann,
            page_of(browser, playground, viewport=viewport) as page,
        ):
            yield Environment(playground, bot_client, ann, page)
    finally:
        await playground.stop()

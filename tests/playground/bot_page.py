"""Buttons, a form, commands and context menus for the small bot of the page's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

if TYPE_CHECKING:
    from tests.playground.bot_client import BotClient

Interaction = discord.Interaction


class Board(ui.View):
    """Buttons with different kinds of responses."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Accept", custom_id="accept", style=discord.ButtonStyle.success)
    async def accept(self, interaction: Interaction, _: ui.Button[Board]) -> None:
        await interaction.response.edit_message(content=f"{interaction.user.display_name} accepts", view=None)

    @ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: Interaction, _: ui.Button[Board]) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    @ui.button(label="Form", custom_id="form")
    async def form(self, interaction: Interaction, _: ui.Button[Board]) -> None:
        await interaction.response.send_modal(MoveForm())

    @ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, _: Interaction, __: ui.Button[Board]) -> None:
        raise AssertionError("a disabled button was pressed")


class UnansweredView(ui.View):
    """A button that is never acknowledged."""

    @ui.button(label="Deaf", custom_id="deaf")
    async def deaf(self, interaction: Interaction, _: ui.Button[UnansweredView]) -> None:
        pass


class MoveForm(ui.Modal, title="Your move"):
    move: ui.TextInput[MoveForm] = ui.TextInput(label="Move", custom_id="move", max_length=10)

    async def on_submit(self, interaction: Interaction) -> None:
        await interaction.response.send_message(f"form: {self.move.value}")


async def add_commands(bot_client: BotClient) -> None:
    """Register `/move text [match]`, `/invite person [role] [room]`, `/rules` for users, and two context menus."""

    @bot_client.tree.command(description="Make a move")
    async def move(interaction: Interaction, text: str, match: int = 0) -> None:  # pyright: ignore[reportUnusedFunction]
        await interaction.response.send_message(f"moved {text} in {match}")

    @move.autocomplete("text")
    async def squares(_: Interaction, typed: str) -> list[discord.app_commands.Choice[str]]:  # pyright: ignore[reportUnusedFunction]
        names = [column + row for column in "abc" for row in "123"]
        return [discord.app_commands.Choice(name=name, value=name) for name in names if name.startswith(typed)]

    @bot_client.tree.command(description="Invite somebody")
    async def invite(  # pyright: ignore[reportUnusedFunction]
        interaction: Interaction,
        person: discord.User,
        role: discord.Role | None = None,
        room: discord.TextChannel | None = None,
    ) -> None:
        where = f" as {role.name} to {room.name}" if role and room else ""
        await interaction.response.send_message(f"invited {person.display_name}{where}", ephemeral=True)

    @bot_client.tree.command(description="Tell the rules")
    @discord.app_commands.allowed_installs(guilds=False, users=True)
    @discord.app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def rules(interaction: Interaction) -> None:  # pyright: ignore[reportUnusedFunction]
        await interaction.response.send_message("the rules")

    @bot_client.tree.context_menu(name="Show the match")
    async def show(interaction: Interaction, message: discord.Message) -> None:  # pyright: ignore[reportUnusedFunction]
        await interaction.response.send_message(f"the match of {message.content}", ephemeral=True)

    @bot_client.tree.context_menu(name="Profile")
    async def profile(interaction: Interaction, person: discord.User) -> None:  # pyright: ignore[reportUnusedFunction]
        await interaction.response.send_message(f"profile of {person.display_name}", ephemeral=True)

    await bot_client.tree.sync()

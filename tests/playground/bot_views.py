"""Buttons, menus, forms and slash commands for the small bot of the tests, each answering in a way of its own."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands as slash

if TYPE_CHECKING:
    from tests.playground.bot_client import BotClient

Interaction = discord.Interaction


class Board(discord.ui.View):
    """Buttons and a menu, each answering in a way of its own."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Update", custom_id="update")
    async def update(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.edit_message(content="updated")

    @discord.ui.button(label="Quiet", custom_id="quiet")
    async def quiet(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.defer()

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_message("psst", ephemeral=True, view=Board())

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, _: Interaction, __: discord.ui.Button[Board]) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_modal(MoveForm())

    @discord.ui.button(label="Labels", custom_id="labels", row=2)
    async def labels(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_modal(LabelledForm())

    @discord.ui.select(
        custom_id="menu", options=[discord.SelectOption(label=name) for name in ("one", "two", "three")], max_values=2
    )
    async def menu(self, interaction: Interaction, select: discord.ui.Select[Board]) -> None:
        await interaction.response.send_message(" and ".join(select.values))


class MoveForm(discord.ui.Modal, title="Your move"):
    move: discord.ui.TextInput[MoveForm] = discord.ui.TextInput(label="Move", custom_id="move", max_length=10)

    async def on_submit(self, interaction: Interaction) -> None:
        await interaction.response.edit_message(content=f"played {self.move.value}")


class LabelledForm(discord.ui.Modal, title="Settings"):
    hint: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay[Any]("As you like it.")
    theme: discord.ui.Label[LabelledForm] = discord.ui.Label(
        text="Theme",
        component=discord.ui.Select(
            custom_id="theme", options=[discord.SelectOption(label=name) for name in ("dark", "light")]
        ),
    )
    name: discord.ui.Label[LabelledForm] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", required=False)
    )

    async def on_submit(self, interaction: Interaction) -> None:
        assert isinstance(self.theme.component, discord.ui.Select)
        assert isinstance(self.name.component, discord.ui.TextInput)
        await interaction.response.send_message(f"{self.theme.component.values} {self.name.component.value!r}")


class Card(discord.ui.LayoutView):
    """A message made of components alone."""

    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay[Any]("**Xero-G**")
    box: discord.ui.Container[Any] = discord.ui.Container[Any](
        discord.ui.Section[Any]("Ann against Bob", accessory=discord.ui.Button[Any](label="Watch", custom_id="watch")),
        discord.ui.Separator[Any](),
        discord.ui.TextDisplay[Any]("Move 17"),
    )


def commands(bot_client: BotClient) -> None:
    """Give the bot client its slash commands."""
    tree = bot_client.tree

    @tree.command(description="Challenge somebody.")
    @slash.choices(game=[slash.Choice(name="Xero-G", value="xero-g")])
    async def challenge(
        interaction: Interaction, opponent: discord.Member, game: str, days: slash.Range[int, 1, 14] = 3
    ) -> None:
        await interaction.response.send_message(f"{opponent.display_name} {game} {days}")

    @tree.command(description="Play a move.")
    async def move(interaction: Interaction, text: str) -> None:
        await interaction.response.send_message(f"Played {text}.", ephemeral=True)

    @move.autocomplete("text")
    async def complete(_: Interaction, current: str) -> list[slash.Choice[str]]:
        return [slash.Choice(name=f"{current}-{to}", value=f"{current}{to}") for to in "ab"]

    @tree.command(description="Think.")
    async def think(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True)
        file = discord.File(io.BytesIO(b"thought"), "thought.txt")
        await interaction.followup.send("thought", file=file)
        await interaction.followup.send("more", ephemeral=True)

    @tree.command(description="Say nothing.")
    async def silent(_: Interaction) -> None:
        await asyncio.sleep(0)

    @tree.command(description="Show a board.")
    async def board(interaction: Interaction) -> None:
        await interaction.response.send_message("the board", view=Board())

    @tree.command(description="Answer twice.")
    async def twice(interaction: Interaction) -> None:
        adapter = interaction.response
        await adapter.send_message("once")
        adapter._response_type = None  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - past discord.py's own check
        try:
            await adapter.send_message("again")
        except discord.HTTPException as error:
            await interaction.edit_original_response(content=f"refused: {error.code}")

    _more_commands(tree)


def _more_commands(tree: slash.CommandTree[Any]) -> None:
    @tree.command(description="Say where, and who.")
    async def place(interaction: Interaction, room: discord.TextChannel, role: discord.Role) -> None:
        await interaction.response.send_message(f"{room.name} {role.name} {role.mention}")

    group = slash.Group(name="settings", description="Settings.")

    @group.command(description="Choose a theme.")
    async def theme(interaction: Interaction, dark: bool) -> None:  # noqa: FBT001 - a slash option
        await interaction.response.send_message(f"dark: {dark}", ephemeral=True)

    tree.add_command(group)

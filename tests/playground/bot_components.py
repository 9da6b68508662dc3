"""Menus of every kind, cards and a long form for the small bot of the tests; each says what was chosen."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

Interaction = discord.Interaction
GAMES = ("chess", "go", "martian-life")
THEMES = ("dark", "light", "print")


def _names(values: list[Any]) -> str:
    return ", ".join(str(getattr(one, "display_name", getattr(one, "name", one))) for one in values)


class Menus(ui.View):
    """A menu of each kind; the answer repeats what was chosen."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.select(
        placeholder="Game",
        custom_id="game",
        options=[discord.SelectOption(label=name, description=f"Play {name}", emoji="♟️") for name in GAMES],
    )
    async def game(self, interaction: Interaction, select: ui.Select[Menus]) -> None:
        await interaction.response.send_message(f"game: {_names(select.values)}")

    @ui.select(
        placeholder="Themes",
        custom_id="themes",
        min_values=0,
        max_values=2,
        options=[discord.SelectOption(label=name, default=name == "dark") for name in THEMES],
    )
    async def themes(self, interaction: Interaction, select: ui.Select[Menus]) -> None:
        await interaction.response.send_message(f"themes: {_names(select.values)}")

    @ui.select(cls=ui.UserSelect[Any], placeholder="Opponents", custom_id="opponents", max_values=3)
    async def opponents(self, interaction: Interaction, select: ui.UserSelect[Menus]) -> None:
        await interaction.response.send_message(f"opponents: {_names(select.values)}")

    @ui.select(cls=ui.ChannelSelect[Any], placeholder="Channel", custom_id="channel")
    async def channel(self, interaction: Interaction, select: ui.ChannelSelect[Menus]) -> None:
        await interaction.response.send_message(f"channel: {_names(select.values)}")

    @ui.select(cls=ui.MentionableSelect[Any], placeholder="Readers", custom_id="readers")
    async def readers(self, interaction: Interaction, select: ui.MentionableSelect[Menus]) -> None:
        await interaction.response.send_message(f"readers: {_names(select.values)}")


class Setup(ui.Modal, title="Set a match up"):
    """A form with a field of every kind."""

    about: ui.TextDisplay[Any] = ui.TextDisplay[Any]("As **you** like it.")
    rival: ui.Label[Setup] = ui.Label(
        text="Opponent", description="Who plays against you", component=ui.UserSelect[Any](custom_id="rival")
    )
    pace: ui.Label[Setup] = ui.Label(
        text="Pace",
        component=ui.RadioGroup[Any](
            custom_id="pace",
            options=[
                discord.RadioGroupOption(label=name, value=name, description=f"{name} days a move")
                for name in ("1", "3", "7")
            ],
        ),
    )
    extras: ui.Label[Setup] = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup[Any](
            custom_id="extras",
            required=False,
            options=[discord.CheckboxGroupOption(label=name, value=name) for name in ("clock", "notes")],
        ),
    )
    record: ui.Label[Setup] = ui.Label(
        text="Record", component=ui.FileUpload[Any](custom_id="record", required=False, max_values=2)
    )

    async def on_submit(self, interaction: Interaction) -> None:
        rival, pace, extras, record = (one.component for one in (self.rival, self.pace, self.extras, self.record))
        assert isinstance(rival, ui.UserSelect)
        assert isinstance(pace, ui.RadioGroup)
        assert isinstance(extras, ui.CheckboxGroup)
        assert isinstance(record, ui.FileUpload)
        files = [f"{one.filename}={(await one.read()).decode()}" for one in record.values]
        told = f"{_names(rival.values)}; {pace.value}; {_names(extras.values)}; {_names(files)}"
        await interaction.response.send_message(f"setup: {told}")


class SetupButton(ui.View):
    """A button that opens the long form."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Set up", custom_id="setup", emoji="🎲")
    async def setup(self, interaction: Interaction, _: ui.Button[SetupButton]) -> None:
        await interaction.response.send_modal(Setup())


class MatchCard(ui.LayoutView):
    """A message of components alone: a container with a section, pictures, a file and buttons."""

    def __init__(self, picture: str, file: str) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay("# Xero-G"))
        watch = ui.Button[Any](label="Watch", custom_id="watch")
        watch.callback = self._watch
        box = ui.Container[Any](
            ui.Section[Any]("### Ann against Bob", "-# since yesterday", accessory=ui.Thumbnail[Any](picture)),
            ui.Separator[Any](spacing=discord.SeparatorSpacing.large),
            ui.MediaGallery[Any](
                discord.MediaGalleryItem(picture, description="The board"),
                discord.MediaGalleryItem(picture, description="The solution", spoiler=True),
            ),
            ui.File[Any](file),
            ui.Section[Any]("Move 17", accessory=watch),
            accent_colour=discord.Colour.from_str("#f2573a"),
        )
        self.add_item(box)
        self.add_item(
            ui.ActionRow[Any](
                ui.Button(label="Rules", url="https://example.org/rules"),
                ui.Button(label="Resign", custom_id="resign", style=discord.ButtonStyle.danger, disabled=True),
            )
        )

    async def _watch(self, interaction: Interaction) -> None:
        await interaction.response.send_message("You watch.", ephemeral=True)

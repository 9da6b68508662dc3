"""Forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import disnake
from disnake import ui
from disnake_checks.components import button, texts
from disnake_checks.place import refused
from harness import check, check_as

if TYPE_CHECKING:
    import asyncio

    from disnake_checks.place import Place


def field(custom_id: str = "text", **more: Any) -> ui.Label:
    """Return a field for a text."""
    return ui.Label("Move", ui.TextInput(custom_id=custom_id, **more))


async def press(place: Place) -> tuple[Any, asyncio.Task[Any]]:
    """Let Ann press a button; return the interaction, and what she will be shown."""
    message = await place.games.send("t", components=button())
    return await place.interact(place.ann.press(message, "go"))


async def submit(place: Place, *fields: Any, **values: Any) -> tuple[Any, asyncio.Task[Any]]:
    """Let Ann open a form and send it; return the interaction, and what she will be shown."""
    interaction, shown = await press(place)
    await interaction.response.send_modal(title="A form", custom_id="form", components=list(fields))
    opened = await shown
    return await place.interact(place.ann.submit(opened, **values))


@check
async def a_press_opens_a_form_whose_text_arrives(place: Place) -> None:
    interaction, shown = await submit(place, field(), text="c4")
    assert isinstance(interaction, disnake.ModalInteraction)
    assert (interaction.custom_id, interaction.text_values) == ("form", {"text": "c4"})
    await interaction.response.send_message("thanks")
    assert (await shown)["message"]["content"] == "thanks"


@check
async def a_forms_row_with_a_text_arrives(place: Place) -> None:
    interaction, shown = await submit(place, ui.TextInput(label="Move", custom_id="text"), text="c4")
    assert interaction.text_values == {"text": "c4"}
    await interaction.response.send_message("thanks")
    await shown


@check
async def a_forms_menus_arrive(place: Place) -> None:
    fields = (
        ui.TextDisplay("Choose."),
        ui.Label("Pick", texts(3, max_values=2), description="one or two"),
        ui.Label("Who", ui.UserSelect(custom_id="who")),
        ui.Label("Where", ui.ChannelSelect(custom_id="where", required=False)),
    )
    interaction, shown = await submit(place, *fields, menu=["0", "2"], who=[str(place.bob.id)], where=[])
    assert interaction.values == {"menu": ["0", "2"], "who": [str(place.bob.id)], "where": []}
    (bob,) = interaction.resolved_values["who"]
    assert bob.id == place.bob.id
    await interaction.response.send_message("thanks")
    await shown


@check
async def a_forms_check_boxes_and_radio_buttons_arrive(place: Place) -> None:
    options = ["red", "green", "blue"]
    fields = (
        ui.Label("One", ui.RadioGroup(options, custom_id="one")),
        ui.Label("Many", ui.CheckboxGroup(options, custom_id="many")),
        ui.Label("Yes", ui.Checkbox(custom_id="yes")),
    )
    interaction, shown = await submit(place, *fields, one="red", many=["red", "blue"], yes=True)
    assert interaction.values == {"one": "red", "many": ["red", "blue"], "yes": True}
    await interaction.response.send_message("thanks")
    await shown


@check
async def a_form_updates_the_message_that_it_began_at(place: Place) -> None:
    interaction, shown = await submit(place, field(), text="c4")
    assert interaction.message
    await interaction.response.edit_message("updated", components=[])
    assert (await shown)["message"]["content"] == "updated"


async def refuse(place: Place, title: str, *fields: Any) -> None:
    """Assert that a form is refused."""
    interaction, shown = await press(place)
    form = {"title": title, "custom_id": "form", "components": list(fields)}
    await refused(50035, interaction.response.send_modal(**form))
    await interaction.response.defer(with_message=False)
    await shown


for what, (title, fields) in {
    "a title of 46 characters": ("x" * 46, [field()]),
    "a label of 46 characters": ("t", [ui.Label("x" * 46, ui.TextInput(custom_id="text"))]),
    "a description of 101 characters": ("t", [ui.Label("x", ui.TextInput(custom_id="text"), description="x" * 101)]),
    "two fields of one custom id": ("t", [field(), field()]),
    "a text that is too long for its field": ("t", [field(value="abc", max_length=2)]),
    "a placeholder of 101 characters": ("t", [field(placeholder="x" * 101)]),
    "one radio button alone": ("t", [ui.Label("x", ui.RadioGroup(["red"], custom_id="one"))]),
}.items():
    check_as(f"a form with {what} is refused", lambda place, title=title, fields=fields: refuse(place, title, *fields))


@check
async def a_forms_file_arrives(place: Place) -> None:
    interaction, shown = await press(place)
    field = ui.Label("File", ui.FileUpload(custom_id="file"))
    await interaction.response.send_modal(title="A form", custom_id="form", components=[field])
    interaction, shown = await place.interact(place.ann.upload(await shown, "file", "game.txt", b"1. c4"))
    (file,) = interaction.resolved_values["file"]
    assert (file.filename, await file.read()) == ("game.txt", b"1. c4")
    await interaction.response.send_message("thanks")
    await shown

"""Forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import hikari
from harness import check, check_as, out_of_scope
from hikari import impl
from hikari_checks.components import MESSAGE, UPDATE, row
from hikari_checks.place import refused

if TYPE_CHECKING:
    import asyncio

    from hikari_checks.place import Place


def field(custom_id: str = "text", **more: Any) -> impl.ModalActionRowBuilder:
    """Return a row with a field for a text."""
    return impl.ModalActionRowBuilder().add_text_input(custom_id, "Move", **more)


async def press(place: Place) -> tuple[Any, asyncio.Task[Any]]:
    """Let Ann press a button; return the interaction, and what she will be shown."""
    message = await place.games.send("t", component=row())
    return await place.interact(place.ann.press(message, "go0"))


async def submit(place: Place, **values: Any) -> tuple[Any, asyncio.Task[Any]]:
    """Let Ann open a form and send it; return the interaction, and what she will be shown."""
    interaction, shown = await press(place)
    await interaction.create_modal_response("A form", "form", component=field())
    opened = await shown
    return await place.interact(place.ann.submit(opened, **values))


@check
async def a_press_opens_a_form_whose_text_arrives(place: Place) -> None:
    interaction, shown = await submit(place, text="c4")
    assert isinstance(interaction, hikari.ModalInteraction)
    assert interaction.custom_id == "form"
    assert interaction.components[0][0].custom_id == "text"
    assert interaction.components[0][0].value == "c4"
    await interaction.create_initial_response(MESSAGE, "thanks")
    assert (await shown)["message"]["content"] == "thanks"


@check
async def a_form_updates_the_message_that_it_began_at(place: Place) -> None:
    interaction, shown = await submit(place, text="c4")
    assert interaction.message
    await interaction.create_initial_response(UPDATE, "updated", components=[])
    assert (await shown)["message"]["content"] == "updated"


@check
async def a_form_can_not_be_answered_by_a_form(place: Place) -> None:
    interaction, shown = await submit(place, text="c4")
    another = place.rest.create_modal_response(
        interaction.id, interaction.token, title="A form", custom_id="form", component=field()
    )
    await refused(50035, another)
    await interaction.create_initial_response(MESSAGE, "thanks")
    await shown


async def refuse(place: Place, title: str, *rows: impl.ModalActionRowBuilder) -> None:
    """Assert that a form is refused."""
    interaction, shown = await press(place)
    await refused(50035, interaction.create_modal_response(title, "form", components=rows))
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_UPDATE)
    await shown


for what, (title, rows) in {
    "a title of 46 characters": ("x" * 46, [field()]),
    "six fields": ("t", [field(f"{number}") for number in range(6)]),
    "no fields": ("t", []),
    "two fields of one custom id": ("t", [field(), field()]),
    "a text that is too long for its field": ("t", [field(value="abc", max_length=2)]),
    "a placeholder of 101 characters": ("t", [field(placeholder="x" * 101)]),
}.items():
    check_as(f"a form with {what} is refused", lambda place, title=title, rows=rows: refuse(place, title, *rows))
out_of_scope("menus, check boxes and uploads are in forms", "hikari 2.7 has rows with texts in forms only")

"""Buttons, menus, the components that stand for a message's whole content, and forms."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import disnake
from disnake import ui
from disnake_checks.messages import PIXEL, picture
from disnake_checks.place import refused
from harness import check, check_as

if TYPE_CHECKING:
    import asyncio

    from disnake_checks.place import Place

V2 = disnake.MessageFlags(is_components_v2=True)


def button(custom_id: str = "go", **more: Any) -> ui.Button[None]:
    """Return a button."""
    return ui.Button(custom_id=custom_id, **({"label": "Go"} | more))


def texts(count: int, **more: Any) -> ui.StringSelect[None]:
    """Return a menu of texts."""
    options = [disnake.SelectOption(label=f"Option {number}", value=f"{number}") for number in range(count)]
    return ui.StringSelect(custom_id="menu", options=options, **more)


@check
async def a_press_is_heard_and_its_message_updated(place: Place) -> None:
    message = await place.games.send("t", components=button())
    interaction, shown = await place.interact(place.ann.press(message, "go"))
    assert isinstance(interaction, disnake.MessageInteraction)
    assert interaction.component.custom_id == "go"
    assert interaction.message == message
    await interaction.response.edit_message("pressed", components=[])
    assert (await shown)["message"]["content"] == "pressed"
    assert not (await place.games.fetch_message(message.id)).components


@check
async def a_press_is_acknowledged_silently(place: Place) -> None:
    message = await place.games.send("t", components=button())
    interaction, shown = await place.interact(place.ann.press(message, "go"))
    await interaction.response.defer(with_message=False)
    assert (await shown)["type"] == 6


@check
async def a_view_answers_its_presses(place: Place) -> None:
    class Answers(ui.View):
        @ui.button(label="Go", custom_id="go")
        async def go(self, _: ui.Button[Answers], interaction: disnake.MessageInteraction[Any]) -> None:
            await interaction.response.edit_message("by the view", view=None)

    message = await place.games.send("t", view=Answers())
    assert (await place.ann.press(message, "go"))["message"]["content"] == "by the view"


@check
async def buttons_come_back_with_their_styles_and_emojis(place: Place) -> None:
    link = ui.Button(label="Site", url="https://example.org")
    row = ui.ActionRow(button(emoji="👍", disabled=True, style=disnake.ButtonStyle.danger), link)
    (back,) = (await place.games.send("t", components=row)).components
    go, site = back.children
    assert (go.custom_id, go.label, go.emoji.name, go.disabled) == ("go", "Go", "👍", True)
    assert (go.style, site.style) == (disnake.ButtonStyle.danger, disnake.ButtonStyle.link)
    assert (site.url, site.custom_id) == ("https://example.org", None)


@check
async def a_menu_of_texts_brings_what_was_chosen(place: Place) -> None:
    message = await place.games.send("t", components=texts(3, min_values=2, max_values=3))
    interaction, shown = await place.interact(place.ann.press(message, "menu", 0, 2))
    assert interaction.values == ["0", "2"]
    await interaction.response.send_message("thanks")
    await shown


@check
async def a_menu_of_people_brings_people(place: Place) -> None:
    message = await place.games.send("t", components=ui.UserSelect(custom_id="menu"))
    interaction, shown = await place.interact(place.ann.press(message, "menu", place.bob.id))
    (bob,) = interaction.resolved_values
    assert isinstance(bob, disnake.Member)
    assert bob.id == place.bob.id
    await interaction.response.send_message("thanks")
    await shown


@check
async def a_menu_of_roles_brings_roles(place: Place) -> None:
    message = await place.games.send("t", components=ui.RoleSelect(custom_id="menu"))
    interaction, shown = await place.interact(place.ann.press(message, "menu", place.regulars.id))
    assert interaction.resolved_values == [place.regulars]
    await interaction.response.send_message("thanks")
    await shown


@check
async def a_menu_of_people_and_roles_brings_both(place: Place) -> None:
    message = await place.games.send("t", components=ui.MentionableSelect(custom_id="menu", max_values=2))
    interaction, shown = await place.interact(place.ann.press(message, "menu", place.bob.id, place.regulars.id))
    assert [one.id for one in interaction.resolved_values] == [place.bob.id, place.regulars.id]
    await interaction.response.send_message("thanks")
    await shown


@check
async def a_menu_of_channels_brings_channels(place: Place) -> None:
    menu = ui.ChannelSelect(custom_id="menu", channel_types=[disnake.ChannelType.text], default_values=[place.games])
    message = await place.games.send("t", components=menu)
    interaction, shown = await place.interact(place.ann.press(message, "menu", place.lounge.id))
    assert interaction.resolved_values == [place.lounge]
    assert interaction.component.default_values[0].id == place.games.id
    await interaction.response.send_message("thanks")
    await shown


for what, bad in {
    "six rows": [[button(f"{number}")] for number in range(6)],
    "two components of one custom id": [button(), button()],
    "a button without label and emoji": [button(label=None)],
    "a label of 81 characters": [button(label="x" * 81)],
    "a custom id of 101 characters": [button("x" * 101)],
    "a link of no web scheme": [ui.Button(label="x", url="ftp://example.org")],
    "a menu without options": [texts(0)],
    "26 options": [texts(26)],
    "fewer values at most than at least": [texts(3, min_values=3, max_values=2)],
    "a placeholder of 151 characters": [texts(1, placeholder="x" * 151)],
}.items():
    check_as(f"{what} can't be sent", lambda place, bad=bad: refused(50035, place.games.send("t", components=bad)))


@check
async def texts_galleries_and_containers_come_back(place: Place) -> None:
    item = disnake.MediaGalleryItem("attachment://a.png", "a board")
    container = ui.Container(
        ui.TextDisplay("# Rules"),
        ui.Separator(spacing=disnake.SeparatorSpacing.large),
        ui.MediaGallery(item),
        ui.ActionRow(button()),
        accent_colour=disnake.Colour(0x336699),
    )
    message = await place.games.send(components=container, file=picture("a.png"))
    assert message.flags.is_components_v2
    (back,) = message.components
    assert isinstance(back, disnake.Container)
    assert back.accent_colour
    assert back.accent_colour.value == 0x336699
    text, separator, gallery, row = back.children
    assert (text.content, separator.spacing) == ("# Rules", disnake.SeparatorSpacing.large)
    assert gallery.items[0].description == "a board"
    assert gallery.items[0].media.url.endswith("a.png")
    assert row.children[0].custom_id == "go"


@check
async def a_section_has_texts_and_a_button_or_a_thumbnail(place: Place) -> None:
    picture = ui.Thumbnail("https://example.org/a.png", "a picture")
    sections = [ui.Section("Look", accessory=one) for one in (button(), picture)]
    message = await place.games.send(components=sections)
    first, second = message.components
    assert first.accessory.custom_id == "go"
    assert second.accessory.description == "a picture"
    interaction, shown = await place.interact(place.ann.press(message, "go"))
    await interaction.response.defer(with_message=False)
    await shown


@check
async def a_file_is_shown_by_a_component(place: Place) -> None:
    file = disnake.File(io.BytesIO(PIXEL), "notes.txt")
    (back,) = (await place.games.send(components=ui.File("attachment://notes.txt"), file=file)).components
    assert back.file.url.endswith("notes.txt")


for what, bad in {
    "more than 40 components": [ui.TextDisplay("x")] * 41,
    "more than 40 nested components": [ui.Container(*[ui.TextDisplay("x")] * 20)] * 2,
    "more than 4000 characters": [ui.TextDisplay("x" * 2001), ui.TextDisplay("x" * 2000)],
    "a text without characters": [ui.TextDisplay("")],
    "a gallery of eleven pictures": [ui.MediaGallery(*[disnake.MediaGalleryItem("https://example.org/a.png")] * 11)],
}.items():
    check_as(f"{what} can't be sent", lambda place, bad=bad: refused(50035, place.games.send(components=bad)))


@check
async def the_new_components_can_not_be_edited_away(place: Place) -> None:
    message = await place.games.send(components=ui.TextDisplay("x"), flags=V2)
    await refused(50035, message.edit("plain", components=[]))


@check
async def a_file_that_no_component_shows_is_refused(place: Place) -> None:
    await refused(50035, place.games.send(components=ui.TextDisplay("x"), file=picture()))


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

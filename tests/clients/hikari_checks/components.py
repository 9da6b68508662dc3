"""Buttons, menus, the components that stand for a message's whole content, and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import hikari
from harness import check, check_as, out_of_scope
from hikari import impl
from hikari_checks.messages import PIXEL
from hikari_checks.place import refused

if TYPE_CHECKING:
    import asyncio

    from hikari_checks.place import Place

V2 = hikari.MessageFlag.IS_COMPONENTS_V2
PRIMARY = hikari.ButtonStyle.PRIMARY
UPDATE, MESSAGE = hikari.ResponseType.MESSAGE_UPDATE, hikari.ResponseType.MESSAGE_CREATE
Kind = hikari.ComponentType


def row(count: int = 1, **more: Any) -> impl.MessageActionRowBuilder:
    """Return a row of buttons."""
    made = impl.MessageActionRowBuilder()
    for number in range(count):
        made.add_interactive_button(PRIMARY, f"go{number}", **({"label": "Go"} | more))
    return made


def menu(kind: hikari.ComponentType, **more: Any) -> impl.MessageActionRowBuilder:
    """Return a menu of users, roles or both."""
    return impl.MessageActionRowBuilder().add_select_menu(kind, "menu", **more)


def texts(count: int, **more: Any) -> impl.MessageActionRowBuilder:
    """Return a menu of texts."""
    made = impl.MessageActionRowBuilder()
    options = made.add_text_menu("menu", **more)
    for number in range(count):
        options.add_option(f"Option {number}", f"{number}", description="one of them")
    return made


@check
async def a_press_is_heard_and_its_message_updated(place: Place) -> None:
    message = await place.games.send("t", component=row())
    interaction, shown = await place.interact(place.ann.press(message, "go0"))
    assert isinstance(interaction, hikari.ComponentInteraction)
    assert (interaction.custom_id, interaction.component_type) == ("go0", Kind.BUTTON)
    assert interaction.message == message
    await interaction.create_initial_response(UPDATE, "pressed", components=[])
    assert (await shown)["message"]["content"] == "pressed"
    assert not (await place.games.fetch_message(message)).components


@check
async def a_press_is_acknowledged_silently(place: Place) -> None:
    message = await place.games.send("t", component=row())
    interaction, shown = await place.interact(place.ann.press(message, "go0"))
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_UPDATE)
    assert (await shown)["type"] == 6


@check
async def buttons_come_back_with_their_styles_and_emojis(place: Place) -> None:
    made = row(2, emoji="👍", is_disabled=True).add_link_button("https://example.org", label="Site")
    (back,) = (await place.games.send("t", component=made)).components
    assert isinstance(back, hikari.ActionRowComponent)
    go, _, link = back.components
    assert (go.custom_id, go.label, go.emoji, go.is_disabled, go.style) == ("go0", "Go", "👍", True, PRIMARY)
    assert (link.url, link.custom_id) == ("https://example.org", None)


@check
async def a_menu_of_texts_brings_what_was_chosen(place: Place) -> None:
    message = await place.games.send("t", component=texts(3, min_values=2, max_values=3))
    (back,) = message.components
    assert [one.value for one in back[0].options] == ["0", "1", "2"]
    interaction, shown = await place.interact(place.ann.press(message, "menu", 0, 2))
    assert interaction.values == ["0", "2"]
    await interaction.create_initial_response(MESSAGE, "thanks")
    await shown


@check
async def a_menu_of_people_brings_people(place: Place) -> None:
    message = await place.games.send("t", component=menu(Kind.USER_SELECT_MENU))
    interaction, shown = await place.interact(place.ann.press(message, "menu", place.bob.id))
    assert interaction.resolved.users[place.bob.id].global_name == "Bob"
    assert interaction.resolved.members[place.bob.id].joined_at
    await interaction.create_initial_response(MESSAGE, "thanks")
    await shown


@check
async def a_menu_of_roles_brings_roles(place: Place) -> None:
    message = await place.games.send("t", component=menu(Kind.ROLE_SELECT_MENU))
    interaction, shown = await place.interact(place.ann.press(message, "menu", place.regulars.id))
    assert interaction.resolved.roles[place.regulars.id].name == "Regulars"
    await interaction.create_initial_response(MESSAGE, "thanks")
    await shown


@check
async def a_menu_of_people_and_roles_brings_both(place: Place) -> None:
    message = await place.games.send("t", component=menu(Kind.MENTIONABLE_SELECT_MENU, max_values=2))
    interaction, shown = await place.interact(place.ann.press(message, "menu", place.bob.id, place.regulars.id))
    assert set(interaction.resolved.users) == {place.bob.id}
    assert set(interaction.resolved.roles) == {place.regulars.id}
    await interaction.create_initial_response(MESSAGE, "thanks")
    await shown


@check
async def a_menu_of_channels_brings_channels(place: Place) -> None:
    types = [hikari.ChannelType.GUILD_TEXT]
    made = impl.MessageActionRowBuilder().add_channel_menu("menu", channel_types=types)
    message = await place.games.send("t", component=made)
    assert message.components[0][0].channel_types == types
    interaction, shown = await place.interact(place.ann.press(message, "menu", place.lounge.id))
    assert interaction.resolved.channels[place.lounge.id].name == "lounge"
    await interaction.create_initial_response(MESSAGE, "thanks")
    await shown


for what, bad in {
    "six buttons in a row": [row(6)],
    "six rows": [row(is_disabled=True).add_interactive_button(PRIMARY, f"{number}", label="x") for number in range(6)],
    "two components of one custom id": [row(), row()],
    "a button without label and emoji": [row(label="")],
    "a label of 81 characters": [row(label="x" * 81)],
    "a custom id of 101 characters": [row(0).add_interactive_button(PRIMARY, "x" * 101, label="x")],
    "a link of no web scheme": [impl.MessageActionRowBuilder().add_link_button("ftp://example.org", label="x")],
    "a menu without options": [texts(0)],
    "26 options": [texts(26)],
    "fewer values at most than at least": [texts(3, min_values=3, max_values=2)],
    "a placeholder of 151 characters": [texts(1, placeholder="x" * 151)],
    "texts without the flag of the new components": [impl.TextDisplayComponentBuilder(content="x")],
}.items():
    check_as(f"{what} can't be sent", lambda place, bad=bad: refused(50035, place.games.send("t", components=bad)))


@check
async def texts_galleries_and_containers_come_back(place: Place) -> None:
    container = impl.ContainerComponentBuilder(accent_color=hikari.Color(0x336699))
    container.add_text_display("# Rules").add_separator(divider=True, spacing=hikari.SpacingType.LARGE)
    gallery = impl.MediaGalleryComponentBuilder()
    gallery.add_media_gallery_item(hikari.Bytes(PIXEL, "a.png"), description="a board")
    container.add_component(gallery)
    message = await place.games.send(component=container, flags=V2)
    assert V2 in message.flags
    (back,) = message.components
    assert isinstance(back, hikari.ContainerComponent)
    assert back.accent_color == 0x336699
    text, separator, pictures = back.components
    assert (text.content, separator.spacing) == ("# Rules", hikari.SpacingType.LARGE)
    (item,) = pictures.items
    assert item.description == "a board"
    assert item.media.resource.url.endswith("a.png")


@check
async def a_section_has_texts_and_a_button_or_a_thumbnail(place: Place) -> None:
    button = impl.InteractiveButtonBuilder(style=PRIMARY, custom_id="go", label="Go")
    picture = impl.ThumbnailComponentBuilder(media="https://example.org/a.png", description="a picture")
    sections = [impl.SectionComponentBuilder(accessory=one).add_text_display("Look") for one in (button, picture)]
    message = await place.games.send(components=sections, flags=V2)
    first, second = message.components
    assert first.accessory.custom_id == "go"
    assert second.accessory.description == "a picture"
    interaction, shown = await place.interact(place.ann.press(message, "go"))
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_UPDATE)
    await shown


@check
async def a_file_is_shown_by_a_component(place: Place) -> None:
    file = impl.FileComponentBuilder(file=hikari.Bytes(b"text", "notes.txt"))
    (back,) = (await place.games.send(component=file, flags=V2)).components
    assert back.file.resource.url.endswith("notes.txt")


TEXT = impl.TextDisplayComponentBuilder
for what, bad in {
    "more than 40 components": [TEXT(content="x")] * 41,
    "more than 40 nested components": [impl.ContainerComponentBuilder(components=[TEXT(content="x")] * 20)] * 2,
    "more than 4000 characters": [TEXT(content="x" * 2001), TEXT(content="x" * 2000)],
    "a text without characters": [TEXT(content="")],
}.items():
    check_as(f"{what} can't be sent", lambda place, bad=bad: refused(50035, place.games.send(components=bad, flags=V2)))


@check
async def content_beside_the_new_components_is_refused(place: Place) -> None:
    await refused(50035, place.games.send("t", component=TEXT(content="x"), flags=V2))


@check
async def the_flag_of_the_new_components_stays(place: Place) -> None:
    message = await place.games.send(component=TEXT(content="x"), flags=V2)
    await refused(50035, message.edit("plain", components=[]))


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

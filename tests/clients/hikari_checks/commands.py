"""The registration of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import hikari
from harness import check, check_as
from hikari.commands import CommandChoice, CommandOption, CommandType, OptionType
from hikari_checks.place import refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hikari.api import CommandBuilder
    from hikari_checks.place import Place


def option(kind: OptionType = OptionType.STRING, name: str = "text", **more: Any) -> CommandOption:
    """Return an option."""
    return CommandOption(type=kind, name=name, description="A text", **more)


def command(name: str = "move", *options: CommandOption) -> hikari.impl.SlashCommandBuilder:
    """Return a command that isn't registered yet."""
    return hikari.impl.SlashCommandBuilder(name=name, description="Make a move", options=list(options))


async def put(place: Place, *commands: CommandBuilder) -> Sequence[Any]:
    """Register these commands and no others."""
    return await place.rest.set_application_commands(place.application, commands)


@check
async def commands_are_registered_all_at_once(place: Place) -> None:
    assert {one.name for one in await put(place, command(), command("board"))} == {"move", "board"}
    assert {one.name for one in await place.rest.fetch_application_commands(place.application)} == {"move", "board"}


@check
async def a_command_that_stays_keeps_its_id(place: Place) -> None:
    (before,) = await put(place, command())
    (after,) = await put(place, command().set_description("Other words"))
    assert before.id == after.id
    assert before.version != after.version


@check
async def one_command_is_made_edited_and_deleted(place: Place) -> None:
    made = await place.rest.create_slash_command(place.application, "extra", "Extra")
    assert isinstance(await made.edit(description="Else"), hikari.SlashCommand)
    found = await place.rest.fetch_application_command(place.application, made)
    assert isinstance(found, hikari.SlashCommand)
    assert found.description == "Else"
    await made.delete()
    await refused(10063, place.rest.fetch_application_command(place.application, made))


@check
async def a_command_of_one_guild_is_registered_there(place: Place) -> None:
    (made,) = await place.rest.set_application_commands(place.application, [command("here")], place.guild)
    assert made.guild_id == place.guild.id
    assert not await place.rest.set_application_commands(place.application, [], place.guild)


@check
async def all_kinds_of_options_come_back(place: Place) -> None:
    kinds = [kind for kind in OptionType if kind not in {OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP}]
    (made,) = await put(place, command("move", *(option(kind, kind.name.lower()) for kind in kinds)))
    assert [one.type for one in made.options] == kinds


@check
async def subcommands_and_groups_of_them_come_back(place: Place) -> None:
    show = option(OptionType.SUB_COMMAND, "show", options=[option()])
    (made,) = await put(place, command("move", show, option(OptionType.SUB_COMMAND_GROUP, "more", options=[show])))
    assert made.options[1].options[0].options[0].name == "text"


@check
async def choices_ranges_and_lengths_come_back(place: Place) -> None:
    options = (
        option(OptionType.INTEGER, "size", choices=[CommandChoice(name="Small", value=1)], is_required=True),
        option(OptionType.FLOAT, "share", min_value=0.5, max_value=1.5),
        option(OptionType.STRING, "text", min_length=2, max_length=9, autocomplete=True),
        option(OptionType.CHANNEL, "where", channel_types=[hikari.ChannelType.GUILD_TEXT]),
    )
    (made,) = await put(place, command("move", *options))
    size, share, text, where = made.options
    assert (size.choices[0].name, size.choices[0].value, size.is_required) == ("Small", 1, True)
    assert (share.min_value, share.max_value) == (0.5, 1.5)
    assert (text.min_length, text.max_length, text.autocomplete) == (2, 9, True)
    assert where.channel_types == [hikari.ChannelType.GUILD_TEXT]


@check
async def translations_come_back(place: Place) -> None:
    translated = command().set_name_localizations({hikari.Locale.DE: "zug"})
    await put(place, translated.set_description_localizations({hikari.Locale.DE: "Zieh"}))
    (found,) = await place.rest.fetch_application_commands(place.application)
    assert isinstance(found, hikari.SlashCommand)
    assert found.name_localizations == {"de": "zug"}
    assert found.description_localizations == {"de": "Zieh"}


@check
async def contexts_and_installs_come_back(place: Place) -> None:
    contexts = [hikari.ApplicationContextType.GUILD, hikari.ApplicationContextType.BOT_DM]
    installs = [hikari.ApplicationIntegrationType.GUILD_INSTALL, hikari.ApplicationIntegrationType.USER_INSTALL]
    (made,) = await put(place, command().set_context_types(contexts).set_integration_types(installs))
    assert list(made.context_types) == contexts
    assert list(made.integration_types) == installs


@check
async def needed_permissions_come_back(place: Place) -> None:
    (made,) = await put(place, command().set_default_member_permissions(hikari.Permissions.MANAGE_GUILD))
    assert made.default_member_permissions == hikari.Permissions.MANAGE_GUILD


@check
async def menus_are_registered(place: Place) -> None:
    message = hikari.impl.ContextMenuCommandBuilder(type=CommandType.MESSAGE, name="My view")
    user = hikari.impl.ContextMenuCommandBuilder(type=CommandType.USER, name="Challenge")
    assert {one.type for one in await put(place, message, user)} == {CommandType.MESSAGE, CommandType.USER}


CHOICE = CommandChoice(name="a", value="a")
for what, bad in {
    "a name in capitals": command("Move"),
    "a name of 33 characters": command("x" * 33),
    "a description of 101 characters": command().set_description("x" * 101),
    "26 options": command("move", *(option(name=f"o{number}") for number in range(26))),
    "two options of one name": command("move", option(), option()),
    "a needed option behind one that isn't": command("move", option(), option(name="b", is_required=True)),
    "26 choices": command(
        "move", option(choices=[CommandChoice(name=f"{number}", value=f"{number}") for number in range(26)])
    ),
    "choices and completion at once": command("move", option(autocomplete=True, choices=[CHOICE])),
    "a range whose least is above its most": command("move", option(OptionType.INTEGER, min_value=5, max_value=1)),
    "subcommands beside options": command("move", option(), option(OptionType.SUB_COMMAND, "show")),
    "a language that doesn't exist": command().set_name_localizations({"xx": "zug"}),
}.items():
    check_as(f"a command with {what} is refused", lambda place, bad=bad: refused(50035, put(place, bad)))


@check
async def two_commands_of_one_name_are_refused(place: Place) -> None:
    await refused(50035, put(place, command(), command()))


@check
async def commands_beyond_a_hundred_are_refused(place: Place) -> None:
    await refused(30032, put(place, *(command(f"c{number}") for number in range(101))))

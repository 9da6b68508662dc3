"""The registration of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import disnake
from disnake import Localized, MessageCommand, Option, OptionChoice, OptionType, SlashCommand, UserCommand
from disnake_checks.place import refused
from harness import check, check_as

if TYPE_CHECKING:
    from disnake_checks.place import Place


def option(kind: OptionType = OptionType.string, name: str = "text", **more: Any) -> Option:
    """Return an option."""
    return Option(name, "A text", kind, **more)


def command(name: str = "move", *options: Option, **more: Any) -> SlashCommand:
    """Return a command that isn't registered yet."""
    return SlashCommand(name, "Make a move", list(options), **more)


async def put(place: Place, *commands: disnake.ApplicationCommand) -> Any:
    """Register these commands and no others."""
    return await place.bot.bulk_overwrite_global_commands(list(commands))


@check
async def commands_are_registered_all_at_once(place: Place) -> None:
    assert {one.name for one in await put(place, command(), command("board"))} == {"move", "board"}
    assert {one.name for one in await place.bot.fetch_global_commands()} == {"move", "board"}


@check
async def a_command_that_stays_keeps_its_id(place: Place) -> None:
    (before,) = await put(place, command())
    (after,) = await put(place, SlashCommand("move", "Other words"))
    assert before.id == after.id
    assert before.version != after.version


@check
async def a_command_comes_back_equal_to_what_was_registered(place: Place) -> None:
    made = command("move", option(required=True), option(OptionType.user, "who"))
    (back,) = await put(place, made)
    assert back == made, back
    (fetched,) = await place.bot.fetch_global_commands()
    assert fetched == made, fetched


@check
async def one_command_is_made_edited_and_deleted(place: Place) -> None:
    made = await place.bot.create_global_command(command("extra"))
    edited = await place.bot.edit_global_command(made.id, SlashCommand("extra", "Else"))
    assert edited.description == "Else"
    await place.bot.delete_global_command(made.id)
    await refused(10063, place.bot.fetch_global_command(made.id))


@check
async def a_command_of_one_guild_is_registered_there(place: Place) -> None:
    (made,) = await place.bot.bulk_overwrite_guild_commands(place.guild.id, [command("here")])
    assert made.guild_id == place.guild.id
    assert not await place.bot.bulk_overwrite_guild_commands(place.guild.id, [])


@check
async def all_kinds_of_options_come_back(place: Place) -> None:
    kinds = [kind for kind in OptionType if kind not in {OptionType.sub_command, OptionType.sub_command_group}]
    (made,) = await put(place, command("move", *(option(kind, kind.name) for kind in kinds)))
    assert [one.type for one in made.options] == kinds


@check
async def subcommands_and_groups_of_them_come_back(place: Place) -> None:
    show = option(OptionType.sub_command, "show", options=[option()])
    (made,) = await put(place, command("move", show, option(OptionType.sub_command_group, "more", options=[show])))
    assert made.options[1].options[0].options[0].name == "text"


@check
async def choices_ranges_and_lengths_come_back(place: Place) -> None:
    options = (
        option(OptionType.integer, "size", choices=[OptionChoice("Small", 1)]),
        option(OptionType.number, "share", min_value=0.5, max_value=1.5),
        option(OptionType.string, "text", min_length=2, max_length=9, autocomplete=True),
        option(OptionType.channel, "where", channel_types=[disnake.ChannelType.text]),
    )
    (made,) = await put(place, command("move", *options))
    size, share, text, where = made.options
    assert size.choices == [OptionChoice("Small", 1)]
    assert (share.min_value, share.max_value) == (0.5, 1.5)
    assert (text.min_length, text.max_length, text.autocomplete) == (2, 9, True)
    assert where.channel_types == [disnake.ChannelType.text]


@check
async def translations_come_back_where_they_are_asked_for(place: Place) -> None:
    await put(place, SlashCommand(Localized("move", data={"de": "zug"}), Localized("Move", data={"de": "Zieh"})))
    (found,) = await place.bot.fetch_global_commands(with_localizations=True)
    assert found.name_localizations.data == {"de": "zug"}
    assert found.description_localizations.data == {"de": "Zieh"}
    (plain,) = await place.bot.fetch_global_commands(with_localizations=False)
    assert not plain.name_localizations.data


@check
async def contexts_and_installs_come_back(place: Place) -> None:
    contexts = disnake.InteractionContextTypes(guild=True, bot_dm=True)
    installs = disnake.ApplicationInstallTypes(guild=True, user=True)
    (made,) = await put(place, command(contexts=contexts, install_types=installs))
    assert (made.contexts, made.install_types) == (contexts, installs)


@check
async def needed_permissions_come_back(place: Place) -> None:
    (made,) = await put(place, command(default_member_permissions=disnake.Permissions(manage_guild=True)))
    assert made.default_member_permissions == disnake.Permissions(manage_guild=True)


@check
async def menus_are_registered(place: Place) -> None:
    made = await put(place, MessageCommand("My view"), UserCommand("Challenge"))
    assert {type(one) for one in made} == {disnake.APIMessageCommand, disnake.APIUserCommand}


for what, bad in {
    "a description of 101 characters": SlashCommand("move", "x" * 101),
    "26 options": command("move", *(option(name=f"o{number}") for number in range(26))),
    "two options of one name": command("move", option(), option()),
    "a needed option behind one that isn't": command("move", option(), option(name="b", required=True)),
    "26 choices": command("move", option(choices=[f"{number}" for number in range(26)])),
    "a range whose least is above its most": command("move", option(OptionType.integer, min_value=5, max_value=1)),
    "subcommands beside options": command("move", option(), option(OptionType.sub_command, "show")),
    "a menu's name of 33 characters": MessageCommand("x" * 33),
}.items():
    check_as(f"a command with {what} is refused", lambda place, bad=bad: refused(50035, put(place, bad)))


@check
async def two_commands_of_one_name_are_refused(place: Place) -> None:
    await refused(50035, put(place, command(), command()))


@check
async def commands_beyond_a_hundred_are_refused(place: Place) -> None:
    await refused(30032, put(place, *(command(f"c{number}") for number in range(101))))

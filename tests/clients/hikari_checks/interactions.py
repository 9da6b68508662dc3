"""Interactions of commands and menus, the responses to them, and commands that a person installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import hikari
from harness import check, raised
from hikari.commands import CommandType, OptionType
from hikari_checks.commands import command, option, put
from hikari_checks.place import refused

if TYPE_CHECKING:
    import asyncio

    from hikari.commands import CommandOption
    from hikari_checks.place import Place

MESSAGE, DEFERRED = hikari.ResponseType.MESSAGE_CREATE, hikari.ResponseType.DEFERRED_MESSAGE_CREATE


async def use(place: Place, *options: CommandOption, **given: Any) -> tuple[Any, asyncio.Task[Any]]:
    """Let Ann use a command; return the interaction, and what she will be shown."""
    await put(place, command("try", *options))
    return await place.interact(place.ann.slash(place.games, "try", **given))


@check
async def a_slash_command_is_heard_and_replied_to(place: Place) -> None:
    interaction, shown = await use(place)
    assert isinstance(interaction, hikari.CommandInteraction)
    assert interaction.command_name == "try"
    response = await interaction.create_initial_response(MESSAGE, "done")
    assert response.resource
    assert response.resource.message
    assert response.resource.message.content == "done"
    assert (await shown)["message"]["content"] == "done"


@check
async def an_interaction_tells_who_where_and_in_which_language(place: Place) -> None:
    interaction, shown = await use(place)
    assert interaction.user.id == place.ann.id
    assert interaction.channel_id == place.games.id
    assert interaction.guild_id == place.guild.id
    assert (interaction.locale, interaction.guild_locale) == ("en-US", "en-US")
    assert hikari.Permissions.VIEW_CHANNEL in interaction.member.permissions
    assert hikari.Permissions.SEND_MESSAGES in interaction.app_permissions
    assert hikari.Permissions.MANAGE_THREADS not in interaction.app_permissions
    assert interaction.context is hikari.ApplicationContextType.GUILD
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


@check
async def an_interaction_is_of_the_guild_that_installed_the_application(place: Place) -> None:
    interaction, shown = await use(place)
    install = hikari.ApplicationIntegrationType.GUILD_INSTALL
    assert interaction.authorizing_integration_owners == {install: place.guild.id}
    assert not interaction.entitlements
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


@check
async def values_of_all_kinds_arrive(place: Place) -> None:
    kinds = {
        "text": OptionType.STRING,
        "whole": OptionType.INTEGER,
        "yes": OptionType.BOOLEAN,
        "part": OptionType.FLOAT,
    }
    options = [option(kind, name) for name, kind in kinds.items()]
    interaction, shown = await use(place, *options, text="c4", whole=3, yes=True, part=0.5)
    assert [one.value for one in interaction.options] == ["c4", 3, True, 0.5]
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


@check
async def a_person_a_channel_and_a_role_are_resolved(place: Place) -> None:
    options = (option(OptionType.USER, "who"), option(OptionType.CHANNEL, "where"), option(OptionType.ROLE, "role"))
    given = {"who": str(place.bob.id), "where": str(place.lounge.id), "role": str(place.regulars.id)}
    interaction, shown = await use(place, *options, **given)
    resolved = interaction.resolved
    assert resolved.users[place.bob.id].global_name == "Bob"
    assert resolved.members[place.bob.id].joined_at
    assert resolved.channels[place.lounge.id].name == "lounge"
    assert resolved.roles[place.regulars.id].name == "Regulars"
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


@check
async def a_subcommand_arrives_within_its_group(place: Place) -> None:
    show = option(OptionType.SUB_COMMAND, "show", options=[option()])
    await put(place, command("try", option(OptionType.SUB_COMMAND_GROUP, "more", options=[show])))
    interaction, shown = await place.interact(place.ann.slash(place.games, "try more show", text="c4"))
    (group,) = interaction.options
    assert (group.name, group.options[0].name, group.options[0].options[0].value) == ("more", "show", "c4")
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


@check
async def completion_offers_choices(place: Place) -> None:
    await put(place, command("try", option(autocomplete=True)))
    interaction, shown = await place.interact(place.ann.complete(place.games, "try", "text", text="c"))
    assert isinstance(interaction, hikari.AutocompleteInteraction)
    (typed,) = interaction.options
    assert (typed.value, typed.is_focused) == ("c", True)
    await interaction.create_response([hikari.impl.AutocompleteChoiceBuilder(name="C4", value="c4")])
    assert await shown == [{"name": "C4", "value": "c4"}]


@check
async def more_than_25_choices_of_a_completion_are_refused(place: Place) -> None:
    await put(place, command("try", option(autocomplete=True)))
    interaction, shown = await place.interact(place.ann.complete(place.games, "try", "text", text="c"))
    many = [hikari.impl.AutocompleteChoiceBuilder(name=f"{number}", value=f"{number}") for number in range(26)]
    await refused(50035, interaction.create_response(many))
    await interaction.create_response(many[:25])
    assert len(await shown) == 25


@check
async def a_private_reply_is_seen_by_one_only(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.create_initial_response(MESSAGE, "psst", flags=hikari.MessageFlag.EPHEMERAL)
    message = (await shown)["message"]
    assert message["ephemeral"]
    assert message["id"] not in {one["id"] for one in await place.bob.messages(place.games)}


@check
async def a_reply_is_fetched_edited_and_deleted(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.create_initial_response(MESSAGE, "one")
    await shown
    message = await interaction.fetch_initial_response()
    assert message.content == "one"
    assert message.interaction_metadata
    assert message.interaction_metadata.user.id == place.ann.id
    assert (await interaction.edit_initial_response("two")).content == "two"
    await interaction.delete_initial_response()
    await refused(10008, interaction.fetch_initial_response())


@check
async def a_deferred_reply_is_filled_later(place: Place) -> None:
    interaction, shown = await use(place)
    response = await interaction.create_initial_response(DEFERRED)
    assert response.interaction.response_message_loading
    await shown
    assert hikari.MessageFlag.LOADING in (await interaction.fetch_initial_response()).flags
    filled = await interaction.edit_initial_response("now")
    assert filled.content == "now"
    assert hikari.MessageFlag.LOADING not in filled.flags


@check
async def follow_ups_are_sent_edited_and_deleted(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.create_initial_response(MESSAGE, "one")
    await shown
    message = await interaction.execute("two", flags=hikari.MessageFlag.EPHEMERAL)
    assert hikari.MessageFlag.EPHEMERAL in message.flags
    assert (await interaction.edit_message(message, "three")).content == "three"
    assert (await interaction.fetch_message(message)).content == "three"
    await interaction.delete_message(message)
    await refused(10008, interaction.fetch_message(message))


@check
async def an_interaction_is_acknowledged_once(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.create_initial_response(MESSAGE, "one")
    await shown
    await refused(40060, interaction.create_initial_response(MESSAGE, "two"))


@check
async def an_unknown_interaction_is_not_found(place: Place) -> None:
    await refused(10062, place.rest.create_interaction_response(5, "token", MESSAGE, "?"))


@check
async def a_reply_has_files_and_embeds(place: Place) -> None:
    interaction, shown = await use(place)
    embed, file = hikari.Embed(title="Title"), hikari.Bytes(b"text", "notes.txt")
    await interaction.create_initial_response(MESSAGE, "file", attachment=file, embed=embed)
    message = (await shown)["message"]
    assert message["attachments"][0]["filename"] == "notes.txt"
    assert message["embeds"][0]["title"] == "Title"


@check
async def a_command_is_used_in_direct_messages(place: Place) -> None:
    await put(place, command("try"))
    interaction, shown = await place.interact(place.ann.slash(await place.ann.dm(), "try"))
    assert interaction.guild_id is None
    assert interaction.member is None
    assert interaction.user.id == place.ann.id
    assert interaction.context is hikari.ApplicationContextType.BOT_DM
    await interaction.create_initial_response(MESSAGE, "here")
    assert (await shown)["message"]["content"] == "here"


@check
async def a_messages_menu_brings_the_message(place: Place) -> None:
    await put(place, hikari.impl.ContextMenuCommandBuilder(type=CommandType.MESSAGE, name="My view"))
    message = await place.games.send("a board")
    interaction, shown = await place.interact(place.ann.use_menu("My view", message_id=str(message.id)))
    assert interaction.target_id == message.id
    assert interaction.resolved.messages[message.id].content == "a board"
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


@check
async def a_persons_menu_brings_the_person(place: Place) -> None:
    await put(place, hikari.impl.ContextMenuCommandBuilder(type=CommandType.USER, name="Challenge"))
    target = {"user_id": str(place.bob.id), "channel_id": str(place.games.id)}
    interaction, shown = await place.interact(place.ann.use_menu("Challenge", **target))
    assert interaction.resolved.users[place.bob.id].global_name == "Bob"
    assert interaction.resolved.members[place.bob.id].guild_id == place.guild.id
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


EVERYWHERE = list(hikari.ApplicationContextType)
BOTH = [hikari.ApplicationIntegrationType.GUILD_INSTALL, hikari.ApplicationIntegrationType.USER_INSTALL]


@check
async def a_persons_language_arrives(place: Place) -> None:
    await put(place, command("try"))
    await place.ann.change(locale="de")
    interaction, shown = await place.interact(place.ann.slash(place.games, "try"))
    await place.ann.change(locale="en-US")
    assert (interaction.locale, interaction.guild_locale) == (hikari.Locale.DE, hikari.Locale.EN_US)
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


@check
async def a_person_uses_an_installed_command_in_a_group(place: Place) -> None:
    await put(place, command("try").set_context_types(EVERYWHERE).set_integration_types(BOTH))
    await place.ann.change(installed=True)
    group = await place.ann.write_to(place.bob, place.cleo)
    interaction, shown = await place.interact(place.ann.slash(group, "try"))
    assert interaction.context is hikari.ApplicationContextType.PRIVATE_CHANNEL
    assert interaction.authorizing_integration_owners == {BOTH[1]: place.ann.id}
    assert (interaction.guild_id, interaction.user.id) == (None, place.ann.id)
    await interaction.create_initial_response(DEFERRED)
    await shown
    assert (await interaction.edit_initial_response("to all of you")).content == "to all of you"
    await interaction.execute("and more")
    assert {"to all of you", "and more"} <= {one["content"] for one in await place.bob.messages(group)}
    await refused(50001, place.rest.create_message(int(group["id"]), "?"))


@check
async def a_command_for_guilds_is_not_used_in_a_group(place: Place) -> None:
    await put(place, command("try").set_context_types(EVERYWHERE[:1]).set_integration_types(BOTH))
    await place.ann.change(installed=True)
    group = await place.ann.write_to(place.bob, place.cleo)
    await raised(ValueError, place.ann.slash(group, "try"))

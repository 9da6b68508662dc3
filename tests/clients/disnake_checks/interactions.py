"""Interactions of commands and menus, the responses to them, and commands that a person installed."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import disnake
from disnake import MessageCommand, OptionType, UserCommand
from disnake_checks.commands import command, option, put
from disnake_checks.place import refused
from harness import check, raised

if TYPE_CHECKING:
    import asyncio

    from disnake_checks.place import Place


async def use(place: Place, *options: disnake.Option, **given: Any) -> tuple[Any, asyncio.Task[Any]]:
    """Let Ann use a command; return the interaction, and what she will be shown."""
    await put(place, command("try", *options))
    return await place.interact(place.ann.slash(place.games, "try", **given))


@check
async def a_slash_command_is_heard_and_replied_to(place: Place) -> None:
    interaction, shown = await use(place)
    assert isinstance(interaction, disnake.ApplicationCommandInteraction)
    assert interaction.data.name == "try"
    await interaction.response.send_message("done")
    assert (await shown)["message"]["content"] == "done"


@check
async def an_interaction_tells_who_where_and_in_which_language(place: Place) -> None:
    interaction, shown = await use(place)
    assert interaction.author.id == place.ann.id
    assert (interaction.channel, interaction.guild) == (place.games, place.guild)
    assert (interaction.locale, interaction.guild_locale) == (disnake.Locale.en_US, disnake.Locale.en_US)
    assert interaction.permissions.view_channel
    assert interaction.app_permissions.send_messages
    assert not interaction.app_permissions.manage_threads
    assert interaction.context.guild
    assert interaction.authorizing_integration_owners.guild_id == place.guild.id
    assert interaction.attachment_size_limit == 10 * 1024 * 1024
    await interaction.response.send_message("done")
    await shown


@check
async def values_of_all_kinds_arrive(place: Place) -> None:
    kinds = {
        "text": OptionType.string,
        "whole": OptionType.integer,
        "yes": OptionType.boolean,
        "part": OptionType.number,
    }
    given = {"text": "c4", "whole": 3, "yes": True, "part": 0.5}
    interaction, shown = await use(place, *(option(kind, name) for name, kind in kinds.items()), **given)
    assert interaction.options == given
    await interaction.response.send_message("done")
    await shown


@check
async def a_person_a_channel_and_a_role_are_resolved(place: Place) -> None:
    options = (option(OptionType.user, "who"), option(OptionType.channel, "where"), option(OptionType.role, "role"))
    given = {"who": str(place.bob.id), "where": str(place.lounge.id), "role": str(place.regulars.id)}
    interaction, shown = await use(place, *options, **given)
    found = interaction.filled_options
    assert isinstance(found["who"], disnake.Member)
    assert (found["who"].id, found["where"], found["role"]) == (place.bob.id, place.lounge, place.regulars)
    await interaction.response.send_message("done")
    await shown


@check
async def a_subcommand_arrives_within_its_group(place: Place) -> None:
    show = option(OptionType.sub_command, "show", options=[option()])
    await put(place, command("try", option(OptionType.sub_command_group, "more", options=[show])))
    interaction, shown = await place.interact(place.ann.slash(place.games, "try more show", text="c4"))
    assert interaction.options == {"more": {"show": {"text": "c4"}}}
    await interaction.response.send_message("done")
    await shown


@check
async def completion_offers_choices(place: Place) -> None:
    await put(place, command("try", option(autocomplete=True)))
    interaction, shown = await place.interact(place.ann.complete(place.games, "try", "text", text="c"))
    assert interaction.data.focused_option.value == "c"
    await interaction.response.autocomplete(choices={"C4": "c4"})
    assert await shown == [{"name": "C4", "value": "c4"}]


@check
async def more_than_25_choices_of_a_completion_are_refused(place: Place) -> None:
    await put(place, command("try", option(autocomplete=True)))
    interaction, shown = await place.interact(place.ann.complete(place.games, "try", "text", text="c"))
    many = [f"{number}" for number in range(26)]
    await refused(50035, interaction.response.autocomplete(choices=many))
    await interaction.response.autocomplete(choices=many[:25])
    assert len(await shown) == 25


@check
async def a_private_reply_is_seen_by_one_only(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.response.send_message("psst", ephemeral=True)
    message = (await shown)["message"]
    assert message["ephemeral"]
    assert message["id"] not in {one["id"] for one in await place.bob.messages(place.games)}


@check
async def a_reply_is_fetched_edited_and_deleted(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.response.send_message("one")
    await shown
    message = await interaction.original_response()
    assert message.content == "one"
    assert message.interaction_metadata
    assert message.interaction_metadata.user.id == place.ann.id
    assert (await interaction.edit_original_response("two")).content == "two"
    await interaction.delete_original_response()
    await refused(10008, interaction.edit_original_response("three"))


@check
async def a_deferred_reply_is_filled_later(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.response.defer()
    await shown
    assert (await interaction.original_response()).flags.loading
    filled = await interaction.edit_original_response("now")
    assert (filled.content, filled.flags.loading) == ("now", False)


@check
async def the_first_follow_up_fills_a_deferred_reply(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.response.defer(ephemeral=True)
    await shown
    message = await interaction.followup.send("now")
    assert message.flags.ephemeral
    assert (await interaction.original_response()).id == message.id


@check
async def follow_ups_are_sent_edited_and_deleted(place: Place) -> None:
    interaction, shown = await use(place)
    await interaction.response.send_message("one")
    await shown
    message = await interaction.followup.send("two", ephemeral=True)
    assert message.flags.ephemeral
    assert (await message.edit("three")).content == "three"
    assert (await interaction.followup.fetch_message(message.id)).content == "three"
    await message.delete()
    await refused(10008, interaction.followup.fetch_message(message.id))


@check
async def an_interaction_is_acknowledged_once(place: Place) -> None:
    interaction, shown = await use(place)
    another = disnake.InteractionResponse(interaction)
    await interaction.response.send_message("one")
    await shown
    await refused(40060, another.send_message("two"))


@check
async def a_reply_has_files_and_embeds(place: Place) -> None:
    interaction, shown = await use(place)
    file, embed = disnake.File(io.BytesIO(b"text"), "notes.txt"), disnake.Embed(title="Title")
    await interaction.response.send_message("file", file=file, embed=embed)
    message = (await shown)["message"]
    assert message["attachments"][0]["filename"] == "notes.txt"
    assert message["embeds"][0]["title"] == "Title"


@check
async def a_command_is_used_in_direct_messages(place: Place) -> None:
    await put(place, command("try"))
    interaction, shown = await place.interact(place.ann.slash(await place.ann.dm(), "try"))
    assert interaction.guild is None
    assert isinstance(interaction.author, disnake.User)
    assert interaction.context.bot_dm
    await interaction.response.send_message("here")
    assert (await shown)["message"]["content"] == "here"


@check
async def a_messages_menu_brings_the_message(place: Place) -> None:
    await put(place, MessageCommand("My view"))
    message = await place.games.send("a board")
    interaction, shown = await place.interact(place.ann.use_menu("My view", message_id=str(message.id)))
    assert interaction.target == message
    assert interaction.target.content == "a board"
    await interaction.response.send_message("done")
    await shown


@check
async def a_persons_menu_brings_the_person(place: Place) -> None:
    await put(place, UserCommand("Challenge"))
    target = {"user_id": str(place.bob.id), "channel_id": str(place.games.id)}
    interaction, shown = await place.interact(place.ann.use_menu("Challenge", **target))
    assert isinstance(interaction.target, disnake.Member)
    assert interaction.target.global_name == "Bob"
    await interaction.response.send_message("done")
    await shown


BOTH = disnake.ApplicationInstallTypes.all()


@check
async def a_persons_language_arrives(place: Place) -> None:
    await put(place, command("try"))
    await place.ann.change(locale="de")
    interaction, shown = await place.interact(place.ann.slash(place.games, "try"))
    await place.ann.change(locale="en-US")
    assert (interaction.locale, interaction.guild_locale) == (disnake.Locale.de, disnake.Locale.en_US)
    await interaction.response.send_message("done")
    await shown


@check
async def a_person_uses_an_installed_command_in_a_group(place: Place) -> None:
    await put(place, command("try", contexts=disnake.InteractionContextTypes.all(), install_types=BOTH))
    await place.ann.change(installed=True)
    group = await place.ann.write_to(place.bob, place.cleo)
    interaction, shown = await place.interact(place.ann.slash(group, "try"))
    assert interaction.context.private_channel
    owners = interaction.authorizing_integration_owners
    assert (owners.user_id, owners.guild_id) == (place.ann.id, None)
    await interaction.response.defer()
    await shown
    assert (await interaction.edit_original_response("to all of you")).content == "to all of you"
    await interaction.followup.send("and more")
    assert {"to all of you", "and more"} <= {one["content"] for one in await place.bob.messages(group)}
    await refused(50001, place.bot.get_partial_messageable(int(group["id"])).send("?"))


@check
async def a_command_for_guilds_is_not_used_in_a_group(place: Place) -> None:
    await put(place, command("try", contexts=disnake.InteractionContextTypes(guild=True), install_types=BOTH))
    await place.ann.change(installed=True)
    group = await place.ann.write_to(place.bob, place.cleo)
    await raised(ValueError, place.ann.slash(group, "try"))

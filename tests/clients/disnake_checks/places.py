"""The application, its guild, channels, roles, people and emojis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import disnake
from disnake_checks.messages import PIXEL
from disnake_checks.place import refused
from harness import check, out_of_scope, raised

if TYPE_CHECKING:
    from disnake_checks.place import Place


@check
async def the_application_is_fetched_with_its_owner(place: Place) -> None:
    application = await place.bot.application_info()
    assert (application.name, application.owner.global_name) == ("Turnpost", "Ann")
    assert application.flags.gateway_message_content_limited
    assert application.approximate_guild_count == 1


@check
async def the_guild_is_fetched_with_and_without_its_counts(place: Place) -> None:
    assert (await place.bot.fetch_guild(place.guild.id)).approximate_member_count == 6
    assert (await place.bot.fetch_guild(place.guild.id, with_counts=False)).approximate_member_count is None


@check
async def the_bots_guilds_are_listed(place: Place) -> None:
    assert [guild.id async for guild in place.bot.fetch_guilds()] == [place.guild.id]
    (guild,) = await place.bot.fetch_guilds(with_counts=True).flatten()
    assert guild.approximate_member_count == 6
    assert not await place.bot.fetch_guilds(after=disnake.Object(place.guild.id)).flatten()


@check
async def channels_are_fetched(place: Place) -> None:
    assert [channel.name for channel in await place.guild.fetch_channels()] == ["games", "lounge"]
    found = await place.bot.fetch_channel(place.games.id)
    assert isinstance(found, disnake.TextChannel)
    assert found.guild == place.guild


@check
async def what_is_unknown_is_not_found(place: Place) -> None:
    await refused(10003, place.bot.fetch_channel(5))
    await refused(10004, place.bot.fetch_guild(5))
    await refused(10007, place.guild.fetch_member(5))
    await refused(10008, place.games.fetch_message(5))
    await refused(10013, place.bot.fetch_user(5))


@check
async def roles_are_fetched(place: Place) -> None:
    assert {role.name for role in await place.guild.fetch_roles()} == {role.name for role in place.guild.roles}


@check
async def a_member_is_fetched(place: Place) -> None:
    member = await place.guild.fetch_member(place.ann.id)
    assert member.display_name == "Ann"
    assert member.joined_at
    assert place.regulars in member.roles


@check
async def members_are_searched(place: Place) -> None:
    (found,) = await place.guild.search_members("an")
    assert found.global_name == "Ann"


@check
async def a_user_is_fetched(place: Place) -> None:
    user = await place.bot.fetch_user(place.ann.id)
    assert (user.global_name, user.discriminator, user.bot) == ("Ann", "0", False)
    assert user.display_avatar.url


@check
async def the_bots_permissions_are_those_of_the_invitation(place: Place) -> None:
    mine = place.games.permissions_for(place.guild.me)
    assert mine.create_public_threads
    assert mine.send_messages_in_threads
    assert mine.attach_files
    assert mine.add_reactions
    assert not mine.manage_threads
    assert not mine.embed_links


@check
async def a_direct_message_is_sent_and_seen(place: Place) -> None:
    user = await place.bot.fetch_user(place.ann.id)
    message = await user.send("just us")
    assert isinstance(message.channel, disnake.DMChannel)
    assert str(message.id) in {one["id"] for one in await place.ann.messages(message.channel)}


@check
async def a_persons_direct_message_is_heard(place: Place) -> None:
    heard = place.hear("message", lambda message: message.content == "to you alone")
    await place.ann.say(await place.ann.dm(), "to you alone")
    message = await heard
    assert message.guild is None
    assert message.author.global_name == "Ann"


@check
async def without_permission_nothing_is_managed(place: Place) -> None:
    await refused(50013, place.games.edit(topic="Moves"))
    await refused(50013, place.guild.create_text_channel("new"))
    await refused(50013, place.games.create_webhook(name="hook"))
    await refused(50013, place.games.create_invite())


@check
async def an_emoji_of_the_application_is_made_renamed_used_and_deleted(place: Place) -> None:
    emoji = await place.bot.create_application_emoji(name="ship", image=PIXEL)
    assert emoji.name == "ship"
    assert (await emoji.edit(name="boat")).name == "boat"
    message = await place.games.send("t", components=disnake.ui.Button(label="Go", emoji=emoji, custom_id="go"))
    button = message.components[0].children[0]
    assert (button.emoji.id, button.emoji.name) == (emoji.id, "boat")
    assert [one.id for one in await place.bot.fetch_application_emojis()] == [emoji.id]
    await emoji.delete()
    await refused(10014, place.bot.fetch_application_emoji(emoji.id))


@check
async def an_emoji_with_a_bad_name_is_refused(place: Place) -> None:
    await refused(50035, place.bot.create_application_emoji(name="!", image=PIXEL))


@check
async def typing_is_shown(place: Place) -> None:
    await place.games.trigger_typing()


@check
async def a_wrong_token_is_refused(_: Place) -> None:
    bot = disnake.Client()
    try:
        await raised(disnake.LoginFailure, bot.login("wrong"))
    finally:
        await bot.close()


out_of_scope("members are kicked and banned", "the bot asks for no such permission")
out_of_scope("voice channels are joined", "the bot has no voice")
out_of_scope("stickers, scheduled events and auto moderation rules are listed", "the bot has none")
out_of_scope("all members are listed", "disnake asks for the privileged intent first")

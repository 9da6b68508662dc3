"""The application, its guild, channels, roles, people and emojis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hikari
from harness import check, out_of_scope, raised
from hikari_checks.messages import PIXEL
from hikari_checks.place import URL, refused

if TYPE_CHECKING:
    from hikari_checks.place import Place


@check
async def the_application_is_fetched_with_its_owner(place: Place) -> None:
    application = await place.rest.fetch_application()
    assert application.name == "Turnpost"
    assert application.owner.global_name == "Ann"
    assert application.id == place.application


@check
async def the_guild_is_fetched_with_its_counts(place: Place) -> None:
    guild = await place.rest.fetch_guild(place.guild)
    assert guild.approximate_member_count == 6
    assert set(guild.roles) == set(place.guild.get_roles())


@check
async def the_bots_guilds_are_listed(place: Place) -> None:
    assert [guild.id for guild in await place.rest.fetch_my_guilds()] == [place.guild.id]


@check
async def channels_are_fetched(place: Place) -> None:
    channels = await place.rest.fetch_guild_channels(place.guild)
    assert {channel.name for channel in channels} == {"games", "lounge"}
    found = await place.rest.fetch_channel(place.games)
    assert isinstance(found, hikari.GuildTextChannel)
    assert found.guild_id == place.guild.id


@check
async def what_is_unknown_is_not_found(place: Place) -> None:
    await refused(10003, place.rest.fetch_channel(5))
    await refused(10004, place.rest.fetch_guild(5))
    await refused(10007, place.rest.fetch_member(place.guild, 5))
    await refused(10008, place.rest.fetch_message(place.games, 5))
    await refused(10013, place.rest.fetch_user(5))


@check
async def roles_are_fetched_and_the_bots_own_is_managed(place: Place) -> None:
    mine = next(role for role in await place.rest.fetch_roles(place.guild) if role.bot_id)
    assert mine.bot_id == place.application
    assert mine.is_managed


@check
async def a_member_is_fetched(place: Place) -> None:
    member = await place.rest.fetch_member(place.guild, place.ann.id)
    assert member.display_name == "Ann"
    assert member.joined_at
    assert place.regulars.id in member.role_ids
    assert not member.is_pending


@check
async def members_are_searched(place: Place) -> None:
    found = await place.rest.search_members(place.guild, "an")
    assert [member.user.global_name for member in found] == ["Ann"]


@check
async def without_the_members_intent_members_are_not_listed(place: Place) -> None:
    await refused(50001, place.rest.fetch_members(place.guild).next())


@check
async def a_user_is_fetched(place: Place) -> None:
    user = await place.rest.fetch_user(place.ann.id)
    assert (user.global_name, user.discriminator, user.is_bot) == ("Ann", "0", False)
    assert user.mention == f"<@{place.ann.id}>"


@check
async def the_bots_permissions_are_those_of_the_invitation(place: Place) -> None:
    mine = next(role for role in place.guild.get_roles().values() if role.bot_id).permissions
    assert hikari.Permissions.CREATE_PUBLIC_THREADS in mine
    assert hikari.Permissions.SEND_MESSAGES_IN_THREADS in mine
    assert hikari.Permissions.ADD_REACTIONS in mine
    assert hikari.Permissions.MANAGE_THREADS not in mine
    assert hikari.Permissions.EMBED_LINKS not in mine


@check
async def a_direct_message_is_sent_and_seen(place: Place) -> None:
    channel = await place.rest.create_dm_channel(place.ann.id)
    message = await channel.send("just us")
    assert channel.recipient.id == place.ann.id
    assert message.guild_id is None
    assert str(message.id) in {one["id"] for one in await place.ann.messages(channel)}
    assert (await place.rest.create_dm_channel(place.ann.id)).id == channel.id


@check
async def a_persons_direct_message_is_heard(place: Place) -> None:
    heard = place.hear(hikari.DMMessageCreateEvent, lambda event: event.content == "to you alone")
    await place.ann.say(await place.ann.dm(), "to you alone")
    assert (await heard).author.global_name == "Ann"


@check
async def the_bot_can_not_message_itself(place: Place) -> None:
    await refused(50007, place.rest.create_dm_channel(place.application))


@check
async def without_permission_nothing_is_managed(place: Place) -> None:
    await refused(50013, place.rest.edit_channel(place.games, topic="Moves"))
    await refused(50013, place.rest.create_guild_text_channel(place.guild, "new"))
    await refused(50013, place.rest.create_webhook(place.games, "hook"))
    await refused(50013, place.rest.create_invite(place.games))


@check
async def an_emoji_of_the_application_is_made_renamed_used_and_deleted(place: Place) -> None:
    emoji = await place.rest.create_application_emoji(place.application, "ship", hikari.Bytes(PIXEL, "ship.png"))
    assert emoji.name == "ship"
    assert (await place.rest.edit_application_emoji(place.application, emoji, "boat")).name == "boat"
    row = hikari.impl.MessageActionRowBuilder()
    row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "go", emoji=emoji)
    button = (await place.games.send("t", component=row)).components[0][0]
    assert button.emoji == emoji
    assert await place.rest.fetch_application_emojis(place.application) == [emoji]
    await place.rest.delete_application_emoji(place.application, emoji)
    await refused(10014, place.rest.fetch_application_emoji(place.application, emoji))


@check
async def typing_is_shown(place: Place) -> None:
    await place.rest.trigger_typing(place.games)


@check
async def a_wrong_token_is_refused(_: Place) -> None:
    rest = hikari.RESTApp(url=f"{URL}/api/v10")
    await rest.start()
    try:
        async with rest.acquire("wrong", hikari.TokenType.BOT) as client:
            error = await raised(hikari.UnauthorizedError, client.fetch_my_user())
    finally:
        await rest.close()
    assert error.message == "401: Unauthorized"


out_of_scope("members are kicked and banned", "the bot asks for no such permission")
out_of_scope("voice channels are joined", "the bot has no voice")
out_of_scope("stickers, scheduled events and auto moderation rules are listed", "the bot has none")
out_of_scope("the audit log is read", "the bot asks for no such permission")

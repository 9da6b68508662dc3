"""Users, the guild, its channels and the application in Discord's JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model import permissions
from playground.model.resources.channel import DM, FORUMS, PRIVATE_THREAD, STAGE, VOICE
from playground.model.resources.guild import MEMBERS, REGULARS, guild_id_of
from playground.model.resources.user import APP_ID, BOT_ID, BOT_NAME, INSTALLS
from playground.model.snowflakes import instant

if TYPE_CHECKING:
    from datetime import datetime

    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.resources.guild import Guild
    from playground.model.resources.user import User
    from playground.model.state import State

CONTENT_INTENT = 1 << 15
_CONTENT_LIMITED = 1 << 19


def format_time(moment: datetime) -> str:
    """Return a time as Discord writes it."""
    return moment.isoformat(timespec="microseconds")


def user(one: User) -> Json:
    """Return a user, as anybody sees them."""
    payload: Json = {
        "id": str(one.id),
        "username": one.name if one.bot else one.name.lower(),
        "global_name": None if one.bot else one.name,
        "discriminator": "1234" if one.bot else "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return payload | ({"bot": True} if one.bot else {})


def own_user(state: State) -> Json:
    """Return the bot's own user, as it sees itself."""
    return user(state.users[BOT_ID]) | {"mfa_enabled": False, "locale": "en-US", "premium_type": 0, "verified": True}


def member(guild: Guild, one: User) -> Json:
    """Return a member of a guild, without its user."""
    return {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": format_time(instant(guild.id)),
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [str(role) for role in guild.roles(one.id)],
        "mute": False,
        "deaf": False,
    }


def member_with_user(guild: Guild, one: User) -> Json:
    """Return a member of a guild with its user."""
    return member(guild, one) | {"user": user(one)}


def resolved_member(state: State, guild: Guild, one: User) -> Json:
    """Return a member as an interaction's resolved data has it: with permissions, without its user."""
    known = {key: value for key, value in member(guild, one).items() if key not in {"mute", "deaf"}}
    mine = permissions.bits(state.granted) if one.bot else permissions.of_person(state, one.id)
    return known | {"permissions": str(mine)}


def roles(state: State, guild: Guild) -> list[Json]:
    """Return a guild's roles: everyone's, the bot's own, all people's, and the regulars'."""
    mine = permissions.bits(state.granted)
    return [
        _role(guild.id, "@everyone", permissions.EVERYONE, 0),
        _role(guild.bot_role, BOT_NAME, mine, 1) | {"managed": True, "tags": {"bot_id": str(BOT_ID)}},
        _role(guild.regulars, REGULARS, 0, 2),
        _role(guild.members, MEMBERS, permissions.MEMBERS, 3),
    ]


def _role(key: int, name: str, bits: int, position: int) -> Json:
    return {
        "id": str(key),
        "name": name,
        "permissions": str(bits),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def guild(state: State, one: Guild) -> Json:
    """Return a guild itself."""
    empty = ("icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id")
    empty += ("afk_channel_id", "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code")
    empty += ("rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data")
    zero = ("system_channel_flags", "verification_level", "default_message_notifications", "mfa_level")
    zero += ("explicit_content_filter", "premium_tier", "premium_subscription_count", "nsfw_level")
    return {
        **dict.fromkeys(empty),
        **dict.fromkeys(zero, 0),
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(permissions.owner(state)),
        "region": "rotterdam",
        "preferred_locale": state.preferred_locale,
        "afk_timeout": 300,
        "widget_enabled": False,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": roles(state, one),
    }


def guild_create(state: State, one: Guild) -> Json:
    """Return a guild as in GUILD_CREATE for a bot without the members intent: itself is the only member listed."""
    rooms, threads = (
        [channel(state, each) for each in found if _is_visible(state, each)]
        for found in (state.rooms(one), state.threads(one))
    )
    nothing = ("voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds")
    return guild(state, one) | {
        **{key: [] for key in nothing},
        "joined_at": format_time(instant(one.id)),
        "large": False,
        "unavailable": False,
        "member_count": len(state.users),
        "members": [member_with_user(one, state.users[BOT_ID])],
        "channels": rooms,
        "threads": threads,
    }


def _is_visible(state: State, one: Channel) -> bool:
    return permissions.may(state, one, "VIEW_CHANNEL") and not one.archived


def channel(state: State, one: Channel) -> Json:
    """Return a channel of any type, as the bot sees it."""
    last = str(one.last_message_id) if one.last_message_id else None
    base: Json = {"id": str(one.id), "type": one.type, "last_message_id": last, "flags": one.flags}
    if one.is_direct:
        return base | _direct(state, one)
    base |= {"guild_id": str(guild_id_of(one)), "name": one.name, "rate_limit_per_user": one.slowmode}
    if one.is_thread:
        return base | _thread(one)
    denied = {
        "id": str(state.guild_of(one).bot_role),
        "type": 0,
        "allow": "0",
        "deny": str(permissions.bits(one.denied)),
    }
    return base | {
        "parent_id": None,
        "position": one.position,
        "topic": one.topic or None,
        "nsfw": False,
        "permission_overwrites": [denied] if one.denied else [],
        **({"bitrate": 64000, "user_limit": 0, "rtc_region": None} if one.type in {VOICE, STAGE} else {}),
        **(_forum(one) if one.type in FORUMS else {}),
        **({"default_auto_archive_duration": one.default_auto_archive} if one.default_auto_archive else {}),
    }


def _direct(state: State, one: Channel) -> Json:
    recipients = [user(state.users[key]) for key in ([one.recipient] if one.recipient else one.recipients)]
    if one.type == DM:
        return {"recipients": recipients}
    return {"recipients": recipients, "name": one.name or None, "icon": None, "owner_id": str(one.owner_id)}


def _forum(one: Channel) -> Json:
    return {
        "available_tags": one.available_tags,
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
        "default_thread_rate_limit_per_user": 0,
    }


def _thread(one: Channel) -> Json:
    changed = format_time(one.archive_changed or instant(one.id))
    return {
        "parent_id": str(one.parent_id),
        "owner_id": str(one.owner_id),
        "message_count": one.said,
        "total_message_sent": one.said,
        "member_count": min(len(one.members), 50),
        "thread_metadata": {
            "archived": one.archived,
            "locked": one.locked,
            "auto_archive_duration": one.auto_archive,
            "archive_timestamp": changed,
            "create_timestamp": format_time(instant(one.id)),
            **({"invitable": one.invitable} if one.type == PRIVATE_THREAD else {}),
        },
        **({"applied_tags": [str(tag) for tag in one.applied_tags]} if one.applied_tags else {}),
        **({"member": thread_member(one, BOT_ID)} if BOT_ID in one.members else {}),
    }


def thread_member(thread: Channel, person: int) -> Json:
    """Return someone's membership of a thread."""
    joined = format_time(thread.members[person])
    return {"id": str(thread.id), "user_id": str(person), "join_timestamp": joined, "flags": 0}


def application(state: State, *, message_content: bool) -> Json:
    """Return the bot's application, as its owner sees it."""
    flags = _CONTENT_LIMITED if message_content else 0
    return {
        "id": str(APP_ID),
        "name": BOT_NAME,
        "icon": None,
        "description": "Board games by correspondence.",
        "type": None,
        "bot": user(state.users[BOT_ID]),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "flags_new": str(flags),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(state.users[permissions.owner(state)]),
        "approximate_guild_count": len(state.guilds),
        "approximate_user_install_count": sum(person.installed for person in state.people.values()),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "integration_types_config": {str(kind): {} for kind in INSTALLS},
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        **state.portal,
    }

"""Messages in Discord's JSON, with what the bot may read of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.json_values import as_object
from playground.model import payloads
from playground.model.payloads import format_time
from playground.model.resources.guild import guild_id_of
from playground.model.resources.message import COMMAND, HAS_THREAD, REPLY, STARTER
from playground.model.resources.user import APP_ID, BOT_ID

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.resources.message import Attachment, Message
    from playground.model.state import State

_REFERENCE = "attachment://"


def is_readable(state: State, message: Message) -> bool:
    """Whether a bot without the message content intent may read a message: its own, a direct one or a mention."""
    direct = state.channels[message.channel_id].is_direct
    return direct or message.author_id == BOT_ID or BOT_ID in message.mentions


class MessageJson:
    """Writes messages as JSON; `base` is the address under which attachments are served."""

    def __init__(self, state: State, base: str) -> None:
        self._state = state
        self._base = base

    def whole(self, message: Message) -> Json:
        """Return a message with everything in it."""
        return self.write(message, content=True)

    def write(self, message: Message, *, content: bool, deep: bool = True) -> Json:
        """Return a message; without `content`, what the bot may not read is left empty.

        `deep` adds the message that this one points to.
        """
        shown = content or is_readable(self._state, message)
        media = {file.filename: self._media(message, file) for file in message.attachments}
        files = [self._attachment(message, file) for file in message.attachments if not file.inline]
        users = self._state.users
        payload: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "type": message.type,
            "author": payloads.user(users[message.author_id]),
            "content": message.content if shown else "",
            "timestamp": format_time(message.timestamp),
            "edited_timestamp": format_time(message.edited) if message.edited else None,
            "flags": message.flags,
            "tts": False,
            "pinned": message.pinned is not None,
            "mention_everyone": message.everyone,
            "mentions": [payloads.user(users[one]) for one in message.mentions],
            "mention_roles": [str(one) for one in message.mention_roles],
            "attachments": files if shown else [],
            "embeds": _resolve(message.embeds, media, message.id) if shown else [],
            "components": _resolve(message.components, media, message.id) if shown else [],
        }
        if message.reactions:
            payload["reactions"] = [_reaction(emoji, users) for emoji, users in message.reactions.items()]
        if message.interaction:
            payload |= {"webhook_id": str(APP_ID), "application_id": str(APP_ID)} | self._origin(message.interaction)
        if message.reference:
            payload |= self._points_to(message, message.reference, content=content, deep=deep)
        if message.flags & HAS_THREAD and message.id in self._state.channels:
            payload["thread"] = payloads.channel(self._state, self._state.channels[message.id])
        return payload

    def event(self, message: Message, *, content: bool) -> Json:
        """Return a message as a gateway event, with the guild members in it."""
        payload = self.write(message, content=content)
        channel = self._state.channels[message.channel_id]
        payload["channel_type"] = channel.type
        if channel.is_direct:
            return payload
        guild = self._state.guild_of(channel)
        payload |= {"guild_id": str(guild.id), "member": payloads.member(guild, self._state.users[message.author_id])}
        for mention in payload["mentions"]:
            mention["member"] = payloads.member(guild, self._state.users[int(mention["id"])])
        return payload

    def _origin(self, interaction: Json) -> Json:
        origin: Json = {"interaction_metadata": {key: interaction[key] for key in interaction if key != "name"}}
        if interaction["type"] == 2:
            origin["interaction"] = {key: interaction[key] for key in ("id", "type", "name", "user")}
        return origin

    def _points_to(self, message: Message, reference: dict[str, int], *, content: bool, deep: bool) -> Json:
        place: Channel | None = self._state.channels.get(reference["channel_id"])
        link: Json = {"type": 0} | {key: str(value) for key, value in reference.items()}
        if place is None or not place.is_direct:
            link["guild_id"] = str(guild_id_of(place or self._state.channels[message.channel_id]))
        payload: Json = {"message_reference": link}
        if deep and message.type in {REPLY, STARTER, COMMAND}:
            target = self._state.said.get(reference["channel_id"], {}).get(reference.get("message_id", 0))
            shown = target if target and target.only_for in {None, message.only_for} else None
            payload["referenced_message"] = self.write(shown, content=content, deep=False) if shown else None
        return payload

    def _url(self, message: Message, file: Attachment) -> str:
        return f"{self._base}/attachments/{message.channel_id}/{file.id}/{file.filename}"

    def _media(self, message: Message, file: Attachment) -> Json:
        """Return a file as components show it, with its name and size besides."""
        url = self._url(message, file)
        return {
            "id": str(file.id),
            "attachment_id": str(file.id),
            "url": url,
            "proxy_url": url,
            "content_type": file.content_type,
            "width": file.width,
            "height": file.height,
            "name": file.filename,
            "size": file.size,
        }

    def _attachment(self, message: Message, file: Attachment) -> Json:
        url = self._url(message, file)
        payload: Json = {
            "id": str(file.id),
            "filename": file.filename,
            "size": file.size,
            "url": url,
            "proxy_url": url,
            "content_type": file.content_type,
        }
        extras = {"description": file.description, "width": file.width, "height": file.height}
        if message.only_for is not None:
            extras["ephemeral"] = True
        return payload | {key: value for key, value in extras.items() if value is not None}


def _reaction(emoji: str, users: list[int]) -> Json:
    return {
        "emoji": {"id": None, "name": emoji},
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "burst_colors": [],
        "me": BOT_ID in users,
        "me_burst": False,
        "burst_me": False,
        "burst_count": 0,
    }


def _resolve(value: Any, media: dict[str, Json], key: int) -> Any:
    """Return components or embeds with the files that they name; `key` stands for what came from elsewhere."""
    if isinstance(value, list):
        return [_resolve(one, media, key) for one in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, dict):
        return _resolve_object(as_object(value), media, key)
    if isinstance(value, str) and value.startswith(_REFERENCE):
        return media.get(value.removeprefix(_REFERENCE), {"url": value})["url"]
    return value


def _resolve_object(value: Json, media: dict[str, Json], key: int) -> Json:
    done = {name: _resolve(one, media, key) for name, one in value.items()}
    for name in ("media", "file"):
        if name in value:
            url = str(value[name]["url"])
            known = media.get(url.removeprefix(_REFERENCE), {"id": str(key), "proxy_url": url})
            done[name] = {one: known[one] for one in known if one not in {"name", "size"}} | done[name]
    if "file" in value:
        known = media.get(str(value["file"]["url"]).removeprefix(_REFERENCE), {})
        done |= {"name": known.get("name"), "size": known.get("size")}
    return done

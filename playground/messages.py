"""From a request body to a message: the checks, the mentions, the files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playground import files
from playground.errors import ApiError, bad_form
from playground.json_values import as_object
from playground.model import permissions, threads
from playground.model.resources.channel import FORUMS
from playground.model.resources.message import EPHEMERAL, LOADING, REPLY, SYSTEM, Attachment, Message
from playground.model.resources.user import BOT_ID
from playground.validation import primitives
from playground.validation.components import check_components
from playground.validation.embeds import check_embeds
from playground.validation.mentions import check_allowed_mentions

if TYPE_CHECKING:
    from playground.files import Files
    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.state import State

SUPPRESS_EMBEDS, SILENT, COMPONENTS_V2 = 1 << 2, 1 << 12, 1 << 15
_KEPT_FLAGS = SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2
_LONGEST_NONCE, _LARGEST_NONCE = 25, 2**63
_MOST_FILES = 10
_MENTION = re.compile(r"<@!?([0-9]{1,20})>")
_ROLE_MENTION = re.compile(r"<@&([0-9]{1,20})>")
_REFERENCE = re.compile(r"attachment://([\w.-]+)")
_FILE_NAME = re.compile(r"://(?:[^'\"?]*/)?([\w.-]+)")
"""The last part of an address."""
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    filename: str
    data: bytes


@dataclass(slots=True)
class Mentions:
    """Whom a message mentions."""

    users: list[int]
    roles: list[int]
    everyone: bool


def find_mentions(state: State, content: str, allowed: Json | None, replied_to: Message | None) -> Mentions:
    """Return whom a content mentions, as far as `allowed` (Discord's allowed_mentions) lets it; null allows everything.

    `replied_to` is the message replied to: its author is mentioned if the ping is on, unless an interaction made it.
    """
    given = check_allowed_mentions(allowed)
    parse = ["users", "roles", "everyone"] if given is None else given["parse"]
    chosen = given or {"users": set(), "roles": set(), "replied_user": True}
    found = dict.fromkeys(int(one) for one in _MENTION.findall(content))
    users = [one for one in found if one in state.users and ("users" in parse or one in chosen["users"])]
    if replied_to and replied_to.interaction is None and chosen["replied_user"]:
        users = list(dict.fromkeys([*users, replied_to.author_id]))
    known = {role for guild in state.guilds.values() for role in (guild.bot_role, guild.regulars)}
    roles = [one for one in dict.fromkeys(map(int, _ROLE_MENTION.findall(content))) if one in known]
    roles = [one for one in roles if "roles" in parse or one in chosen["roles"]]
    return Mentions(users, roles, "everyone" in parse and bool(_EVERYONE.search(content)))


class Messages:
    """Makes and alters the bot's messages."""

    def __init__(self, state: State, store: Files) -> None:
        self._state = state
        self._store = store

    def create(self, channel: Channel, body: Json, uploads: dict[int, Upload]) -> Message:
        """Post an ordinary message by the bot, or return the one that its nonce names. Raises `ApiError`."""
        nonce = _check_nonce(body.get("nonce"))
        if nonce is not None and body.get("enforce_nonce") and (before := self._state.with_nonce(BOT_ID, nonce)):
            return before
        self._check_may_post(channel, body, uploads)
        replied_to, reference = self._find_reply_target(channel, body.get("message_reference"))
        may_embed = permissions.may(self._state, channel, "EMBED_LINKS")
        fields = self.fields(body, uploads, replied_to, may_embed=may_embed)
        if reference:
            fields |= {"type": REPLY, "reference": reference}
        return self._state.add_message(channel, BOT_ID, nonce=nonce, **fields)

    def _check_may_post(self, channel: Channel, body: Json, uploads: dict[int, Upload]) -> None:
        if channel.type in FORUMS:
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        needed = ["SEND_MESSAGES_IN_THREADS" if channel.is_thread else "SEND_MESSAGES"]
        needed += ["ATTACH_FILES"] if uploads else []
        needed += ["SEND_POLLS"] if body.get("poll") else []
        permissions.require(self._state, channel, *needed)
        if body.get("poll"):
            raise bad_form("poll", "The playground has no polls.")
        if body.get("message_reference") and not permissions.may(self._state, channel, "READ_MESSAGE_HISTORY"):
            raise ApiError(400, 160002, "Cannot reply without permission to read message history")
        threads.check_may_post(self._state, channel)

    def _find_reply_target(self, channel: Channel, wanted: Any) -> tuple[Message | None, dict[str, int] | None]:
        if not wanted:
            return None, None
        wanted = as_object(wanted)
        key = primitives.number("message_reference.message_id", wanted.get("message_id"))
        message = self._state.said[channel.id].get(key)
        if message and message.only_for is None:
            if message.type in SYSTEM:
                raise bad_form("message_reference", "Cannot reply to a system message")
            return message, {"channel_id": channel.id, "message_id": key}
        if wanted.get("fail_if_not_exists", True):
            raise bad_form("message_reference", "Unknown message")
        return None, None

    def fields(
        self,
        body: Json,
        uploads: dict[int, Upload],
        replied_to: Message | None = None,
        *,
        may_embed: bool = True,
    ) -> Json:
        """Return the checked fields of a new message: what `Message` calls them, each ready to be stored.

        Unless the bot `may_embed`, embeds beside something else are dropped in silence, and refused if they are alone.
        """
        flags = primitives.number("flags", body.get("flags") or 0) & _KEPT_FLAGS
        content = primitives.text("content", body.get("content") or "", 0, 2000).strip()
        given = check_embeds(body.get("embeds"))
        embeds = given if may_embed else []
        components = self._components(body.get("components"), flags)
        attachments = self._attachments([], body.get("attachments"), uploads)
        if not (content or embeds or components or attachments):
            if given:
                raise ApiError(403, 50013, "Missing Permissions")
            raise ApiError(400, 50006, "Cannot send an empty message")
        _check_components_v2(flags, content, embeds, components, attachments)
        mentions = find_mentions(self._state, content, body.get("allowed_mentions"), replied_to)
        return {
            "content": content,
            "embeds": embeds,
            "components": components,
            "attachments": _mark_inline(attachments, embeds),
            "flags": flags,
            "mentions": mentions.users,
            "mention_roles": mentions.roles,
            "everyone": mentions.everyone,
        }

    def edit(self, message: Message, body: Json, uploads: dict[int, Upload], *, may_embed: bool = True) -> None:
        """Alter a message of the bot's; what the body leaves out stays. Raises `ApiError`, and alters nothing then.

        Unless the bot `may_embed`, embeds are dropped in silence.
        """
        content, embeds, components = message.content, message.embeds, message.components
        flags, attachments = message.flags & ~LOADING, message.attachments
        if body.get("flags") is not None:
            mask = SUPPRESS_EMBEDS | COMPONENTS_V2
            flags = (flags & ~SUPPRESS_EMBEDS) | (primitives.number("flags", body["flags"]) & mask)
        if "content" in body:
            content = primitives.text("content", body["content"] or "", 0, 2000).strip()
        if "embeds" in body:
            given = check_embeds(body["embeds"])
            embeds = given if may_embed else []
        if "components" in body:
            components = self._components(body["components"], flags)
        if "attachments" in body or uploads:
            attachments = self._attachments(message.attachments, body.get("attachments"), uploads)
        if not (content or embeds or components or attachments):
            raise ApiError(400, 50006, "Cannot send an empty message")
        _check_components_v2(flags, content, embeds, components, attachments)
        if "content" in body:
            replied_to = self._target(message) if message.type == REPLY else None
            pinged = replied_to if replied_to and replied_to.author_id in message.mentions else None
            mentions = find_mentions(self._state, content, body.get("allowed_mentions"), pinged)
            message.mentions, message.mention_roles = mentions.users, mentions.roles
        message.content, message.embeds, message.components = content, embeds, components
        message.flags, message.attachments = flags, _mark_inline(attachments, embeds)
        message.edited = self._state.clock()
        self._state.notify_edited(message)

    def _components(self, given: Any, flags: int) -> list[Json]:
        return check_components(given, components_v2=bool(flags & COMPONENTS_V2), emojis=self._state.emojis)

    def _target(self, message: Message) -> Message | None:
        place = message.reference or {}
        return self._state.said.get(place.get("channel_id", 0), {}).get(place.get("message_id", 0))

    def _attachments(self, old: list[Attachment], listed: Any, uploads: dict[int, Upload]) -> list[Attachment]:
        """Return a message's attachments: those of its `old` ones and its uploads that are listed, all without a list.

        An upload that isn't listed is refused; nothing tells what Discord does with its bytes.
        """
        if listed is not None:
            primitives.objects("attachments", listed, 0, _MOST_FILES)
        if len(uploads) + (len(old) if listed is None else 0) > _MOST_FILES:
            raise ApiError(400, 30015, f"Maximum number of attachments in a message reached ({_MOST_FILES})")
        if listed is None:
            listed = [{"id": one.id} for one in old] + [{"id": key} for key in uploads]
        items = [_check_attachment(item, f"attachments.{place}") for place, item in enumerate(listed)]
        known = {one.id: one for one in old}
        keys = [key for key, _, _ in items]
        for place, key in enumerate(keys):
            if key not in uploads and key not in known:
                raise bad_form(f"attachments.{place}", "Attachment data not found")
        primitives.check_distinct("attachments", keys)
        if unlisted := uploads.keys() - set(keys):
            raise bad_form("attachments", f"files[{min(unlisted)}] must be listed.")
        return [
            self._store_file(uploads[key], filename, description) if key in uploads else known[key]
            for key, filename, description in items
        ]

    def _store_file(self, upload: Upload, filename: str | None, description: str | None) -> Attachment:
        key, name = self._state.snowflake(), files.safe_name(filename or upload.filename)
        self._store.put(key, upload.data)
        width, height = files.picture_size(upload.data) or (None, None)
        kind = files.content_type(name)
        return Attachment(key, name, len(upload.data), kind, description or None, width, height)


def _check_attachment(item: Json, path: str) -> tuple[int, str | None, str | None]:
    """Return the id, the file name and the alt text of an attachment in a request; both texts may be missing."""
    key = primitives.number(f"{path}.id", item.get("id"))
    filename, description = item.get("filename"), item.get("description")
    if filename is not None:
        primitives.text(f"{path}.filename", filename, 0, 1024)
    if description is not None:
        primitives.text(f"{path}.description", description, 0, 1024)
    return key, filename, description


def _check_nonce(nonce: Any) -> str | int | None:
    if nonce is not None and (isinstance(nonce, bool) or not isinstance(nonce, str | int)):
        raise bad_form("nonce", "This field must be a string or integer.")
    if isinstance(nonce, str) and len(nonce) > _LONGEST_NONCE:
        raise bad_form("nonce", f"Must be {_LONGEST_NONCE} or fewer characters long.")
    if isinstance(nonce, int) and not -_LARGEST_NONCE <= nonce < _LARGEST_NONCE:
        raise bad_form("nonce", f"Must be between {-_LARGEST_NONCE} and {_LARGEST_NONCE - 1}.")
    return nonce


def _check_components_v2(
    flags: int, content: str, embeds: list[Json], components: list[Json], attachments: list[Attachment]
) -> None:
    """Reject what can't stand beside the new components: a text, embeds, and files that no component shows."""
    if not flags & COMPONENTS_V2:
        return
    for name, given in (("content", content), ("embeds", embeds)):
        if given:
            raise bad_form(name, f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
    written, sent = repr(components), {file.filename for file in attachments}
    if set(_REFERENCE.findall(written)) - sent:
        raise bad_form("components", "The referenced attachment was not found")
    hidden = sent - set(_FILE_NAME.findall(written))
    if hidden:
        raise bad_form("attachments", f"{min(hidden)} must be referenced by a component.")


def _mark_inline(attachments: list[Attachment], embeds: list[Json]) -> list[Attachment]:
    shown = _REFERENCE.findall(repr(embeds))
    for file in attachments:
        file.inline = file.filename in shown
    return attachments


def is_ephemeral(flags: Any) -> bool:
    """Whether the flags of an interaction's response make it ephemeral."""
    return bool(primitives.number("flags", flags or 0) & EPHEMERAL)

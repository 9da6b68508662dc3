"""From a request body to a message: the checks, the mentions, the files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playground import files, permissions, validation
from playground.errors import ApiError, bad_form
from playground.state import (
    BOT_ID,
    EPHEMERAL,
    FORUMS,
    LOADING,
    REPLY,
    STARTER,
    THREAD,
    THREAD_CREATED,
    Attachment,
    Message,
    as_object,
    many,
    number,
)

if TYPE_CHECKING:
    from playground.files import Files
    from playground.state import Channel, Json, State

SUPPRESS_EMBEDS, SILENT, FANCY = 1 << 2, 1 << 12, 1 << 15
_KEPT_FLAGS = SUPPRESS_EMBEDS | SILENT | FANCY
_MENTION = re.compile(r"<@!?([0-9]{1,20})>")
_ROLE_MENTION = re.compile(r"<@&([0-9]{1,20})>")
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


def mentioned(state: State, content: str, allowed: Json | None, answered: Message | None) -> Mentions:
    """Return whom a content mentions, as far as `allowed` (Discord's allowed_mentions) lets it; null allows everything.

    `answered` is the message replied to: its author is mentioned too if the ping is on, unless the message came out of
    an interaction.
    """
    parse = ["users", "roles", "everyone"] if allowed is None else many(as_object(allowed).get("parse"))
    given = as_object(allowed)
    chosen = {key: {number(one) for one in many(given.get(key))} for key in ("users", "roles")}
    for key in ("users", "roles"):
        if key in parse and chosen[key]:
            message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            raise bad_form("allowed_mentions", message)
    found = dict.fromkeys(int(one) for one in _MENTION.findall(content))
    users = [one for one in found if one in state.users and ("users" in parse or one in chosen["users"])]
    if answered and answered.interaction is None and (allowed is None or given.get("replied_user")):
        users = list(dict.fromkeys([*users, answered.author_id]))
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
        nonce = body.get("nonce")
        if isinstance(nonce, str):
            validation.text("nonce", nonce, 0, 25)
        if nonce is not None and body.get("enforce_nonce") and (before := self._state.with_nonce(BOT_ID, nonce)):
            return before
        self._may_speak(channel, body, uploads)
        answered, reference = self._answered(channel, body.get("message_reference"))
        fields = self.fields(body, uploads, answered)
        if reference:
            fields |= {"type": REPLY, "reference": reference}
        return self._state.add_message(channel, BOT_ID, nonce=nonce, **fields)

    def _may_speak(self, channel: Channel, body: Json, uploads: dict[int, Upload]) -> None:
        if channel.type in FORUMS:
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        needed = ["SEND_MESSAGES_IN_THREADS" if channel.type == THREAD else "SEND_MESSAGES"]
        needed += ["ATTACH_FILES"] if uploads else []
        permissions.require(self._state, channel, *needed)
        if body.get("message_reference") and not permissions.may(self._state, channel, "READ_MESSAGE_HISTORY"):
            raise ApiError(400, 160002, "Cannot reply without permission to read message history")
        if channel.archived and channel.locked and not permissions.may(self._state, channel, "MANAGE_THREADS"):
            raise ApiError(400, 50083, "Thread is archived")

    def _answered(self, channel: Channel, wanted: Any) -> tuple[Message | None, dict[str, int] | None]:
        if not wanted:
            return None, None
        wanted = as_object(wanted)
        key = validation.number("message_reference.message_id", wanted.get("message_id"))
        message = self._state.said[channel.id].get(key)
        if message and message.only_for is None:
            if message.type in {THREAD_CREATED, STARTER}:
                raise bad_form("message_reference", "Cannot reply to a system message")
            return message, {"channel_id": channel.id, "message_id": key}
        if wanted.get("fail_if_not_exists", True):
            raise bad_form("message_reference", "Unknown message")
        return None, None

    def fields(self, body: Json, uploads: dict[int, Upload], answered: Message | None = None) -> Json:
        """Return the checked fields of a new message: what `Message` calls them, each ready to be stored."""
        flags = validation.number("flags", body.get("flags") or 0) & _KEPT_FLAGS
        content = validation.text("content", body.get("content") or "", 0, 2000).strip()
        if flags & FANCY and (content or body.get("embeds")):
            message = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            raise bad_form("content", message)
        embeds = validation.embeds(body.get("embeds"))
        components = validation.components(body.get("components"), fancy=bool(flags & FANCY))
        attachments = self._attachments([], body.get("attachments"), uploads)
        if not (content or embeds or components or attachments):
            raise ApiError(400, 50006, "Cannot send an empty message")
        mentions = mentioned(self._state, content, body.get("allowed_mentions"), answered)
        return {
            "content": content,
            "embeds": embeds,
            "components": components,
            "attachments": _inlined(attachments, embeds),
            "flags": flags,
            "mentions": mentions.users,
            "mention_roles": mentions.roles,
            "everyone": mentions.everyone,
        }

    def edit(self, message: Message, body: Json, uploads: dict[int, Upload]) -> None:
        """Alter a message of the bot's; what the body leaves out stays. Raises `ApiError`, and alters nothing then."""
        content, embeds, components = message.content, message.embeds, message.components
        flags, attachments = message.flags & ~LOADING, message.attachments
        if body.get("flags") is not None:
            mask = SUPPRESS_EMBEDS | FANCY
            flags = (flags & ~SUPPRESS_EMBEDS) | (validation.number("flags", body["flags"]) & mask)
        if "content" in body:
            content = validation.text("content", body["content"] or "", 0, 2000).strip()
        if "embeds" in body:
            embeds = validation.embeds(body["embeds"])
        if "components" in body:
            components = validation.components(body["components"], fancy=bool(flags & FANCY))
        if "attachments" in body or uploads:
            attachments = self._attachments(message.attachments, body.get("attachments"), uploads)
        if not (content or embeds or components or attachments):
            raise ApiError(400, 50006, "Cannot send an empty message")
        if "content" in body:
            answered = self._target(message) if message.type == REPLY else None
            pinged = answered if answered and answered.author_id in message.mentions else None
            mentions = mentioned(self._state, content, body.get("allowed_mentions"), pinged)
            message.mentions, message.mention_roles = mentions.users, mentions.roles
        message.content, message.embeds, message.components = content, embeds, components
        message.flags, message.attachments = flags, _inlined(attachments, embeds)
        message.edited = self._state.clock()
        self._state.changed(message)

    def _target(self, message: Message) -> Message | None:
        place = message.reference or {}
        return self._state.said.get(place.get("channel_id", 0), {}).get(place.get("message_id", 0))

    def _attachments(self, old: list[Attachment], listed: Any, uploads: dict[int, Upload]) -> list[Attachment]:
        if listed is None:
            listed = [{"id": one.id} for one in old] + [{"id": key} for key in uploads]
        known = {one.id: one for one in old}
        kept: list[Attachment] = []
        for place, item in enumerate(validation.some("attachments", listed, 0, 10)):
            key = validation.number(f"attachments.{place}.id", item.get("id"))
            description = item.get("description")
            if description is not None:
                validation.text(f"attachments.{place}.description", description, 0, 1024)
            if key in uploads:
                kept.append(self._store_file(uploads[key], item.get("filename"), description))
            elif key in known:
                kept.append(known[key])
            else:
                raise bad_form(f"attachments.{place}", "Attachment data not found")
        return kept

    def _store_file(self, upload: Upload, filename: str | None, description: str | None) -> Attachment:
        key, name = self._state.snowflake(), files.safe_name(filename or upload.filename)
        self._store.put(key, upload.data)
        width, height = files.picture_size(upload.data) or (None, None)
        kind = files.content_type(name)
        return Attachment(key, name, len(upload.data), kind, description or None, width, height)


def _inlined(attachments: list[Attachment], embeds: list[Json]) -> list[Attachment]:
    shown = re.findall(r"attachment://([\w.-]+)", repr(embeds))
    for file in attachments:
        file.inline = file.filename in shown
    return attachments


def private(flags: Any) -> bool:
    """Whether the flags of an interaction's response make it ephemeral."""
    return bool(validation.number("flags", flags or 0) & EPHEMERAL)

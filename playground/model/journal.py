"""The playground's journal, read at a start: a line of JSON for every change; a later line replaces an earlier one.

Ephemeral messages are left out, as Discord forgets them too when the app is restarted.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from playground.model.resources.channel import Channel
from playground.model.resources.message import Attachment, Message

if TYPE_CHECKING:
    from pathlib import Path

    from playground.json_values import Json
    from playground.model.state import Change, State

_MESSAGE_KINDS = {"message", "reaction", "reaction_gone"}
"""Changes after which a message is written down again."""
_CHANNEL_KINDS = {"channel", "member", "member_gone"}
"""Changes after which a channel is written down again."""


class UnreadableJournal(Exception):  # noqa: N818 - the name says what is wrong
    """The journal is damaged, of a newer version, or may not be read and written. The message says what to do."""


class Journal:
    """The file `journal.jsonl` in a folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "journal.jsonl"

    def restore(self, state: State) -> None:
        """Apply the journal to a new state, then write down every change of it.

        A last line that a crash cut short is dropped; for any other damage `UnreadableJournal` names the line.
        """
        try:
            self._path.touch(mode=0o600)  # what people say is nobody else's to read
            with self._path.open("a+b") as file:
                file.seek(0)
                data = file.read()
        except OSError as error:
            raise UnreadableJournal(f"{self._path} can't be read and written: {error.strerror}.") from error
        complete = data[: data.rfind(b"\n") + 1]
        for number, line in enumerate(complete.splitlines(), 1):
            try:
                _apply(state, json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise UnreadableJournal(
                    f"{self._path}, line {number} can't be read ({error}). It's damaged, or of a newer version. "
                    "Move it away, and the playground begins anew."
                ) from error
        for said in state.said.values():
            state.last_snowflake = max(state.last_snowflake, *said, 0)
        state.last_snowflake = max(state.last_snowflake, *state.channels, *_other_ids(state), 0)
        if complete != data:
            os.truncate(self._path, len(complete))
        state.listeners.append(lambda change: self._write(state, change))

    def _write(self, state: State, change: Change) -> None:
        message, channel = change.message, change.channel
        if change.kind in {"typing", "pins"} or (message and message.only_for is not None):
            return
        kinds = dict.fromkeys(_MESSAGE_KINDS, "message") | dict.fromkeys(_CHANNEL_KINDS, "channel")
        record: Json = {"kind": kinds.get(change.kind, change.kind)}
        if change.kind == "commands":
            record["item"] = {str(key): value for key, value in state.commands.items()}
        elif change.kind == "emojis":
            record["item"] = list(state.emojis.values())
        elif change.kind == "user" and change.user:
            user = state.users[change.user]
            record["item"] = {"id": user.id, "locale": user.locale, "installed": user.installed}
        elif message:
            record["item"] = asdict(message) if change.kind in _MESSAGE_KINDS else [message.channel_id, message.id]
        elif channel:
            record["item"] = asdict(channel) if change.kind in _CHANNEL_KINDS else channel.id
        with self._path.open("a", encoding="utf-8") as file:
            if message and change.new and channel:
                file.write(_to_line({"kind": "channel", "item": asdict(channel)}))
            file.write(_to_line(record))


def _to_line(record: Json) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), default=_encode) + "\n"


def _encode(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return sorted(value)


def _parse_time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _apply(state: State, record: Json) -> None:
    item = record["item"]
    match record["kind"]:
        case "channel":
            item |= {"denied": set(item["denied"]), "archive_changed": _parse_time(item["archive_changed"])}
            item["members"] = {int(key): datetime.fromisoformat(when) for key, when in item["members"].items()}
            state.channels[item["id"]] = Channel(**item)
            state.said.setdefault(item["id"], {})
        case "channel_gone":
            state.forget_channel(item)
        case "message":
            item |= {"timestamp": datetime.fromisoformat(item["timestamp"]), "edited": _parse_time(item["edited"])}
            item["pinned"] = _parse_time(item.get("pinned"))
            item["attachments"] = [Attachment(**one) for one in item["attachments"]]
            state.store(Message(**item))
        case "message_gone":
            state.said[item[0]].pop(item[1], None)
        case "commands":
            state.commands = {int(key): value for key, value in item.items()}
        case "emojis":
            state.emojis = {int(emoji["id"]): emoji for emoji in item}
        case "user":
            user = state.users[item["id"]]
            user.locale, user.installed = item["locale"], item["installed"]
        case kind:
            raise ValueError(f"unknown kind {kind!r}")


def _other_ids(state: State) -> list[int]:
    messages = [message for said in state.said.values() for message in said.values()]
    commands = [int(command["version"]) for command in state.all_commands()]
    return [file.id for message in messages for file in message.attachments] + commands + list(state.emojis)

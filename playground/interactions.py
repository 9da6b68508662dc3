"""Interactions: a press, a command or a form on its way to the bot, and the bot's answer on its way back."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from playground import payloads, permissions, validation
from playground.errors import UNKNOWN_INTERACTION, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, ApiError, bad_form, unknown
from playground.messages import private
from playground.state import APP_ID, BOT_ID, COMMAND, DM, EPHEMERAL, LOADING, REPLY, home, named, number

if TYPE_CHECKING:
    from datetime import datetime

    from playground.gateway import Gateway
    from playground.message_json import MessageJson
    from playground.messages import Messages, Upload
    from playground.state import Channel, Json, Message, State

SLASH, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
SAY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
_LIFETIME = timedelta(minutes=15)
_FITTING = {
    SLASH: {SAY, DEFER, SHOW_MODAL},
    COMPONENT: {SAY, DEFER, DEFER_UPDATE, UPDATE, SHOW_MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL: {SAY, DEFER},
}


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction: who, where, with what data; then the kind of the bot's answer and what it brought."""

    id: int
    token: str
    type: int
    person: int
    channel: Channel
    created: datetime
    data: Json
    source: Message | None = None
    origin: Interaction | None = None
    late: bool = False
    kind: int | None = None
    original: Message | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list[dict[str, Any]])
    own: set[int] = field(default_factory=set[int])
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class Interactions:
    """Opens interactions for people and takes the bot's answers. `patience` is how long it may take, in seconds."""

    def __init__(
        self, state: State, message_json: MessageJson, gateway: Gateway, messages: Messages, patience: float
    ) -> None:
        self._state = state
        self._message_json = message_json
        self._gateway = gateway
        self._messages = messages
        self._patience = patience
        self._open: dict[int, Interaction] = {}

    async def ask(
        self,
        kind: int,
        person: int,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        origin: Interaction | None = None,
    ) -> Interaction:
        """Send an interaction to the bot and wait for its answer, which may stay out (`kind` is None then)."""
        now = self._state.clock()
        self._open = {key: one for key, one in self._open.items() if now - one.created < 2 * _LIFETIME}
        token = secrets.token_urlsafe(32)
        asked = Interaction(self._state.snowflake(), token, kind, person, channel, now, data, source, origin)
        self._open[asked.id] = asked
        if self._gateway.reaches(channel):
            self._gateway.dispatch("INTERACTION_CREATE", self._payload(asked), channel)
            with suppress(TimeoutError):
                await asyncio.wait_for(asked.answered.wait(), self._patience)
        asked.late = not asked.answered.is_set()
        return asked

    def shown_modal(self, key: int) -> Interaction | None:
        """Return the interaction that was answered with a form, by its id."""
        asked = self._open.get(key)
        return asked if asked and asked.modal else None

    def _payload(self, asked: Interaction) -> Json:
        state, channel, person = self._state, asked.channel, self._state.users[asked.person]
        rights = str(permissions.of_person(state, asked.person))
        mine = permissions.ALL & ~permissions.bits(permissions.denied(state, channel))
        payload: Json = {
            "id": str(asked.id),
            "application_id": str(APP_ID),
            "type": asked.type,
            "data": asked.data,
            "token": asked.token,
            "version": 1,
            "channel": payloads.channel(state, channel) | {"permissions": rights},
            "channel_id": str(channel.id),
            "locale": "en-US",
            "app_permissions": str(mine),
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
            "authorizing_integration_owners": _owners(channel),
            "context": 1 if channel.type == DM else 0,
        }
        if asked.source:
            payload["message"] = self._message_json.write(asked.source, content=self._gateway.reads_content)
        if channel.type == DM:
            return payload | {"user": payloads.user(person)}
        guild = state.guilds[home(channel)]
        return payload | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": payloads.whole_member(guild, person) | {"permissions": rights},
        }

    def called(self, key: int, token: str) -> Interaction:
        """Return the interaction that a callback answers. Raises `ApiError` if it is too late or was answered."""
        asked = self._open.get(key)
        if asked is None or asked.token != token or asked.late:
            raise unknown("interaction", UNKNOWN_INTERACTION)
        if asked.kind is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        return asked

    def respond(self, asked: Interaction, body: Json, uploads: dict[int, Upload]) -> None:
        """Take the bot's first answer. Raises `ApiError`, and the interaction stays open then."""
        kind, data = body.get("type"), named(body.get("data"))
        fitting = _FITTING[asked.type] | ({DEFER_UPDATE, UPDATE} if asked.source else set[int]())
        if kind not in fitting:
            choices = ", ".join(map(str, sorted(fitting)))
            raise bad_form("type", f"Value must be one of {{{choices}}}.")
        match kind:
            case 4:
                asked.original = self._say(asked, data, uploads)
            case 5:
                asked.original = self._add(asked, private=private(data.get("flags")), flags=LOADING)
            case 6:
                asked.original = asked.source
            case 7:
                asked.original = asked.source
                if asked.source:
                    self._messages.edit(asked.source, data, uploads)
            case 8:
                asked.choices = _choices(data)
            case _:
                asked.modal = validation.modal(data)
        if asked.original:
            asked.own.add(asked.original.id)
        asked.kind = kind
        asked.answered.set()

    def _say(self, asked: Interaction, data: Json, uploads: dict[int, Upload]) -> Message:
        fields = self._messages.fields(data, uploads)
        return self._add(asked, private=private(data.get("flags")), **fields)

    def _add(self, asked: Interaction, *, private: bool, flags: int = 0, **fields: Any) -> Message:
        answered = asked.original or asked.source
        if answered:
            fields["reference"] = {"channel_id": answered.channel_id, "message_id": answered.id}
        return self._state.add_message(
            asked.channel,
            BOT_ID,
            type=REPLY if answered else COMMAND,
            flags=flags | (EPHEMERAL if private else 0),
            only_for=asked.person if private else None,
            interaction=self._metadata(asked),
            **fields,
        )

    def _metadata(self, asked: Interaction) -> Json:
        data: Json = {
            "id": str(asked.id),
            "type": asked.type,
            "user": payloads.user(self._state.users[asked.person]),
            "authorizing_integration_owners": _owners(asked.channel),
        }
        if asked.type == SLASH:
            data["name"] = asked.data["name"]
        if asked.type == COMPONENT and asked.source:
            data["interacted_message_id"] = str(asked.source.id)
        if asked.type == MODAL and asked.origin:
            trigger = self._metadata(asked.origin)
            data["triggering_interaction_metadata"] = {key: trigger[key] for key in trigger if key != "name"}
        if asked.original:
            data["original_response_message_id"] = str(asked.original.id)
        return data

    def hooked(self, token: str) -> Interaction:
        """Return the answered interaction that a webhook token belongs to. Raises `ApiError`."""
        asked = next((one for one in self._open.values() if one.token == token), None)
        if asked is None or asked.kind is None:
            raise unknown("Webhook", UNKNOWN_WEBHOOK)
        if self._state.clock() - asked.created >= _LIFETIME:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        return asked

    def follow_up(self, asked: Interaction, body: Json, uploads: dict[int, Upload]) -> Message:
        """Post one more message; the first after a deferral fills the waiting one instead."""
        original = asked.original
        if original and original.flags & LOADING:
            self._messages.edit(original, body, uploads)
            return original
        message = self._say(asked, body, uploads)
        asked.own.add(message.id)
        return message

    def message(self, asked: Interaction, name: str) -> Message:
        """Return one of an interaction's messages: `@original`, or by its id. Raises `ApiError`."""
        digits = str(asked.original.id) if name == "@original" and asked.original else name
        key = number(digits)
        message = self._state.said.get(asked.channel.id, {}).get(key)
        if message is None or key not in asked.own:
            raise unknown("Message", UNKNOWN_MESSAGE)
        return message

    def receipt(self, asked: Interaction) -> Json:
        """Return what a callback with `with_response` gives back."""
        about: Json = {"id": str(asked.id), "type": asked.type, "channel_id": str(asked.channel.id)}
        if asked.channel.type != DM:
            about["guild_id"] = str(home(asked.channel))
        if asked.original:
            about["response_message_id"] = str(asked.original.id)
            about["response_message_loading"] = bool(asked.original.flags & LOADING)
            about["response_message_ephemeral"] = bool(asked.original.flags & EPHEMERAL)
        if asked.original and asked.kind in {SAY, UPDATE}:
            message = self._message_json.write(asked.original, content=self._gateway.reads_content)
            return {"interaction": about, "resource": {"type": asked.kind, "message": message}}
        return {"interaction": about}


def _owners(channel: Channel) -> Json:
    return {"0": "0" if channel.type == DM else str(home(channel))}


def _choices(data: Json) -> list[Json]:
    choices = validation.some("data.choices", data.get("choices"), 0, 25)
    for place, choice in enumerate(choices):
        validation.text(f"data.choices.{place}.name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            validation.text(f"data.choices.{place}.value", choice["value"], 1, 100)
    return choices

"""Interactions: presses, commands and forms that are sent to the bot, and its responses."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from playground import payloads, permissions, threads
from playground.errors import UNKNOWN_INTERACTION, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, ApiError, bad_form, unknown
from playground.json_values import as_object, number
from playground.messages import is_ephemeral
from playground.resources.guild import guild_id_of
from playground.resources.message import COMMAND, EPHEMERAL, LOADING, REPLY
from playground.resources.user import APP_ID, BOT_ID
from playground.validation import primitives
from playground.validation.components import check_modal

if TYPE_CHECKING:
    from datetime import datetime

    from playground.gateway import Gateway
    from playground.json_values import Json
    from playground.message_json import MessageJson
    from playground.messages import Messages, Upload
    from playground.resources.channel import Channel
    from playground.resources.message import Message
    from playground.state import State

SLASH, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
CHANNEL_MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
_LIFETIME = timedelta(minutes=15)
_ALLOWED_RESPONSES = {
    SLASH: {CHANNEL_MESSAGE, DEFER, SHOW_MODAL},
    COMPONENT: {CHANNEL_MESSAGE, DEFER, DEFER_UPDATE, UPDATE, SHOW_MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL: {CHANNEL_MESSAGE, DEFER},
}


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction: its person, channel and data; then the kind and content of the bot's response."""

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
    message_ids: set[int] = field(default_factory=set[int])
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)


class Interactions:
    """Sends interactions for people and takes the bot's responses. `patience` is the time for one, in seconds."""

    def __init__(
        self, state: State, message_json: MessageJson, gateway: Gateway, messages: Messages, patience: float
    ) -> None:
        self._state = state
        self._message_json = message_json
        self._gateway = gateway
        self._messages = messages
        self._patience = patience
        self._open: dict[int, Interaction] = {}

    async def send(
        self,
        kind: int,
        person: int,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        origin: Interaction | None = None,
    ) -> Interaction:
        """Send an interaction to the bot and wait for the response, which may not come (`kind` is None then)."""
        now = self._state.clock()
        self._open = {key: one for key, one in self._open.items() if now - one.created < 2 * _LIFETIME}
        token = secrets.token_urlsafe(32)
        interaction = Interaction(self._state.snowflake(), token, kind, person, channel, now, data, source, origin)
        self._open[interaction.id] = interaction
        if self._gateway.reaches(channel):
            self._gateway.dispatch("INTERACTION_CREATE", self._payload(interaction), channel)
            with suppress(TimeoutError):
                await asyncio.wait_for(interaction.acknowledged.wait(), self._patience)
        interaction.late = not interaction.acknowledged.is_set()
        return interaction

    def find_modal(self, key: int) -> Interaction | None:
        """Return the interaction that got a form as its response, by its id."""
        interaction = self._open.get(key)
        return interaction if interaction and interaction.modal else None

    def _payload(self, interaction: Interaction) -> Json:
        state, channel, person = self._state, interaction.channel, self._state.users[interaction.person]
        permission_bits = str(permissions.of_person(state, interaction.person))
        bot_permissions = permissions.bits(permissions.of_bot(state, channel))
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(APP_ID),
            "type": interaction.type,
            "data": interaction.data,
            "token": interaction.token,
            "version": 1,
            "channel": payloads.channel(state, channel) | {"permissions": permission_bits},
            "channel_id": str(channel.id),
            "locale": "en-US",
            "app_permissions": str(bot_permissions),
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
            "authorizing_integration_owners": _owners(channel),
            "context": 1 if channel.is_direct else 0,
        }
        if interaction.source:
            payload["message"] = self._message_json.write(interaction.source, content=self._gateway.reads_content)
        if channel.is_direct:
            return payload | {"user": payloads.user(person)}
        guild = state.guilds[guild_id_of(channel)]
        return payload | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": payloads.member_with_user(guild, person) | {"permissions": permission_bits},
        }

    def get_unanswered(self, key: int, token: str) -> Interaction:
        """Return the interaction that a callback answers. Raises `ApiError` if it is too late or was answered."""
        interaction = self._open.get(key)
        if interaction is None or interaction.token != token or interaction.late:
            raise unknown("interaction", UNKNOWN_INTERACTION)
        if interaction.kind is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        return interaction

    def respond(self, interaction: Interaction, body: Json, uploads: dict[int, Upload]) -> None:
        """Take the bot's first response. Raises `ApiError`, and the interaction stays open then."""
        kind, data = body.get("type"), as_object(body.get("data"))
        allowed = _ALLOWED_RESPONSES[interaction.type] | ({DEFER_UPDATE, UPDATE} if interaction.source else set[int]())
        if kind not in allowed:
            choices = ", ".join(map(str, sorted(allowed)))
            raise bad_form("type", f"Value must be one of {{{choices}}}.")
        if kind != CHOICES:
            threads.check_may_respond(self._state, interaction.channel)
        match kind:
            case 4:
                interaction.original = self._post(interaction, data, uploads)
            case 5:
                interaction.original = self._add_message(
                    interaction, ephemeral=is_ephemeral(data.get("flags")), flags=LOADING
                )
            case 6:
                interaction.original = interaction.source
            case 7:
                interaction.original = interaction.source
                if interaction.source:
                    self._messages.edit(interaction.source, data, uploads)
            case 8:
                interaction.choices = _choices(data)
            case _:
                interaction.modal = check_modal(data, self._state.emojis)
        if interaction.original:
            interaction.message_ids.add(interaction.original.id)
        interaction.kind = kind
        interaction.acknowledged.set()

    def _post(self, interaction: Interaction, data: Json, uploads: dict[int, Upload]) -> Message:
        fields = self._messages.fields(data, uploads)
        return self._add_message(interaction, ephemeral=is_ephemeral(data.get("flags")), **fields)

    def _add_message(self, interaction: Interaction, *, ephemeral: bool, flags: int = 0, **fields: Any) -> Message:
        replied_to = interaction.original or interaction.source
        if replied_to:
            fields["reference"] = {"channel_id": replied_to.channel_id, "message_id": replied_to.id}
        return self._state.add_message(
            interaction.channel,
            BOT_ID,
            type=REPLY if replied_to else COMMAND,
            flags=flags | (EPHEMERAL if ephemeral else 0),
            only_for=interaction.person if ephemeral else None,
            interaction=self._metadata(interaction),
            **fields,
        )

    def _metadata(self, interaction: Interaction) -> Json:
        data: Json = {
            "id": str(interaction.id),
            "type": interaction.type,
            "user": payloads.user(self._state.users[interaction.person]),
            "authorizing_integration_owners": _owners(interaction.channel),
        }
        if interaction.type == SLASH:
            data["name"] = interaction.data["name"]
        if interaction.type == COMPONENT and interaction.source:
            data["interacted_message_id"] = str(interaction.source.id)
        if interaction.type == MODAL and interaction.origin:
            trigger = self._metadata(interaction.origin)
            data["triggering_interaction_metadata"] = {key: trigger[key] for key in trigger if key != "name"}
        if interaction.original:
            data["original_response_message_id"] = str(interaction.original.id)
        return data

    def get_answered(self, token: str) -> Interaction:
        """Return the answered interaction that a webhook token belongs to. Raises `ApiError`."""
        interaction = next((one for one in self._open.values() if one.token == token), None)
        if interaction is None or interaction.kind is None:
            raise unknown("Webhook", UNKNOWN_WEBHOOK)
        if self._state.clock() - interaction.created >= _LIFETIME:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        return interaction

    def follow_up(self, interaction: Interaction, body: Json, uploads: dict[int, Upload]) -> Message:
        """Post one more message; the first after a deferral fills the waiting one instead."""
        threads.check_may_respond(self._state, interaction.channel)
        original = interaction.original
        if original and original.flags & LOADING:
            self._messages.edit(original, body, uploads)
            return original
        message = self._post(interaction, body, uploads)
        interaction.message_ids.add(message.id)
        return message

    def message(self, interaction: Interaction, name: str) -> Message:
        """Return one of an interaction's messages: `@original`, or by its id. Raises `ApiError`."""
        digits = str(interaction.original.id) if name == "@original" and interaction.original else name
        key = number(digits)
        message = self._state.said.get(interaction.channel.id, {}).get(key)
        if message is None or key not in interaction.message_ids:
            raise unknown("Message", UNKNOWN_MESSAGE)
        return message

    def callback_json(self, interaction: Interaction) -> Json:
        """Return the response to a callback with `with_response`."""
        summary: Json = {"id": str(interaction.id), "type": interaction.type, "channel_id": str(interaction.channel.id)}
        if not interaction.channel.is_direct:
            summary["guild_id"] = str(guild_id_of(interaction.channel))
        if interaction.original:
            summary["response_message_id"] = str(interaction.original.id)
            summary["response_message_loading"] = bool(interaction.original.flags & LOADING)
            summary["response_message_ephemeral"] = bool(interaction.original.flags & EPHEMERAL)
        if interaction.original and interaction.kind in {CHANNEL_MESSAGE, UPDATE}:
            message = self._message_json.write(interaction.original, content=self._gateway.reads_content)
            return {"interaction": summary, "resource": {"type": interaction.kind, "message": message}}
        return {"interaction": summary}


def _owners(channel: Channel) -> Json:
    return {"0": "0" if channel.is_direct else str(guild_id_of(channel))}


def _choices(data: Json) -> list[Json]:
    choices = primitives.objects("data.choices", data.get("choices"), 0, 25)
    for place, choice in enumerate(choices):
        primitives.text(f"data.choices.{place}.name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            primitives.text(f"data.choices.{place}.value", choice["value"], 1, 100)
    return choices

"""Interactions: presses, commands and forms that are sent to the bot, and its responses."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from playground.errors import (
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
    bad_form,
    form_in,
    unknown,
)
from playground.interactions import command_access
from playground.json_values import as_object, number
from playground.messages import is_ephemeral
from playground.model import threads
from playground.model.resources.interaction import (
    AUTOCOMPLETE,
    CHANNEL_MESSAGE,
    CHOICES,
    COMPONENT,
    DEFER,
    DEFER_UPDATE,
    MODAL,
    SHOW_MODAL,
    SLASH,
    UPDATE,
    Interaction,
)
from playground.model.resources.message import COMMAND, EPHEMERAL, LOADING, REPLY
from playground.model.resources.user import BOT_ID, GUILD_INSTALL
from playground.validation.command_values import check_choices
from playground.validation.components import check_modal

if TYPE_CHECKING:
    from playground.gateway.gateway import Gateway
    from playground.interactions.interaction_json import InteractionJson
    from playground.json_values import Json
    from playground.messages import Messages, Upload
    from playground.model.resources.channel import Channel
    from playground.model.resources.message import Message
    from playground.model.state import State

_LIFETIME = timedelta(minutes=15)
_MOST_FOLLOW_UPS = 5
"""Of an application that only the person installed (docs: Interactions, Followup Messages)."""
_ALLOWED_RESPONSES = {
    SLASH: {CHANNEL_MESSAGE, DEFER, SHOW_MODAL},
    COMPONENT: {CHANNEL_MESSAGE, DEFER, DEFER_UPDATE, UPDATE, SHOW_MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL: {CHANNEL_MESSAGE, DEFER},
}


class Interactions:
    """Sends interactions for people and takes the bot's responses. `patience` is the time for one, in seconds."""

    def __init__(
        self, state: State, interaction_json: InteractionJson, gateway: Gateway, messages: Messages, patience: float
    ) -> None:
        self._state = state
        self._interaction_json = interaction_json
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
        owners = self._owners(person, channel, data, source, origin)
        key = self._state.snowflake()
        interaction = Interaction(key, token, kind, person, channel, now, data, owners, source, origin)
        self._open[interaction.id] = interaction
        if self._gateway.reaches(channel):
            self._gateway.dispatch("INTERACTION_CREATE", self._interaction_json.payload(interaction), channel)
            with suppress(TimeoutError):
                await asyncio.wait_for(interaction.acknowledged.wait(), self._patience)
        interaction.late = not interaction.acknowledged.is_set()
        return interaction

    def _owners(
        self, person: int, channel: Channel, data: Json, source: Message | None, origin: Interaction | None
    ) -> Json:
        """Return who installed the application for an interaction: a press belongs to whom its message belongs."""
        if origin:
            return origin.owners
        if source and source.interaction:
            return source.interaction["authorizing_integration_owners"]
        command = next((one for one in self._state.all_commands() if one["id"] == data.get("id")), None)
        return command_access.owners(self._state, person, channel, command)

    def find_modal(self, key: int) -> Interaction | None:
        """Return the interaction that got a form as its response, by its id."""
        interaction = self._open.get(key)
        return interaction if interaction and interaction.modal else None

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
                with form_in("data"):
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
                    with form_in("data"):
                        self._messages.edit(interaction.source, data, uploads)
            case 8:
                kind_of_option = _focused_type(interaction.data["options"])
                interaction.choices = check_choices("data.choices", data.get("choices"), kind_of_option)
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
            interaction=self._interaction_json.metadata(interaction),
            **fields,
        )

    def get_answered(self, token: str) -> Interaction:
        """Return the answered interaction that a webhook token belongs to. Raises `ApiError`."""
        interaction = next((one for one in self._open.values() if one.token == token), None)
        if interaction is None or self._state.clock() - interaction.created >= _LIFETIME:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.kind is None:
            raise unknown("Webhook", UNKNOWN_WEBHOOK)
        return interaction

    def follow_up(self, interaction: Interaction, body: Json, uploads: dict[int, Upload]) -> Message:
        """Post one more message; the first after a deferral fills the waiting one instead."""
        threads.check_may_respond(self._state, interaction.channel)
        original = interaction.original
        if original and original.flags & LOADING:
            self._messages.edit(original, body, uploads)
            return original
        if str(GUILD_INSTALL) not in interaction.owners and interaction.follow_ups == _MOST_FOLLOW_UPS:
            raise ApiError(400, 40094, "This interaction has hit the maximum number of follow up messages.")
        message = self._post(interaction, body, uploads)
        interaction.message_ids.add(message.id)
        interaction.follow_ups += 1
        return message

    def message(self, interaction: Interaction, name: str) -> Message:
        """Return one of an interaction's messages: `@original`, or by its id. Raises `ApiError`."""
        digits = str(interaction.original.id) if name == "@original" and interaction.original else name
        key = number(digits)
        message = self._state.said.get(interaction.channel.id, {}).get(key)
        if message is None or key not in interaction.message_ids:
            raise unknown("Message", UNKNOWN_MESSAGE)
        return message


def _focused_type(options: list[Json]) -> int:
    """Return the type of the option that is being typed, among options or those of the subcommand in use."""
    focused = next((one for one in options if one.get("focused")), None)
    return int(focused["type"]) if focused else _focused_type(options[0]["options"])

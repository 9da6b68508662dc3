"""Interactions in Discord's JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.http import MAX_UPLOAD
from playground.model import payloads, permissions
from playground.model.resources.guild import guild_id_of
from playground.model.resources.interaction import CHANNEL_MESSAGE, COMPONENT, MODAL, SLASH, UPDATE
from playground.model.resources.message import EPHEMERAL, LOADING
from playground.model.resources.user import APP_ID

if TYPE_CHECKING:
    from playground.gateway.gateway import Gateway
    from playground.json_values import Json
    from playground.model.message_json import MessageJson
    from playground.model.resources.interaction import Interaction
    from playground.model.state import State


class InteractionJson:
    """Writes interactions, what their messages tell of them, and the responses to callbacks."""

    def __init__(self, state: State, message_json: MessageJson, gateway: Gateway) -> None:
        self._state = state
        self._message_json = message_json
        self._gateway = gateway

    def payload(self, interaction: Interaction) -> Json:
        """Return an interaction as the bot gets it (docs: Interactions, Interaction Structure)."""
        state, channel, person = self._state, interaction.channel, self._state.users[interaction.person]
        permission_bits = str(permissions.of_person(state, interaction.person))
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(APP_ID),
            "type": interaction.type,
            "data": interaction.data,
            "token": interaction.token,
            "version": 1,
            "channel": payloads.channel(state, channel) | {"permissions": permission_bits},
            "channel_id": str(channel.id),
            "locale": person.locale,
            "app_permissions": str(permissions.app_permissions(state, channel)),
            "entitlements": [],
            "attachment_size_limit": MAX_UPLOAD,
            "authorizing_integration_owners": interaction.owners,
            "context": channel.context,
        }
        if interaction.source:
            payload["message"] = self._message_json.write(interaction.source, content=self._gateway.reads_content)
        if channel.is_direct:
            return payload | {"user": payloads.user(person)}
        guild = state.guild_of(channel)
        return payload | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": state.preferred_locale, "features": []},
            "guild_locale": state.preferred_locale,
            "member": payloads.member_with_user(guild, person) | {"permissions": permission_bits},
        }

    def metadata(self, interaction: Interaction) -> Json:
        """Return what messages tell of their interaction (docs: Messages Resource, Message Interaction Metadata)."""
        data: Json = {
            "id": str(interaction.id),
            "type": interaction.type,
            "user": payloads.user(self._state.users[interaction.person]),
            "authorizing_integration_owners": interaction.owners,
        }
        if interaction.type == SLASH:
            data["name"] = interaction.data["name"]
            data |= self._target(interaction.data)
        if interaction.type == COMPONENT and interaction.source:
            data["interacted_message_id"] = str(interaction.source.id)
        if interaction.type == MODAL and interaction.origin:
            trigger = self.metadata(interaction.origin)
            data["triggering_interaction_metadata"] = {key: trigger[key] for key in trigger if key != "name"}
        if interaction.original:
            data["original_response_message_id"] = str(interaction.original.id)
        return data

    def _target(self, data: Json) -> Json:
        target = int(data.get("target_id", 0))
        if target in self._state.users:
            return {"target_user": payloads.user(self._state.users[target])}
        return {"target_message_id": str(target)} if target else {}

    def callback(self, interaction: Interaction) -> Json:
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

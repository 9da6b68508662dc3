"""The bot's REST routes for responses to interactions, and for the webhook that each interaction has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import UNKNOWN_WEBHOOK, unknown
from playground.http import is_true, json_response, no_content, path_id, read_body
from playground.model import threads
from playground.model.resources.user import APP_ID

if TYPE_CHECKING:
    from playground.gateway.gateway import Gateway
    from playground.interactions.interaction_json import InteractionJson
    from playground.interactions.interactions import Interactions
    from playground.messages import Messages
    from playground.model.message_json import MessageJson
    from playground.model.resources.interaction import Interaction
    from playground.model.resources.message import Message
    from playground.model.state import State


class InteractionRoutes:
    """Routes below `/interactions` and `/webhooks`."""

    def __init__(
        self,
        state: State,
        message_json: MessageJson,
        gateway: Gateway,
        messages: Messages,
        open_interactions: Interactions,
        interaction_json: InteractionJson,
    ) -> None:
        self._state = state
        self._message_json = message_json
        self._gateway = gateway
        self._messages = messages
        self._interactions = open_interactions
        self._interaction_json = interaction_json

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        webhook = "/webhooks/{app}/{token}"
        message = f"{webhook}/messages/{{message}}"
        return [
            web.post("/interactions/{interaction}/{token}/callback", self._callback),
            web.post(webhook, self._follow_up),
            web.get(message, self._message),
            web.patch(message, self._edit),
            web.delete(message, self._delete),
        ]

    def _interaction(self, request: web.Request) -> Interaction:
        if path_id(request, "app") != APP_ID:
            raise unknown("Webhook", UNKNOWN_WEBHOOK)
        return self._interactions.get_answered(request.match_info["token"])

    def _find(self, request: web.Request) -> tuple[Interaction, Message]:
        interaction = self._interaction(request)
        return interaction, self._interactions.message(interaction, request.match_info["message"])

    def _respond(self, message: Message) -> web.Response:
        return json_response(self._message_json.write(message, content=self._gateway.reads_content))

    async def _callback(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        interaction = self._interactions.get_unanswered(path_id(request, "interaction"), request.match_info["token"])
        self._interactions.respond(interaction, body, uploads)
        wanted = is_true(request, "with_response")
        return json_response(self._interaction_json.callback(interaction)) if wanted else no_content()

    async def _follow_up(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        return self._respond(self._interactions.follow_up(self._interaction(request), body, uploads))

    async def _message(self, request: web.Request) -> web.Response:
        _, message = self._find(request)
        return self._respond(message)

    async def _edit(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        interaction, message = self._find(request)
        threads.check_may_respond(self._state, interaction.channel)
        self._messages.edit(message, body, uploads)
        return self._respond(message)

    async def _delete(self, request: web.Request) -> web.Response:
        _, message = self._find(request)
        self._state.remove_message(message)
        return no_content()

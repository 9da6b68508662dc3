"""The people's routes for interactions: buttons and menus, slash commands, context menus, forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.http import json_response, read_body
from playground.interactions import component_input, slash_commands
from playground.interactions.modal_input import Submission
from playground.interactions.resolved import Lookup
from playground.interactions.slash_commands import InvalidInput
from playground.json_values import as_list, as_object, number
from playground.model.resources.interaction import AUTOCOMPLETE, CHANNEL_MESSAGE, COMPONENT, MODAL, SLASH, UPDATE
from playground.model.resources.message import LOADING

if TYPE_CHECKING:
    from playground.interactions.form_files import FormFiles
    from playground.interactions.interactions import Interactions
    from playground.model.resources.interaction import Interaction
    from playground.model.state import State
    from playground.people.access import Access
    from playground.people.visibility import Visibility


class PeopleInteractions:
    """Routes below `/people/{person}` for interactions."""

    def __init__(
        self, state: State, visibility: Visibility, access: Access, open_interactions: Interactions, files: FormFiles
    ) -> None:
        self._state = state
        self._visibility = visibility
        self._access = access
        self._interactions = open_interactions
        self._files = files

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, from the root."""
        person, handle = "/people/{person}", self._access.for_person
        return [
            web.post(f"{person}/press", handle(self._press)),
            web.post(f"{person}/slash", handle(self._slash)),
            web.post(f"{person}/menu", handle(self._menu)),
            web.post(f"{person}/autocomplete", handle(self._autocomplete)),
            web.post(f"{person}/modal", handle(self._modal)),
        ]

    async def _press(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        message = self._access.message(person, body.get("message_id"))
        values = [str(one) for one in as_list(body.get("values"))]
        channel = self._state.channels[message.channel_id]
        lookup = Lookup(self._state, person, channel)
        if channel.locked:
            raise InvalidInput("This thread is locked.")
        if channel.archived:  # as Discord's own programs do before they send a press
            self._state.set_archived(channel, archived=False)
            self._state.notify("channel", channel)
        data = component_input.press_data(lookup, message.components, str(body.get("custom_id") or ""), values)
        interaction = await self._interactions.send(COMPONENT, person, channel, data, message)
        return self._describe_interaction(interaction)

    async def _slash(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel = self._access.channel(person, body.get("channel_id"))
        if channel.locked:
            raise InvalidInput("This thread is locked.")
        if channel.archived:
            raise InvalidInput("Slash commands don't work in an archived thread; write something to reopen it.")
        data = slash_commands.data(
            self._state, person, channel, str(body.get("name") or ""), as_object(body.get("options"))
        )
        return self._describe_interaction(await self._interactions.send(SLASH, person, channel, data))

    async def _menu(self, request: web.Request, person: int) -> web.Response:
        """Use a command of a message's menu (`message_id`) or of a person's (`user_id`, `channel_id`)."""
        body, _ = await read_body(request)
        name = str(body.get("name") or "")
        if body.get("message_id"):
            message = self._access.message(person, body["message_id"])
            channel = self._state.channels[message.channel_id]
            data = slash_commands.menu_data(self._state, person, channel, name, message.id)
            data["resolved"] = {"messages": {str(message.id): self._visibility.whole(message)}}
        else:
            channel, user = self._access.channel(person, body.get("channel_id")), number(body.get("user_id"))
            if user not in self._state.users:
                raise InvalidInput("There is no such person.", 404)
            data = slash_commands.menu_data(self._state, person, channel, name, user)
            data["resolved"] = Lookup(self._state, person, channel).resolve(users=[user])
        return self._describe_interaction(await self._interactions.send(SLASH, person, channel, data))

    async def _autocomplete(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel = self._access.channel(person, body.get("channel_id"))
        focused, options = str(body.get("focused") or ""), as_object(body.get("options"))
        data = slash_commands.data(self._state, person, channel, str(body.get("name") or ""), options, focused)
        interaction = await self._interactions.send(AUTOCOMPLETE, person, channel, data)
        return json_response({"choices": interaction.choices})

    async def _modal(self, request: web.Request, person: int) -> web.Response:
        body, uploads = await read_body(request)
        origin = self._interactions.find_modal(number(body.get("interaction_id")))
        if origin is None or origin.modal is None or origin.person != person:
            raise InvalidInput("That form is no longer open.", 404)
        lookup = Lookup(self._state, person, origin.channel)
        data = Submission(lookup, as_object(body.get("values")), uploads, self._files).data(origin.modal)
        kind, channel = MODAL, origin.channel
        interaction = await self._interactions.send(kind, person, channel, data, origin.source, origin)
        return self._describe_interaction(interaction)

    def _describe_interaction(self, interaction: Interaction) -> web.Response:
        shows_message = interaction.kind in {CHANNEL_MESSAGE, UPDATE}
        message = interaction.original if shows_message else None
        if message and message.flags & LOADING:
            message = None
        return json_response(
            {
                "interaction_id": str(interaction.id),
                "acknowledged": interaction.kind is not None,
                "type": interaction.kind,
                "message": self._visibility.message(message) if message else None,
                "modal": interaction.modal,
            }
        )

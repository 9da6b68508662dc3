"""The people's HTTP API and web socket: what each person sees, writes and presses.

Errors are `{"error": sentence}` with status 400, 403 or 404.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from aiohttp import web

from playground import component_input, interactions, slash_commands
from playground.errors import ApiError
from playground.http import json_response, no_content, read_body
from playground.messages import find_mentions
from playground.reaction_routes import check_emoji
from playground.resolved import Lookup
from playground.slash_commands import InvalidInput
from playground.state import FORUMS, LOADING, REPLY, STARTER, THREAD_CREATED, as_list, as_object, number

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.gateway import Gateway
    from playground.interactions import Interaction, Interactions
    from playground.state import Change, Channel, Json, Message, State
    from playground.visibility import Visibility

    Route = Callable[[web.Request, int], Awaitable[web.StreamResponse]]


class PeopleRoutes:
    """Routes for people, from the root."""

    def __init__(self, state: State, visibility: Visibility, gateway: Gateway, open_interactions: Interactions) -> None:
        self._state = state
        self._visibility = visibility
        self._gateway = gateway
        self._interactions = open_interactions
        self._sockets: set[web.WebSocketResponse] = set()
        names = sorted((one.name for one in state.users.values()), key=len, reverse=True)
        self._ids = {one.name.lower(): one.id for one in state.users.values()}
        self._mention_pattern = re.compile(rf"(?<![\w<])@({'|'.join(names)})\b", re.IGNORECASE)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, from the root."""
        person = "/people/{person}"
        return [
            web.get("/people", self._people),
            web.get("/view", self._handle_for_person(self._view)),
            web.get("/watch", self._handle_for_person(self._watch)),
            web.post(f"{person}/messages", self._handle_for_person(self._say)),
            web.patch(f"{person}/messages/{{message}}", self._handle_for_person(self._edit)),
            web.delete(f"{person}/messages/{{message}}", self._handle_for_person(self._delete)),
            web.put(f"{person}/messages/{{message}}/reactions/{{emoji}}", self._handle_for_person(self._react)),
            web.delete(f"{person}/messages/{{message}}/reactions/{{emoji}}", self._handle_for_person(self._take_back)),
            web.post(f"{person}/press", self._handle_for_person(self._press)),
            web.post(f"{person}/slash", self._handle_for_person(self._slash)),
            web.post(f"{person}/menu", self._handle_for_person(self._menu)),
            web.post(f"{person}/autocomplete", self._handle_for_person(self._autocomplete)),
            web.post(f"{person}/modal", self._handle_for_person(self._modal)),
            web.post(f"{person}/dm", self._handle_for_person(self._dm)),
        ]

    def _handle_for_person(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handler(request: web.Request) -> web.StreamResponse:
            try:
                return await route(request, self._person(request))
            except InvalidInput as error:
                return json_response({"error": str(error)}, error.status)
            except ApiError as error:
                return json_response({"error": str(error)}, 400)

        return handler

    def _person(self, request: web.Request) -> int:
        given = request.match_info.get("person") or request.query.get("as", "")
        if number(given) not in self._state.people:
            raise InvalidInput(f"There is no person with the id {given[:40] or '(none given)'}; see /people.", 404)
        return number(given)

    async def _people(self, _: web.Request) -> web.Response:
        return json_response(self._visibility.people())

    async def _view(self, _: web.Request, person: int) -> web.Response:
        return json_response(self._visibility.view(person))

    async def _watch(self, request: web.Request, person: int) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        waiting: asyncio.Queue[Json] = asyncio.Queue()

        def on_change(change: Change) -> None:
            event = self._visibility.event(person, change)
            if event:
                waiting.put_nowait(event)

        def on_bot_status(online: bool) -> None:  # noqa: FBT001 - a watcher of the gateway has this signature
            waiting.put_nowait({"type": "bot", "online": online})

        async def write() -> None:
            with suppress(ConnectionError):
                while True:
                    await socket.send_str(json.dumps(await waiting.get(), ensure_ascii=False))

        self._state.listeners.append(on_change)
        self._gateway.watchers.append(on_bot_status)
        self._sockets.add(socket)
        try:
            await socket.prepare(request)
            writer = asyncio.create_task(write())
            async for _ in socket:
                pass
            writer.cancel()
        finally:
            self._sockets.discard(socket)
            self._gateway.watchers.remove(on_bot_status)
            self._state.listeners.remove(on_change)
        return socket

    async def stop(self) -> None:
        """Close every watcher's web socket."""
        for socket in tuple(self._sockets):
            await socket.close(code=1001, message=b"Going away")

    def _channel(self, person: int, given: Any) -> Channel:
        channel = self._state.channels.get(number(given))
        if channel is None or not self._visibility.can_see(person, channel):
            raise InvalidInput(f"There is no channel with the id {str(given)[:40]}.", 404)
        return channel

    def _find_message(self, person: int, given: Any) -> Message:
        message = self._state.message(number(given))
        if message is None or not self._visibility.can_read(person, message):
            raise InvalidInput(f"There is no message with the id {str(given)[:40]}.", 404)
        return message

    def _content(self, body: Json) -> str:
        given = body.get("content") or ""
        if not isinstance(given, str):
            raise InvalidInput("A message's `content` is a text.")
        content = given.strip()
        content = self._mention_pattern.sub(lambda found: f"<@{self._ids[found[1].lower()]}>", content)
        if not content:
            raise InvalidInput("A message needs some text.")
        if len(content) > 2000:
            raise InvalidInput(f"A message has at most 2000 characters; this one has {len(content)}.")
        return content

    async def _say(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel, content = self._channel(person, body.get("channel_id")), self._content(body)
        if channel.locked:
            raise InvalidInput("This thread is locked.")
        if channel.type in FORUMS:
            raise InvalidInput("A forum takes no messages; write in one of its posts.")
        fields: Json = {}
        pinged = None
        if body.get("reply_to"):
            replied_to = self._find_message(person, body["reply_to"])
            if replied_to.channel_id != channel.id or replied_to.only_for is not None:
                raise InvalidInput("You can only reply to a message of the same channel that everybody sees.")
            if replied_to.type in {STARTER, THREAD_CREATED}:
                raise InvalidInput("That is a notice of the playground's; reply to what somebody said.")
            pinged = replied_to if body.get("ping", True) else None
            reference = {"channel_id": channel.id, "message_id": replied_to.id}
            fields = {"type": REPLY, "reference": reference}
        mentions = find_mentions(self._state, content, None, pinged)
        fields |= {"mentions": mentions.users, "mention_roles": mentions.roles}
        message = self._state.add_message(channel, person, content, **fields)
        return json_response(self._visibility.message(message))

    def _find_own_message(self, request: web.Request, person: int) -> Message:
        message = self._find_message(person, request.match_info["message"])
        if message.author_id != person:
            raise InvalidInput("Only your own messages can be changed.", 403)
        return message

    async def _edit(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        message, content = self._find_own_message(request, person), self._content(body)
        replied_to = self._state.message((message.reference or {}).get("message_id", 0))
        pinged = replied_to if replied_to and replied_to.author_id in message.mentions else None
        mentions = find_mentions(self._state, content, None, pinged)
        message.content, message.edited = content, self._state.clock()
        message.mentions, message.mention_roles = mentions.users, mentions.roles
        self._state.notify_edited(message)
        return json_response(self._visibility.message(message))

    async def _delete(self, request: web.Request, person: int) -> web.Response:
        self._state.remove_message(self._find_own_message(request, person))
        return no_content()

    async def _react(self, request: web.Request, person: int) -> web.Response:
        message = self._find_message(person, request.match_info["message"])
        self._state.add_reaction(message, person, check_emoji(request.match_info["emoji"]))
        return no_content()

    async def _take_back(self, request: web.Request, person: int) -> web.Response:
        message = self._find_message(person, request.match_info["message"])
        self._state.remove_reaction(message, person, check_emoji(request.match_info["emoji"]))
        return no_content()

    async def _press(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        message = self._find_message(person, body.get("message_id"))
        values = [str(one) for one in as_list(body.get("values"))]
        channel = self._state.channels[message.channel_id]
        lookup = Lookup(self._state, person, channel)
        if channel.locked:
            raise InvalidInput("This thread is locked.")
        if channel.archived:  # as Discord's own programs do before they send a press
            self._state.set_archived(channel, archived=False)
            self._state.notify("channel", channel)
        data = component_input.press_data(lookup, message.components, str(body.get("custom_id") or ""), values)
        interaction = await self._interactions.send(interactions.COMPONENT, person, channel, data, message)
        return self._describe_interaction(interaction)

    async def _slash(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel = self._channel(person, body.get("channel_id"))
        if channel.locked:
            raise InvalidInput("This thread is locked.")
        if channel.archived:
            raise InvalidInput("Slash commands don't work in an archived thread; write something to reopen it.")
        data = slash_commands.data(
            self._state, person, channel, str(body.get("name") or ""), as_object(body.get("options"))
        )
        return self._describe_interaction(await self._interactions.send(interactions.SLASH, person, channel, data))

    async def _menu(self, request: web.Request, person: int) -> web.Response:
        """Use a command of a message's menu (`message_id`) or of a person's (`user_id`, `channel_id`)."""
        body, _ = await read_body(request)
        name = str(body.get("name") or "")
        if body.get("message_id"):
            message = self._find_message(person, body["message_id"])
            channel = self._state.channels[message.channel_id]
            data = slash_commands.menu_data(self._state, person, channel, name, message.id)
            data["resolved"] = {"messages": {str(message.id): self._visibility.whole(message)}}
        else:
            channel, user = self._channel(person, body.get("channel_id")), number(body.get("user_id"))
            if user not in self._state.users:
                raise InvalidInput("There is no such person.", 404)
            data = slash_commands.menu_data(self._state, person, channel, name, user)
            data["resolved"] = Lookup(self._state, person, channel).resolve(users=[user])
        return self._describe_interaction(await self._interactions.send(interactions.SLASH, person, channel, data))

    async def _autocomplete(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel = self._channel(person, body.get("channel_id"))
        focused, options = str(body.get("focused") or ""), as_object(body.get("options"))
        data = slash_commands.data(self._state, person, channel, str(body.get("name") or ""), options, focused)
        interaction = await self._interactions.send(interactions.AUTOCOMPLETE, person, channel, data)
        return json_response({"choices": interaction.choices})

    async def _modal(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        origin = self._interactions.find_modal(number(body.get("interaction_id")))
        if origin is None or origin.modal is None or origin.person != person:
            raise InvalidInput("That form is no longer open.", 404)
        lookup = Lookup(self._state, person, origin.channel)
        data = component_input.modal_data(lookup, origin.modal, as_object(body.get("values")))
        kind, channel = interactions.MODAL, origin.channel
        interaction = await self._interactions.send(kind, person, channel, data, origin.source, origin)
        return self._describe_interaction(interaction)

    async def _dm(self, _: web.Request, person: int) -> web.Response:
        return json_response(self._visibility.channel(self._state.dm_with(person)))

    def _describe_interaction(self, interaction: Interaction) -> web.Response:
        shows_message = interaction.kind in {interactions.CHANNEL_MESSAGE, interactions.UPDATE}
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

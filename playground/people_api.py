"""The people's side: what each of them sees, writes and presses, over HTTP and a web socket.

Errors are `{"error": sentence}` with status 400, 403 or 404.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from aiohttp import web

from playground import components, interactions, slash_commands
from playground.errors import ApiError
from playground.http import answer, nothing, read_body
from playground.messages import mentioned
from playground.slash_commands import Wrong
from playground.state import FORUMS, LOADING, REPLY, STARTER, THREAD_CREATED, as_object, many, number

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.gateway import Gateway
    from playground.interactions import Interaction, Interactions
    from playground.state import Change, Channel, Json, Message, State
    from playground.visibility import Visibility

    Route = Callable[[web.Request, int], Awaitable[web.StreamResponse]]


class People:
    """The routes of the people."""

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
            web.get("/view", self._as(self._view)),
            web.get("/watch", self._as(self._watch)),
            web.post(f"{person}/messages", self._as(self._say)),
            web.patch(f"{person}/messages/{{message}}", self._as(self._edit)),
            web.delete(f"{person}/messages/{{message}}", self._as(self._delete)),
            web.post(f"{person}/press", self._as(self._press)),
            web.post(f"{person}/slash", self._as(self._slash)),
            web.post(f"{person}/autocomplete", self._as(self._autocomplete)),
            web.post(f"{person}/modal", self._as(self._modal)),
            web.post(f"{person}/dm", self._as(self._dm)),
        ]

    def _as(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handler(request: web.Request) -> web.StreamResponse:
            try:
                return await route(request, self._person(request))
            except Wrong as wrong:
                return answer({"error": str(wrong)}, wrong.status)
            except ApiError as error:
                return answer({"error": str(error)}, 400)

        return handler

    def _person(self, request: web.Request) -> int:
        given = request.match_info.get("person") or request.query.get("as", "")
        if number(given) not in self._state.people:
            raise Wrong(f"There is no person with the id {given[:40] or '(none given)'}; see /people.", 404)
        return number(given)

    async def _people(self, _: web.Request) -> web.Response:
        return answer(self._visibility.people())

    async def _view(self, _: web.Request, person: int) -> web.Response:
        return answer(self._visibility.view(person))

    async def _watch(self, request: web.Request, person: int) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        waiting: asyncio.Queue[Json] = asyncio.Queue()

        def seen(change: Change) -> None:
            event = self._visibility.event(person, change)
            if event:
                waiting.put_nowait(event)

        def bot(online: bool) -> None:  # noqa: FBT001 - the gateway tells it so
            waiting.put_nowait({"type": "bot", "online": online})

        async def write() -> None:
            with suppress(ConnectionError):
                while True:
                    await socket.send_str(json.dumps(await waiting.get(), ensure_ascii=False))

        self._state.listeners.append(seen)
        self._gateway.watchers.append(bot)
        self._sockets.add(socket)
        try:
            await socket.prepare(request)
            writer = asyncio.create_task(write())
            async for _ in socket:
                pass
            writer.cancel()
        finally:
            self._sockets.discard(socket)
            self._gateway.watchers.remove(bot)
            self._state.listeners.remove(seen)
        return socket

    async def stop(self) -> None:
        """Close every watcher's web socket."""
        for socket in tuple(self._sockets):
            await socket.close(code=1001, message=b"Going away")

    def _channel(self, person: int, given: Any) -> Channel:
        channel = self._state.channels.get(number(given))
        if channel is None or not self._visibility.sees(person, channel):
            raise Wrong(f"There is no channel with the id {str(given)[:40]}.", 404)
        return channel

    def _found(self, person: int, given: Any) -> Message:
        message = self._state.message(number(given))
        if message is None or not self._visibility.reads(person, message):
            raise Wrong(f"There is no message with the id {str(given)[:40]}.", 404)
        return message

    def _content(self, body: Json) -> str:
        given = body.get("content") or ""
        if not isinstance(given, str):
            raise Wrong("A message's `content` is a text.")
        content = given.strip()
        content = self._mention_pattern.sub(lambda found: f"<@{self._ids[found[1].lower()]}>", content)
        if not content:
            raise Wrong("A message needs some text.")
        if len(content) > 2000:
            raise Wrong(f"A message has at most 2000 characters; this one has {len(content)}.")
        return content

    async def _say(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel, content = self._channel(person, body.get("channel_id")), self._content(body)
        if channel.locked:
            raise Wrong("This thread is locked.")
        if channel.type in FORUMS:
            raise Wrong("A forum takes no messages; write in one of its posts.")
        fields: Json = {}
        pinged = None
        if body.get("reply_to"):
            answered = self._found(person, body["reply_to"])
            if answered.channel_id != channel.id or answered.only_for is not None:
                raise Wrong("You can only reply to a message of the same channel that everybody sees.")
            if answered.type in {STARTER, THREAD_CREATED}:
                raise Wrong("That is a notice of the playground's; reply to what somebody said.")
            pinged = answered if body.get("ping", True) else None
            reference = {"channel_id": channel.id, "message_id": answered.id}
            fields = {"type": REPLY, "reference": reference}
        mentions = mentioned(self._state, content, None, pinged)
        fields |= {"mentions": mentions.users, "mention_roles": mentions.roles}
        message = self._state.add_message(channel, person, content, **fields)
        return answer(self._visibility.message(message))

    def _own(self, request: web.Request, person: int) -> Message:
        message = self._found(person, request.match_info["message"])
        if message.author_id != person:
            raise Wrong("Only your own messages can be changed.", 403)
        return message

    async def _edit(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        message, content = self._own(request, person), self._content(body)
        answered = self._state.message((message.reference or {}).get("message_id", 0))
        pinged = answered if answered and answered.author_id in message.mentions else None
        mentions = mentioned(self._state, content, None, pinged)
        message.content, message.edited = content, self._state.clock()
        message.mentions, message.mention_roles = mentions.users, mentions.roles
        self._state.changed(message)
        return answer(self._visibility.message(message))

    async def _delete(self, request: web.Request, person: int) -> web.Response:
        self._state.remove_message(self._own(request, person))
        return nothing()

    async def _press(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        message = self._found(person, body.get("message_id"))
        values = [str(one) for one in many(body.get("values"))]
        data = components.pressed(message.components, str(body.get("custom_id") or ""), values)
        channel = self._state.channels[message.channel_id]
        return self._outcome(await self._interactions.ask(interactions.COMPONENT, person, channel, data, message))

    async def _slash(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel = self._channel(person, body.get("channel_id"))
        if channel.archived:
            raise Wrong("Slash commands don't work in an archived thread; write something to reopen it.")
        data = slash_commands.data(
            self._state, person, channel, str(body.get("name") or ""), as_object(body.get("options"))
        )
        return self._outcome(await self._interactions.ask(interactions.SLASH, person, channel, data))

    async def _autocomplete(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel = self._channel(person, body.get("channel_id"))
        focused, options = str(body.get("focused") or ""), as_object(body.get("options"))
        data = slash_commands.data(self._state, person, channel, str(body.get("name") or ""), options, focused)
        interaction = await self._interactions.ask(interactions.AUTOCOMPLETE, person, channel, data)
        return answer({"choices": interaction.choices})

    async def _modal(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        origin = self._interactions.shown_modal(number(body.get("interaction_id")))
        if origin is None or origin.modal is None or origin.person != person:
            raise Wrong("That form is no longer open.", 404)
        data = components.filled(origin.modal, as_object(body.get("values")))
        kind, channel = interactions.MODAL, origin.channel
        return self._outcome(await self._interactions.ask(kind, person, channel, data, origin.source, origin))

    async def _dm(self, _: web.Request, person: int) -> web.Response:
        return answer(self._visibility.channel(self._state.dm_with(person)))

    def _outcome(self, interaction: Interaction) -> web.Response:
        message = interaction.original if interaction.kind in {interactions.SAY, interactions.UPDATE} else None
        if message and message.flags & LOADING:
            message = None
        return answer(
            {
                "interaction_id": str(interaction.id),
                "acknowledged": interaction.kind is not None,
                "type": interaction.kind,
                "message": self._visibility.message(message) if message else None,
                "modal": interaction.modal,
            }
        )

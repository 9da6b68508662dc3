"""The people's HTTP API and web socket: what each person sees, writes and presses.

Errors are `{"error": sentence}` with status 400, 403 or 404.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from aiohttp import web

from playground.http import json_response
from playground.people_access import Access
from playground.people_interactions import PeopleInteractions
from playground.people_messages import PeopleMessages

if TYPE_CHECKING:
    from playground.form_files import FormFiles
    from playground.gateway import Gateway
    from playground.interactions import Interactions
    from playground.json_values import Json
    from playground.state import Change, State
    from playground.visibility import Visibility


class PeopleRoutes:
    """Routes for people, from the root."""

    def __init__(
        self,
        state: State,
        visibility: Visibility,
        gateway: Gateway,
        open_interactions: Interactions,
        files: FormFiles,
    ) -> None:
        self._state = state
        self._visibility = visibility
        self._gateway = gateway
        self._access = Access(state, visibility)
        self._messages = PeopleMessages(state, visibility, self._access)
        self._interactions = PeopleInteractions(state, visibility, self._access, open_interactions, files)
        self._sockets: set[web.WebSocketResponse] = set()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, from the root."""
        handle = self._access.for_person
        return [
            web.get("/people", self._people),
            web.get("/view", handle(self._view)),
            web.get("/watch", handle(self._watch)),
            web.post("/people/{person}/dm", handle(self._dm)),
            *self._messages.routes(),
            *self._interactions.routes(),
        ]

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

    async def _dm(self, _: web.Request, person: int) -> web.Response:
        return json_response(self._visibility.channel(person, self._state.dm_with(person)))

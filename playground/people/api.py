"""The people's HTTP API and web socket: what each person sees, writes and presses.

Errors are `{"error": sentence}` with status 400, 403 or 404.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from aiohttp import web

from playground.http import json_response, read_body
from playground.interactions.slash_commands import InvalidInput
from playground.json_values import as_list, number
from playground.model.locales import LOCALES
from playground.people.access import Access
from playground.people.interactions import PeopleInteractions
from playground.people.messages import PeopleMessages
from playground.people.threads import PeopleThreads

if TYPE_CHECKING:
    from playground.gateway.gateway import Gateway
    from playground.interactions.form_files import FormFiles
    from playground.interactions.interactions import Interactions
    from playground.json_values import Json
    from playground.model.state import Change, State
    from playground.people.visibility import Visibility

_LARGEST_GROUP = 10


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
        self._threads = PeopleThreads(state, visibility, self._access)
        self._interactions = PeopleInteractions(state, visibility, self._access, open_interactions, files)
        self._sockets: set[web.WebSocketResponse] = set()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, from the root."""
        handle = self._access.for_person
        return [
            web.get("/people", self._people),
            web.get("/view", handle(self._view)),
            web.get("/watch", handle(self._watch)),
            web.patch("/people/{person}", handle(self._change_settings)),
            web.post("/people/{person}/dm", handle(self._open_conversation)),
            *self._messages.routes(),
            *self._threads.routes(),
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

    async def _change_settings(self, request: web.Request, person: int) -> web.Response:
        """Change a person's language (`locale`), or whether they `installed` the application."""
        body, _ = await read_body(request)
        user = self._state.people[person]
        locale, installed = body.get("locale", user.locale), body.get("installed", user.installed)
        if not isinstance(locale, str) or locale not in LOCALES:
            raise InvalidInput(f"A language is one of: {', '.join(sorted(LOCALES))}.")
        self._state.change_user(user, locale=locale, installed=bool(installed))
        return json_response(self._visibility.me(person))

    async def _open_conversation(self, request: web.Request, person: int) -> web.Response:
        """Open direct messages with the bot; or, without it, with the people in `user_ids`."""
        body, _ = await read_body(request)
        others = [number(one) for one in as_list(body.get("user_ids"))]
        if not others:
            return json_response(self._visibility.channel(person, self._state.dm_with(person)))
        if len({person, *others}) <= len(others) or not self._state.people.keys() >= set(others):
            raise InvalidInput("Write to other people, each once.")
        if len(others) >= _LARGEST_GROUP:
            raise InvalidInput(f"A group has at most {_LARGEST_GROUP} people.")
        return json_response(self._visibility.channel(person, self._state.open_conversation(person, others)))

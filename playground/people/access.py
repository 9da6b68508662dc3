"""What the routes for people share: who asks, and which channels and messages they can see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playground.errors import ApiError
from playground.http import json_response
from playground.interactions.slash_commands import InvalidInput
from playground.json_values import number

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiohttp import web

    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.resources.message import Message
    from playground.model.state import State
    from playground.people.visibility import Visibility

    Route = Callable[[web.Request, int], Awaitable[web.StreamResponse]]


class Access:
    """Finds the person of a request, and what they can see."""

    def __init__(self, state: State, visibility: Visibility) -> None:
        self._state = state
        self._visibility = visibility
        names = sorted((one.name for one in state.users.values()), key=len, reverse=True)
        self._ids = {one.name.lower(): one.id for one in state.users.values()}
        self._mention_pattern = re.compile(rf"(?<![\w<])@({'|'.join(names)})\b", re.IGNORECASE)

    def for_person(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Return a handler that calls a route with the person who asks, and answers errors with their sentence."""

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

    def channel(self, person: int, given: Any) -> Channel:
        """Return a channel that a person sees, by its id. Raises `InvalidInput`."""
        channel = self._state.channels.get(number(given))
        if channel is None or not self._visibility.can_see(person, channel):
            raise InvalidInput(f"There is no channel with the id {str(given)[:40]}.", 404)
        return channel

    def message(self, person: int, given: Any) -> Message:
        """Return a message that a person sees, by its id. Raises `InvalidInput`."""
        message = self._state.message(number(given))
        if message is None or not self._visibility.can_read(person, message):
            raise InvalidInput(f"There is no message with the id {str(given)[:40]}.", 404)
        return message

    def content(self, body: Json) -> str:
        """Return what a person writes, with names after an @ as mentions. Raises `InvalidInput`."""
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

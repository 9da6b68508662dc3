"""The people's routes for messages: writing, changing and deleting them, reactions and pins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.http import json_response, no_content, read_body
from playground.interactions.slash_commands import InvalidInput
from playground.messages import find_mentions
from playground.model.resources.channel import FORUMS
from playground.model.resources.message import REPLY, SYSTEM
from playground.rest.reaction_routes import check_emoji

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.message import Message
    from playground.model.state import State
    from playground.people.access import Access
    from playground.people.visibility import Visibility


class PeopleMessages:
    """Routes below `/people/{person}` for messages."""

    def __init__(self, state: State, visibility: Visibility, access: Access) -> None:
        self._state = state
        self._visibility = visibility
        self._access = access

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, from the root."""
        person, handle = "/people/{person}", self._access.for_person
        message = f"{person}/messages/{{message}}"
        return [
            web.post(f"{person}/messages", handle(self._say)),
            web.patch(message, handle(self._edit)),
            web.delete(message, handle(self._delete)),
            web.put(f"{message}/reactions/{{emoji}}", handle(self._react)),
            web.delete(f"{message}/reactions/{{emoji}}", handle(self._take_back)),
            web.put(f"{person}/pins/{{message}}", handle(self._pin)),
            web.delete(f"{person}/pins/{{message}}", handle(self._unpin)),
        ]

    async def _say(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        channel, content = self._access.channel(person, body.get("channel_id")), self._access.content(body)
        if channel.locked:
            raise InvalidInput("This thread is locked.")
        if channel.type in FORUMS:
            raise InvalidInput("A forum takes no messages; write in one of its posts.")
        fields: Json = {}
        pinged = None
        if body.get("reply_to"):
            replied_to = self._access.message(person, body["reply_to"])
            if replied_to.channel_id != channel.id or replied_to.only_for is not None:
                raise InvalidInput("You can only reply to a message of the same channel that everybody sees.")
            if replied_to.type in SYSTEM:
                raise InvalidInput("That is a notice of the playground's; reply to what somebody said.")
            pinged = replied_to if body.get("ping", True) else None
            reference = {"channel_id": channel.id, "message_id": replied_to.id}
            fields = {"type": REPLY, "reference": reference}
        mentions = find_mentions(self._state, content, None, pinged)
        fields |= {"mentions": mentions.users, "mention_roles": mentions.roles}
        message = self._state.add_message(channel, person, content, **fields)
        return json_response(self._visibility.message(message))

    def _find_own_message(self, request: web.Request, person: int) -> Message:
        message = self._access.message(person, request.match_info["message"])
        if message.author_id != person:
            raise InvalidInput("Only your own messages can be changed.", 403)
        return message

    async def _edit(self, request: web.Request, person: int) -> web.Response:
        body, _ = await read_body(request)
        message, content = self._find_own_message(request, person), self._access.content(body)
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
        message = self._access.message(person, request.match_info["message"])
        if self._state.channels[message.channel_id].archived:
            raise InvalidInput("This thread is archived; write something to reopen it.")
        self._state.add_reaction(message, person, check_emoji(request.match_info["emoji"]))
        return no_content()

    async def _take_back(self, request: web.Request, person: int) -> web.Response:
        message = self._access.message(person, request.match_info["message"])
        self._state.remove_reaction(message, person, check_emoji(request.match_info["emoji"]))
        return no_content()

    async def _pin(self, request: web.Request, person: int) -> web.Response:
        message = self._access.message(person, request.match_info["message"])
        if message.only_for is not None:
            raise InvalidInput("Only a message that everybody sees can be pinned.")
        if message.pinned is None:
            self._state.pin(message, person)
        return no_content()

    async def _unpin(self, request: web.Request, person: int) -> web.Response:
        message = self._access.message(person, request.match_info["message"])
        self._state.unpin(message)
        return no_content()

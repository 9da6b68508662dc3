"""The bot's REST routes in channels: messages, threads, direct messages, typing."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import (
    UNKNOWN_USER,
    ApiError,
    bad_form,
    unknown,
)
from playground.http import json_response, no_content, read_body
from playground.model import payloads, permissions, threads
from playground.model.resources.channel import ANNOUNCEMENT
from playground.model.resources.message import CROSSPOSTED, PINNED, SYSTEM, THREAD_CREATED
from playground.model.resources.user import BOT_ID
from playground.rest import channel_edits
from playground.rest.channel_access import wrong_type
from playground.validation import primitives

if TYPE_CHECKING:
    from playground.gateway.gateway import Gateway
    from playground.json_values import Json
    from playground.messages import Messages
    from playground.model.message_json import MessageJson
    from playground.model.resources.message import Message
    from playground.model.state import State
    from playground.rate_limits import RateLimits
    from playground.rest.channel_access import ChannelAccess


class ChannelRoutes:
    """Routes below `/channels`, and the one that opens direct messages."""

    def __init__(
        self,
        state: State,
        access: ChannelAccess,
        message_json: MessageJson,
        gateway: Gateway,
        messages: Messages,
        rate_limits: RateLimits,
    ) -> None:
        self._state = state
        self._access = access
        self._rate_limits = rate_limits
        self._message_json = message_json
        self._gateway = gateway
        self._messages = messages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        get, post, patch, delete = web.get, web.post, web.patch, web.delete
        channel, message = "/channels/{channel}", "/channels/{channel}/messages/{message}"
        return [
            post("/users/@me/channels", self._open_dm),
            get(channel, self._get),
            patch(channel, self._patch),
            delete(channel, self._delete),
            get(f"{channel}/messages", self._list),
            post(f"{channel}/messages", self._post),
            get(message, self._message),
            patch(message, self._edit),
            delete(message, self._delete_message),
            post(f"{message}/crosspost", self._crosspost),
            post(f"{channel}/typing", self._typing),
            *(route(f"{channel}/{what}", self._refuse) for route in (get, post) for what in ("webhooks", "invites")),
        ]

    def _to_json(self, message: Message) -> Json:
        return self._message_json.write(message, content=self._gateway.reads_content)

    async def _open_dm(self, request: web.Request) -> web.Response:
        body, _ = await read_body(request)
        person = primitives.number("recipient_id", body.get("recipient_id"))
        if person not in self._state.users:
            raise unknown("User", UNKNOWN_USER)
        if person == BOT_ID:
            raise ApiError(400, 50007, "Cannot send messages to this user")
        return json_response(payloads.channel(self._state, self._state.dm_with(person)))

    async def _get(self, request: web.Request) -> web.Response:
        return json_response(payloads.channel(self._state, self._access.channel(request)))

    async def _patch(self, request: web.Request) -> web.StreamResponse:
        body, _ = await read_body(request)
        channel = self._access.channel(request)
        if channel.is_direct:
            raise ApiError(400, 50003, "Cannot execute action on a DM channel")
        changes = channel_edits.check(self._state, channel, body)
        if changes.keys() & {"name", "topic"} and (limited := self._rate_limits.limit_renames(channel.id)):
            return limited
        channel_edits.apply(self._state, channel, changes)
        return json_response(payloads.channel(self._state, channel))

    async def _refuse(self, request: web.Request) -> web.Response:
        """Refuse what needs a permission that the bot doesn't ask for; whoever grants it learns that it isn't here."""
        resource = request.path.rpartition("/")[2]
        self._access.channel(request, {"webhooks": "MANAGE_WEBHOOKS", "invites": "CREATE_INSTANT_INVITE"}[resource])
        raise bad_form(resource, "The playground has none.")

    async def _delete(self, request: web.Request) -> web.Response:
        thread = self._access.thread(request, "MANAGE_THREADS")
        self._state.remove_channel(thread)
        return json_response(payloads.channel(self._state, thread))

    async def _list(self, request: web.Request) -> web.Response:
        channel = self._access.channel(request)
        if not permissions.may(self._state, channel, "READ_MESSAGE_HISTORY"):
            return json_response([])
        query = {name: primitives.number(name, text) for name, text in request.query.items()}
        limit = query.get("limit", 50)
        if not 1 <= limit <= 100:
            raise bad_form("limit", "int value should be between 1 and 100.")
        public = [one for one in self._state.said[channel.id].values() if one.only_for is None]
        return json_response([self._to_json(one) for one in _select_window(public, query, limit)])

    async def _post(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        message = self._messages.create(self._access.channel(request), body, uploads)
        nonce = {} if message.nonce is None else {"nonce": message.nonce}
        return json_response(self._to_json(message) | nonce)

    async def _message(self, request: web.Request) -> web.Response:
        return json_response(
            self._to_json(self._access.message(request, self._access.channel(request, "READ_MESSAGE_HISTORY")))
        )

    async def _edit(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        channel = self._access.channel(request, *(["ATTACH_FILES"] if uploads else []))
        message = self._access.message(request, channel)
        if message.author_id != BOT_ID:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        if channel.archived:
            raise ApiError(400, 50083, "Thread is archived")
        threads.check_may_post(self._state, channel)
        may_embed = permissions.may(self._state, channel, "EMBED_LINKS")
        self._messages.edit(message, body, uploads, may_embed=may_embed)
        return json_response(self._to_json(message))

    async def _delete_message(self, request: web.Request) -> web.Response:
        channel = self._access.channel(request)
        message = self._access.message(request, channel)
        if message.author_id != BOT_ID:
            permissions.require(self._state, channel, "MANAGE_MESSAGES")
        if message.type in SYSTEM - {PINNED, THREAD_CREATED}:  # docs: Messages Resource, Message Types
            raise ApiError(403, 50021, "Cannot execute action on a system message")
        self._state.remove_message(message)
        return no_content()

    async def _crosspost(self, request: web.Request) -> web.Response:
        """Publish a message of an announcement channel (docs: Messages Resource, Crosspost Message)."""
        channel = self._access.channel(request, "SEND_MESSAGES")
        message = self._access.message(request, channel)
        if channel.type != ANNOUNCEMENT:
            raise wrong_type()
        if message.author_id != BOT_ID:
            permissions.require(self._state, channel, "MANAGE_MESSAGES")
        if message.flags & CROSSPOSTED:
            raise ApiError(400, 40033, "This message has already been crossposted")
        message.flags |= CROSSPOSTED
        self._state.notify_edited(message)
        return json_response(self._to_json(message))

    async def _typing(self, request: web.Request) -> web.Response:
        self._state.notify("typing", self._access.channel(request))
        return no_content()


def _select_window(messages: list[Message], query: dict[str, int], limit: int) -> list[Message]:
    """Return at most `limit` messages, newest first: before, after or around an id, else the last ones."""
    if "around" in query:
        older = [one for one in messages if one.id <= query["around"]][-(limit // 2 + 1) :]
        newer = [one for one in messages if one.id > query["around"]][: max(0, limit - len(older))]
        return [*reversed(newer), *reversed(older)]
    if "after" in query:
        newer = list(islice((one for one in messages if one.id > query["after"]), limit))
        return newer[::-1]
    return [one for one in messages if one.id < query.get("before", 1 << 64)][::-1][:limit]

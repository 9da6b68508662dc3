"""The bot's REST routes in channels: messages, threads, direct messages, typing."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from aiohttp import web

from playground import payloads, permissions, threads
from playground.errors import (
    UNKNOWN_CHANNEL,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    ApiError,
    bad_form,
    unknown,
)
from playground.http import json_response, no_content, path_id, read_body
from playground.resources.channel import TEXT, THREAD
from playground.resources.user import BOT_ID
from playground.validation import primitives

if TYPE_CHECKING:
    from playground.gateway import Gateway
    from playground.json_values import Json
    from playground.message_json import MessageJson
    from playground.messages import Messages
    from playground.resources.channel import Channel
    from playground.resources.message import Message
    from playground.state import State

_ARCHIVE_AFTER = (60, 1440, 4320, 10080)


class ChannelRoutes:
    """Routes below `/channels`, and the one that opens direct messages."""

    def __init__(self, state: State, message_json: MessageJson, gateway: Gateway, messages: Messages) -> None:
        self._state = state
        self._message_json = message_json
        self._gateway = gateway
        self._messages = messages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        get, post, put, patch, delete = web.get, web.post, web.put, web.patch, web.delete
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
            post(f"{channel}/typing", self._typing),
            *(route(f"{channel}/{what}", self._refuse) for route in (get, post) for what in ("webhooks", "invites")),
            post(f"{message}/threads", self._thread_on_message),
            post(f"{channel}/threads", self._thread),
            get(f"{channel}/threads/archived/public", self._archived),
            get(f"{channel}/thread-members", self._reject_list),
            get(f"{channel}/thread-members/{{user}}", self._thread_member),
            put(f"{channel}/thread-members/{{user}}", self._join),
            delete(f"{channel}/thread-members/{{user}}", self._leave),
        ]

    def _find_channel(self, request: web.Request, *needed: str) -> Channel:
        channel = self._state.channels.get(path_id(request, "channel"))
        if channel is None:
            raise unknown("Channel", UNKNOWN_CHANNEL)
        permissions.require(self._state, channel, *needed)
        return channel

    def _find_thread(self, request: web.Request, *needed: str) -> Channel:
        channel = self._find_channel(request, *needed)
        if channel.type != THREAD:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        return channel

    def _find_message(self, request: web.Request, channel: Channel) -> Message:
        message = self._state.said[channel.id].get(path_id(request, "message"))
        if message is None or message.only_for is not None:
            raise unknown("Message", UNKNOWN_MESSAGE)
        return message

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
        return json_response(payloads.channel(self._state, self._find_channel(request)))

    async def _patch(self, request: web.Request) -> web.Response:
        body, _ = await read_body(request)
        thread = self._find_channel(request)
        if thread.type != THREAD:
            permissions.require(self._state, thread, "MANAGE_CHANNELS")
            return json_response(payloads.channel(self._state, self._edit_channel(thread, body)))
        threads.check_may_edit(self._state, thread, body)
        if body.get("name") is not None:
            thread.name = primitives.text("name", body["name"], 1, 100)
        if body.get("auto_archive_duration") is not None:
            thread.auto_archive = _minutes(body)
        if body.get("locked") is not None:
            thread.locked = bool(body["locked"])
        if body.get("archived") is not None:
            self._state.set_archived(thread, archived=bool(body["archived"]))
        if body.get("rate_limit_per_user") is not None:
            thread.slowmode = primitives.number("rate_limit_per_user", body["rate_limit_per_user"])
        self._state.notify("channel", thread)
        return json_response(payloads.channel(self._state, thread))

    def _edit_channel(self, channel: Channel, body: Json) -> Channel:
        if body.get("name") is not None:
            channel.name = primitives.text("name", body["name"], 1, 100)
        if "topic" in body:
            channel.topic = primitives.text("topic", body["topic"] or "", 0, 1024)
        self._state.notify("channel", channel)
        return channel

    async def _refuse(self, request: web.Request) -> web.Response:
        """Refuse what needs a permission that the bot doesn't ask for; whoever grants it learns that it isn't here."""
        resource = request.path.rpartition("/")[2]
        self._find_channel(request, {"webhooks": "MANAGE_WEBHOOKS", "invites": "CREATE_INSTANT_INVITE"}[resource])
        raise bad_form(resource, "The playground has none.")

    async def _delete(self, request: web.Request) -> web.Response:
        thread = self._find_thread(request, "MANAGE_THREADS")
        self._state.remove_channel(thread)
        return json_response(payloads.channel(self._state, thread))

    async def _list(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
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
        message = self._messages.create(self._find_channel(request), body, uploads)
        nonce = {} if message.nonce is None else {"nonce": message.nonce}
        return json_response(self._to_json(message) | nonce)

    async def _message(self, request: web.Request) -> web.Response:
        return json_response(
            self._to_json(self._find_message(request, self._find_channel(request, "READ_MESSAGE_HISTORY")))
        )

    async def _edit(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        channel = self._find_channel(request, *(["ATTACH_FILES"] if uploads else []))
        message = self._find_message(request, channel)
        if message.author_id != BOT_ID:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        if channel.archived:
            raise ApiError(400, 50083, "Thread is archived")
        may_embed = permissions.may(self._state, channel, "EMBED_LINKS")
        self._messages.edit(message, body, uploads, may_embed=may_embed)
        return json_response(self._to_json(message))

    async def _delete_message(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        message = self._find_message(request, channel)
        if message.author_id != BOT_ID:
            permissions.require(self._state, channel, "MANAGE_MESSAGES")
        self._state.remove_message(message)
        return no_content()

    async def _typing(self, request: web.Request) -> web.Response:
        self._state.notify("typing", self._find_channel(request))
        return no_content()

    async def _thread_on_message(self, request: web.Request) -> web.Response:
        body, _ = await read_body(request)
        channel = self._find_channel(request, "CREATE_PUBLIC_THREADS")
        message = self._find_message(request, channel)
        if channel.type != TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        if message.id in self._state.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        return json_response(payloads.channel(self._state, self._start_thread(channel, body, message)), 201)

    async def _thread(self, request: web.Request) -> web.Response:
        body, _ = await read_body(request)
        private = body.get("type") != THREAD
        channel = self._find_channel(request, "CREATE_PRIVATE_THREADS" if private else "CREATE_PUBLIC_THREADS")
        if channel.type != TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        if private:
            raise bad_form("type", "Value must be one of {11}: the playground has public threads.")
        return json_response(payloads.channel(self._state, self._start_thread(channel, body, None)), 201)

    def _start_thread(self, channel: Channel, body: Json, message: Message | None) -> Channel:
        name = primitives.text("name", body.get("name"), 1, 100)
        return self._state.start_thread(channel, BOT_ID, name, _minutes(body), message)

    async def _archived(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request, "READ_MESSAGE_HISTORY")
        threads = [one for one in self._state.channels.values() if one.parent_id == channel.id and one.archived]
        found = [payloads.channel(self._state, one) for one in threads]
        found.sort(key=lambda one: str(one["thread_metadata"]["archive_timestamp"]), reverse=True)
        before, limit = request.query.get("before"), primitives.number("limit", request.query.get("limit", "50"))
        if before:
            found = [one for one in found if one["thread_metadata"]["archive_timestamp"] < before]
        memberships = [payloads.thread_member(one, BOT_ID) for one in threads if BOT_ID in one.members]
        return json_response({"threads": found[:limit], "members": memberships, "has_more": len(found) > limit})

    async def _reject_list(self, request: web.Request) -> web.Response:
        self._find_thread(request)
        raise ApiError(403, 50001, "Missing Access")

    def _person(self, request: web.Request) -> int:
        if request.match_info["user"] == "@me":
            return BOT_ID
        person = path_id(request, "user")
        if person not in self._state.users:
            raise unknown("User", UNKNOWN_USER)
        return person

    async def _thread_member(self, request: web.Request) -> web.Response:
        thread, person = self._find_thread(request), self._person(request)
        if person not in thread.members:
            raise unknown("Member", UNKNOWN_MEMBER)
        return json_response(payloads.thread_member(thread, person))

    async def _join(self, request: web.Request) -> web.Response:
        thread, person = self._find_thread(request, "SEND_MESSAGES_IN_THREADS"), self._person(request)
        if thread.archived:
            raise ApiError(400, 50083, "Thread is archived")
        thread.members.setdefault(person, self._state.clock())
        self._state.notify("channel", thread)
        return no_content()

    async def _leave(self, request: web.Request) -> web.Response:
        thread, person = self._find_thread(request), self._person(request)
        if person != BOT_ID:
            permissions.require(self._state, thread, "MANAGE_THREADS")
        thread.members.pop(person, None)
        self._state.notify("channel", thread)
        return no_content()


def _minutes(body: Json) -> int:
    minutes = body.get("auto_archive_duration") or 4320
    if minutes not in _ARCHIVE_AFTER:
        choices = ", ".join(map(str, _ARCHIVE_AFTER))
        raise bad_form("auto_archive_duration", f"Value must be one of {{{choices}}}.")
    return int(minutes)


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

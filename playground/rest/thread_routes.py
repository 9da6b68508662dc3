"""The bot's REST routes for threads: starting, listing, joining."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import UNKNOWN_MEMBER, UNKNOWN_USER, ApiError, bad_form, form_in, unknown
from playground.http import json_response, no_content, path_id, read_body
from playground.json_values import as_object
from playground.model import payloads, permissions, thread_creation, threads
from playground.model.resources.channel import ANNOUNCEMENT, FORUMS, PRIVATE_THREAD, TEXT, THREADS
from playground.model.resources.user import BOT_ID
from playground.rest.channel_access import wrong_type
from playground.rest.channel_edits import check_minutes
from playground.validation import forums, primitives

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playground.json_values import Json
    from playground.messages import Messages, Upload
    from playground.model.message_json import MessageJson
    from playground.model.resources.channel import Channel
    from playground.model.state import State
    from playground.rest.channel_access import ChannelAccess


class ThreadRoutes:
    """Routes below `/channels` for threads."""

    def __init__(self, state: State, access: ChannelAccess, messages: Messages, message_json: MessageJson) -> None:
        self._state = state
        self._access = access
        self._messages = messages
        self._message_json = message_json

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        channel = "/channels/{channel}"
        members = f"{channel}/thread-members"
        return [
            web.post(f"{channel}/messages/{{message}}/threads", self._start_on_message),
            web.post(f"{channel}/threads", self._start),
            web.get(f"{channel}/threads/archived/public", self._archived_public),
            web.get(f"{channel}/threads/archived/private", self._archived_private),
            web.get(f"{channel}/users/@me/threads/archived/private", self._archived_joined),
            web.get(members, self._reject_list),
            web.get(f"{members}/{{user}}", self._member),
            web.put(f"{members}/{{user}}", self._add_member),
            web.delete(f"{members}/{{user}}", self._remove_member),
        ]

    async def _start_on_message(self, request: web.Request) -> web.Response:
        body, _ = await read_body(request)
        channel = self._access.channel(request, "CREATE_PUBLIC_THREADS")
        message = self._access.message(request, channel)
        if channel.type not in {TEXT, ANNOUNCEMENT}:
            raise wrong_type()
        if message.id in self._state.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        name, minutes = _name(body), _minutes(channel, body)
        thread = thread_creation.start_thread_on(self._state, channel, BOT_ID, name, minutes, message)
        return json_response(payloads.channel(self._state, thread), 201)

    async def _start(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        channel = self._access.channel(request)
        if channel.type in FORUMS:
            return json_response(self._start_post(channel, body, uploads), 201)
        if channel.type not in {TEXT, ANNOUNCEMENT}:
            raise wrong_type()
        name, minutes = _name(body), _minutes(channel, body)
        kind = primitives.one_of("type", body.get("type") or PRIVATE_THREAD, THREADS)
        if kind == PRIVATE_THREAD:
            permissions.require(self._state, channel, "CREATE_PRIVATE_THREADS")
            if channel.type != TEXT:
                raise wrong_type()
            invitable = body.get("invitable") is not False
            thread = thread_creation.start_private_thread(
                self._state, channel, BOT_ID, name, minutes, invitable=invitable
            )
        else:
            permissions.require(self._state, channel, "CREATE_PUBLIC_THREADS")
            if kind != thread_creation.public_type(channel):
                raise wrong_type()
            thread = thread_creation.start_thread(self._state, channel, BOT_ID, name, minutes)
        return json_response(payloads.channel(self._state, thread), 201)

    def _start_post(self, forum: Channel, body: Json, uploads: dict[int, Upload]) -> Json:
        """Start a post (docs: Channels Resource, Start Thread in Forum or Media Channel)."""
        permissions.require(self._state, forum, "SEND_MESSAGES", *(["ATTACH_FILES"] if uploads else []))
        name, minutes = _name(body), _minutes(forum, body)
        if not isinstance(body.get("message"), dict):
            raise bad_form("message", "This field is required")
        moderates = permissions.may(self._state, forum, "MANAGE_THREADS")
        tags = forums.check_tags_of_new_post(forum, body.get("applied_tags"), moderates=moderates)
        may_embed = permissions.may(self._state, forum, "EMBED_LINKS")
        with form_in("message"):
            fields = self._messages.fields(as_object(body["message"]), uploads, may_embed=may_embed)
        post, message = thread_creation.start_post(self._state, forum, BOT_ID, name, minutes, tags, **fields)
        return payloads.channel(self._state, post) | {"message": self._message_json.whole(message)}

    async def _archived_public(self, request: web.Request) -> web.Response:
        channel = self._access.channel(request, "READ_MESSAGE_HISTORY")
        found = [one for one in self._archived(channel) if one.type != PRIVATE_THREAD]
        return self._page(request, found, _archived_at)

    async def _archived_private(self, request: web.Request) -> web.Response:
        channel = self._access.channel(request, "READ_MESSAGE_HISTORY", "MANAGE_THREADS")
        found = [one for one in self._archived(channel) if one.type == PRIVATE_THREAD]
        return self._page(request, found, _archived_at)

    async def _archived_joined(self, request: web.Request) -> web.Response:
        channel = self._access.channel(request, "READ_MESSAGE_HISTORY")
        found = [one for one in self._archived(channel) if one.type == PRIVATE_THREAD and BOT_ID in one.members]
        return self._page(request, found, lambda one: f"{one.id:020}")

    def _archived(self, channel: Channel) -> Iterable[Channel]:
        return (one for one in self._state.channels.values() if one.parent_id == channel.id and one.archived)

    def _page(self, request: web.Request, found: list[Channel], key: Callable[[Channel], str]) -> web.Response:
        """Return threads, the largest `key` first, from `before` on (docs: Channels Resource, List ... Threads)."""
        before, limit = request.query.get("before"), primitives.number("limit", request.query.get("limit", "50"))
        ordered = sorted((one for one in found if not before or key(one) < before.rjust(20, "0")), key=key)[::-1]
        shown = ordered[:limit]
        body: Json = {"threads": [payloads.channel(self._state, one) for one in shown]}
        body["members"] = [payloads.thread_member(one, BOT_ID) for one in shown if BOT_ID in one.members]
        return json_response(body | {"has_more": len(ordered) > limit})

    async def _reject_list(self, request: web.Request) -> web.Response:
        self._access.thread(request)
        raise ApiError(403, 50001, "Missing Access")

    def _user(self, request: web.Request) -> int:
        if request.match_info["user"] == "@me":
            return BOT_ID
        user = path_id(request, "user")
        if user not in self._state.users:
            raise unknown("User", UNKNOWN_USER)
        return user

    async def _member(self, request: web.Request) -> web.Response:
        thread, user = self._access.thread(request), self._user(request)
        if user not in thread.members:
            raise unknown("Member", UNKNOWN_MEMBER)
        return json_response(payloads.thread_member(thread, user))

    async def _add_member(self, request: web.Request) -> web.Response:
        thread, user = self._access.thread(request), self._user(request)
        threads.check_may_add(self._state, thread, user)
        thread_creation.add_member(self._state, thread, BOT_ID, user)
        return no_content()

    async def _remove_member(self, request: web.Request) -> web.Response:
        thread, user = self._access.thread(request), self._user(request)
        threads.check_may_remove(self._state, thread, user)
        thread_creation.remove_member(self._state, thread, BOT_ID, user)
        return no_content()


def _name(body: Json) -> str:
    return primitives.text("name", body.get("name"), 1, 100)


def _minutes(channel: Channel, body: Json) -> int:
    return check_minutes(body.get("auto_archive_duration") or channel.default_auto_archive or 4320)


def _archived_at(thread: Channel) -> str:
    return payloads.format_time(thread.archive_changed) if thread.archive_changed else ""

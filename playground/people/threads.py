"""The people's routes for threads, and for posts in forums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.http import json_response, no_content, path_id, read_body
from playground.interactions.slash_commands import InvalidInput
from playground.messages import find_mentions
from playground.model import permissions, thread_creation
from playground.model.resources.channel import ANNOUNCEMENT, FORUMS, PRIVATE_THREAD, TEXT
from playground.validation import forums

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.state import State
    from playground.people.access import Access
    from playground.people.visibility import Visibility

_MINUTES = 4320


class PeopleThreads:
    """Routes below `/people/{person}` for threads."""

    def __init__(self, state: State, visibility: Visibility, access: Access) -> None:
        self._state = state
        self._visibility = visibility
        self._access = access

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, from the root."""
        person, handle = "/people/{person}", self._access.for_person
        thread = f"{person}/threads/{{thread}}"
        return [
            web.post(f"{person}/threads", handle(self._start_thread)),
            web.patch(thread, handle(self._edit_thread)),
            web.put(f"{thread}/members/{{user}}", handle(self._add_member)),
            web.delete(f"{thread}/members/{{user}}", handle(self._remove_member)),
        ]

    async def _start_thread(self, request: web.Request, person: int) -> web.Response:
        """Start a thread with a `name` in a channel, on a message of it, or `private`; or a post in a forum."""
        body, _ = await read_body(request)
        channel, name = self._access.channel(person, body.get("channel_id")), _name(body)
        if channel.type in FORUMS:
            return self._respond(person, self._start_post(person, channel, name, body))
        if channel.type not in {TEXT, ANNOUNCEMENT}:
            raise InvalidInput("There are no threads in this channel.")
        if body.get("message_id"):
            message = self._access.message(person, body["message_id"])
            if message.channel_id != channel.id or message.id in self._state.channels:
                raise InvalidInput("There is no thread to start on this message.")
            thread = thread_creation.start_thread_on(self._state, channel, person, name, _MINUTES, message)
        elif body.get("private"):
            if channel.type != TEXT:
                raise InvalidInput("There are no private threads in this channel.")
            thread = thread_creation.start_private_thread(self._state, channel, person, name, _MINUTES)
        else:
            thread = thread_creation.start_thread(self._state, channel, person, name, _MINUTES)
        return self._respond(person, thread)

    def _start_post(self, person: int, forum: Channel, name: str, body: Json) -> Channel:
        content, moderates = self._access.content(body), permissions.may_moderate_threads(self._state, person)
        tags = forums.check_tags_of_new_post(forum, body.get("applied_tags"), moderates=moderates)
        mentions = find_mentions(self._state, content, None, None)
        fields: Json = {"content": content, "mentions": mentions.users, "mention_roles": mentions.roles}
        post, _ = thread_creation.start_post(self._state, forum, person, name, _MINUTES, tags, **fields)
        return post

    async def _edit_thread(self, request: web.Request, person: int) -> web.Response:
        """Change an own thread (`name`, `archived`, `applied_tags`); moderators change any, and their `locked`."""
        body, _ = await read_body(request)
        thread = self._find_thread(request, person)
        moderates = permissions.may_moderate_threads(self._state, person)
        if not moderates and (thread.owner_id != person or thread.locked or "locked" in body):
            raise InvalidInput("Only moderators can do that.", 403)
        name = _name(body) if "name" in body else thread.name
        forum = self._state.channels.get(thread.parent_id or 0)
        if "applied_tags" in body and forum:
            thread.applied_tags = forums.check_applied_tags(forum, body["applied_tags"], moderates=moderates)
        thread.name, thread.locked = name, bool(body.get("locked", thread.locked))
        self._state.set_archived(thread, archived=bool(body.get("archived", thread.archived)))
        self._state.notify("channel", thread)
        return self._respond(person, thread)

    async def _add_member(self, request: web.Request, person: int) -> web.Response:
        thread, user = self._find_open_thread(request, person), self._find_user(request)
        moderates = permissions.may_moderate_threads(self._state, person)
        if user != person and not (thread.invitable or moderates or thread.owner_id == person):
            raise InvalidInput("Only moderators can add people to this thread.", 403)
        thread_creation.add_member(self._state, thread, person, user)
        return no_content()

    async def _remove_member(self, request: web.Request, person: int) -> web.Response:
        thread, user = self._find_open_thread(request, person), self._find_user(request)
        own = thread.type == PRIVATE_THREAD and thread.owner_id == person
        if user != person and not own and not permissions.may_moderate_threads(self._state, person):
            raise InvalidInput("Only moderators can remove people from this thread.", 403)
        thread_creation.remove_member(self._state, thread, person, user)
        return no_content()

    def _find_thread(self, request: web.Request, person: int) -> Channel:
        thread = self._access.channel(person, path_id(request, "thread"))
        if not thread.is_thread:
            raise InvalidInput("This isn't a thread.")
        return thread

    def _find_open_thread(self, request: web.Request, person: int) -> Channel:
        thread = self._find_thread(request, person)
        if thread.archived:
            raise InvalidInput("This thread is archived.")
        return thread

    def _find_user(self, request: web.Request) -> int:
        user = path_id(request, "user")
        if user not in self._state.users:
            raise InvalidInput("There is no such person.", 404)
        return user

    def _respond(self, person: int, channel: Channel) -> web.Response:
        return json_response(self._visibility.channel(person, channel))


def _name(body: Json) -> str:
    name = body.get("name")
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= 100:
        raise InvalidInput("A thread's name has 1 to 100 characters.")
    return name.strip()

"""The bot's REST routes for reactions and pinned messages, and for deleting many messages at once.

Discord's page: Message Resource (https://docs.discord.com/developers/resources/message).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import UNKNOWN_EMOJI, ApiError, bad_form
from playground.http import json_response, no_content, query_number, read_body
from playground.json_values import as_list, number
from playground.model import payloads, permissions
from playground.model.payloads import format_time
from playground.model.resources.channel import DM
from playground.model.resources.user import BOT_ID
from playground.model.snowflakes import instant
from playground.validation import primitives

if TYPE_CHECKING:
    from datetime import datetime

    from playground.gateway.gateway import Gateway
    from playground.json_values import Json
    from playground.model.message_json import MessageJson
    from playground.model.resources.channel import Channel
    from playground.model.resources.message import Message
    from playground.model.state import State
    from playground.rest.channel_access import ChannelAccess

_MOST_REACTIONS = 20
_MOST_PINS = 250
_BULK_AGE = timedelta(days=14)
_LONGEST_EMOJI = 32


class ReactionRoutes:
    """Routes below a channel's messages that change no text."""

    def __init__(self, state: State, access: ChannelAccess, message_json: MessageJson, gateway: Gateway) -> None:
        self._state = state
        self._access = access
        self._message_json = message_json
        self._gateway = gateway

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`, to be added before `messages/{message}`, which would match `pins`."""
        messages = "/channels/{channel}/messages"
        reactions = f"{messages}/{{message}}/reactions"
        routes = [
            web.get(f"{messages}/pins", self._pins),
            web.get("/channels/{channel}/pins", self._old_pins),
            web.post(f"{messages}/bulk-delete", self._bulk_delete),
            web.put(f"{reactions}/{{emoji}}/@me", self._react),
            web.delete(f"{reactions}/{{emoji}}/@me", self._take_back),
            web.get(f"{reactions}/{{emoji}}", self._users),
        ]
        for pins in (f"{messages}/pins", "/channels/{channel}/pins"):
            routes += [web.put(f"{pins}/{{message}}", self._pin), web.delete(f"{pins}/{{message}}", self._unpin)]
        return routes

    def _find(self, request: web.Request, *needed: str) -> tuple[Channel, Message]:
        channel = self._access.channel(request, *needed)
        return channel, self._access.message(request, channel)

    async def _react(self, request: web.Request) -> web.Response:
        channel, message = self._find(request, "READ_MESSAGE_HISTORY")
        emoji = check_emoji(request.match_info["emoji"])
        if channel.archived:
            raise ApiError(400, 50083, "Thread is archived")
        if emoji not in message.reactions:
            permissions.require(self._state, channel, "ADD_REACTIONS")
            if len(message.reactions) >= _MOST_REACTIONS:
                raise ApiError(400, 30010, f"Maximum number of reactions reached ({_MOST_REACTIONS})")
        self._state.add_reaction(message, BOT_ID, emoji)
        return no_content()

    async def _take_back(self, request: web.Request) -> web.Response:
        _, message = self._find(request)
        self._state.remove_reaction(message, BOT_ID, check_emoji(request.match_info["emoji"]))
        return no_content()

    async def _users(self, request: web.Request) -> web.Response:
        _, message = self._find(request, "READ_MESSAGE_HISTORY")
        users = sorted(message.reactions.get(check_emoji(request.match_info["emoji"]), []))
        limit, after = query_number(request, "limit", 25, 1, 100), query_number(request, "after", 0)
        found = [payloads.user(self._state.users[one]) for one in users if one > after]
        return json_response(found[:limit])

    async def _pins(self, request: web.Request) -> web.Response:
        channel = self._access.channel(request, "READ_MESSAGE_HISTORY")
        limit = query_number(request, "limit", 50, 1, 50)
        before = request.query.get("before")
        pinned = [
            (moment, one)
            for moment, one in self._pinned(channel)
            if before is None or moment < primitives.time("before", before)
        ]
        items = [{"pinned_at": format_time(moment), "message": self._to_json(one)} for moment, one in pinned[:limit]]
        return json_response({"items": items, "has_more": len(pinned) > limit})

    async def _old_pins(self, request: web.Request) -> web.Response:
        channel = self._access.channel(request, "READ_MESSAGE_HISTORY")
        return json_response([self._to_json(one) for _, one in self._pinned(channel)[:50]])

    def _pinned(self, channel: Channel) -> list[tuple[datetime, Message]]:
        """Return the pinned messages of a channel and when each was pinned, the latest first."""
        pinned = [(one.pinned, one) for one in self._state.said[channel.id].values() if one.pinned]
        return sorted(pinned, key=lambda pair: pair[0], reverse=True)

    def _to_json(self, message: Message) -> Json:
        return self._message_json.write(message, content=self._gateway.reads_content)

    async def _pin(self, request: web.Request) -> web.Response:
        channel, message = self._find(request, "PIN_MESSAGES")
        if sum(one.pinned is not None for one in self._state.said[channel.id].values()) >= _MOST_PINS:
            raise ApiError(400, 30003, f"Maximum number of pins reached for the channel ({_MOST_PINS})")
        if message.pinned is None:
            self._state.pin(message, BOT_ID)
        return no_content()

    async def _unpin(self, request: web.Request) -> web.Response:
        _, message = self._find(request, "PIN_MESSAGES")
        self._state.unpin(message)
        return no_content()

    async def _bulk_delete(self, request: web.Request) -> web.Response:
        channel = self._access.channel(request, "MANAGE_MESSAGES")
        if channel.type == DM:
            raise ApiError(400, 50003, "Cannot execute action on a DM channel")
        body, _ = await read_body(request)
        keys = {number(one) for one in as_list(body.get("messages"))}
        if not 2 <= len(keys) <= 100:
            raise bad_form("messages", "Must be between 2 and 100 in length.")
        if any(self._state.clock() - instant(key) > _BULK_AGE for key in keys):
            raise ApiError(400, 50034, "You can only bulk delete messages that are under 14 days old.")
        known = self._state.said[channel.id].values()
        self._state.remove_messages(channel, [one for one in known if one.id in keys and one.only_for is None])
        return no_content()


def check_emoji(name: str) -> str:
    """Return an emoji that stands for itself. Raises `ApiError` for others: the playground's guilds have none."""
    if not name or len(name) > _LONGEST_EMOJI or name.isascii():
        raise ApiError(400, UNKNOWN_EMOJI, "Unknown Emoji")
    return name

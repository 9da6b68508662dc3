"""Finds the channels and messages of the bot's requests, and checks what it may do there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.errors import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ApiError, unknown
from playground.http import path_id
from playground.model import permissions

if TYPE_CHECKING:
    from aiohttp import web

    from playground.model.resources.channel import Channel
    from playground.model.resources.message import Message
    from playground.model.state import State


class ChannelAccess:
    """Looks up what stands in the path of a request. Each raises `ApiError`."""

    def __init__(self, state: State) -> None:
        self._state = state

    def channel(self, request: web.Request, *needed: str) -> Channel:
        """Return a channel in which the bot has some permissions."""
        channel = self._state.channels.get(path_id(request, "channel"))
        if channel is None:
            raise unknown("Channel", UNKNOWN_CHANNEL)
        permissions.require(self._state, channel, *needed)
        return channel

    def thread(self, request: web.Request, *needed: str) -> Channel:
        """Return a thread in which the bot has some permissions."""
        channel = self.channel(request, *needed)
        if not channel.is_thread:
            raise wrong_type()
        return channel

    def message(self, request: web.Request, channel: Channel) -> Message:
        """Return a message of a channel that the bot can see."""
        message = self._state.said[channel.id].get(path_id(request, "message"))
        if message is None or message.only_for is not None:
            raise unknown("Message", UNKNOWN_MESSAGE)
        return message


def wrong_type() -> ApiError:
    """Return the refusal of what can't be done in a channel of its type."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")

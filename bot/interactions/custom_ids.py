"""What is read off the buttons under a message: which post it is, and which board."""

from __future__ import annotations

import re

import discord

from bot.referee.requests import ShownBoard

LARGEST_ID = 2**63 - 1
"""The record holds ids in 64 bits with sign; a larger one in a custom_id is not from us."""
MY_VIEW = r"mine:(\d+):(\d+):([\w-]+)"
"""The custom_id that every board has under it. Its parts: match, event that was shown, the post it hangs under."""


def custom_ids(message: discord.Message) -> set[str]:
    """Return the ids of the buttons under a message."""
    return {
        item.custom_id
        for part in message.components
        if isinstance(part, discord.ActionRow)
        for item in part.children
        if isinstance(item, discord.Button) and item.custom_id
    }


def board_answered(message: discord.Message) -> ShownBoard | None:
    """Return the board that a message answers, if Discord sent that one along and it shows a board.

    It may be anybody's with such a button: nothing is played but what the author of `message` may play.
    """
    answered = message.reference.resolved if message.reference else None
    if not isinstance(answered, discord.Message):
        return None
    found = next(filter(None, (re.fullmatch(MY_VIEW, each) for each in custom_ids(answered))), None)
    parts = [int(part) for part in found.groups()[:2]] if found else []
    return ShownBoard(*parts) if parts and max(parts) <= LARGEST_ID else None

"""What the buttons under a message say about it: which post it is, and which board it shows."""

from __future__ import annotations

import re

import discord

from bot.referee.requests import ShownBoard, ShownMatch

LARGEST_ID = 2**63 - 1
"""The largest id that the database holds. A custom_id with a larger one isn't from this bot."""
MY_VIEW = r"mine:(\d+):(\d+):([\w-]+)"
"""The custom_id of a button under every board. Its parts: match, event that is shown, kind of post."""


def read_custom_ids(message: discord.Message) -> set[str]:
    """Return the custom_ids of the buttons under a message."""
    return {
        item.custom_id
        for part in message.components
        if isinstance(part, discord.ActionRow)
        for item in part.children
        if isinstance(item, discord.Button) and item.custom_id
    }


def has_mark(message: discord.Message, mark: str) -> bool:
    """Return whether a button under a message has a custom_id that ends with a mark, as those of one post do."""
    return any(custom_id.endswith(f":{mark}") for custom_id in read_custom_ids(message))


_OF_MATCH = re.compile(rf"{MY_VIEW}|(?:watch|standing|replay|rematch|record):(\d+)")


def find_shown_match(message: discord.Message) -> ShownMatch | None:
    """Return the match that the buttons under a message are about, and the event that it shows."""
    for custom_id in sorted(read_custom_ids(message)):
        if found := _OF_MATCH.fullmatch(custom_id):
            number, seq = int(found[1] or found[4]), int(found[2]) if found[2] else None
            return ShownMatch(number, seq) if max(number, seq or 0) <= LARGEST_ID else None
    return None


def find_replied_board(message: discord.Message) -> ShownBoard | None:
    """Return the board that a message replies to, or None if that isn't a board or Discord didn't send it along.

    Anybody's message with such a button counts: a move is played only if the author of `message` may play it.
    """
    replied_to = message.reference.resolved if message.reference else None
    if not isinstance(replied_to, discord.Message):
        return None
    found = next(filter(None, (re.fullmatch(MY_VIEW, each) for each in read_custom_ids(replied_to))), None)
    parts = [int(part) for part in found.groups()[:2]] if found else []
    return ShownBoard(*parts) if parts and max(parts) <= LARGEST_ID else None

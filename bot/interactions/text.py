"""Sentences that any command or button may reply with: errors, limits and acknowledgements."""

from __future__ import annotations

from games.text import format_count

POSTED = "Here it comes."
ALREADY_DONE = "That was done already."
UNEXPECTED_ERROR = "Something went wrong on our side. Please check whether it worked, or try again later."
NO_DATABASE = "Nothing was done: I can't reach my database right now. Please try again in a few minutes."
SERVER_ONLY = "That needs a server: ask in one of its channels."
UNREADABLE = "I can't read that. `/help` shows how to write it."
SENT_DIRECTLY = "I've sent it to you by direct message, as others can read this channel."
DIRECT_MESSAGES_BARRED = (
    "Others can read this channel, and Discord doesn't let me write to you directly. Use the slash command, or allow "
    "direct messages from members of this server."
)
FOREIGN_BUTTON = "That button isn't one of mine."
_QUESTIONS = {
    "text": "Which move? For example `!move c4`.",
    "match": "Which match? Write its number, for example `#12`.",
}
"""What to ask for by the name of the argument that a text command lacks."""


def missing_argument(name: str) -> str:
    """Ask for the argument that a text command lacks."""
    return _QUESTIONS.get(name, f"`{name}` is missing. `/help` shows how to write it.")


def too_many_requests(seconds: int) -> str:
    """Say when a person may make the next request."""
    return f"You've asked for a lot in a short time. Ask again in {format_count(seconds, 'second')}."


def too_many_in_channel(seconds: int) -> str:
    """Say when people in a channel may make the next request."""
    return f"A lot has been asked for in this channel. Ask again in {format_count(seconds, 'second')}."

"""Sentences that any command or button may reply with: errors, limits, acknowledgements, missed messages."""

from __future__ import annotations

from games.translation import gettext as _, gettext_noop as N_, ngettext

POSTED = N_("Here it comes.")

ALREADY_DONE = N_("That was done already.")

UNEXPECTED_ERROR = N_("Something went wrong on our side. Please check whether it worked, or try again later.")

NO_DATABASE = N_("Nothing was done: I can't reach my database right now. Please try again in a few minutes.")

SERVER_ONLY = N_("That needs a server: ask in one of its channels.")

UNREADABLE = N_("I can't read that. `/help` shows how to write it.")

SENT_DIRECTLY = N_("I've sent it to you by direct message, as others can read this channel.")

DIRECT_MESSAGES_BARRED = N_(
    "Others can read this channel, and Discord doesn't let me write to you directly. Use the slash command, or allow "
    "direct messages from members of this server."
)

EDITED_WHILE_AWAY = N_(
    "You edited this while I was away, so I can't tell what it said at first, and did nothing. "
    "If you still mean it, send it again."
)

# Translators: {time} is "3 hours ago".
SENT_WHILE_AWAY = N_("I was away when you sent this, {time}. If you still want it, please send it again.")

PRESS_AGAIN = N_("That took too long for Discord to open a form. Press again.")

FOREIGN_BUTTON = N_("That button isn't one of mine.")

NO_CHANNEL = N_(
    "Discord didn't tell me which channel you're in, so nothing was done. Try it again in a channel that I can see, or "
    "in our direct messages."
)

CANNOT_WRITE = N_(
    "I couldn't answer you in {channel}: I'm not allowed to write there, or to attach files. Slash commands such as "
    "`/board` and `/move` still work there, and you can write to me here."
)

GONE = N_("I don't have that any more, so nothing was changed. An older backup may have been restored here.")

NOT_WHO_ASKED = N_("Only the person who asked can confirm this.")

_QUESTIONS = {
    "text": N_("Which move? For example `!move c4`."),
    "match": N_("Which match? Write its number, for example `#12`."),
}
"""What to ask for by the name of the argument that a text command lacks."""


def missing_argument(name: str) -> str:
    """Ask for the argument that a text command lacks."""
    if name in _QUESTIONS:
        return _(_QUESTIONS[name])
    return _("`{option}` is missing. `/help` shows how to write it.").format(option=name)


def too_many_requests(seconds: int) -> str:
    """Say when a person may make the next request."""
    return ngettext(
        "You've asked for a lot in a short time. Ask again in {n} second.",
        "You've asked for a lot in a short time. Ask again in {n} seconds.",
        seconds,
    ).format(n=seconds)


def too_many_in_channel(seconds: int) -> str:
    """Say when people in a channel may make the next request."""
    return ngettext(
        "A lot has been asked for in this channel. Ask again in {n} second.",
        "A lot has been asked for in this channel. Ask again in {n} seconds.",
        seconds,
    ).format(n=seconds)

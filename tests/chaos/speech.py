"""What the bot's posts say, read as a person reads them: which match, which move, what was refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.words import code

if TYPE_CHECKING:
    from playground.world import Message

_FOOTER = re.compile(r"^-# #(\d+)(?: \u00b7 move (\d+))?(?: \u00b7 `([^`]*)`)?", re.MULTILINE)
_PLAYED = re.compile(r"^Move (\d+), `([^`]*)`, is played in <#(\d+)>")
_ALREADY = re.compile(r"^Move (\d+) was already played: `([^`]*)`\.(?: #(\d+) )?")
_SEATED = re.compile(r"^\*\*(.+) #(\d+)\*\*, .*: (?:<#(\d+)>|here in the channel)$")
_RESIGNED = re.compile(r"\*\*(\w+)\*\* resigned[.,]")
_LATE = re.compile(r"It is \*\*\w+\*\*'s turn|#\d+ is over since|It wasn't your turn yet")
_OPEN = re.compile(r"^-# challenge (\d+)$", re.MULTILINE)
OURS = "Something went wrong on our side"
"""How an answer begins that says nothing was changed and asks to try again."""


@dataclass(frozen=True, slots=True)
class Named:
    """A move that a post names: its ply, its text as shown, and its match by number or by home, if that is said."""

    ply: int
    shown: str
    match: int | None = None
    home: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A match as a board shows it: the moves so far, the last event's text if it was a move, and who resigned."""

    match: int
    ply: int
    shown: str | None
    resigned: str | None
    message: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A challenge's post after the match began; no thread where it lives in the channel."""

    match: int
    thread: int | None


def board(content: str, message: int = 0) -> Board | None:
    """Return what a post (with the id `message`) shows if there is a board on it."""
    found = _FOOTER.search(content)
    if not found:
        return None
    gone = _RESIGNED.search(content)
    return Board(int(found[1]), int(found[2] or 0), found[3], gone[1] if gone else None, message)


def acknowledged(content: str) -> Named | None:
    """Return the move that a post or an answer says has been played."""
    shown = board(content)
    if shown:
        return Named(shown.ply, shown.shown, match=shown.match) if shown.shown is not None else None
    if found := _PLAYED.match(content):
        return Named(int(found[1]), found[2], home=int(found[3]))
    if found := _ALREADY.match(content):
        return Named(int(found[1]), found[2], match=int(found[3]) if found[3] else None)
    return None


def too_late(answer: str) -> bool:
    """Whether an answer says that a move came after one that had been played, as that of an impatient thumb may."""
    return bool(_LATE.match(answer))


def seated(content: str) -> Seated | None:
    """Return which match a challenge's post says it led to."""
    found = _SEATED.match(content)
    return Seated(int(found[2]), int(found[3]) if found[3] else None) if found else None


def challenge(content: str) -> int | None:
    """Return the number of the open challenge that a post announces."""
    found = _OPEN.search(content)
    return int(found[1]) if found else None


def shows(named: str, text: str) -> bool:
    """Whether the notation in a post is that of a move; a long one is shown cut."""
    return code(text) == f"`{named}`"


def buttons(message: Message) -> list[str]:
    """Return the custom ids of a message's buttons."""
    return [str(part.get("custom_id")) for row in message.components for part in row.get("components", [])]

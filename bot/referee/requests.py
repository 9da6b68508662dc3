"""A person's request in the referee's terms: the person, the place, the match and the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from bot.referee.errors import RequestRejected
from games.translation import gettext as _
from storage.engine.database import AlreadyStored

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from storage.queries.rows import Match

P = ParamSpec("P")
T = TypeVar("T")

_NUMBER = re.compile(r"#(\d{1,9})(?:\s*[:,.]\s*|\s+|$|(?=[^\W\d]))")
_PLY = re.compile(r"(\d{1,5})\.(?:\s+|$)")
_WITH_PLAN = re.compile(
    r"(?P<move>[^;\n]+?)[,;\n]\s*(?P<plan>(?:if|any|draw)\b.*(?::|\sthen\s).*)", re.IGNORECASE | re.DOTALL
)
_MARKUP = re.compile(r"(\*\*|__|~~|\|\||[*_])(?P<text>(?:(?!\1).)+)\1", re.DOTALL)
"""A whole text in Discord's markup: bold, underlined, a spoiler and so on."""
_REMARK = re.compile(
    r"(?:\s|!|<a?:\w+:\d+>|[:;]-?[()DPp]|[\u231a-\u2bff\u200d\ufe0f\U0001f000-\U0001faff])+$", re.ASCII
)
"""What people put after a move: exclamation marks, smileys and emoji."""


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board that was posted: that of a match after event `seq`."""

    match_id: int
    seq: int


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match that a message is about, and the event `seq` after which it shows the board, None if it shows none."""

    match_id: int
    seq: int | None


@dataclass(frozen=True, slots=True)
class Request:
    """The person who makes a request, and where.

    `source_id` is the message or interaction, `channel_id` the channel or thread, `guild_id` None for a direct message,
    `replied_to` the message that theirs replies to, `board` the board in that one, if its buttons or file name tell.
    `is_open` says whether others can read it.
    """

    user_id: int
    source_id: int
    channel_id: int
    guild_id: int | None
    replied_to: int | None = None
    board: ShownBoard | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Permissions:
    """A person's permissions on a server: the ids of their roles, and whether they may manage it."""

    roles: frozenset[int] = frozenset()
    manages_server: bool = False


NO_PERMISSIONS = Permissions()
"""The permissions of a person without any role."""


@dataclass(frozen=True, slots=True)
class MoveText:
    """The text of a move without the numbers before it: `#42 17. c4` is match 42, ply 17, text `c4`.

    `plan` is what the player plans after it, if anything.
    """

    text: str
    match: int | None = None
    ply: int | None = None
    plan: str = ""

    @property
    def prefix(self) -> str:
        """The numbers before the text, in canonical form."""
        match = "" if self.match is None else f"#{self.match} "
        return match + ("" if self.ply is None else f"{self.ply}. ")

    @property
    def whole(self) -> str:
        """All of it, in canonical form."""
        return f"{self.prefix}{self.text}{', ' if self.plan else ''}{self.plan}"


def parse_move_text(text: str) -> MoveText:
    """Parse `[#42] [17.] TEXT[, if MOVE: ANSWER ...]`, without markup around it and marks after it.

    >>> parse_move_text("#42 17. c4")
    MoveText(text='c4', match=42, ply=17, plan='')
    >>> parse_move_text("c4, if d5: e6")
    MoveText(text='c4', match=None, ply=None, plan='if d5: e6')
    >>> parse_move_text("#42: **c4**!")
    MoveText(text='c4', match=42, ply=None, plan='')
    """
    rest, match, ply = _strip_marks(text), None, None
    if found := _NUMBER.match(rest):
        match, rest = int(found[1]), _strip_marks(rest[found.end() :])
    if found := _PLY.match(rest):
        ply, rest = int(found[1]), rest[found.end() :]
    if found := _WITH_PLAN.fullmatch(rest):
        return MoveText(found["move"].strip(), match, ply, found["plan"].strip())
    return MoveText(rest, match, ply)


def _strip_marks(text: str) -> str:
    """Return a text without the markup around it, and without exclamation marks, smileys and emoji after it."""
    rest = _REMARK.sub("", text).strip().strip("`").strip()
    if found := _MARKUP.fullmatch(rest):
        rest = found["text"]
    return rest if rest == text else _strip_marks(rest)


def split_match_number(text: str) -> tuple[int | None, str]:
    """Split `[#42] TEXT` and leave the text as it is.

    >>> split_match_number("#42 17. is `strong`")
    (42, '17. is `strong`')
    """
    found = _NUMBER.match(text)
    return (int(found[1]), text[found.end() :]) if found else (None, text)


def parse_match_number(text: str | None) -> int | None:
    """Return the number in `42` or `#42`, None for no text. Raises `RequestRejected`."""
    if text is None or not text.strip():
        return None
    digits = text.strip().removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise RequestRejected(_("Name a match by its number, for example `#42`."))
    return int(digits)


def parse_first_number(text: str) -> int | None:
    """Return the match that the first word of a text names, None for no text. Raises `RequestRejected`."""
    return parse_match_number(next(iter(text.split()), None))


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was stored, with its ply (from 1) and its canonical text."""

    match: Match
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class MoveProposed:
    """A member voted for a move of their crowd, or proposed it: its ply (from 1) and canonical text.

    `played` is the move that was played because all have voted, empty while others haven't.
    """

    match: Match
    ply: int
    text: str
    played: str


@dataclass(frozen=True, slots=True)
class MovesQueued:
    """Moves were queued: how many of them are played already, and those that wait, the next one first."""

    match: Match
    played: int
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MovePreview:
    """A move that can be played now and isn't stored: its ply (from 1), canonical text, states before and after.

    `needs_confirmation` says whether the player wants to be asked before a move is played.
    """

    match: Match
    ply: int
    text: str
    before: Any
    after: Any
    needs_confirmation: bool


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The same was done before, so no reply is needed, but where every message gets one: then it is `note`.

    There is no note if the same request was only delivered again.
    """

    note: str = ""


def idempotent(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T | AlreadyDone]]:
    """Return `AlreadyDone` where `work` raises `AlreadyStored`, because its request was carried out before."""

    @wraps(work)
    async def work_once(*args: P.args, **kwargs: P.kwargs) -> T | AlreadyDone:
        try:
            return await work(*args, **kwargs)
        except AlreadyStored:
            return AlreadyDone()

    return work_once


@dataclass(frozen=True, slots=True)
class AmbiguousMatch:
    """The matches that a request could be about; the person has to choose one."""

    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class StaleBoard:
    """A reply to an old board: a note on what it showed, the match to show now, and the event of the old board."""

    note: str
    match: Match
    shown: int = 0

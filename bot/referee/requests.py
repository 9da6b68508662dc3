"""What a person asked, in the referee's own terms: who, where, which match, what text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.referee.errors import RequestRejected
from bot.referee.text import MATCH_NUMBER_EXPECTED

_NUMBER = re.compile(r"#(\d{1,9})(?:\s+|$)")
_PLY = re.compile(r"(\d{1,5})\.(?:\s+|$)")


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board that was shown: of a match, as it stood after event `seq`."""

    match_id: int
    seq: int


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, and from where.

    `source_id` is the message or interaction it came by, `channel_id` the channel or thread it was said in,
    `guild_id` None for a direct message, `replied_to` the message that theirs answers, `board` what that one shows, if
    that can be told by looking at it.
    """

    user_id: int
    source_id: int
    channel_id: int
    guild_id: int | None
    replied_to: int | None = None
    board: ShownBoard | None = None


@dataclass(frozen=True, slots=True)
class Permissions:
    """What somebody is on a server: the ids of their `roles`, and whether they manage it."""

    roles: frozenset[int] = frozenset()
    manages_server: bool = False


NO_PERMISSIONS = Permissions()
"""What somebody is of whom nothing else is known."""


@dataclass(frozen=True, slots=True)
class MoveText:
    """A text with what it names taken off: `#42 17. c4` is match 42, ply 17, text `c4`."""

    text: str
    match: int | None = None
    ply: int | None = None

    @property
    def prefix(self) -> str:
        """What was taken off, in canonical form."""
        match = "" if self.match is None else f"#{self.match} "
        return match + ("" if self.ply is None else f"{self.ply}. ")


def parse_move_text(text: str) -> MoveText:
    """Split `[#42] [17.] TEXT`.

    >>> parse_move_text("#42 17. c4")
    MoveText(text='c4', match=42, ply=17)
    """
    rest, match, ply = text.strip().strip("`").strip(), None, None
    if found := _NUMBER.match(rest):
        match, rest = int(found[1]), rest[found.end() :]
    if found := _PLY.match(rest):
        ply, rest = int(found[1]), rest[found.end() :]
    return MoveText(rest, match, ply)


def split_match_number(text: str) -> tuple[int | None, str]:
    """Split `[#42] TEXT` and leave the text as it is.

    >>> split_match_number("#42 17. is `strong`")
    (42, '17. is `strong`')
    """
    found = _NUMBER.match(text)
    return (int(found[1]), text[found.end() :]) if found else (None, text)


def parse_match_number(text: str | None) -> int | None:
    """Read `42` or `#42`; None stays None. Raises `RequestRejected`."""
    if text is None or not text.strip():
        return None
    digits = text.strip().removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise RequestRejected(MATCH_NUMBER_EXPECTED)
    return int(digits)

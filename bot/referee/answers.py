"""What the referee answers. Everything it says to people is whole sentences in Discord's Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.records import Match


class Refused(Exception):  # noqa: N818 - an answer to a player, not a failure
    """What was asked can't be done; nothing was changed. The reason is for the person who asked."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Chat(Exception):  # noqa: N818 - as Refused
    """The text reads as nothing that the referee should answer."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move was stored, with its ply (from 1) and its canonical text."""

    match: Match
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class Again:
    """The very thing asked for was done before; there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Several matches could be meant: the person must say which."""

    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """The reply was to an old board: how things were there, and the match as it stands now."""

    note: str
    match: Match

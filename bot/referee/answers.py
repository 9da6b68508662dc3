"""What the referee answers. Everything it says to people is whole sentences in Discord's Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storage.records import Match


class Refused(Exception):  # noqa: N818 - an answer to a player, not a failure
    """What was asked can't be done; nothing was changed. The reason is for the person who asked."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unplayable(Refused):
    """A move was against the rules, and the `piece` that it names can go elsewhere in this turn, number `ply`."""

    def __init__(self, reason: str, match: Match, ply: int, piece: str) -> None:
        super().__init__(reason)
        self.match, self.ply, self.piece = match, ply, piece


class NotStored(Refused):
    """What somebody did was not stored: the record can't be written just now. What that raised is the cause."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} was not stored: our record can't be written just now. Send it again in some minutes.")


class Gone(Refused):
    """What was asked takes rules that are no longer here, so that asking again won't help."""


class Chat(Exception):  # noqa: N818 - as Refused
    """The text reads as nothing that the referee should answer."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move was stored, with its ply (from 1) and its canonical text."""

    match: Match
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A move that can be played as its match stands, and of which nothing is stored.

    It has its ply (from 1), its canonical text and the states round it. `asks` says whether whoever sent it wants to be
    asked before a move is played.
    """

    match: Match
    ply: int
    text: str
    before: Any
    after: Any
    asks: bool


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

"""What the referee returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storage.tables.models import Match


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was stored, with its ply (from 1) and its canonical text."""

    match: Match
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class MovePreview:
    """A move that can be played as its match stands, and of which nothing is stored.

    It has its ply (from 1), its canonical text and the states round it. `asks` says whether whoever sent it wants to be
    asked before a move is played.
    """

    match: Match
    ply: int
    text: str
    before: Any
    after: Any
    needs_confirmation: bool


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The very thing asked for was done before; there is nothing to say."""


@dataclass(frozen=True, slots=True)
class AmbiguousMatch:
    """Several matches could be meant: the person must say which."""

    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class StaleBoard:
    """The reply was to an old board: how things were there, and the match as it stands now."""

    note: str
    match: Match

"""The results of requests: what the referee returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storage.queries.rows import Match


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was stored, with its ply (from 1) and its canonical text."""

    match: Match
    ply: int
    text: str


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

"""The words of the post that shows a match that is over, in the channel that a server has for these. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.features.boards import text as wording
from bot.features.challenges.text import seat_list
from bot.features.history import text as recounting
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.log.entries import list_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.log.notes import ShownNote
    from bot.referee.views import Snapshot
    from games.contract import Game, Result
    from storage.tables.models import Event, Match

INLINE = 800
"""Characters that moves and notes may take in the post itself; where there are more, they come as a file."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The words of such a post, the same where files are barred, and whether the moves and notes are in a file."""

    text: str
    without_files: str
    needs_file: bool


def finished_post(
    moment: Snapshot, game: Game[Any, Any], result: Result, log: Sequence[Event], shown: Sequence[ShownNote]
) -> Finished:
    """Return how a match ended, who played it where, its moves and what was noted to it."""
    match = moment.match
    played = f"Played by {seat_list(match.seats, game.info)} in <#{match.home}>."
    head = "\n".join([*wording.ended(moment, game, result), played])
    told = f"Moves: {_moves(match, log)}"
    if shown:
        told += "\nNotes:\n" + "\n".join(map(recounting.noted, shown))
    if len(told) <= INLINE and len(head) + len(told) < MAX_LENGTH:
        return Finished(f"{head}\n{told}", f"{head}\n{told}", needs_file=False)
    what = "The moves and what was noted are" if shown else "The moves are"
    return Finished(f"{head}\n{what} in the text file.", f"{head}\n{what} in `/export #{match.id}`.", needs_file=True)


def _moves(match: Match, log: Sequence[Event]) -> str:
    """Return the moves that count, with their numbers, and who left between them."""
    told: list[str] = []
    for entry in list_entries(log):
        event = entry.event
        if entry.counts and event.kind == "move":
            told.append(f"{entry.ply}. {formatting.code(event.text, MAX_LENGTH)}")
        elif entry.counts and event.kind == "leave" and event.seat:
            told.append(f"({formatting.name(match.seats[event.seat - 1])} {formatting.plain(event.text)})")
    return " ".join(told)

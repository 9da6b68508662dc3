"""What the post of a finished match says, in the channel that a server has for these. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.features.boards.text import outcome_lines
from bot.features.challenges.text import seat_list
from bot.features.history.text import note_line
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.history.entries import list_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.log.notes import ShownNote
    from bot.referee.views import Snapshot
    from games.contract import Game, Result
    from storage.tables.models import Event, Match

INLINE = 800
"""Characters that moves and notes may take in the post itself; longer ones come as a file."""


@dataclass(frozen=True, slots=True)
class FinishedPost:
    """The text of such a post, the text where files are barred, and whether moves and notes go into a file."""

    text: str
    text_without_files: str
    needs_file: bool


def finished_post(
    snapshot: Snapshot, game: Game[Any, Any], result: Result, log: Sequence[Event], notes: Sequence[ShownNote]
) -> FinishedPost:
    """Return how a match ended, who played it and where, its moves and its notes."""
    match = snapshot.match
    played = f"Played by {seat_list(match.seats, game.info)} in <#{match.home}>."
    headline = "\n".join([*outcome_lines(snapshot, game, result), played])
    record = f"Moves: {_moves(match, log)}"
    if notes:
        record += "\nNotes:\n" + "\n".join(map(note_line, notes))
    if len(record) <= INLINE and len(headline) + len(record) < MAX_LENGTH:
        text = f"{headline}\n{record}"
        return FinishedPost(text, text, needs_file=False)
    what = "The moves and notes are" if notes else "The moves are"
    return FinishedPost(
        f"{headline}\n{what} in the text file.",
        f"{headline}\n{what} in `/export #{match.id}`.",
        needs_file=True,
    )


def _moves(match: Match, log: Sequence[Event]) -> str:
    """Return the moves of the mainline, with their numbers, and the players who left between them."""
    found: list[str] = []
    for entry in list_entries(log):
        event = entry.event
        if entry.counts and event.kind == "move":
            found.append(f"{entry.ply}. {formatting.code(event.text, MAX_LENGTH)}")
        elif entry.counts and event.kind == "leave" and event.seat:
            found.append(f"({formatting.name(match.seats[event.seat - 1])} {formatting.plain(event.text)})")
    return " ".join(found)

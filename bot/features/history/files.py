"""The record of a match as files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.features.history.text import match_status, record_post, text_record
from bot.interactions.replies import Attachment
from bot.match_files import exporter
from bot.referee.history.entries import describe_moves, list_entries
from bot.referee.history.mainline import count_plies
from games.contract import describe_options, find_version

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.log.notes import ShownNote
    from games.contract import Game
    from storage.queries.clocks import Clock
    from storage.queries.rows import Correction, Event, Match


@dataclass(frozen=True, slots=True)
class RecordFiles:
    """The post above the record of a match, and the record as a JSON file and a text file."""

    post: str
    attachments: tuple[Attachment, Attachment]


def record_files(
    games: Mapping[str, Game[Any, Any]],
    match: Match,
    log: list[Event],
    notes: tuple[ShownNote, ...],
    clock: Clock | None,
    corrected: Sequence[Correction] = (),
) -> RecordFiles:
    """Return the record of a match with its whole log and its corrections: for `turnpost import`, and as plain text."""
    present = games.get(match.game)
    game = find_version(present, match.rules) if present else None
    title, seats = (present.info.title, present.info.seats) if present else (match.game, ())
    status = match_status(match, log[-1] if log else None, exporter.find_result(games, match, log))
    descriptions = describe_moves(game, match, log) if game else [""] * len(log)
    options = describe_options(present.info, match.options, every=True) if present else ()
    text = text_record(title, seats, match, list_entries(log), descriptions, status, notes, options)
    return RecordFiles(
        record_post(title, match, status, count_plies(log), notes),
        (
            Attachment(
                f"{exporter.to_line(games, match, log, clock, corrected)}\n".encode(), f"turnpost-{match.id}.json"
            ),
            Attachment(text.encode(), f"turnpost-{match.id}.txt"),
        ),
    )

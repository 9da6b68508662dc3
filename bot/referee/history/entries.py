"""The history of a match: every event in order, with its number, and whether it still counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.history.mainline import count_event, count_kept
from bot.referee.history.rebuild import apply_event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Game
    from storage.queries.rows import Event, Match


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One event of a match.

    `ply` is the number of moves that counted after it: for a move, its number. `counts` is False if it was undone
    later. `undone` holds the numbers of the moves that a takeback takes back.
    """

    event: Event
    ply: int
    counts: bool
    undone: range


def list_entries(log: Sequence[Event]) -> list[HistoryEntry]:
    """Return the history of a log."""
    counting: list[Event] = []
    rows: list[tuple[Event, int, range]] = []
    undone_seqs: set[int] = set()
    ply = 0
    for event in log:
        undone_plies = range(0)
        undone = count_event(counting, event)
        undone_seqs.update(each.seq for each in undone)
        moves = sum(each.kind == "move" for each in undone)
        if event.kind == "takeback":
            undone_plies = range(ply - moves + 1, ply + 1)
        ply += (event.kind == "move") - moves
        rows.append((event, ply, undone_plies))
    return [HistoryEntry(event, ply, event.seq not in undone_seqs, undone) for event, ply, undone in rows]


def describe_moves(game: Game[Any, Any], match: Match, log: Sequence[Event]) -> list[str]:
    """Return what each event's move did, in the words of the game; an empty text for other events.

    Raises `IllegalMove` if these rules reject one of them.
    """
    state = game.start(len(match.seats), match.options, match.seed)
    counting: list[Event] = []
    states_before: list[Any] = []
    descriptions: list[str] = []
    for event in log:
        kept = count_kept(counting, event)
        if kept < len(counting):
            state = states_before[kept]
            del counting[kept:], states_before[kept:]
        if event.kind == "takeback":
            descriptions.append("")
            continue
        descriptions.append(game.describe(state, game.parse(state, event.text)) if event.kind == "move" else "")
        counting.append(event)
        states_before.append(state)
        state = apply_event(game, state, event)
    return descriptions


def seq_at_ply(log: Sequence[Event], ply: int) -> int:
    """Return the number of the last event of the mainline before move `ply` + 1, so a leave after move `ply` counts."""
    last = 0
    for entry in list_entries(log):
        if entry.counts and entry.event.kind != "takeback" and entry.ply <= ply:
            last = entry.event.seq
    return last

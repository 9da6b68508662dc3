"""A match's history: every event in order, with its number, and whether it still counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.history.mainline import split_takeback
from bot.referee.history.rebuild import apply_event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Game
    from storage.tables.models import Event, Match


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One event of a match.

    `ply` is how many moves counted once it had happened, so it is a move's own number. `stands` is False for what was
    taken back later. `undone` holds the numbers of the moves that a takeback takes back.
    """

    event: Event
    ply: int
    counts: bool
    undone: range


def list_entries(log: Sequence[Event]) -> list[HistoryEntry]:
    """Return the history of a log."""
    counting: list[Event] = []
    found: list[tuple[Event, int, range]] = []
    gone: set[int] = set()
    ply = 0
    for event in log:
        back = range(0)
        if event.kind == "takeback":
            counting, over = split_takeback(counting, event.seat)
            gone.update(each.seq for each in over)
            moves = sum(each.kind == "move" for each in over)
            back = range(ply - moves + 1, ply + 1)
            ply -= moves
        else:
            counting.append(event)
            ply += event.kind == "move"
        found.append((event, ply, back))
    return [HistoryEntry(event, ply, event.seq not in gone, back) for event, ply, back in found]


def describe_moves(game: Game[Any, Any], match: Match, log: Sequence[Event]) -> list[str]:
    """Return what each event's move did, in the words of the game; nothing for what is no move.

    Raises `IllegalMove` if these rules don't take one of them.
    """
    state = game.start(len(match.seats), match.options, match.seed)
    counting: list[Event] = []
    befores: list[Any] = []
    told: list[str] = []
    for event in log:
        if event.kind == "takeback":
            counting, _ = split_takeback(counting, event.seat)
            state = befores[len(counting)]
            del befores[len(counting) :]
            told.append("")
            continue
        told.append(game.describe(state, game.parse(state, event.text)) if event.kind == "move" else "")
        counting.append(event)
        befores.append(state)
        state = apply_event(game, state, event)
    return told


def seq_at_ply(log: Sequence[Event], ply: int) -> int:
    """Return the event after which a match stood at move `ply`, of those that still count; what followed it included.

    That is the last event before the next move: a seat that left meanwhile has left.
    """
    found = 0
    for entry in list_entries(log):
        if entry.counts and entry.event.kind != "takeback" and entry.ply <= ply:
            found = entry.event.seq
    return found

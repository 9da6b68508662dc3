"""Rebuild the states of a match from its log or from a saved state, and check a log against rules."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.history.history import (
    CALLED_OFF,
    DEPARTURES,
    count_event,
    count_kept,
    mainline,
    split_takeback,
    takeback_text,
    was_lost_on_time,
)
from games.contract import BadOption, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Game
    from storage.queries.rows import Event, Match, SavedState


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


def start_state(game: Game[Any, Any], match: Match) -> Any:
    """Return the state before the first event of a match: of the usual setup, or of the position it began from.

    Raises `BadOption`, and `ValueError` for a position that these rules don't take.
    """
    if match.start is None:
        return game.start(len(match.seats), match.options, match.seed)
    return game.parse_position(match.start, len(match.seats), match.options, match.seed)


def describe_moves(game: Game[Any, Any], match: Match, log: Sequence[Event]) -> list[str]:
    """Return what each event's move did, in the words of the game; an empty text for other events.

    Raises `IllegalMove` if these rules reject one of them.
    """
    state = start_state(game, match)
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


class UnreadableState(ValueError):  # noqa: N818 - a verdict on bytes
    """Bytes that aren't a state, or a state that bytes can't hold. The message is a clause."""


def write_state(package: str, state: Any) -> bytes:
    """Return a state of a game in a top-level package as bytes.

    Raises `UnreadableState` if they aren't read as the same state.
    """
    try:
        written = pickle.dumps(state)
    except Exception as error:
        raise UnreadableState(f"it can't be written: {error}") from error
    if read_state(package, written) != state:
        raise UnreadableState("it isn't read as it was written")
    return written


def read_state(package: str, written: bytes) -> Any:
    """Return the state that `write_state` wrote. Raises `UnreadableState`."""
    try:
        return _Reader(package, written).load()
    except Exception as error:
        raise UnreadableState(f"it can't be read: {error}") from error


class _Reader(pickle.Unpickler):
    def __init__(self, package: str, written: bytes) -> None:
        super().__init__(BytesIO(written))
        self._packages = {"games", package}

    def find_class(self, module: str, name: str, /) -> Any:
        """Return a class or function by its module and name; names of what a module imports aren't its own."""
        found = super().find_class(module, name) if module.partition(".")[0] in self._packages else None
        if getattr(found, "__module__", None) != module:
            raise pickle.UnpicklingError(f"{module}.{name} isn't allowed in a state")
        return found


SAVE_EVERY = 16
"""How many events lie between two saved states of a match."""
UNDOING = frozenset({"takeback", "substitute"})
"""The kinds of events that may undo events before them, perhaps also those before the saved state."""


def can_continue(saved: SavedState, match: Match, rest: Sequence[Event]) -> bool:
    """Return whether a saved state and the events that follow it lead to the state after them."""
    return saved.rules == match.rules and not any(event.kind in UNDOING for event in rest)


def continue_from(
    game: Game[Any, Any], package: str, match: Match, saved: SavedState, rest: Sequence[Event]
) -> tuple[Any, int]:
    """Return the state after the events that follow a saved state, and how many moves count in it.

    `package` is the top-level package of the game. If the events end where the match stands, the match must have the
    position of the state. Raises `UnreadableState` if it isn't, and what the rules raise.
    """
    state = read_state(package, saved.state)
    for event in rest:
        state = apply_event(game, state, event)
    last = rest[-1].seq if rest else saved.seq
    if last == match.seq and game.position(state) != match.position:
        raise UnreadableState("it leads to another position than that of the match")
    return state, saved.plies + sum(event.kind == "move" for event in rest)


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The state after the last event of a log, and the seat to move, None if the match has ended."""

    state: Any
    to_move: int | None


class LogMismatch(Exception):  # noqa: N818 - a verdict on an event
    """An event or options that the rules reject. The message is a sentence."""


def rebuild_state(game: Game[Any, Any], match: Match, log: Iterable[Event]) -> Any:
    """Return the state after the events of a match. Raises `IllegalMove` if the rules reject one of them."""
    state = start_state(game, match)
    for event in mainline(log):
        state = apply_event(game, state, event)
    return state


def apply_event(game: Game[Any, Any], state: Any, event: Event) -> Any:
    """Return the state after an event of the mainline. Raises `IllegalMove` if the rules reject it.

    A substitute, an agreed draw and an `end` don't change the state; what a substitute undoes isn't in the mainline. Of
    the last two the match says that it has ended.
    """
    if event.kind == "move":
        return game.play(state, game.parse(state, event.text))
    return game.leave(state, event.seat or 0) if event.kind == "leave" else state


def replay_and_check(game: Game[Any, Any], match: Match, log: Sequence[Event]) -> LogEnd:
    """Replay a whole log and return its end; check each event: its number, its seat, the rules, its canonical text.

    Raises `LogMismatch` for the first event that fails. Other errors of the rules pass through.
    """
    state = _start_checked(game, match)
    to_move = game.to_move(state)
    counting: list[Event] = []
    states_before: list[Any] = []
    for place, event in enumerate(log, 1):
        label = f"event {event.seq} ({event.kind} {formatting.code(event.text, 60)})"
        if event.seq != place:
            raise LogMismatch(f"event {place} is missing: the next one is {event.seq}.")
        if to_move is None and not _calls_off(match, log[place - 2] if place > 1 else None, event):
            raise LogMismatch(f"{label} comes after the end of the match.")
        if event.kind == "move" and event.seat != to_move:
            raise LogMismatch(f"{label} is by seat {event.seat}, but the rules have seat {to_move} to move.")
        if event.kind == "takeback":
            _check_takeback(counting, event, label)
        kept = count_kept(counting, event)
        if kept < len(counting):
            state = states_before[kept]
            del counting[kept:], states_before[kept:]
        if event.kind != "takeback":
            counting.append(event)
            states_before.append(state)
            state = _apply_checked(game, state, event, label)
        to_move = None if event.closes else game.to_move(state)
    return LogEnd(state, to_move)


def _start_checked(game: Game[Any, Any], match: Match) -> Any:
    """Return the state before the first event. Raises `LogMismatch` if the rules don't take options or position."""
    try:
        return start_state(game, match)
    except BadOption as bad:
        raise LogMismatch(f"its options are no longer taken by the rules: {bad}") from bad
    except ValueError as bad:
        if match.start is None:
            raise
        raise LogMismatch(f"the position it began from is no longer taken by the rules: {bad}") from bad


def _calls_off(match: Match, before: Event | None, event: Event) -> bool:
    """Return whether an event calls a match off that was lost on time, by its winner."""
    by_winner = before is not None and match.seat_of(event.user_id or 0) not in {None, before.seat}
    return by_winner and was_lost_on_time(match, before) and (event.kind, event.text) == ("end", CALLED_OFF)


def _apply_checked(game: Game[Any, Any], state: Any, event: Event, label: str) -> Any:
    if event.kind != "move":
        return apply_event(game, state, event)
    try:
        move = game.parse(state, event.text)
        if (text := game.format(state, move)) != event.text:
            raise LogMismatch(f"{label} is read as `{text}` by the rules.")
        return game.play(state, move)
    except IllegalMove as illegal:
        raise LogMismatch(f"{label} is not taken by the rules: {illegal.reason}") from illegal


def _check_takeback(counting: Sequence[Event], event: Event, label: str) -> None:
    """Raise `LogMismatch` if a takeback can't follow a mainline."""
    kept, gone = split_takeback(counting, event.seat)
    if not gone:
        raise LogMismatch(f"{label} is by seat {event.seat}, which has no move to take back.")
    if any(one.kind in DEPARTURES for one in gone):
        raise LogMismatch(f"{label} would bring back a player who left.")
    if event.text != takeback_text(kept):
        raise LogMismatch(f"{label} leads back `{takeback_text(kept)}`.")


def check_other_rules(game: Game[Any, Any], match: Match, log: Sequence[Event]) -> LogEnd:
    """Replay a match's log by another version of the rules and return its end.

    Raises `LogMismatch` if they reject an event or lead to another position.
    """
    end = replay_and_check(game, match, log)
    position = game.position(end.state)
    if (position, end.to_move) != (match.position, match.to_move):
        raise LogMismatch(
            f"the rules lead to `{position}` with seat {end.to_move} to move, and it stands at something else."
        )
    return end

"""Rebuild the states of a match from its log, and check a log against rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.history.mainline import DEPARTURES, count_kept, mainline, split_takeback, takeback_text
from bot.referee.history.outcome import CALLED_OFF, was_lost_on_time
from games.contract import BadOption, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Game
    from storage.queries.rows import Event, Match


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The state after the last event of a log, and the seat to move, None if the match has ended."""

    state: Any
    to_move: int | None


class LogMismatch(Exception):  # noqa: N818 - a verdict on an event
    """An event or options that the rules reject. The message is a sentence."""


def rebuild_state(game: Game[Any, Any], match: Match, log: Iterable[Event]) -> Any:
    """Return the state after the events of a match. Raises `IllegalMove` if the rules reject one of them."""
    state = game.start(len(match.seats), match.options, match.seed)
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
    try:
        state = game.start(len(match.seats), match.options, match.seed)
    except BadOption as bad:
        raise LogMismatch(f"its options are no longer taken by the rules: {bad}") from bad
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

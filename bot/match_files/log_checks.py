"""Checks of a match and its log, for `import`, which rejects what they find, and `verify`, which reports it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.history import history, rebuild
from bot.referee.history.history import OUT_OF_TIME, count_event, find_first_players, list_holders, list_people
from bot.referee.history.rebuild import replay_and_check
from bot.referee.log.automatic_moves import RESIGNED
from games.contract import BadOption, check_players, options_fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from games.contract import Game
    from storage.queries.rows import Correction, Event, Match

SKEW = timedelta(minutes=1)
"""How far a time may lie before the one that precedes it, because the clocks of processes differ."""
AHEAD = timedelta(days=1)
"""How far a time may lie in the future, because its writer's clock may be ahead of this one."""


def check_number(game: Game[Any, Any], match: Match) -> Iterator[str]:
    """Yield the reason if a match doesn't have a number of players that its game allows."""
    try:
        check_players(game.info, len(match.seats))
    except BadOption as bad:
        yield str(bad).rstrip(".")


def check_log(match: Match, log: Sequence[Event], now: datetime) -> Iterator[str]:
    """Yield what is wrong with the people and the times of a match, as clauses."""
    yield from _check_people(match, log)
    yield from _check_times(match, log, now)


def check_play(
    game: Game[Any, Any], match: Match, log: Sequence[Event], claimed: dict[str, Any] | None = None
) -> Iterator[str]:
    """Yield what the rules reject of a match, or the columns that they contradict, as clauses.

    `claimed` is the expected result, if it is known. Errors raised by the rules pass through.
    """
    try:
        if not options_fit(game.info, match.options):
            yield "`options` does not name options of the game, each with one of its values"
    except BadOption as bad:
        yield str(bad).rstrip(".")
        return
    try:
        end = replay_and_check(game, match, log)
    except rebuild.LogMismatch as invalid:
        yield str(invalid).rstrip(".")
        return
    for name, stored, replayed in (
        ("position", match.position, game.position(end.state)),
        ("to_move", match.to_move, end.to_move),
        ("ended_at", match.ended_at, (log[-1].at if log else match.created_at) if end.to_move is None else None),
    ):
        if stored != replayed:
            yield f"{name} is stored as `{stored}`, but the log leads to `{replayed}`"
    if claimed is not None:
        told = history.match_result(game, match, log[-1] if log else None, end.state)
        if end.to_move is not None or told is None or claimed != json.loads(json.dumps(asdict(told))):
            yield "its events lead to another `result` than it says"


def check_corrections(
    match: Match, log: Sequence[Event], corrections: Sequence[Correction], now: datetime
) -> Iterator[str]:
    """Yield what is wrong with the corrected results of a match, as clauses."""
    if match.ended_at is None:
        yield from ("its result was corrected, and it goes on" for _ in corrections[:1])
        return
    before, players = match.ended_at, len(find_first_players(match, log))
    for number, each in enumerate(corrections, 1):
        label = f"correction {number}"
        if each.number != number:
            yield f"{label} is missing: the next one is {each.number}"
        if each.user_id < 1:
            yield f"{label} is by {each.user_id}, who is no person"
        if each.places not in ([], [1] * players) and sorted(each.places) != list(range(1, players + 1)):
            yield f"{label} gives {players} people the places {each.places}"
        if not before - SKEW <= each.at <= now + AHEAD:
            yield f"{label} is of {each.at}, before what it corrects or in the future"
        before = each.at


def steps_back(match: Match, log: Sequence[Event]) -> Iterator[tuple[Event, timedelta]]:
    """Yield the events whose times lie before the latest earlier one, each with the difference."""
    latest = match.created_at
    for event in log:
        if event.at < latest:
            yield event, latest - event.at
        latest = max(latest, event.at)


def smooth(match: Match, log: Sequence[Event]) -> tuple[Match, list[Event]]:
    """Return a match and its log with times in order: an event before its predecessor gets that one's time."""
    smoothed, latest = list["Event"](), match.created_at
    for event in log:
        latest = max(latest, event.at)
        smoothed.append(replace(event, at=latest))
    return replace(match, since=latest, ended_at=match.ended_at and latest), smoothed


def _check_people(match: Match, log: Sequence[Event]) -> Iterator[str]:
    everybody = [person.id for person in list_people(match, log)]
    if len(set(everybody)) < len(everybody):
        yield "one player has two seats"
    sources = [event.source_id for event in log if event.source_id is not None]
    if len(set(sources)) < len(sources):
        yield "two of its events have the same `source`"
    holders = [person.id for person in find_first_players(match, log)]
    gone: set[int] = set()
    counting: list[Event] = []
    for event, people in zip(log, list_holders(match, log), strict=True):
        after = [person.id for person in people]
        undone = count_event(counting, event)
        if event.kind == "substitute" and undone:
            gone.discard(event.seat or 0)
        yield from _check_event(event, holders, gone)
        if event.kind == "leave" and event.seat is not None:
            gone.add(event.seat)
        if event.kind == "substitute" and event.seat is not None and 1 <= event.seat <= len(after):
            yield from _check_substitute(event, holders[event.seat - 1], after[event.seat - 1])
        holders = after


def _check_event(event: Event, holders: Sequence[int], gone: set[int]) -> Iterator[str]:
    """Yield what is wrong with the seat and the user of an event.

    `holders` are the ids of those who had the seats then, `gone` the seats that had left.
    """
    label = f"event {event.seq}"
    yield from _check_source(event, label)
    if event.kind == "end":
        if event.seat is not None:
            yield f"{label} is an end, which has no `seat`"
        return
    if event.seat is None or not 1 <= event.seat <= len(holders):
        yield f"{label} names no `seat` of this match"
        return
    if event.seat in gone:
        yield f"{label} is by seat {event.seat}, which had left"
    if event.kind in {"move", "draw"} and event.user_id != holders[event.seat - 1]:
        yield f"{label} is a {event.kind} of seat {event.seat}, but not by its player"
    if event.kind == "draw" and event.text != "agreed":
        yield f"{label} is a draw by `{event.text}`, not `agreed`"
    by = holders.index(event.user_id) + 1 if event.user_id in holders else None
    if event.kind == "takeback" and by in {None, event.seat, *gone}:
        yield f"{label} takes back a move, and none of the others who are still in agreed to it"
    if event.kind == "leave":
        yield from _check_leave(event, label, by, gone)


def _check_source(event: Event, label: str) -> Iterator[str]:
    """Yield what is wrong with where an event came from: a message or interaction, a queue, a plan, or the bot."""
    by_person = (event.user_id or 0) > 0
    by_itself = event.kind in {"move", "draw", "substitute"} or (event.kind, event.text) == ("leave", RESIGNED)
    if event.source_id is None and by_person and not by_itself:
        yield f"{label} has no `source`, but somebody did it"
    if event.by_plan and not (event.source_id is None and by_person and by_itself and event.kind != "substitute"):
        yield f"{label} is said to be of a plan, and can't be"


def _check_substitute(event: Event, before: int, after: int) -> Iterator[str]:
    """Yield what is wrong with a substitute; `before` and `after` are the ids of those who had and have the seat."""
    if event.source_id is None and after > 0:
        yield f"event {event.seq} has no `source`, but somebody took a seat"
    if not (before == event.user_id and before > -100):  # a computer player never gives its seat up
        yield f"event {event.seq} is a substitute for seat {event.seat}, but not for the person who had it"


def _check_leave(event: Event, label: str, by: int | None, gone: set[int]) -> Iterator[str]:
    """Yield what is wrong with the user of a leave: a player who is still in, or None when time was up."""
    if event.user_id is None:
        if event.source_id is not None:
            yield f"{label} lets seat {event.seat} leave, and has a `source`, but no `user`"
    elif by is None or by in gone - {event.seat}:
        yield f"{label} lets seat {event.seat} leave, but not by a player who is still in"
    elif by == event.seat and event.text == OUT_OF_TIME:
        yield f"{label} lets seat {event.seat} leave as it {OUT_OF_TIME}, claimed by its own player"
    elif by != event.seat and event.text == RESIGNED:
        yield f"{label} lets seat {event.seat} resign, but not by its own player"


def _check_times(match: Match, log: Sequence[Event], now: datetime) -> Iterator[str]:
    for event, back in steps_back(match, log):
        if back > SKEW:
            yield f"event {event.seq} comes before what precedes it, by {back.total_seconds():,.1f} seconds"
    if match.created_at > now + AHEAD:
        yield f"its beginning lies in the future ({match.created_at})"
    for event in log:
        if event.at > now + AHEAD:
            yield f"event {event.seq} lies in the future ({event.at})"

"""Reads records of matches, holds each against the rules, and stores all of a file or nothing."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.referee import history, results
from bot.referee.clocks import known_stops, running
from bot.referee.history import follow
from bot.upkeep import records
from bot.upkeep.records import Misfit
from games.contract import BadOption, seated, settle, version
from storage import archive, clocks, meta
from storage.database import Repeated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from games.contract import Game, Result
    from storage.clocks import Clock
    from storage.database import Database, Tx
    from storage.records import Event, Match

    Checked: TypeAlias = tuple[Match, list[Event], Clock | None]

LARGEST_FILE = 64 * 1024 * 1024
AHEAD = timedelta(days=1)
"""How far the clock that a record was written by may be ahead of ours."""


class Unfit(Exception):  # noqa: N818 - what the operator reads
    """A file that can't be imported. The message is one sentence that names the record and what is wrong."""


def read(path: Path, games: Mapping[str, Game[Any, Any]], now: datetime) -> list[Checked]:
    """Return the matches of a file, every move checked, with clocks that are to run from now on.

    Raises `Unfit` for the first record that is not right.
    """
    checked: list[Checked] = []
    for number, line in _lines(path):
        try:
            match, log, result, clock = records.read(line)
            checked.append((_fitting(games, match, log, result, now), log, clock and replace(clock, since=now)))
        except Misfit as misfit:
            raise Unfit(f"Record {number} of {path} is refused: {misfit}.") from misfit
    if not checked:
        raise Unfit(f"{path} holds no records.")
    return checked


async def store(database: Database, checked: Sequence[Checked]) -> int:
    """Store matches under new numbers, all or none, and return how many events they have. Raises `Unfit`."""
    async with database.write() as tx:
        await meta.hold(tx, "import")  # or two imports of one file at once would each find nothing of it
        for number, (match, log, clock) in enumerate(checked, 1):
            try:
                match_id = await archive.add(tx, match, log)
            except Repeated as known:
                raise Unfit(f"Record {number} is refused, as match #{match.id} is here already: {known}.") from known
            if clock:
                await clocks.start(tx, await _going(tx, replace(match, id=match_id), replace(clock, match_id=match_id)))
    return sum(len(log) for _, log, _ in checked)


async def _going(tx: Tx, match: Match, clock: Clock) -> Clock:
    """Return the clock of a match as it runs from now on, where the match goes on."""
    return running(clock, match.to_move, await known_stops(tx, match, clock)) if match.to_move else clock


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    taken = 0
    try:
        with path.open("rb") as file:
            for number in range(1, LARGEST_FILE):
                line = file.readline(records.LONGEST_LINE + 1)
                taken += len(line)
                if not line:
                    return
                if len(line) > records.LONGEST_LINE:
                    raise Unfit(f"Record {number} of {path} is refused: it is longer than 4 MiB.")
                if taken > LARGEST_FILE:
                    raise Unfit(f"{path} is larger than 64 MiB; split it between lines into several files.")
                yield number, line
    except OSError as error:
        raise Unfit(f"{path} cannot be read ({error.strerror}).") from error


def _fitting(
    games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event], result: records.Json | None, now: datetime
) -> Match:
    """Return the match if its log can be played by the rules and leads to what it claims. Raises `Misfit`."""
    present = games.get(match.game)
    if present is None:
        raise Misfit(f"the game `{match.game[:40]}` is not installed here")
    game = version(present, match.rules)
    if game is None:
        raise Misfit(f"it was played by version {match.rules} of the rules, and here is version {present.info.rules}")
    try:
        seated(game.info, len(match.seats))
        _check_people(match, log)
        _check_times(match, log, now)
        if settle(game.info, match.options) != match.options:
            raise Misfit("`options` does not name every option of the game with one of its values")
        end = follow(game, match, log)
    except (BadOption, history.Misfit) as bad:
        raise Misfit(str(bad).rstrip(".")) from bad
    if (match.position, match.to_move) != (game.position(end.state), end.to_move):
        raise Misfit("its events lead to another `position` or `to_move` than it says")
    told = results.result(game, match, log[-1] if log else None, end.state)
    if result is not None and (end.to_move is not None or told is None or result != _plain(told)):
        raise Misfit("its events lead to another `result` than it says")
    return match


def _plain(result: Result) -> records.Json:
    return json.loads(json.dumps(asdict(result)))


def _check_people(match: Match, log: Sequence[Event]) -> None:
    ids = [person.id for person in match.seats]
    if len(set(ids)) < len(ids):
        raise Misfit("one player has two seats")
    sources = [event.source_id for event in log if event.source_id is not None]
    if len(set(sources)) < len(sources):
        raise Misfit("two of its events have the same `source`")
    _check_seats(match, log)


def _check_seats(match: Match, log: Sequence[Event]) -> None:
    ids = [person.id for person in match.seats]
    gone: set[int] = set()
    for event in log:
        if event.kind == "end":
            if event.seat is not None:
                raise Misfit(f"event {event.seq} is an end, which has no `seat`")
            continue
        if event.seat is None or event.seat > len(ids):
            raise Misfit(f"event {event.seq} names no `seat` of this match")
        if event.seat in gone:
            raise Misfit(f"event {event.seq} is by seat {event.seat}, which had left")
        # Somebody else, or nobody, may take a seat out of a match, but only its holder moves.
        if event.kind in {"move", "draw"} and event.user_id != ids[event.seat - 1]:
            raise Misfit(f"event {event.seq} is a {event.kind} of seat {event.seat}, but not by its player")
        if event.kind == "takeback":
            _check_consent(match, event, gone)
        if event.kind == "leave":
            gone.add(event.seat)


def _check_consent(match: Match, event: Event, gone: set[int]) -> None:
    seat = match.seat_of(event.user_id or 0)
    if seat in {None, event.seat, *gone}:
        raise Misfit(f"event {event.seq} takes back a move, and none of the others who are still in agreed to it")


def _check_times(match: Match, log: Sequence[Event], now: datetime) -> None:
    before = match.created_at
    for event in log:
        if event.at < before:
            raise Misfit(f"event {event.seq} comes before what precedes it")
        before = event.at
    if before > now + AHEAD:
        raise Misfit("it lies in the future")

"""Reads records of matches, holds each against the rules, and stores all of a file or nothing."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.table import step
from bot.upkeep import records
from bot.upkeep.records import Misfit
from games.contract import BadOption, IllegalMove, seated, settle
from storage import archive
from storage.database import Repeated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from games.contract import Game
    from storage.database import Database
    from storage.records import Event, Match

LARGEST_FILE = 64 * 1024 * 1024
AHEAD = timedelta(days=1)
"""How far the clock that a record was written by may be ahead of ours."""


class Unfit(Exception):  # noqa: N818 - what the operator reads
    """A file that can't be imported. The message is one sentence that names the record and what is wrong."""


def read(path: Path, games: Mapping[str, Game[Any, Any]], now: datetime) -> list[tuple[Match, list[Event]]]:
    """Return the matches of a file, every move checked. Raises `Unfit` for the first record that is not right."""
    checked: list[tuple[Match, list[Event]]] = []
    for number, line in _lines(path):
        try:
            match, log, result = records.read(line)
            checked.append((_fitting(games, match, log, result, now), log))
        except Misfit as misfit:
            raise Unfit(f"Record {number} of {path} is refused: {misfit}.") from misfit
    if not checked:
        raise Unfit(f"{path} holds no records.")
    return checked


async def store(database: Database, checked: Sequence[tuple[Match, list[Event]]]) -> int:
    """Store matches under new numbers, all or none, and return how many events they have. Raises `Unfit`."""
    async with database.write() as tx:
        for number, (match, log) in enumerate(checked, 1):
            try:
                await archive.add(tx, match, log)
            except Repeated as known:
                raise Unfit(f"Record {number} is refused, as match #{match.id} is here already: {known}.") from known
    return sum(len(log) for _, log in checked)


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
    game = games.get(match.game)
    if game is None:
        raise Misfit(f"the game `{match.game[:40]}` is not installed here")
    if match.rules != game.info.rules:
        raise Misfit(f"it was played by version {match.rules} of the rules, and here is version {game.info.rules}")
    try:
        seated(game.info, len(match.seats))
        _check_people(match, log)
        _check_times(match, log, now)
        if settle(game.info, match.options) != match.options:
            raise Misfit("`options` does not name every option of the game with one of its values")
        state = game.start(len(match.seats), match.options, match.seed)
    except BadOption as bad:
        raise Misfit(str(bad).rstrip(".")) from bad
    to_move = game.to_move(state)
    for event in log:
        state, to_move = _next(game, state, to_move, event)
    if (match.position, match.to_move) != (game.position(state), to_move):
        raise Misfit("its events lead to another `position` or `to_move` than it says")
    if result is not None and (to_move is not None or result != _told(game, state)):
        raise Misfit("its events lead to another `result` than it says")
    return match


def _next(game: Game[Any, Any], state: Any, to_move: int | None, event: Event) -> tuple[Any, int | None]:
    """Return the state after an event and who is then to move. Raises `Misfit`."""
    if to_move is None:
        raise Misfit(f"event {event.seq} comes after the end")
    if event.kind == "move" and event.seat != to_move:
        raise Misfit(f"event {event.seq} is a move of seat {event.seat}, but seat {to_move} is to move")
    try:
        if event.kind == "move" and game.format(state, game.parse(state, event.text)) != event.text:
            raise Misfit(f"event {event.seq}, `{event.text[:40]}`, is not written as the game writes it")
        state = step(game, state, event)
    except IllegalMove as illegal:
        reason = illegal.reason.rstrip(".")
        raise Misfit(f"event {event.seq}, `{event.text[:40]}`, is against the rules: {reason}") from illegal
    return state, None if event.kind == "end" else game.to_move(state)


def _told(game: Game[Any, Any], state: Any) -> records.Json | None:
    result = game.result(state)
    return json.loads(json.dumps(asdict(result))) if result else None


def _check_people(match: Match, log: Sequence[Event]) -> None:
    ids = [person.id for person in match.seats]
    if len(set(ids)) < len(ids):
        raise Misfit("one player has two seats")
    if len({event.source_id for event in log}) < len(log):
        raise Misfit("two of its events have the same `source`")
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
        if event.kind == "move" and event.user_id != ids[event.seat - 1]:
            raise Misfit(f"event {event.seq} is a move of seat {event.seat}, but not by its player")
        if event.kind == "leave":
            gone.add(event.seat)


def _check_times(match: Match, log: Sequence[Event], now: datetime) -> None:
    before = match.created_at
    for event in log:
        if event.at < before:
            raise Misfit(f"event {event.seq} comes before what precedes it")
        before = event.at
    if before > now + AHEAD:
        raise Misfit("it lies in the future")

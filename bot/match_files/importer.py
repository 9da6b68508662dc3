"""Read a file of matches, check each by its rules, and store all of them or none."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.match_files import match_json
from bot.match_files.log_checks import check_corrections, check_log, check_number, check_play, smooth
from bot.match_files.match_json import InvalidRecord
from bot.referee.clocks.clock import calculate_deadline, recorded_stopped_time
from bot.referee.seeds import needed_seed
from games.contract import find_version
from storage.backup import archive
from storage.engine.database import AlreadyStored
from storage.queries import clocks, corrections, key_value, row_ids

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from games.contract import Game
    from storage.engine.database import Database, Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Correction, Event, Match

    Checked: TypeAlias = tuple[Match, list[Event], Clock | None, list[Correction]]

LARGEST_FILE = 64 * 1024 * 1024


class InvalidFile(Exception):  # noqa: N818 - what the operator reads
    """A file that can't be imported. The message is one sentence with the record and the reason."""


def read_file(path: Path, games: Mapping[str, Game[Any, Any]], now: datetime) -> list[Checked]:
    """Return the matches of a file with every move checked, their clocks running from now on, and their corrections.

    Raises `InvalidFile` for the first invalid record.
    """
    checked: list[Checked] = []
    for number, line in _lines(path):
        try:
            match, log, result, clock, corrected = match_json.read(line)
            match, log = _check_match(games, match, log, result, corrected, now)
            checked.append((match, log, clock and replace(clock, since=now), corrected))
        except InvalidRecord as invalid:
            raise InvalidFile(f"Record {number} of {path} is refused: {invalid}.") from invalid
    if not checked:
        raise InvalidFile(f"{path} holds no records.")
    return checked


async def store_matches(database: Database, checked: Sequence[Checked]) -> int:
    """Store matches under new ids, all or none, and return their number of events. Raises `InvalidFile`."""
    async with database.write() as tx:
        await key_value.lock(tx, "import")  # so that two imports of one file can't both find it new
        numbers: list[int] = []
        for number, (match, log, clock, corrected) in enumerate(checked, 1):
            try:
                match_id = await archive.add(tx, match, log)
            except AlreadyStored as known:
                raise InvalidFile(
                    f"Record {number} is refused, as match #{match.id} is here already: {known}."
                ) from known
            numbers.append(match_id)
            if clock:
                await clocks.add(
                    tx, await _start_clock(tx, replace(match, id=match_id), replace(clock, match_id=match_id))
                )
            for each in corrected:
                await corrections.add(tx, replace(each, match_id=match_id))
        await row_ids.save_import(tx, numbers, sum(clock is not None for _, _, clock, _ in checked))
    return sum(len(log) for _, log, *_ in checked)


async def _start_clock(tx: Tx, match: Match, clock: Clock) -> Clock:
    """Return the clock of a match with its deadline, if the match is active."""
    return (
        calculate_deadline(clock, match.to_move, await recorded_stopped_time(tx, match, clock))
        if match.to_move
        else clock
    )


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    size = 0
    if path.exists() and not path.is_file():
        raise InvalidFile(f"{path} cannot be read (it is no file).")  # a pipe would block forever
    try:
        with path.open("rb") as file:
            for number in range(1, LARGEST_FILE):
                line = file.readline(match_json.LONGEST_LINE + 1)
                size += len(line)
                if not line:
                    return
                if len(line) > match_json.LONGEST_LINE:
                    raise InvalidFile(f"Record {number} of {path} is refused: it is longer than 4 MiB.")
                if size > LARGEST_FILE:
                    raise InvalidFile(f"{path} is larger than 64 MiB; split it between lines into several files.")
                yield number, line
    except OSError as error:
        raise InvalidFile(f"{path} cannot be read ({error.strerror}).") from error


def _check_match(
    games: Mapping[str, Game[Any, Any]],
    match: Match,
    log: Sequence[Event],
    result: match_json.Json | None,
    corrected: Sequence[Correction],
    now: datetime,
) -> tuple[Match, list[Event]]:
    """Check a match, and return it and its log with times in order. Raises `InvalidRecord`."""
    present = games.get(match.game)
    if present is None:
        raise InvalidRecord(f"the game `{match.game[:40]}` is not installed here")
    game = find_version(present, match.rules)
    if game is None:
        raise InvalidRecord(
            f"it was played by version {match.rules} of the rules, and here is version {present.info.rules}"
        )
    found = chain(
        check_number(game, match),
        check_log(match, log, now),
        check_play(game, match, log, result),
        check_corrections(match, log, corrected, now),
    )
    for wrong in found:
        raise InvalidRecord(wrong)
    seed = needed_seed(game, len(match.seats), match.options, match.seed)  # earlier releases wrote any
    return smooth(replace(match, seed=seed), log)

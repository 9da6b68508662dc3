"""Export matches as records and import them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.match_files import match_json
from bot.match_files.log_checks import check_corrections, check_log, check_number, check_play, smooth
from bot.match_files.match_json import InvalidRecord
from bot.referee.clocks.clock import calculate_deadline, recorded_stopped_time
from bot.referee.history import history
from bot.referee.history.rebuild import check_other_rules, rebuild_state
from bot.referee.ratings import corrected_match, lock_ratings, may_count, rate_matches, rated_match, rows_of
from bot.referee.seeds import needed_seed
from games.contract import find_version
from storage.backup import archive
from storage.engine.database import AlreadyStored
from storage.queries import clocks, corrections, key_value, matches, ratings, row_ids

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from bot.referee.ratings import RatedMatch
    from games.contract import Game, Result
    from storage.engine.database import Database, Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Correction, Event, Match, StoredRating

    Checked: TypeAlias = tuple[Match, list[Event], Clock | None, list[Correction]]

CHUNK = 100


async def find_unknown(database: Database, numbers: Collection[int]) -> int | None:
    """Return the lowest of these ids that no match has, or None."""
    async with database.read() as tx:
        for number in sorted(set(numbers)):
            if await matches.get(tx, number) is None:
                return number
    return None


async def write_lines(
    database: Database,
    games: Mapping[str, Game[Any, Any]],
    only: Collection[int] | None = None,
    since: datetime | None = None,
) -> AsyncIterator[str]:
    """Yield the matches as lines without line ends.

    With `only` those with these ids, with `since` those in which something has happened from that time on.
    """
    last = 0
    while True:
        async with database.read() as tx:
            found = await archive.read_after(tx, last, CHUNK, only, since=since)
            ids = [match.id for match, _ in found]
            running, corrected = await clocks.of_matches(tx, ids), await corrections.of_matches(tx, ids)
        if not found:
            return
        for match, log in found:
            yield to_line(games, match, log, running.get(match.id), corrected.get(match.id, ()))
        last = found[-1][0].id


def to_line(
    games: Mapping[str, Game[Any, Any]],
    match: Match,
    log: Sequence[Event],
    clock: Clock | None,
    corrected: Sequence[Correction],
) -> str:
    """Return a match with its log, its clock and its corrections as a line without its line end."""
    return match_json.write(match, log, find_result(games, match, log), clock, corrected)


def find_result(games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event]) -> Result | None:
    """Return the result of a match, or None if it is active or the installed rules can't tell."""
    present = games.get(match.game)
    if present is None or match.ended_at is None:
        return None
    game, last = find_version(present, match.rules), log[-1] if log else None
    try:
        state = rebuild_state(game, match, log) if game else check_other_rules(present, match, log).state
        return history.match_result(game or present, match, last, state)
    except Exception:  # noqa: BLE001 - rules that now reject a match must not prevent its export
        return None


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
                started = replace(clock, match_id=match_id)
                if match.to_move:
                    stopped = await recorded_stopped_time(tx, replace(match, id=match_id), started)
                    started = calculate_deadline(started, match.to_move, stopped)
                await clocks.add(tx, started)
            for each in corrected:
                await corrections.add(tx, replace(each, match_id=match_id))
        await row_ids.save_import(tx, numbers, sum(clock is not None for _, _, clock, _ in checked))
    return sum(len(log) for _, log, *_ in checked)


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


async def compute_ratings(
    tx: Tx, games: Mapping[str, Game[Any, Any]], excluded: Collection[int] = ()
) -> list[StoredRating]:
    """Return the ratings that follow from the record, game by game in order; matches in `excluded` aren't read.

    A match whose rules aren't installed, or reject it now, can't be rated.
    """
    found: defaultdict[str, list[RatedMatch]] = defaultdict(list)
    last = 0
    while chunk := await archive.read_after(tx, last, CHUNK, excluded=excluded):
        corrected = await corrections.of_matches(tx, [match.id for match, _ in chunk])
        for match, log in chunk:
            if rated := _find_rated_match(games, match, log, corrected.get(match.id, ())):
                found[match.game].append(rated)
        last = chunk[-1][0].id
    return [row for game in sorted(found) for row in _rate(game, found[game])]


def _find_rated_match(
    games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event], corrected: Sequence[Correction]
) -> RatedMatch | None:
    """Return what a match counts for ratings, as its last correction says if it has one; None if it doesn't count."""
    if not may_count(match, log):
        return None
    if corrected:
        return corrected_match(match, log, corrected[-1].places)
    return rated_match(match, log, find_result(games, match, log))


RATED = "ratings"
"""The key that says that all matches which had ended by then are rated."""


async def are_rated(tx: Tx) -> bool:
    """Return whether the matches that ended before there were ratings are rated, too."""
    return await key_value.read(tx, RATED) is not None


async def rate_past_matches(database: Database, games: Mapping[str, Game[Any, Any]]) -> None:
    """Rate the matches that ended before there were ratings, unless that is done."""
    async with database.read() as tx:
        if await are_rated(tx):
            return
    await rebuild_ratings(database, games)


async def rebuild_ratings(database: Database, games: Mapping[str, Game[Any, Any]]) -> list[StoredRating]:
    """Store the ratings that follow from the record in the place of those that are stored, and return them.

    They are computed beside the bot's work, and again if a match has ended meanwhile; the third time the bot waits.
    """
    for _ in range(2):
        async with database.read() as tx:
            seen, rows = await archive.count_ended(tx), await compute_ratings(tx, games)
        async with database.write() as tx:
            await _lock(tx, games)
            if await archive.count_ended(tx) == seen:
                await _replace(tx, rows)
                return rows
    async with database.write() as tx:
        await _lock(tx, games)
        rows = await compute_ratings(tx, games)
        await _replace(tx, rows)
        return rows


async def _lock(tx: Tx, games: Mapping[str, Game[Any, Any]]) -> None:
    """Let no match be rated until the transaction ends."""
    for game in sorted(games):
        await lock_ratings(tx, game)


async def _replace(tx: Tx, rows: list[StoredRating]) -> None:
    await ratings.remove_all(tx)
    await ratings.add(tx, rows)
    await key_value.write(tx, RATED, "all")


def _rate(game: str, matches: list[RatedMatch]) -> list[StoredRating]:
    ordered = sorted(matches, key=lambda one: (one.at, one.match_id))
    rows = rows_of(rate_matches(ordered, {}), game)
    return sorted(rows, key=lambda row: (row.at, row.match_id, row.user_id))

"""Replays every stored match by its own rules and compares what comes out with what is stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.admin.verify.checks import stored_match
from bot.admin.verify.checks.clock import check_clock
from bot.admin.verify.checks.match_rows import check_rows
from bot.admin.verify.checks.outbox import check_posts
from bot.match_files import match_json
from bot.match_files.log_checks import SKEW, check_log, check_number, check_play, steps_back
from bot.referee.history.rebuild import LogMismatch, check_other_rules
from bot.referee.log.rules_migration import rules_missing
from games.contract import find_version
from storage.backup import archive

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence

    from bot.admin.verify.checks.stored_match import Stored
    from games.contract import Game
    from storage.engine.database import Database
    from storage.tables.models import Event, Match

CHUNK = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one match: how many events it has, a line for each difference, and lines on what isn't one.

    `notes` are about matches whose own rules are no longer here, where that is no reason to do anything, and about
    times that two processes wrote whose clocks differ.
    """

    match_id: int
    events: int
    differences: tuple[str, ...]
    notes: tuple[str, ...] = ()


async def count_matches(database: Database) -> int:
    """Return how many matches there are to verify."""
    async with database.read() as tx:
        return await archive.count(tx)


async def verify_matches(
    database: Database,
    games: Mapping[str, Game[Any, Any]],
    now: datetime | None = None,
    besides: Collection[int] = (),
) -> AsyncIterator[Verdict]:
    """Replay every match, oldest first, a chunk at a time, each as it stands at one moment. Writes nothing.

    `now` is what the clock shows, that of the machine if None. The matches `besides` are left out: they can't be read.
    """
    now, last = now or datetime.now(UTC), 0
    while True:
        async with database.read() as tx:
            found = await stored_match.after(tx, last, CHUNK, besides)
        if not found:
            return
        for each in found:
            yield _verdict(games, each, now)
        last = found[-1].match.id


def _verdict(games: Mapping[str, Game[Any, Any]], each: Stored, now: datetime) -> Verdict:
    match, log = each.match, each.log
    if rules_missing(games, match.game, match.rules):
        differences, notes = _without_its_rules(games[match.game], match, log)
    else:
        differences, notes = tuple(_compared(games, match, log)), ()
    others = [f"{wrong}." for wrong in _beside_its_rules(each, now)]
    present = games.get(match.game)
    if present is not None and match.rules > present.info.rules:
        notes = (*notes, f"it is of version {match.rules} of the rules, and the latest here is {present.info.rules}.")
    skewed = [
        f"event {event.seq} is {back.total_seconds():.1f} seconds before what precedes it: two clocks differed."
        for event, back in steps_back(match, log)
        if back <= SKEW
    ]
    named = [tuple(f"#{match.id}: {line}" for line in lines) for lines in ((*differences, *others), (*notes, *skewed))]
    return Verdict(match.id, len(log), *named)


def _beside_its_rules(each: Stored, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a match and what belongs to it, whatever its rules say."""
    yield from _check_shape(each)
    yield from check_log(each.match, each.log, now)
    if each.clock:
        yield from check_clock(each, each.clock, now)
    yield from check_rows(each)
    yield from check_posts(each, now)


def _check_shape(each: Stored) -> Iterator[str]:
    """Yield why no record could be made of a match that could be read again."""
    try:
        line = match_json.write(each.match, each.log, None, each.clock).encode(errors="surrogatepass")
        if len(line) > match_json.LONGEST_LINE:
            yield "its record is longer than 4 MiB"
        match, *_ = match_json.read(line)
    except match_json.Misfit as misfit:
        yield str(misfit)
    except TypeError as error:
        yield f"no record can be made of it: {error}"
    else:
        if match.look != each.match.look:
            yield f"look is stored as `{each.match.look}`, which is read as `{match.look}`"


def _compared(games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each difference between a match as stored and what its rules make of its log."""
    present = games.get(match.game)
    game = find_version(present, match.rules) if present else None
    if game is None:
        yield f"the game `{match.game}` is not installed here, so that it can't be replayed."
        return
    try:
        for check in (check_number(game, match), check_play(game, match, log)):
            yield from (f"{wrong}." for wrong in check)
    except Exception as error:  # noqa: BLE001 - a fault in one game's rules must not keep the other matches from their turn
        yield _fails(match, error)
    yield from _differences(*_cache(match, log))


def _without_its_rules(
    present: Game[Any, Any], match: Match, log: Sequence[Event]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the differences and the notes on a match whose rules are no longer here, held against the present ones."""
    since = log[-1].at if log else match.created_at
    ended_at = ("ended_at", match.ended_at, since if match.ended_at is not None else None)
    cached = tuple(_differences(*_cache(match, log), ended_at))
    change = f"version {match.rules} of the rules of `{match.game}`, which it is played by, is not here"
    try:
        check_other_rules(present, match, log)
    except LogMismatch as misfit:
        if match.ended_at is not None:
            return cached, (f"{change}; by version {present.info.rules} {misfit} It is over, and is kept as it is.",)
        what = f"{change}; the next start of the bot ends it as void, for by version {present.info.rules} {misfit}"
        return (what, *cached), ()
    except Exception as error:  # noqa: BLE001 - as in `_compared`
        return (_fails(match, error), *cached), ()
    if match.ended_at is not None:
        return cached, ()
    return cached, (f"{change}; the next start of the bot carries it over to version {present.info.rules}.",)


def _cache(match: Match, log: Sequence[Event]) -> tuple[tuple[str, object, object], ...]:
    """Return what is stored of a match besides what its rules lead to, each with what its log says."""
    since = log[-1].at if log else match.created_at
    return (
        ("seq", match.seq, len(log)),
        ("since", match.since, since),
        ("gone", sorted(match.gone), sorted({event.seat for event in log if event.kind == "leave" and event.seat})),
    )


def _fails(match: Match, error: Exception) -> str:
    return f"the rules of `{match.game}` fail on it: {type(error).__name__}: {' '.join(str(error).split())}."


def _differences(*looked_at: tuple[str, object, object]) -> Iterator[str]:
    for name, value, replayed in looked_at:
        if value != replayed:
            yield f"{name} is stored as `{value}`, but the log leads to `{replayed}`."

"""Replay every stored match by its own rules and compare the outcome with the stored rows."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any

from bot.admin.verify import stored_match
from bot.admin.verify.clocks import check_clock, check_net_days, check_pauses
from bot.admin.verify.crowds import check_crowds
from bot.admin.verify.match_rows import check_origin, check_outcome, check_rows, check_saved_state, check_views
from bot.admin.verify.posts import check_posts
from bot.admin.verify.stored_match import near
from bot.match_files import match_json
from bot.match_files.files import find_result
from bot.match_files.log_checks import (
    AHEAD,
    SKEW,
    check_corrections,
    check_log,
    check_number,
    check_play,
    steps_back,
)
from bot.referee.history.history import find_first_players, gone_seats
from bot.referee.history.rebuild import LogMismatch, check_other_rules
from bot.referee.log.rules_migration import rules_missing
from bot.referee.seeds import explain_seed
from bot.referee.tournaments.settle import find_outcome
from games.contract import find_version
from storage import schema
from storage.engine.database import UnreadableRow
from storage.queries import matches
from storage.queries.rows import Correction, PairingSeat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence

    from bot.admin.verify.stored_match import Stored
    from games.contract import Game
    from storage.engine.database import Database
    from storage.queries.inspection import Row
    from storage.queries.rows import Event, Match

CHUNK = 100
PUBLIC_ID = re.compile(r"[\w-]{16}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The number of events of a match, a line for each difference, and notes on what needs no repair.

    Notes are about matches whose rules are no longer installed, and about times from processes whose clocks differ.
    """

    match_id: int
    events: int
    differences: tuple[str, ...]
    notes: tuple[str, ...] = ()


async def verify_matches(
    database: Database,
    games: Mapping[str, Game[Any, Any]],
    now: datetime | None = None,
    excluded: Collection[int] = (),
) -> AsyncIterator[Verdict]:
    """Replay every match, oldest first, and yield a verdict on each. Writes nothing.

    Each match is read at one moment. `now` is the machine's time if None. The `excluded` matches can't be read.
    """
    now, last, seeds_from = now or datetime.now(UTC), 0, None
    with suppress(UnreadableRow):  # another check reports it
        async with database.read() as tx:
            seeds_from = await matches.first_with_checked_seed(tx)
    while True:
        async with database.read() as tx:
            found = await stored_match.read_after(tx, last, CHUNK, excluded)
        if not found:
            return
        for each in found:
            yield _verdict(games, each, now, seeds_from)
        last = found[-1].match.id


def _verdict(games: Mapping[str, Game[Any, Any]], each: Stored, now: datetime, seeds_from: int | None) -> Verdict:
    match, log = each.match, each.log
    present = games.get(match.game)
    version = find_version(present, match.rules) if present else None
    if rules_missing(games, match.game, match.rules):
        differences, notes = _check_other_version(games[match.game], match, log)
    else:
        differences, notes = tuple(_check_rules(version, match, log)), ()
    checks = (
        _check_shape(each),
        check_log(match, log, now),
        check_clock(each, now),
        check_rows(each),
        check_crowds(each),
        check_pauses(each),
        check_net_days(each),
        check_posts(each, now),
        check_views(each, now),
        check_outcome(each, version),
        check_origin(each, games),
        _check_pairing(each, now, games),
        check_saved_state(each, version),
        _check_version(match, present),
        _check_seed(match, version, seeds_from),
    )
    other_lines = [f"{wrong}." for wrong in chain.from_iterable(checks)]
    skewed = [
        f"event {event.seq} is {back.total_seconds():.1f} seconds before what precedes it: two clocks differed."
        for event, back in steps_back(match, log)
        if back <= SKEW
    ]
    findings = [
        tuple(f"#{match.id}: {line}" for line in lines) for lines in ((*differences, *other_lines), (*notes, *skewed))
    ]
    return Verdict(match.id, len(log), *findings)


def _check_pairing(stored: Stored, now: datetime, games: Mapping[str, Game[Any, Any]]) -> Iterator[str]:
    """Yield what is wrong with the pairing of a match in an event, and with the corrections of its result."""
    source = stored.challenge["source_id"] if stored.challenge else 0
    pairing = next(iter(stored.rows(schema.pairings)), None)
    corrected = [Correction(**row) for row in stored.rows(schema.corrections)]
    yield from check_corrections(stored.match, stored.log, corrected, now)
    if corrected and pairing is None and stored.challenge is not None:  # one without a challenge was imported
        yield "its result was corrected, and it belongs to no event"
    if pairing is None:
        if source < 0:
            yield f"it came of pairing {-source} of an event, which is gone or has another match"
        return
    if source != -pairing["id"]:
        yield f"pairing {pairing['id']} of an event has it as its match, but it came of another challenge"
    wrong: list[str] = []
    players = [person.id for person in find_first_players(stored.match, stored.log)]
    seats = [(row["seat"], row["user_id"]) for row in stored.paired]
    if seats != list(enumerate(players, 1)):
        wrong.append(f"seats {[user_id for _, user_id in seats]}, and the match began with {players}")
    wrong += _check_settled(stored, pairing, now)
    yield from (f"pairing {pairing['id']} {each}" for each in wrong or _check_result(stored, pairing, games))


def _check_settled(stored: Stored, pairing: Row, now: datetime) -> Iterator[str]:
    settled, ended, corrections = pairing["settled_at"], stored.match.ended_at, stored.rows(schema.corrections)
    if settled is None:
        return
    if ended is None:
        yield f"was settled at {settled}, but the match goes on"
    elif not ended - SKEW <= settled <= now + AHEAD:
        yield f"was settled at {settled}, and the match ended at {ended}"
    elif corrections and not near(settled, corrections[-1]["at"]):
        yield f"was settled at {settled}, and its result corrected at {corrections[-1]['at']}"


def _check_result(stored: Stored, pairing: Row, games: Mapping[str, Game[Any, Any]]) -> Iterator[str]:
    """Yield where places and losses on time aren't those of the log and the corrections, if the rules can tell."""
    kept = [PairingSeat(row["user_id"], row["place"], row["late"]) for row in stored.paired]
    if pairing["settled_at"] is None:
        if any(seat.place is not None or seat.late for seat in kept):
            yield "has a result, but isn't settled"
        return
    if corrections := stored.rows(schema.corrections):
        expected = find_outcome(stored.match, stored.log, None, corrections[-1]["places"])
    else:
        result = find_result(games, stored.match, stored.log)
        if result is None and stored.log and stored.log[-1].kind != "end":  # other checks report the rules
            return
        expected = find_outcome(stored.match, stored.log, result, None)
    if kept != expected:
        yield f"is stored with {_places(kept)}, but the log leads to {_places(expected)}"


def _places(seats: Sequence[PairingSeat]) -> str:
    """Return places and losses on time in words: `places [2, 1], late [1]`."""
    late = [number for number, seat in enumerate(seats, 1) if seat.late]
    return f"places {[seat.place for seat in seats]}, late {late}"


def _check_version(match: Match, present: Game[Any, Any] | None) -> Iterator[str]:
    """Yield whether a match is of a version of the rules that there can't be, as one that was dropped could."""
    if match.rules < 1:
        yield f"it is of version {match.rules} of the rules, and the first is 1"
    elif present is not None and match.rules > present.info.rules:
        yield f"it is of version {match.rules} of the rules, and the latest here is {present.info.rules}"


def _check_seed(match: Match, game: Game[Any, Any] | None, seeds_from: int | None) -> Iterator[str]:
    """Yield whether the seed of a match can't be its own. Those before `seeds_from` are of releases that drew any."""
    if game is None or seeds_from is None or match.id < seeds_from:
        return
    try:
        wrong = explain_seed(game, match)
    except Exception:  # noqa: BLE001 - the check of the rules reports it
        return
    if wrong:
        yield wrong


def _check_shape(each: Stored) -> Iterator[str]:
    """Yield why a match can't be exported as a line that can be imported again, or can't be shown on a page."""
    try:
        corrected = [Correction(**row) for row in each.rows(schema.corrections)]
        line = match_json.write(each.match, each.log, None, each.clock, corrected).encode(errors="surrogatepass")
        if len(line) > match_json.LONGEST_LINE:
            yield "its record is longer than 4 MiB"
        match, *_ = match_json.read(line)
    except match_json.InvalidRecord as invalid:
        yield str(invalid)
    except TypeError as error:
        yield f"no record can be made of it: {error}"
    else:
        if match.look != each.match.look:
            yield f"look is stored as `{each.match.look}`, which is read as `{match.look}`"
    if not PUBLIC_ID.fullmatch(each.match.public_id):
        yield f"the name of its page is stored as `{each.match.public_id}`, which is none"


def _check_rules(game: Game[Any, Any] | None, match: Match, log: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each difference between a stored match and what its log leads to by its rules."""
    if game is None:
        yield f"the game `{match.game}` is not installed here, so that it can't be replayed."
        return
    try:
        for check in (check_number(game, match), check_play(game, match, log)):
            yield from (f"{wrong}." for wrong in check)
    except Exception as error:  # noqa: BLE001 - a fault in one game's rules must not stop the check of other matches
        yield _describe_failure(match, error)
    yield from _check_columns(match, log)


def _check_other_version(
    present: Game[Any, Any], match: Match, log: Sequence[Event]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the differences and the notes on a match whose rules are no longer installed, by the present rules."""
    since = log[-1].at if log else match.created_at
    ended_at = ("ended_at", match.ended_at, since if match.ended_at is not None else None)
    cached = tuple(_check_columns(match, log, ended_at))
    change = f"version {match.rules} of the rules of `{match.game}`, which it is played by, is not here"
    try:
        check_other_rules(present, match, log)
    except LogMismatch as invalid:
        if match.ended_at is not None:
            return cached, (f"{change}; by version {present.info.rules} {invalid} It is over, and is kept as it is.",)
        what = f"{change}; the next start of the bot ends it as void, for by version {present.info.rules} {invalid}"
        return (what, *cached), ()
    except Exception as error:  # noqa: BLE001 - as in `_check_rules`
        return (_describe_failure(match, error), *cached), ()
    if match.ended_at is not None:
        return cached, ()
    return cached, (f"{change}; the next start of the bot carries it over to version {present.info.rules}.",)


def _check_columns(match: Match, log: Sequence[Event], *others: tuple[str, object, object]) -> Iterator[str]:
    """Yield the columns of a match that aren't what its log leads to without its rules, and so the `others`."""
    since = log[-1].at if log else match.created_at
    for name, value, replayed in (
        ("seq", match.seq, len(log)),
        ("since", match.since, since),
        ("gone", sorted(match.gone), sorted(gone_seats(log))),
        *others,
    ):
        if value != replayed:
            yield f"{name} is stored as `{value}`, but the log leads to `{replayed}`."


def _describe_failure(match: Match, error: Exception) -> str:
    return f"the rules of `{match.game}` fail on it: {type(error).__name__}: {' '.join(str(error).split())}."

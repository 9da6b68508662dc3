"""Checks of a match as one of an event: its pairing, how that was settled, and its corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.verify.checks.times import near
from bot.match_files.log_checks import AHEAD, SKEW, check_corrections
from bot.referee.history.seat_holders import find_first_players
from bot.referee.tournaments.outcome import find_outcome
from storage.queries.rows import Correction, PairingSeat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from bot.admin.verify.checks.stored_match import Stored
    from games.contract import Result
    from storage.queries.inspection import Row


def check_pairing(stored: Stored, now: datetime, find_result: Callable[[], Result | None]) -> Iterator[str]:
    """Yield what is wrong with the pairing and the corrections of a match, as clauses.

    `find_result` returns the result of the match, None if it has none or its rules can't tell.
    """
    source = stored.challenge["source_id"] if stored.challenge else 0
    pairing = next(iter(stored.pairings), None)
    corrected = [Correction(**row) for row in stored.corrections]
    yield from check_corrections(stored.match, stored.log, corrected, now)
    if corrected and pairing is None and stored.challenge is not None:  # one without a challenge was imported
        yield "its result was corrected, and it belongs to no event"
    if pairing is None:
        if source < 0:
            yield f"it came of pairing {-source} of an event, which is gone or has another match"
        return
    if source != -pairing["id"]:
        yield f"pairing {pairing['id']} of an event has it as its match, but it came of another challenge"
    wrong = [*_check_people(stored), *_check_settled(stored, pairing, now)]
    yield from (f"pairing {pairing['id']} {each}" for each in wrong or _check_outcome(stored, pairing, find_result))


def _check_people(stored: Stored) -> Iterator[str]:
    players = [person.id for person in find_first_players(stored.match, stored.log)]
    seats = [(row["seat"], row["user_id"]) for row in stored.paired]
    if seats != list(enumerate(players, 1)):
        yield f"seats {[user_id for _, user_id in seats]}, and the match began with {players}"


def _check_settled(stored: Stored, pairing: Row, now: datetime) -> Iterator[str]:
    settled, ended = pairing["settled_at"], stored.match.ended_at
    if settled is None:
        return
    if ended is None:
        yield f"was settled at {settled}, but the match goes on"
    elif not ended - SKEW <= settled <= now + AHEAD:
        yield f"was settled at {settled}, and the match ended at {ended}"
    elif stored.corrections and not near(settled, stored.corrections[-1]["at"]):
        yield f"was settled at {settled}, and its result corrected at {stored.corrections[-1]['at']}"


def _check_outcome(stored: Stored, pairing: Row, find_result: Callable[[], Result | None]) -> Iterator[str]:
    """Yield where places and losses on time aren't those of the log and the corrections, if the rules can tell."""
    kept = [PairingSeat(row["user_id"], row["place"], row["late"]) for row in stored.paired]
    if pairing["settled_at"] is None:
        if any(seat.place is not None or seat.late for seat in kept):
            yield "has a result, but isn't settled"
        return
    if stored.corrections:
        expected = find_outcome(stored.match, stored.log, None, stored.corrections[-1]["places"])
    else:
        result = find_result()
        if result is None and stored.log and stored.log[-1].kind != "end":  # other checks report the rules
            return
        expected = find_outcome(stored.match, stored.log, result, None)
    if kept != expected:
        yield f"is stored with {_told(kept)}, but the log leads to {_told(expected)}"


def _told(seats: list[PairingSeat]) -> str:
    """Return places and losses on time in words: `places [2, 1], late [1]`."""
    late = [number for number, seat in enumerate(seats, 1) if seat.late]
    return f"places {[seat.place for seat in seats]}, late {late}"

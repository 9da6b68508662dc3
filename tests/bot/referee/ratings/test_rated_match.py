"""What finished matches count for ratings, as docs/ratings.md says it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.referee.ratings import RatedMatch, corrected_match, may_count, rated_match
from games.contract import Result
from storage.queries.rows import Event, Match, Person

if TYPE_CHECKING:
    from storage.queries.rows import EventKind

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BOB, CLEO = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Cleo")


def ended(*people: Person) -> Match:
    """A match of some people that has ended."""
    return Match(
        id=7,
        game="chomp",
        rules=1,
        options={},
        seed=0,
        guild_id=1,
        channel_id=2,
        thread_id=3,
        seats=people,
        seq=0,
        position="",
        to_move=None,
        created_at=NOON,
        since=NOON,
        ended_at=NOON,
        challenge_id=1,
        look={},
        gone=frozenset(),
    )


def log(*events: str) -> list[Event]:
    """Return events from words: a seat's number is a move by it, `leave 2`, `substitute 2`, `takeback 1`."""
    found: list[Event] = []
    for seq, text in enumerate(events, 1):
        kind, _, seat = text.rpartition(" ")
        named: dict[str, EventKind] = {"leave": "leave", "substitute": "substitute", "takeback": "takeback"}
        who = 12 if kind == "substitute" else None
        found.append(Event(7, seq, named.get(kind, "move"), int(seat), who, "Bob" if who else "x", None, NOON))
    return found


def places(match: Match, events: list[Event], *by_seat: int) -> dict[int, int] | None:
    """Return the places for ratings of a match that ended with these places by seat."""
    found = rated_match(match, events, Result(by_seat, "they say so"))
    assert found is None or (found.match_id, found.at) == (7, NOON)
    return dict(found.places) if found else None


def test_a_match_of_two_full_rounds_counts_by_its_places() -> None:
    assert places(ended(ANN, BOB), log("1", "2", "1", "2"), 2, 1) == {11: 2, 12: 1}
    assert places(ended(ANN, BOB), log("1", "2", "1", "2"), 1, 1) == {11: 1, 12: 1}
    assert places(ended(ANN, BOB, CLEO), log("1", "2", "3", "1", "2", "3"), 2, 2, 1) == {11: 2, 12: 2, 13: 1}


def test_a_shorter_match_does_not_count() -> None:
    assert places(ended(ANN, BOB), log("1", "2", "1"), 1, 2) is None
    assert places(ended(ANN, BOB), log("1", "2", "1", "2", "takeback 2"), 1, 2) is None
    assert places(ended(ANN, BOB, CLEO), log("1", "2", "3", "1", "2"), 1, 2, 3) is None


@pytest.mark.parametrize("changed", [{"rated": False}, {"ended_at": None}])
def test_an_unrated_match_or_one_that_goes_on_does_not_count(changed: dict[str, object]) -> None:
    match = replace(ended(ANN, BOB), **changed)
    assert not may_count(match, log("1", "2", "1", "2"))
    assert places(match, log("1", "2", "1", "2"), 1, 2) is None


def test_a_match_without_a_result_or_with_a_computer_player_does_not_count() -> None:
    assert rated_match(ended(ANN, BOB), log("1", "2", "1", "2"), None) is None
    assert places(ended(ANN, Person.computer(1)), log("1", "2", "1", "2"), 1, 2) is None


def test_a_match_that_was_ended_without_a_result_needs_no_rules_to_tell() -> None:
    closed = [*log("1", "2", "1", "2"), Event(7, 5, "end", None, None, "void", None, NOON)]
    assert not may_count(ended(ANN, BOB), closed)
    assert not may_count(ended(ANN, BOB), [])


def test_who_left_comes_last_and_the_first_of_them_behind_the_others() -> None:
    moves = ("1", "2", "3", "1", "2", "3")
    assert places(ended(ANN, BOB, CLEO), log(*moves, "leave 2", "leave 1"), 2, 2, 1) == {11: 2, 12: 3, 13: 1}
    assert places(ended(ANN, BOB, CLEO), log(*moves, "leave 1", "leave 2"), 1, 2, 3) == {11: 3, 12: 2, 13: 1}
    assert places(ended(ANN, BOB), log("1", "2", "1", "2", "leave 1"), 1, 2) == {11: 2, 12: 1}


def test_who_took_a_seat_later_is_not_placed_and_who_left_it_comes_last() -> None:
    moves = ("1", "2", "3", "1", "2", "3")
    after = log(*moves, "leave 2", "substitute 2", "1", "2")
    assert places(ended(ANN, CLEO, Person(14, "Dan")), after, 2, 1, 3) == {11: 1, 12: 3, 14: 2}
    by_turnpost = ended(ANN, Person.computer(1), CLEO)
    assert places(by_turnpost, after, 2, 1, 3) == {11: 1, 12: 3, 13: 2}, "it didn't begin"


def test_a_corrected_match_counts_by_its_new_places() -> None:
    match = ended(ANN, BOB)
    assert corrected_match(match, log("1", "2"), (2, 1)) == RatedMatch(7, NOON, {11: 2, 12: 1})
    assert corrected_match(match, log("1", "2"), ()) is None
    assert corrected_match(replace(match, ended_at=None), log("1", "2"), (2, 1)) is None

"""Profiles and scores of two people: what counts, in which order, and who isn't named."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee.people.preferences import change_preferences
from bot.referee.profiles import (
    Score,
    build_head_to_head,
    build_profile,
    count_match,
    find_hidden,
    load_head_to_head,
    load_profile,
)
from storage.queries import outcomes
from storage.queries.profiles import EndedMatch, SeatHolder
from storage.queries.rows import MatchEnd, Outcome, Person, StoredRating
from tests.bot.referee import offer_context
from tests.bot.referee.offer_context import make_offer_context
from tests.storage.samples import ANN, BOB, CLEO, NOON, move, new_match

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from bot.referee.profiles import Profile
    from storage.engine.database import Tx
    from storage.queries.rows import Ending

DAN = Person(1_000_000_000_000_000_004, "Dan")


def ended(
    number: int,
    seats: Sequence[Person],
    ending: Ending | None = "rules",
    winner: int | None = None,
    *,
    game: str = "xero-g",
    moves: int = 9,
    places: Mapping[int, int] | None = None,
) -> EndedMatch:
    holders = tuple(SeatHolder(person.id, person.name) for person in seats)
    outcome = Outcome(ending, winner, moves) if ending else None
    at = NOON + timedelta(days=number)
    return EndedMatch(number, game, 1, 2, 3, at, holders, outcome, places or {})


def profile(*found: EndedMatch, rated: Sequence[StoredRating] = (), hidden: Collection[int] = ()) -> Profile:
    return build_profile(ANN, found[::-1], rated, active=0, time=None, hidden=hidden)


def test_a_match_has_those_who_sit_in_it_and_those_whose_place_is_known() -> None:
    match = count_match(ended(1, (ANN, BOB), places={ANN.id: 1, CLEO.id: 2}))
    assert match
    assert [match.has(person.id) for person in (ANN, BOB, CLEO, DAN)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("ending", "winner", "score"),
    [
        ("rules", 1, Score(won=1)),
        ("rules", 2, Score(lost=1)),
        ("rules", None, Score(drawn=1)),
        ("draw", None, Score(drawn=1)),
        ("resigned", 2, Score(lost=1)),
        ("time", 1, Score(won=1)),
    ],
)
def test_a_match_of_two_counts_however_it_got_its_result(ending: Ending, winner: int | None, score: Score) -> None:
    found = profile(ended(1, (ANN, BOB), ending, winner))
    assert [(game.game, game.score, game.places) for game in found.games] == [("xero-g", score, ())]
    assert (found.played, found.pending) == (1, 0)


@pytest.mark.parametrize(
    ("seats", "ending", "pending"),
    [
        ((ANN, BOB), "none", 0),
        ((ANN, BOB), "unknown", 0),
        ((ANN, Person.computer(2)), "rules", 0),
        ((ANN, Person.computer(2)), None, 0),
        ((ANN, BOB), None, 1),
    ],
)
def test_what_has_no_result_or_a_computer_player_counts_for_nothing(
    seats: Sequence[Person], ending: Ending | None, pending: int
) -> None:
    found = profile(ended(1, seats, ending, 1))
    assert (found.games, found.played, found.pending) == ((), 0, pending)


def test_a_rated_match_counts_by_its_places_before_the_rules_were_asked() -> None:
    found = profile(ended(1, (ANN, BOB), None, places={ANN.id: 2, BOB.id: 1}))
    assert found.games[0].score == Score(lost=1)
    assert (found.pending, found.longest) == (0, None)


def test_places_of_three_and_more_are_those_of_rated_matches() -> None:
    seats = (ANN, BOB, CLEO)
    found = profile(
        ended(1, seats, winner=1, places={ANN.id: 1, BOB.id: 2, CLEO.id: 3}),
        ended(2, seats, winner=2, places={ANN.id: 3, BOB.id: 1, CLEO.id: 1}),
        ended(3, seats, winner=1),
    )
    (game,) = found.games
    assert (game.places, game.score, game.played) == ((1, 0, 1), Score(), 3)
    assert [(one.person, one.met, one.score) for one in found.opponents] == [
        (BOB, 3, Score(won=1, lost=1)),
        (CLEO, 3, Score(won=1, lost=1)),
    ]


def test_a_person_who_left_a_rated_match_to_a_computer_player_keeps_its_place() -> None:
    left = ended(1, (Person.computer(1), BOB, CLEO), "rules", 2, places={ANN.id: 3, BOB.id: 1, CLEO.id: 2})
    found = profile(left)
    assert (found.games[0].places, found.played) == ((0, 0, 1), 1)
    assert [one.person.name for one in found.opponents] == ["Bob", "Cleo"]


def test_games_and_opponents_with_the_most_matches_come_first_and_three_are_named() -> None:
    found = profile(
        ended(1, (ANN, BOB), winner=1, game="xong"),
        ended(2, (BOB, ANN), winner=1),
        ended(3, (ANN, CLEO), winner=1),
        ended(4, (ANN, DAN), winner=1),
        ended(5, (ANN, Person(77, "Eve")), winner=1),
    )
    assert [(game.game, game.played) for game in found.games] == [("xero-g", 4), ("xong", 1)]
    assert [one.person.name for one in found.opponents] == ["Bob", "Eve", "Dan"]
    assert found.opponents[0].score == Score(won=1, lost=1)


def test_hidden_opponents_are_not_named_but_their_matches_count() -> None:
    found = profile(ended(1, (ANN, BOB), winner=1), ended(2, (ANN, CLEO), winner=2), hidden=[BOB.id])
    assert [one.person.name for one in found.opponents] == ["Cleo"]
    assert found.played == 2


def test_the_latest_name_of_an_opponent_is_used() -> None:
    found = profile(ended(1, (ANN, Person(BOB.id, "Bobby"))), ended(2, (ANN, BOB)))
    assert found.opponents[0].person.name == "Bob"


def test_the_longest_match_is_the_first_of_the_longest() -> None:
    found = profile(*(ended(number, (ANN, BOB), moves=moves) for number, moves in ((1, 8), (2, 30), (3, 30))))
    assert found.longest
    assert (found.longest.id, found.longest.moves) == (2, 30)


def test_the_ratings_of_each_game_are_in_order() -> None:
    rated = [StoredRating(number, ANN.id, "xero-g", NOON, 1, 1.0, 25.0 + number, 8.0) for number in (1, 2)]
    found = profile(ended(1, (ANN, BOB), winner=1, game="xong"), rated=rated)
    assert {game.game: [rating.mu for rating in game.ratings] for game in found.games} == {
        "xong": [],
        "xero-g": [26.0, 27.0],
    }


def test_two_people_have_the_matches_that_both_played() -> None:
    found = build_head_to_head(
        (ANN, BOB),
        [
            ended(6, (ANN, BOB), None),
            ended(5, (BOB, ANN), winner=1, game="xong"),
            ended(4, (ANN, BOB, CLEO), places={ANN.id: 2, BOB.id: 3, CLEO.id: 1}, game="zyrcan"),
            ended(3, (ANN, CLEO), winner=1),
            ended(2, (ANN, BOB), "draw", game="xong"),
            ended(1, (ANN, BOB), "none"),
        ],
        active=1,
        may_show=lambda match: match.id != 4,
    )
    assert found.score == Score(won=1, drawn=1, lost=1)
    assert found.games == (("xong", Score(drawn=1, lost=1)), ("zyrcan", Score(won=1)))
    assert [match.id for match in found.last] == [5, 2]
    assert (found.played, found.active, found.pending) == (3, 1, 1)


def test_five_of_the_last_matches_are_listed() -> None:
    matches = [ended(number, (ANN, BOB), winner=1) for number in range(9, 0, -1)]
    found = build_head_to_head((ANN, BOB), matches, active=0, may_show=lambda _: True)
    assert [match.id for match in found.last] == [9, 8, 7, 6, 5]
    assert found.score == Score(won=9)


def test_a_counted_match_says_where_it_was_played() -> None:
    found = count_match(ended(1, (ANN, BOB), winner=1))
    assert found
    assert (found.home, found.channel_id, found.guild_id) == (3, 2, 1)


async def new_ended(tx: Tx, seats: Sequence[Person], winner: int) -> None:
    match = await move(tx, await new_match(tx, seats=seats), to_move=None)
    await outcomes.store(tx, match.id, MatchEnd(Outcome("rules", winner, 9), (winner,), ()))


async def test_profiles_count_active_matches_between_people_and_name_nobody_hidden(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        async with context.database.write() as tx:
            await new_ended(tx, (offer_context.ANN, offer_context.BOB), 1)
            await new_ended(tx, (offer_context.CLEO, offer_context.ANN), 1)
            for others in (
                (offer_context.BOB,),
                (offer_context.CLEO,),
                (Person.computer(2),),
                (offer_context.BOB, Person.computer(1)),
            ):
                await new_match(tx, seats=(offer_context.ANN, *others))
        await change_preferences(context, offer_context.CLEO.id, {"standings": "hidden"})
        found = await load_profile(context, offer_context.ANN)
        assert (found.played, found.active) == (2, 2)
        assert [one.person for one in found.opponents] == [offer_context.BOB]
        assert await find_hidden(context, [offer_context.ANN.id, offer_context.CLEO.id]) == {offer_context.CLEO.id}
        both = await load_head_to_head(context, (offer_context.ANN, offer_context.CLEO), lambda _: True)
        assert (both.score, both.played, both.active) == (Score(lost=1), 1, 1)
        assert len(both.last) == 1

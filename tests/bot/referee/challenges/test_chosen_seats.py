"""Seats that those who accept choose: for two to five, taken once, changed, given back, the rest by lot."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.features.challenges.text import challenge_post
from bot.referee.errors import RequestRejected
from bot.referee.formatting import mention
from bot.referee.requests import AlreadyDone
from games import GAMES
from storage.queries.rows import Challenge, Match
from tests.bot.referee.challenge_context import ANN, BOB, CLEO, DAN, EVE, PEOPLE, make_challenge_context

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.bot.referee.challenge_context import ChallengeContext


@pytest.fixture
async def at(either_url: str) -> AsyncGenerator[ChallengeContext]:
    async with make_challenge_context(either_url) as made:
        yield made


@pytest.mark.parametrize("invited", [True, False])
@pytest.mark.parametrize(("players", "seats"), [(2, "2"), (3, "31"), (5, "2514")])
async def test_all_sit_where_they_chose_and_the_challenger_on_what_is_left(
    at: ChallengeContext, players: int, seats: str, *, invited: bool
) -> None:
    people = PEOPLE[:players]
    made = await at.issue(*(people if invited else people[:1]), size=players, choose_seats=True)
    for person, seat in zip(people[1:-1], seats, strict=False):
        assert isinstance(await at.accept(made, person, seat), Challenge)
    match = await at.begin_match(made, people[-1], seats[-1])
    for person, seat in zip(people[1:], seats, strict=True):
        assert match.seats[int(seat) - 1] == person
    left = next(seat for seat in range(1, players + 1) if str(seat) not in seats)
    assert match.seats[left - 1] == ANN


async def test_a_player_who_chooses_no_seat_gets_a_random_free_one(at: ChallengeContext) -> None:
    drawn: set[tuple[str, ...]] = set()
    for _ in range(30):
        made = await at.issue(ANN, size=3, choose_seats=True)
        await at.accept(made, BOB, "blue")
        match = await at.begin_match(made, CLEO)
        assert match.seats[1] == BOB
        drawn.add(tuple(person.name for person in match.seats))
    assert drawn == {("Ann", "Bob", "Cleo"), ("Cleo", "Bob", "Ann")}


async def test_a_seat_is_taken_once_and_can_be_changed_and_given_back(at: ChallengeContext) -> None:
    made = await at.issue(ANN, size=4, choose_seats=True)
    await at.accept(made, BOB, "Red")
    with pytest.raises(RequestRejected) as rejection:
        await at.accept(made, CLEO, "1")
    assert rejection.value.reason == "Red is taken by **Bob**. You can still choose Blue, Yellow or Green."
    assert (await at.get(made)).people == (ANN, BOB)
    assert isinstance(await at.accept(made, BOB, "red"), AlreadyDone)
    assert isinstance(await at.accept(made, BOB), AlreadyDone)
    await at.accept(made, BOB, "green")
    await at.accept(made, CLEO, "red")
    assert (await at.get(made)).chosen == {BOB.id: 4, CLEO.id: 1}
    await at.decline(made, CLEO)
    await at.accept(made, DAN, "red")
    assert (await at.get(made)).free == [2, 3]
    match = await at.begin_match(made, EVE, "blue")
    assert match.seats == (DAN, EVE, ANN, BOB)
    with pytest.raises(RequestRejected, match="no longer open"):
        await at.accept(made, BOB, "yellow")


async def test_an_old_choice_that_comes_again_changes_nothing(at: ChallengeContext) -> None:
    made = await at.issue(ANN, size=3, choose_seats=True)
    await at.accept(made, BOB, "red", source_id=900)
    await at.accept(made, BOB, "blue", source_id=901)
    assert isinstance(await at.accept(made, BOB, "red", source_id=900), AlreadyDone)
    assert (await at.get(made)).chosen == {BOB.id: 2}


async def test_two_who_choose_one_seat_at_once_get_one_of_them(at: ChallengeContext) -> None:
    made = await at.issue(ANN, size=5, choose_seats=True)
    done = await asyncio.gather(*(at.accept(made, each, "yellow") for each in (BOB, CLEO, DAN)), return_exceptions=True)
    assert sum(isinstance(one, Challenge) for one in done) == 1
    assert sum(isinstance(one, RequestRejected) and "Yellow is taken by" in one.reason for one in done) == 2
    assert list((await at.get(made)).chosen.values()) == [3]


async def test_seats_that_there_are_not_to_choose_are_refused(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB, CLEO, size=3, choose_seats=True)
    for seat, why in (("purple", "There's no Purple in a match of 3."), ("north", "There's no seat `north`")):
        with pytest.raises(RequestRejected, match=why):
            await at.accept(made, BOB, seat)
    plain = await at.issue(ANN, BOB, seat=1)
    for text in ("north", "thanks"):
        with pytest.raises(RequestRejected, match="You can't choose a seat in challenge"):
            await at.accept(plain, BOB, text)
    assert isinstance(await at.accept(plain, BOB), Match)


async def test_a_standing_challenge_opens_again_with_all_seats_free(at: ChallengeContext) -> None:
    made = await at.issue(ANN, choose_seats=True, matches=2)
    await at.begin_match(made, BOB, "north")
    (again,) = await at.open_by(ANN)
    assert (again.theirs, again.free) == (True, [1, 2])


async def test_the_post_says_who_sits_where_and_what_is_left(at: ChallengeContext) -> None:
    made = await at.issue(ANN, size=4, choose_seats=True, matches=3, clock="3d")
    done = await at.accept(made, BOB, "yellow")
    assert isinstance(done, Challenge)
    post = challenge_post(done, GAMES["zyrcan"].info, mention).splitlines()
    assert post[0].startswith("**Ann** challenges anyone here to **Zyrcan** for 4: ")
    assert post[1:6] == [
        "**Bob** plays Yellow. Choose a seat when you accept: Red, Blue or Green. **Ann** gets the one that's left.",
        "3 days a move (`3d`).",
        "Opens again after each match, up to 2 more times.",
        "Joined: **Ann** and **Bob** (2 of 4).",
        f"Open until <t:{int(done.expires_at.timestamp())}:f> (<t:{int(done.expires_at.timestamp())}:R>).",
    ]

"""Where a piece can go: in which match, for whom, and what is said of texts that the rules don't take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.request_results import AmbiguousMatch
from bot.referee.requests import MoveText
from bot.referee.resign import resign
from bot.referee.turns.destinations import (
    MatchDestinations,
    find_movable_piece,
    get_destinations,
    list_movable_pieces,
    suggest_places,
)
from games import GAMES
from tests.bot.referee.clock_context import ANN, BOB, CLEO, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Match, Person
    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


async def find(at: ClockContext, match: Match, person: Person, text: str, ply: int | None = None) -> MatchDestinations:
    found = await get_destinations(at.context, at.request(person), MoveText(text, match.id, ply))
    assert isinstance(found, MatchDestinations)
    return found


async def reason(at: ClockContext, match: Match, person: Person, text: str, ply: int | None = None) -> str:
    with pytest.raises(RequestRejected) as rejected:
        await find(at, match, person, text, ply)
    return rejected.value.reason


async def test_everyone_may_ask_and_all_but_the_mover_read_whose_turn_it_is(at: ClockContext) -> None:
    match = await at.begin("none", "martian-life")
    mine = await find(at, match, ANN, "")
    assert mine.turn_note == ""
    assert mine.destinations.places
    for person in (BOB, CLEO):
        theirs = await find(at, match, person, "", 1)
        assert theirs.turn_note.startswith("It's **Ann**'s turn (")
        assert theirs.destinations == mine.destinations


async def test_a_sentence_of_the_rules_is_addressed_to_the_mover(at: ClockContext) -> None:
    match = await at.begin("none", "martian-life")
    mine, theirs = [await reason(at, match, person, "z9") for person in (ANN, BOB)]
    assert "For **Ann**:" not in mine
    assert theirs.startswith("It's **Ann**'s turn (")
    assert theirs.endswith(f" For **Ann**: {mine}")


async def test_only_the_next_turn_of_a_match_that_goes_on_has_destinations(at: ClockContext) -> None:
    match = await at.begin("none", "martian-life")
    await at.move(match.id)
    for ply in (1, 3):
        assert await reason(at, match, BOB, "", ply) == f"#{match.id} waits for move 2, not for move {ply}."
    assert (await find(at, match, BOB, "", 2)).snapshot.ply == 1
    await resign(at.context, at.request(ANN), match.id)
    assert "There's nothing left to play" in await reason(at, match, BOB, "")


async def test_places_are_suggested_as_typed_and_matches_where_several_are_meant(at: ClockContext) -> None:
    match = await at.begin("none", "martian-life")
    request = at.request(ANN)
    places = await suggest_places(at.context, request, MoveText("A", match.id), 3)
    assert len(places) == 3
    assert all(place.startswith(f"#{match.id} a") for place in places)
    assert await suggest_places(at.context, request, MoveText("", 99), 3) == []
    other = await at.begin("none", "martian-life")
    assert isinstance(await get_destinations(at.context, request, MoveText("")), AmbiguousMatch)
    suggested = await suggest_places(at.context, request, MoveText(""), 25)
    assert sorted(suggested) == [f"#{match.id} ", f"#{other.id} "]
    assert await suggest_places(at.context, request, MoveText(""), 1) == suggested[:1]


async def test_only_pieces_that_can_move_are_listed_and_found(at: ClockContext) -> None:
    match = await at.begin("none", "force-field-factions")
    found = await find(at, match, ANN, "")
    pieces = await list_movable_pieces(at.context, found)
    assert list(pieces) == [place for place in found.destinations.places if place in pieces] != []
    assert all(each.source and each.places for each in pieces.values())
    game, state = GAMES["force-field-factions"], found.snapshot.state
    place = next(iter(pieces))
    assert await find_movable_piece(game, state, f"`{place.upper()}: nowhere") == place
    for text in ("", "nowhere", "z9"):
        assert await find_movable_piece(game, state, text) is None

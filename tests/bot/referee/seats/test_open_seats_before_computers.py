"""A seat that left comes back as long as computer players alone have moved since: what they moved is undone with it."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.match_files import match_json
from bot.match_files.log_checks import check_log, check_play
from bot.referee import resign
from bot.referee.challenges.create import ChallengeTerms, issue_challenge
from bot.referee.challenges.respond import accept_challenge
from bot.referee.computer_moves import play_computer_move
from bot.referee.errors import RequestRejected
from bot.referee.history.entries import describe_moves, list_entries
from bot.referee.history.mainline import mainline
from bot.referee.log.turn_start import id_at
from bot.referee.offers.make import make_offer
from bot.referee.seats.open_seats import SeatTaken, take_open_seat
from bot.referee.snapshots import take_snapshot
from bot.referee.turns.computer_turns import find_turn
from engines.contract import Thought
from games import GAMES
from storage.queries import events, open_seats
from storage.queries.rows import Challenge, Match, Person
from tests.bot.referee.clock_context import ANN, BOB, DAY, GUILD, HOUR, MINUTE, ClockContext, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Event

DAN = Person(4, "Dan")
ZYRCAN = GAMES["zyrcan"]


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "record.db")) as context:
        yield context


async def begin(at: ClockContext, *, size: int = 4, seat: int = 1) -> Match:
    """Begin a match in which Ann has a seat, Bob has the last one, and Turnpost all others."""
    terms = ChallengeTerms(ZYRCAN.info, {}, seat, size, {}, "3d", choose_seats=True, computers=size - 2)
    made = await issue_challenge(
        at.context, terms, (ANN, BOB), guild_id=GUILD, channel_id=2, source_id=next(at.sources)
    )
    assert isinstance(made, Challenge)
    match = await accept_challenge(at.context, made.id, BOB, next(at.sources), guild_id=GUILD, seat=str(size))
    assert isinstance(match, Match)
    assert [person.level for person in match.seats].count(None) == 2
    return match


async def leave(at: ClockContext, match: Match, person: Person) -> Match:
    await resign.resign(at.context, at.request(person), match.id)
    return await at.match(match.id)


async def think(at: ClockContext, match: Match) -> Match:
    """Let the computer player to move play the first move that the rules list."""
    turn = await find_turn(at.context, match.id, match.seq)
    assert turn
    text = ZYRCAN.format(turn.reached.state, ZYRCAN.legal(turn.reached.state)[0])
    await play_computer_move(at.context, turn, Thought(text, 0.0, (text,)))
    at.sources = count(max(next(at.sources), id_at(at.time) + 1))  # no message brought the move, so its time tells
    return await at.match(match.id)


async def open_left_seat(at: ClockContext, match: Match) -> Match:
    """Let Bob open the seat that left: he is the only person who is still in."""
    await make_offer(at.context, at.request(BOB), match.id, "seat")
    return await at.match(match.id)


async def take(at: ClockContext, number: int = 1) -> Match:
    taken = await take_open_seat(at.context, at.request(DAN), number, DAN)
    assert isinstance(taken, SeatTaken)
    return taken.match


async def status(at: ClockContext) -> str:
    async with at.context.database.read() as tx:
        return (await open_seats.require(tx, 1)).status


async def log_of(at: ClockContext, match: Match) -> list[Event]:
    async with at.context.database.read() as tx:
        return await events.of_match(tx, match.id)


async def verify(at: ClockContext) -> list[str]:
    found = verify_matches(at.context.database, GAMES, at.time + MINUTE)
    return [line async for verdict in found for line in verdict.differences]


async def test_a_seat_comes_back_from_before_what_computer_players_moved(at: ClockContext) -> None:
    match = await begin(at)
    before = match.position
    match = await leave(at, match, ANN)
    assert match.computer_to_move
    match = await think(at, await think(at, match))
    assert (match.seq, match.to_move) == (3, 4)
    at.time += HOUR
    match = await open_left_seat(at, match)
    assert (await at.clock(match.id)).deadline is None, "nobody's time passes until that is decided"
    assert await verify(at) == []
    at.time += DAY
    match = await take(at)
    assert (match.seats[0], match.gone, match.position, match.to_move) == (DAN, frozenset(), before, 1)
    assert (await at.clock(match.id)).deadline == at.time + 3 * DAY
    log = await log_of(at, match)
    assert [event.kind for event in log] == ["leave", "move", "move", "substitute"]
    assert [event.kind for event in mainline(log)] == ["substitute"]
    assert [(entry.ply, entry.counts) for entry in list_entries(log)] == [(0, False), (1, False), (2, False), (0, True)]
    assert await verify(at) == []
    match = await at.move(match.id)
    match = await think(at, await think(at, match))
    assert match.to_move == 4
    log = await log_of(at, match)
    assert [entry.ply for entry in list_entries(log)] == [0, 1, 2, 0, 1, 2, 3]
    described = describe_moves(ZYRCAN, match, log)
    assert [bool(text) for text in described] == [event.kind == "move" for event in log]
    assert described[1] == ZYRCAN.describe(state_after(match, log[:1]), parse_in(match, log[:1], log[1].text))
    assert await verify(at) == []


def state_after(match: Match, log: list[Event]) -> object:
    state = ZYRCAN.start(len(match.seats), match.options, match.seed)
    return ZYRCAN.leave(state, log[0].seat or 0)


def parse_in(match: Match, log: list[Event], text: str) -> object:
    return ZYRCAN.parse(state_after(match, log), text)


async def test_the_record_of_such_a_match_reads_back(at: ClockContext) -> None:
    match = await think(at, await leave(at, await begin(at, size=3), ANN))
    await open_left_seat(at, match)
    match = await at.move((await take(at)).id)
    log = await log_of(at, match)
    assert list(check_play(ZYRCAN, match, log)) == []
    again, log_again, *_ = match_json.read(match_json.write(match, log, None, None).encode())
    assert (again.gone, again.seats) == (frozenset(), match.seats)
    assert list(check_log(again, log_again, at.time)) == []


async def test_a_seat_is_open_before_computer_players_have_moved_and_stays_so(at: ClockContext) -> None:
    match = await leave(at, await begin(at), ANN)
    await open_left_seat(at, match)
    match = await think(at, await think(at, await at.match(match.id)))
    assert (await status(at), match.to_move) == ("open", 4)
    assert (await at.clock(match.id)).deadline is None
    assert await verify(at) == []
    match = await take(at)
    assert (match.to_move, await status(at)) == (1, "taken")
    assert await verify(at) == []


async def test_what_a_person_moves_closes_it(at: ClockContext) -> None:
    match = await think(at, await leave(at, await begin(at, size=3), ANN))
    await open_left_seat(at, match)
    match = await at.move(match.id)
    assert await status(at) == "went on"
    assert await verify(at) == []
    match = await think(at, match)
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\* left #1, and the match went on since"):
        await make_offer(at.context, at.request(BOB), match.id, "seat", named=1)


async def test_one_who_left_while_a_computer_player_thought_gives_it_its_turn_again(at: ClockContext) -> None:
    match = await at.move((await begin(at, size=3)).id)
    before = match.position
    match = await leave(at, match, ANN)
    match = await open_left_seat(at, await think(at, match))
    match = await take(at)
    assert (match.position, match.to_move, match.seats[0]) == (before, 2, DAN)
    assert await at.said("think") == [("think", 1), ("think", 2), ("think", 4)]
    match = await think(at, match)
    assert match.to_move == 3
    assert await verify(at) == []


async def test_turnpost_takes_such_a_seat_too(at: ClockContext) -> None:
    match = await think(at, await leave(at, await begin(at, size=3), ANN))
    await make_offer(at.context, at.request(BOB), match.id, "substitute")
    match = await at.match(match.id)
    assert (match.seats[0].level, match.to_move, match.gone) == (2, 1, frozenset())
    assert await verify(at) == []


async def test_a_move_that_is_taken_back_is_no_move(at: ClockContext) -> None:
    match = await think(at, await leave(at, await begin(at, size=3), ANN))
    match = await at.move(match.id)
    await make_offer(at.context, at.request(BOB), match.id, "takeback")
    match = await open_left_seat(at, await at.match(match.id))
    match = await take(at)
    assert (match.gone, match.seats[0], match.to_move) == (frozenset(), DAN, 1)
    assert [event.kind for event in mainline(await log_of(at, match))] == ["substitute"]
    assert await verify(at) == []


async def test_a_snapshot_names_the_seat_that_can_be_filled(at: ClockContext) -> None:
    match = await begin(at, size=3)
    found = [await left(at, match)]
    match = await leave(at, match, ANN)
    found.append(await left(at, match))
    match = await think(at, match)
    found.append(await left(at, match))
    assert await left(at, match, seq=1) is None, "an earlier board says nothing of it"
    match = await at.move(match.id)
    found.append(await left(at, match))
    assert found == [None, 1, 1, None]


async def left(at: ClockContext, match: Match, seq: int | None = None) -> int | None:
    async with at.context.database.read() as tx:
        return (await take_snapshot(at.context, tx, match, match.seq if seq is None else seq)).left

"""A seat that left comes back as long as computer players alone have moved since: what they moved is undone with it."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.match_files import match_json
from bot.match_files.log_checks import check_log, check_play
from bot.referee import endings
from bot.referee.boards import take_snapshot
from bot.referee.challenges.answer import accept_challenge
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.computer import find_turn, play_computer_move
from bot.referee.errors import RequestRejected
from bot.referee.history.history import mainline
from bot.referee.history.rebuild import describe_moves, list_entries
from bot.referee.offers import make_offer
from bot.referee.seats import SeatTaken, take_open_seat
from bot.referee.turn_start import id_at
from engines.contract import Thought
from games import GAMES
from storage.queries import events, open_seats
from storage.queries.rows import Challenge, Match, Person
from tests.bot.referee.clock_context import ANN, BOB, DAY, GUILD, HOUR, MINUTE, ClockContext

if TYPE_CHECKING:
    from storage.queries.rows import Event

DAN = Person(4, "Dan")
ZYRCAN = GAMES["zyrcan"]


async def begin(here: ClockContext, *, size: int = 4, seat: int = 1) -> Match:
    """Begin a match in which Ann has a seat, Bob has the last one, and Turnpost all others."""
    terms = ChallengeTerms(ZYRCAN.info, {}, seat, size, {}, "3d", choose_seats=True, computers=size - 2)
    made = await issue_challenge(
        here.context, terms, (ANN, BOB), guild_id=GUILD, channel_id=2, source_id=next(here.sources)
    )
    assert isinstance(made, Challenge)
    match = await accept_challenge(here.context, made.id, BOB, next(here.sources), guild_id=GUILD, seat=str(size))
    assert isinstance(match, Match)
    assert [person.level for person in match.seats].count(None) == 2
    return match


async def leave(here: ClockContext, match: Match, person: Person) -> Match:
    await endings.resign(here.context, here.request(person), match.id)
    return await here.match(match.id)


async def think(here: ClockContext, match: Match) -> Match:
    """Let the computer player to move play the first move that the rules list."""
    turn = await find_turn(here.context, match.id, match.seq)
    assert turn
    text = ZYRCAN.format(turn.reached.state, ZYRCAN.legal(turn.reached.state)[0])
    await play_computer_move(here.context, turn, Thought(text, 0.0, (text,)))
    here.sources = count(
        max(next(here.sources), id_at(here.time) + 1)
    )  # no message brought the move, so its time tells
    return await here.match(match.id)


async def open_left_seat(here: ClockContext, match: Match) -> Match:
    """Let Bob open the seat that left: he is the only person who is still in."""
    await make_offer(here.context, here.request(BOB), match.id, "seat")
    return await here.match(match.id)


async def take(here: ClockContext, number: int = 1) -> Match:
    taken = await take_open_seat(here.context, here.request(DAN), number, DAN)
    assert isinstance(taken, SeatTaken)
    return taken.match


async def status(here: ClockContext) -> str:
    async with here.context.database.read() as tx:
        return (await open_seats.require(tx, 1)).status


async def log_of(here: ClockContext, match: Match) -> list[Event]:
    async with here.context.database.read() as tx:
        return await events.of_match(tx, match.id)


async def verify(here: ClockContext) -> list[str]:
    found = verify_matches(here.context.database, GAMES, here.time + MINUTE)
    return [line async for verdict in found for line in verdict.differences]


async def test_a_seat_comes_back_from_before_what_computer_players_moved(here: ClockContext) -> None:
    match = await begin(here)
    before = match.position
    match = await leave(here, match, ANN)
    assert match.computer_to_move
    match = await think(here, await think(here, match))
    assert (match.seq, match.to_move) == (3, 4)
    here.time += HOUR
    match = await open_left_seat(here, match)
    assert (await here.clock(match.id)).deadline is None, "nobody's time passes until that is decided"
    assert await verify(here) == []
    here.time += DAY
    match = await take(here)
    assert (match.seats[0], match.gone, match.position, match.to_move) == (DAN, frozenset(), before, 1)
    assert (await here.clock(match.id)).deadline == here.time + 3 * DAY
    log = await log_of(here, match)
    assert [event.kind for event in log] == ["leave", "move", "move", "substitute"]
    assert [event.kind for event in mainline(log)] == ["substitute"]
    assert [(entry.ply, entry.counts) for entry in list_entries(log)] == [(0, False), (1, False), (2, False), (0, True)]
    assert await verify(here) == []
    match = await here.move(match.id)
    match = await think(here, await think(here, match))
    assert match.to_move == 4
    log = await log_of(here, match)
    assert [entry.ply for entry in list_entries(log)] == [0, 1, 2, 0, 1, 2, 3]
    described = describe_moves(ZYRCAN, match, log)
    assert [bool(text) for text in described] == [event.kind == "move" for event in log]
    assert described[1] == ZYRCAN.describe(state_after(match, log[:1]), parse_in(match, log[:1], log[1].text))
    assert await verify(here) == []


def state_after(match: Match, log: list[Event]) -> object:
    state = ZYRCAN.start(len(match.seats), match.options, match.seed)
    return ZYRCAN.leave(state, log[0].seat or 0)


def parse_in(match: Match, log: list[Event], text: str) -> object:
    return ZYRCAN.parse(state_after(match, log), text)


async def test_the_record_of_such_a_match_reads_back(here: ClockContext) -> None:
    match = await think(here, await leave(here, await begin(here, size=3), ANN))
    await open_left_seat(here, match)
    match = await here.move((await take(here)).id)
    log = await log_of(here, match)
    assert list(check_play(ZYRCAN, match, log)) == []
    again, log_again, *_ = match_json.read(match_json.write(match, log, None, None).encode())
    assert (again.gone, again.seats) == (frozenset(), match.seats)
    assert list(check_log(again, log_again, here.time)) == []


async def test_a_seat_is_open_before_computer_players_have_moved_and_stays_so(here: ClockContext) -> None:
    match = await leave(here, await begin(here), ANN)
    await open_left_seat(here, match)
    match = await think(here, await think(here, await here.match(match.id)))
    assert (await status(here), match.to_move) == ("open", 4)
    assert (await here.clock(match.id)).deadline is None
    assert await verify(here) == []
    match = await take(here)
    assert (match.to_move, await status(here)) == (1, "taken")
    assert await verify(here) == []


async def test_what_a_person_moves_closes_it(here: ClockContext) -> None:
    match = await think(here, await leave(here, await begin(here, size=3), ANN))
    await open_left_seat(here, match)
    match = await here.move(match.id)
    assert await status(here) == "went on"
    assert await verify(here) == []
    match = await think(here, match)
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\* left #1, and the match went on since"):
        await make_offer(here.context, here.request(BOB), match.id, "seat", named=1)


async def test_one_who_left_while_a_computer_player_thought_gives_it_its_turn_again(here: ClockContext) -> None:
    match = await here.move((await begin(here, size=3)).id)
    before = match.position
    match = await leave(here, match, ANN)
    match = await open_left_seat(here, await think(here, match))
    match = await take(here)
    assert (match.position, match.to_move, match.seats[0]) == (before, 2, DAN)
    assert await here.said("think") == [("think", 1), ("think", 2), ("think", 4)]
    match = await think(here, match)
    assert match.to_move == 3
    assert await verify(here) == []


async def test_turnpost_takes_such_a_seat_too(here: ClockContext) -> None:
    match = await think(here, await leave(here, await begin(here, size=3), ANN))
    await make_offer(here.context, here.request(BOB), match.id, "substitute")
    match = await here.match(match.id)
    assert (match.seats[0].level, match.to_move, match.gone) == (2, 1, frozenset())
    assert await verify(here) == []


async def test_a_move_that_is_taken_back_is_no_move(here: ClockContext) -> None:
    match = await think(here, await leave(here, await begin(here, size=3), ANN))
    match = await here.move(match.id)
    await make_offer(here.context, here.request(BOB), match.id, "takeback")
    match = await open_left_seat(here, await here.match(match.id))
    match = await take(here)
    assert (match.gone, match.seats[0], match.to_move) == (frozenset(), DAN, 1)
    assert [event.kind for event in mainline(await log_of(here, match))] == ["substitute"]
    assert await verify(here) == []


async def test_a_snapshot_names_the_seat_that_can_be_filled(here: ClockContext) -> None:
    match = await begin(here, size=3)
    found = [await left(here, match)]
    match = await leave(here, match, ANN)
    found.append(await left(here, match))
    match = await think(here, match)
    found.append(await left(here, match))
    assert await left(here, match, seq=1) is None, "an earlier board says nothing of it"
    match = await here.move(match.id)
    found.append(await left(here, match))
    assert found == [None, 1, 1, None]


async def left(here: ClockContext, match: Match, seq: int | None = None) -> int | None:
    async with here.context.database.read() as tx:
        return (await take_snapshot(here.context, tx, match, match.seq if seq is None else seq)).left

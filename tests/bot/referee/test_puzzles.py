"""The judgement of answers to puzzles."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.features.puzzle_messages import answered_wrong
from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.job_runner import run_jobs
from bot.referee.puzzles import (
    DAILY_PUZZLES,
    PuzzlePosition,
    choose_puzzle,
    count_answers,
    is_legal,
    judge,
    open_puzzle,
    play_on,
    puzzle_of_day,
    record_answer,
)
from bot.referee.servers import change_settings
from engines.puzzles import Puzzle, find_puzzle, puzzles
from games import GAMES
from storage import schema
from storage.queries.puzzle_attempts import PuzzleCount
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR, MINUTE, NOON, make_clock_context
from tests.bot.referee.manager import manager_request

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from storage.queries.rows import Person
    from tests.bot.referee.clock_context import ClockContext


def solve(puzzle: Puzzle, first: str) -> PuzzlePosition:
    """Return a puzzle after a first move that is right and, in a longer one, the line's other moves."""
    verdict = judge(open_puzzle(GAMES, puzzle.game, puzzle.number), first)
    assert verdict.right
    if puzzle.aim == "save":
        assert verdict.then is None
        return verdict.after
    for own in puzzle.line[2::2]:
        assert verdict.then
        assert verdict.then.moves == (verdict.after.moves[-1], puzzle.line[1])
        assert verdict.then.turns_left == 1
        verdict = judge(verdict.then, own)
    assert verdict.right
    assert verdict.then is None
    assert verdict.after.turns_left == 0
    return verdict.after


def has_win(position: PuzzlePosition) -> bool:
    """Return whether the seat to move can win with its next move, as the rules say."""
    game, state = position.game, position.state
    results = (game.result(game.play(state, move)) for move in game.legal(state))
    return any(result and result.winners == (game.to_move(state),) for result in results)


@pytest.mark.parametrize("game", [game for game in GAMES if puzzles(game)])
def test_every_solution_of_every_puzzle_is_right_to_its_end(game: str) -> None:
    for puzzle in puzzles(game):
        for first in puzzle.solutions:
            assert solve(puzzle, first).puzzle is puzzle


def test_other_moves_are_wrong_at_every_step_and_illegal_ones_are_rejected() -> None:
    puzzle = find_puzzle("xero-g", 29)  # with few legal moves
    assert puzzle
    start = open_puzzle(GAMES, "xero-g", puzzle.number)
    then = judge(start, puzzle.line[0]).then
    assert then
    for position, right in ((start, puzzle.line[0]), (then, puzzle.line[2])):
        game, state = position.game, position.state
        others = [text for move in game.legal(state) if (text := game.format(state, move)) != right]
        some = others[:: len(others) // 20 + 1]
        wrong = [verdict for text in some if not (verdict := judge(position, text)).right]
        assert wrong
        # What refutes a wrong first move leaves no win in the turn that is left.
        holding = [each.then for each in wrong if each.then]
        assert len(holding) == (len(wrong) if position is start else 0)
        assert all(not has_win(each) for each in holding)
    with pytest.raises(RequestRejected):
        judge(start, "a1 to the moon")


def test_a_puzzle_that_is_gone_is_rejected() -> None:
    for key, number in (("xero-g", 9999), ("xong", 1), ("go", 1)):
        with pytest.raises(RequestRejected, match="isn't here any more"):
            open_puzzle(GAMES, key, number)


def test_a_match_that_a_move_does_not_save_is_won_by_the_opponent() -> None:
    puzzle = find_puzzle("xero-g", 33)
    assert puzzle
    start = open_puzzle(GAMES, "xero-g", puzzle.number)
    wrong = [text for move in start.game.legal(start.state) if (text := start.game.format(start.state, move))]
    wrong.remove(puzzle.solutions[0])
    for text in wrong:
        verdict = judge(start, text)
        assert not verdict.right
        assert verdict.then
        result = start.game.result(verdict.then.state)
        assert result
        assert result.winners == (3 - start.solver,)


def test_a_move_that_does_not_save_a_match_is_wrong_also_where_nothing_that_refutes_it_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.referee.puzzles.REFUTATION_NODES", 0)
    puzzle = find_puzzle("xero-g", 33)
    assert puzzle
    start = open_puzzle(GAMES, "xero-g", puzzle.number)
    first = next(text for move in start.game.legal(start.state) if (text := start.game.format(start.state, move)))
    assert first not in puzzle.solutions
    verdict = judge(start, first)
    assert (verdict.right, verdict.then) == (False, None)
    assert answered_wrong(verdict) == f"`{first}` doesn't save it. You can try as often as you like."


def test_moves_after_a_puzzle_are_played_one_by_one_and_illegal_ones_rejected() -> None:
    puzzle = find_puzzle("xero-g", 29)
    assert puzzle
    start = open_puzzle(GAMES, "xero-g", puzzle.number)
    assert is_legal(start, puzzle.line[0])
    assert not is_legal(start, "a1 to the moon")
    after = open_puzzle(GAMES, "xero-g", puzzle.number, puzzle.line[:2])
    assert (after.moves, after.turns_left) == (tuple(puzzle.line[:2]), 1)
    assert after == play_on(play_on(start, puzzle.line[0]), puzzle.line[1])
    with pytest.raises(RequestRejected):
        play_on(start, "a1 to the moon")


@pytest.fixture
async def at(either_url: str) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(either_url) as made:
        yield made


async def answer(at: ClockContext, person: Person, number: int, *, solved: bool) -> PuzzleCount:
    puzzle = find_puzzle("xero-g", number)
    assert puzzle
    at.time += MINUTE
    return await record_answer(at.context, person.id, puzzle, solved=solved)


async def chosen(at: ClockContext, person: Person) -> int:
    return (await choose_puzzle(at.context, person.id, "xero-g")).number


async def test_the_easiest_puzzle_that_a_person_never_tried_comes_first(at: ClockContext) -> None:
    assert await chosen(at, ANN) == 1
    await answer(at, BOB, 1, solved=False)
    await answer(at, BOB, 5, solved=True)
    assert await chosen(at, ANN) == 5
    assert await chosen(at, BOB) == 2
    await answer(at, ANN, 5, solved=False)
    assert await chosen(at, ANN) == 2
    assert await answer(at, CLEO, 5, solved=True) == PuzzleCount(3, 2, 2)


async def test_a_puzzle_that_nobody_tried_counts_as_one_that_every_second_person_solves(at: ClockContext) -> None:
    await answer(at, BOB, 5, solved=True)
    await answer(at, CLEO, 5, solved=False)
    assert await chosen(at, ANN) == 1
    await answer(at, ANN, 1, solved=False)
    assert await chosen(at, ANN) == 2


async def test_failed_puzzles_come_after_new_ones_and_solved_ones_last(at: ClockContext) -> None:
    for puzzle in puzzles("xero-g")[::-1]:
        await answer(at, ANN, puzzle.number, solved=puzzle.number != 7)
    assert await chosen(at, ANN) == 7
    await answer(at, ANN, 7, solved=True)
    assert await chosen(at, ANN) == puzzles("xero-g")[-1].number
    assert await count_answers(at.context, puzzles("xero-g")[6]) == PuzzleCount(1, 1, 0)


async def test_without_a_game_puzzles_of_all_games_are_chosen(at: ClockContext) -> None:
    first = await choose_puzzle(at.context, ANN.id, None)
    await record_answer(at.context, ANN.id, first, solved=True)
    assert (await choose_puzzle(at.context, ANN.id, None)).game != first.game


async def test_a_game_without_puzzles_is_told_apart_from_those_that_have_some(at: ClockContext) -> None:
    with pytest.raises(RequestRejected, match="no puzzles of Xong here"):
        await choose_puzzle(at.context, ANN.id, "xong")


async def choose(at: ClockContext, guild_id: int = GUILD, **values: str) -> None:
    await change_settings(at.context, manager_request(guild_id), values, GuildResources({21, 22}, set()), manager=True)


async def queued(at: ClockContext) -> list[dict[str, Any]]:
    rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == "puzzle").order_by(schema.outbox.c.id)
    async with at.context.database.read() as tx:
        return list((await tx.execute(rows)).scalars())


async def test_a_server_gets_one_puzzle_a_day_at_its_noon_until_it_wants_no_more(at: ClockContext) -> None:
    await choose(at, puzzles="<#21>", zone="Europe/Berlin")
    await at.pass_time(23 * HOUR - MINUTE, 6 * HOUR)
    assert await queued(at) == []
    await at.pass_time(MINUTE)
    first, before = (puzzle_of_day(GAMES, date(2026, 3, day)) for day in (2, 1))
    assert first
    assert before
    names = {"game": first.game, "number": first.number, "yesterday": [before.game, before.number]}
    assert await queued(at) == [{"guild": GUILD, "channel": 21, **names}]
    await at.pass_time(3 * DAY, 6 * HOUR)
    assert len({(each["game"], each["number"]) for each in await queued(at)}) == 4
    await choose(at, puzzles="none")
    await at.pass_time(2 * DAY, 6 * HOUR)
    assert len(await queued(at)) == 4


async def test_a_bot_that_was_away_for_days_posts_the_puzzle_of_the_day_alone(at: ClockContext) -> None:
    await choose(at, puzzles="<#21>")
    at.time = datetime(2026, 3, 9, 18, tzinfo=UTC)
    await at.tick()
    await at.tick()
    today = puzzle_of_day(GAMES, date(2026, 3, 9))
    assert [each["number"] for each in await queued(at)] == [today and today.number]


async def test_several_processes_post_one_puzzle_to_each_server(at: ClockContext) -> None:
    for guild_id in (1, 2):
        await choose(at, guild_id, puzzles="<#21>")
    at.time = NOON + DAY
    await asyncio.gather(*(run_jobs(at.context, [DAILY_PUZZLES]) for _ in range(4)))
    assert sorted(each["guild"] for each in await queued(at)) == [1, 2]


def test_games_with_puzzles_take_turns_and_each_shows_all_its_puzzles() -> None:
    longest = max(len(puzzles(game)) for game in ("xero-g", "force-field-factions"))
    days = [puzzle_of_day(GAMES, date.fromordinal(NOON.toordinal() + day)) for day in range(2 * longest)]
    shown = [each for each in days if each]
    assert all(one.game != other.game for one, other in pairwise(shown))
    every = [(game, each.number) for game in ("xero-g", "force-field-factions") for each in puzzles(game)]
    assert {(each.game, each.number) for each in shown} == set(every)
    assert puzzle_of_day(["xong"], NOON.date()) is None

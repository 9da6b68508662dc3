"""Which puzzle a person gets next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.puzzles import choose_puzzle, count_answers, record_answer
from engines.puzzles import find_puzzle, puzzles
from storage.queries.puzzle_attempts import PuzzleCount
from tests.bot.referee.clock_context import ANN, BOB, CLEO, MINUTE, make_clock_context

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from storage.queries.rows import Person
    from tests.bot.referee.clock_context import ClockContext


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

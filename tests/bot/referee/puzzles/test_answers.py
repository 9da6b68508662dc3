"""The judgement of answers to puzzles."""

from __future__ import annotations

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.puzzles.answers import PuzzlePosition, judge, open_puzzle
from engines.puzzles import PROVERS, Puzzle, puzzles
from games import GAMES


def solve(puzzle: Puzzle, first: str) -> PuzzlePosition:
    """Return a puzzle after a first move that is right and, in a longer one, the line's other moves."""
    verdict = judge(open_puzzle(GAMES, puzzle.game, puzzle.number), first)
    assert verdict.right
    for own in puzzle.line[2::2]:
        assert verdict.then
        assert verdict.then.moves == (verdict.after.moves[-1], puzzle.line[1])
        assert verdict.then.turns_left == 1
        verdict = judge(verdict.then, own)
    assert verdict.right
    assert verdict.then is None
    assert verdict.after.turns_left == 0
    return verdict.after


@pytest.mark.parametrize("game", sorted(PROVERS))
def test_every_solution_of_every_puzzle_is_right_to_its_end(game: str) -> None:
    for puzzle in puzzles(game):
        for first in puzzle.solutions:
            assert solve(puzzle, first).puzzle is puzzle


def test_other_moves_are_wrong_at_every_step_and_illegal_ones_are_rejected() -> None:
    puzzle = next(puzzle for puzzle in puzzles("xero-g") if puzzle.turns == 2)
    start = open_puzzle(GAMES, "xero-g", puzzle.number)
    then = judge(start, puzzle.line[0]).then
    assert then
    for position, right in ((start, puzzle.line[0]), (then, puzzle.line[2])):
        game, state = position.game, position.state
        others = [text for move in game.legal(state) if (text := game.format(state, move)) != right]
        wrong = [text for text in others if not judge(position, text).right]
        assert wrong
        assert all(judge(position, text).then is None for text in wrong)
    with pytest.raises(RequestRejected):
        judge(start, "a1 to the moon")


def test_a_puzzle_that_is_gone_is_rejected() -> None:
    for key, number in (("xero-g", 9999), ("xong", 1), ("go", 1)):
        with pytest.raises(RequestRejected, match="isn't here any more"):
            open_puzzle(GAMES, key, number)

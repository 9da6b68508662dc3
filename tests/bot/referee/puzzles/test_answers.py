"""The judgement of answers to puzzles."""

from __future__ import annotations

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.puzzles import PuzzlePosition, is_legal, judge, open_puzzle, play_on
from engines.puzzles import Puzzle, find_puzzle, puzzles
from games import GAMES


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

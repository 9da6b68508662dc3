"""The puzzles that ship with the project: proved anew, and won by the line that is stored."""

from __future__ import annotations

import pytest

from engines.puzzles import PROVERS, Puzzle, puzzles
from games import GAMES

NODES = 2_000_000


def every_puzzle() -> list[Puzzle]:
    return [puzzle for game in PROVERS for puzzle in puzzles(game)]


def some_puzzles() -> list[Puzzle]:
    """Return the first and the last of each game: one that is won at once, and one that is won later."""
    return [puzzles(game)[number] for game in PROVERS for number in (0, -1)]


def prove_anew(puzzle: Puzzle) -> None:
    state = GAMES[puzzle.game].parse_position(puzzle.position, options=puzzle.options)
    proof = PROVERS[puzzle.game](state, puzzle.turns, NODES)
    assert proof is not None
    assert (proof.turns, set(proof.moves)) == (puzzle.turns, set(puzzle.solutions))


@pytest.mark.parametrize("game", sorted(PROVERS))
def test_there_are_thirty_different_puzzles(game: str) -> None:
    assert len({puzzle.position for puzzle in puzzles(game)}) == len(puzzles(game)) >= 30


def test_a_game_without_a_prover_has_no_puzzles() -> None:
    assert puzzles("zyrcan") == ()


@pytest.mark.parametrize("puzzle", some_puzzles(), ids=lambda puzzle: f"{puzzle.game}, in {puzzle.turns}")
def test_the_solutions_are_all_the_moves_that_win(puzzle: Puzzle) -> None:
    prove_anew(puzzle)


@pytest.mark.thorough
@pytest.mark.parametrize("puzzle", every_puzzle(), ids=lambda puzzle: puzzle.position)
def test_the_solutions_of_every_puzzle_are_all_the_moves_that_win(puzzle: Puzzle) -> None:
    prove_anew(puzzle)


@pytest.mark.parametrize("game", sorted(PROVERS))
def test_the_line_of_every_puzzle_wins_in_as_many_turns(game: str) -> None:
    for puzzle in puzzles(game):
        rules = GAMES[game]
        assert puzzle.rules == rules.info.rules
        state = rules.parse_position(puzzle.position, options=puzzle.options)
        solver = rules.to_move(state)
        assert len(puzzle.line) == 2 * puzzle.turns - 1
        assert puzzle.line[0] in puzzle.solutions
        for text in puzzle.line:
            state = rules.play(state, rules.parse(state, text))
        result = rules.result(state)
        assert result is not None
        assert result.winners == (solver,)

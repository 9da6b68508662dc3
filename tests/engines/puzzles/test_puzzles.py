"""The puzzles that ship with the project: proved anew, and won or saved by the line that is stored."""

from __future__ import annotations

import pytest

from engines.puzzles import Puzzle, find_puzzle, prove, puzzles, saving_moves
from games import GAMES

NODES = 2_000_000
WITH_PUZZLES = [game for game in GAMES if puzzles(game)]


def every_puzzle() -> list[Puzzle]:
    return [puzzle for game in WITH_PUZZLES for puzzle in puzzles(game)]


def some_puzzles() -> list[Puzzle]:
    """Return one puzzle of each game and kind."""
    return list({_kind(puzzle): puzzle for puzzle in every_puzzle()}.values())


def _kind(puzzle: Puzzle) -> str:
    return f"{puzzle.game}, {puzzle.aim} in {puzzle.turns}"


def prove_anew(puzzle: Puzzle) -> None:
    state = GAMES[puzzle.game].parse_position(puzzle.position, options=puzzle.options)
    proof = prove(puzzle.game, state, puzzle.turns, NODES)
    assert proof is not None
    if puzzle.aim == "win":
        assert (proof.turns, set(proof.moves)) == (puzzle.turns, set(puzzle.solutions))
    else:
        assert not proof.moves
        assert set(saving_moves(puzzle.game, state)) == set(puzzle.solutions)


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_there_are_thirty_different_puzzles(game: str) -> None:
    assert [puzzle.number for puzzle in puzzles(game)] == list(range(1, len(puzzles(game)) + 1))
    assert len({puzzle.position for puzzle in puzzles(game)}) == len(puzzles(game)) >= 30


def test_only_games_with_searches_for_proofs_have_puzzles() -> None:
    assert set(WITH_PUZZLES) == {"xero-g", "force-field-factions"}
    assert puzzles("zyrcan") == ()


@pytest.mark.parametrize("puzzle", some_puzzles(), ids=_kind)
def test_the_solutions_are_all_the_moves_that_win_or_save(puzzle: Puzzle) -> None:
    prove_anew(puzzle)


@pytest.mark.thorough
@pytest.mark.parametrize("puzzle", every_puzzle(), ids=lambda puzzle: puzzle.position)
def test_the_solutions_of_every_puzzle_are_all_there_are(puzzle: Puzzle) -> None:
    prove_anew(puzzle)


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_the_line_of_every_puzzle_wins_in_as_many_turns(game: str) -> None:
    for puzzle in (each for each in puzzles(game) if each.aim == "win"):
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


def test_after_every_move_but_the_saving_one_the_opponent_wins_by_the_rules() -> None:
    puzzle = find_puzzle("xero-g", 33)  # with few legal moves
    assert puzzle
    rules = GAMES["xero-g"]
    state = rules.parse_position(puzzle.position)
    saving = [
        text
        for move in rules.legal(state)
        if not _can_win(rules.play(state, move)) and (text := rules.format(state, move))
    ]
    assert tuple(saving) == puzzle.solutions


def _can_win(state: object) -> bool:
    """Return whether the seat to move has a move that ends the match."""
    rules = GAMES["xero-g"]
    return any(rules.result(rules.play(state, move)) for move in rules.legal(state))

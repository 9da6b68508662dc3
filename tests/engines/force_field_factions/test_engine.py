"""The engine of Force Field Factions, its compact positions against the rules, and forced wins by exhaustive search."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.ladder import Pairing, play
from engines import engine_of
from engines.force_field_factions.board import PIPS, PLACES, SEAT, codes_of, position_of
from engines.force_field_factions.evaluation import MATCH, material
from engines.force_field_factions.search import prove, saving_moves
from engines.force_field_factions.turns import best_raid, children, wins_at_once
from games import GAMES
from games.force_field_factions import rules
from games.force_field_factions.reachable_positions import find_positions
from tests.games.force_field_factions.positions import CROWD, GAME, at, start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.contract import Candidate
    from games.force_field_factions.state import State


def random_positions(seed: int, matches: int, longest: int = 70) -> Iterator[State]:
    """Yield every position of some matches in which a seat is to move, under options by turns."""
    rng = Random(seed)
    for match in range(matches):
        options = {"facing": ("upright", "forward")[match % 2], "pool": (3, 5)[match // 2 % 2]}
        state = GAME.start(2, options, 0)
        for _ in range(longest):
            if state.mover is None:
                break
            yield state
            moves = find_positions(state)
            pieces = sum(piece is not None for piece in state.board)
            captures = [move for key, move in moves.items() if len(key) < pieces]
            state = rules.play(state, rng.choice(captures if captures and rng.random() < 0.5 else list(moves.values())))


ENGINE = engine_of(GAMES["force-field-factions"])
LEVELS = range(1, len(ENGINE.levels) + 1)


def check(state: State, candidate: Candidate) -> State:
    """Check that a candidate's line is legal and in canonical notation; return the state after it."""
    assert candidate.line[0] == candidate.move
    assert 0 <= candidate.value <= 1
    for text in candidate.line:
        move = GAME.parse(state, text)
        assert GAME.format(state, move) == text
        state = GAME.play(state, move)
    return state


def test_every_level_plays_legal_moves_with_few_nodes() -> None:
    for number, state in enumerate((CROWD, start(pool=5, facing="forward"), *random_positions(5, 2, 10))):
        thought = ENGINE.think(state, LEVELS[number % len(LEVELS)], seed=1, nodes=1 + 20 * (number % 3))
        for candidate in (thought, *thought.alternatives):
            check(state, candidate)


@pytest.mark.parametrize("level", LEVELS)
def test_the_budget_is_kept(level: int) -> None:
    assert ENGINE.think(CROWD, level, seed=1, nodes=1200).nodes <= 1200


@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_a_win_at_once(level: int) -> None:
    state = at("c3:w3.n c4:b3.n", 2, rest="f1:w2.n g1:w1.n f8:b1.n g8:b2.n")
    thought = ENGINE.think(state, level, seed=2)
    result = check(state, thought).outcome
    assert result is not None
    assert result.winners == (2,)
    assert thought.proved == "win"


def test_the_highest_level_avoids_a_loss_at_once() -> None:
    """Black's only 3-pip piece stands where White's can take it."""
    state = at("c3:w3.s c5:b3.e", 1, rest="f1:w2.n g1:w1.n f8:b1.n g8:b2.n")
    after = check(state, ENGINE.think(state, LEVELS[-1], seed=2))
    assert not any(GAME.play(after, move).outcome for move in GAME.legal(after))


def test_a_proved_loss_has_a_line_to_the_end() -> None:
    """Two pieces of Black are the last of their sizes, and White can take either."""
    state = at("c3:w3.n c5:b3.e f3:w3.n f5:b2.e", 1, rest="f1:w2.n g1:w1.n a8:b1.n")
    thought = ENGINE.think(state, LEVELS[-1], seed=1)
    assert thought.proved == "loss"
    result = check(state, thought).outcome
    assert result is not None
    assert result.winners == (2,)


def test_the_same_seed_and_nodes_bring_the_same_thought() -> None:
    """At two levels, also in another process that hashes texts in another way."""
    thoughts = [ENGINE.think(CROWD, level, seed=5, nodes=1500) for level in (1, 4)]
    assert [ENGINE.think(CROWD, level, seed=5, nodes=1500) for level in (1, 4)] == thoughts
    program = (
        "from engines import engine_of; from games import GAMES; game = GAMES['force-field-factions']\n"
        f"state = game.parse_position({GAME.position(CROWD)!r})\n"
        "for level in (1, 4): print(engine_of(game).think(state, level, 5, 1500))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)  # noqa: S603 - ours
    assert done.stdout.splitlines() == [str(thought) for thought in thoughts]


def test_the_lowest_level_beats_random_moves() -> None:
    assert play(Pairing("force-field-factions", 1, 0, 2), seed=1).share == 1


@pytest.mark.thorough
@pytest.mark.parametrize("level", [2, 3])
def test_a_level_beats_the_one_below(level: int) -> None:
    shares = [play(Pairing("force-field-factions", level, level - 1, 2), seed).share for seed in range(12)]
    assert sum(shares) >= 6


GHOSTS = at("c3:w1.n.y c4:b1.s.c d3:w2.up.c d4:b2.up g6:w1.se.g f5:b3.se", 2)
"""White can push, lift a clear field, or go out of phase where Black stands so."""

WON = at("c3:w3.n c4:b3.n", 2, rest="f1:w2.n g1:w1.n f8:b1.n g8:b2.n")


@pytest.mark.parametrize("matches", [1, pytest.param(60, marks=pytest.mark.thorough)])
def test_turns_lead_to_the_same_positions_as_by_the_rules(matches: int) -> None:
    for state in (CROWD, GHOSTS, *random_positions(matches, matches)):
        after = children(position_of(state), state.supply)
        assert len(after) == len(set(after))
        assert {child.pieces for child in after} == set(find_positions(state))


@pytest.mark.parametrize("matches", [1, pytest.param(60, marks=pytest.mark.thorough)])
def test_the_best_raid_is_the_best_turn_by_material(matches: int) -> None:
    wins = 0
    for state in (CROWD, GHOSTS, WON, *random_positions(3 + matches, matches)):
        position, sign = position_of(state), 1 if state.mover == 1 else -1
        board = codes_of(position.pieces)
        values = [material([piece // PLACES for piece in pieces]) * sign for pieces in find_positions(state)]
        assert wins_at_once(board, position.seat, state.supply) == (max(values) == MATCH)
        if max(values) == MATCH:
            wins += 1
        else:
            gain = max(values) - material(board.values()) * sign
            assert best_raid(board, position.seat, state.supply) == max(gain, 0)
    assert wins


EACH_SIZE = tuple(codes_of(position_of(at("")).pieces).values())
"""A piece of every size for both sides."""


@pytest.mark.parametrize(
    ("lost", "value"), [({(2, 3)}, MATCH), ({(1, 1)}, -MATCH), ({(1, 2), (2, 3)}, 0), (set[tuple[int, int]](), 0)]
)
def test_whoever_lacks_a_size_has_lost_by_material(lost: set[tuple[int, int]], value: int) -> None:
    assert material([code for code in EACH_SIZE if (SEAT[code], PIPS[code]) not in lost]) == value


def test_one_more_piece_is_worth_something_and_less_than_the_match() -> None:
    for code in EACH_SIZE:
        value = material([*EACH_SIZE, code])
        assert 0 < (value if SEAT[code] == 1 else -value) < MATCH


SMALL = "g1:w1.n f8:b1.up h8:b2.up"


def play_line(state: State, line: tuple[str, ...]) -> State:
    for text in line:
        state = GAME.play(state, GAME.parse(state, text))
    return state


def test_all_moves_that_win_at_once_are_named() -> None:
    state = at("c3:w3.n c4:b3.n f1:w2.n", 2, rest=SMALL)
    proof = prove(state, 2, 100_000)
    assert proof is not None
    after = {GAME.format(state, move): GAME.play(state, move) for move in GAME.legal(state)}
    assert set(proof.moves) == {text for text, one in after.items() if one.outcome and one.outcome.winners == (2,)}
    assert (proof.turns, len(proof.line)) == (1, 1)


def test_a_win_in_two_holds_against_every_reply() -> None:
    """White takes a piece and threatens the last one of a size from where no turn of Black helps."""
    state = at("d1:w3.n f1:w2.up.y", 2, rest="h1:w1.up d6:b3.n a8:b1.up e5:b2.n e1:b2.n")
    proof = prove(state, 2, 1_000_000)
    assert proof is not None
    assert (proof.turns, proof.moves, len(proof.line)) == (2, ("f1: w x>nw f f",), 3)
    result = play_line(state, proof.line).outcome
    assert result is not None
    assert result.winners == (2,)


def test_nothing_is_claimed_when_the_nodes_run_out() -> None:
    state = GAME.start(2, {}, 0)
    assert prove(state, 2, 10) is None


def test_no_win_is_found_at_the_start() -> None:
    proof = prove(GAME.start(2, {}, 0), 2, 100_000)
    assert proof is not None
    assert proof.moves == ()


def test_saving_moves_leave_no_win_at_once() -> None:
    state = at("c3:w3.s c5:b3.e f1:w2.n", 1, rest=SMALL)
    saving = set(saving_moves(state))
    assert saving
    for move in list(GAME.legal(state))[::40]:
        after = GAME.play(state, move)
        lost = any((end := GAME.play(after, reply).outcome) and end.winners == (2,) for reply in GAME.legal(after))
        assert lost != (GAME.format(state, move) in saving)

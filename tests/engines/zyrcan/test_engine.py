"""The engine of Zyrcan, and its compact position against the game's contract."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.ladder import Pairing, play
from engines import engine_of
from engines.zyrcan.board import OVER, compact
from engines.zyrcan.playout import payoff
from engines.zyrcan.steps import legal_steps, take_step, to_moves
from games import GAMES
from games.contract import find_version
from games.zyrcan import Zyrcan
from tests.games.zyrcan.positions import at, blitz, played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.contract import Candidate
    from engines.zyrcan.board import Position
    from games.zyrcan.state import Move, State

GAME = Zyrcan()
ENGINE = engine_of(GAMES["zyrcan"])
LEVELS = range(1, len(ENGINE.levels) + 1)
SOME = {(3, "standard", 2), (4, "blitzkrieg", 1), (5, "blitzkrieg", 2)}
"""Numbers of players, variants and rules; the others run with `--thorough`."""
EACH = pytest.mark.parametrize(
    ("players", "variant", "rules"),
    [
        pytest.param(*each, marks=[] if each in SOME else pytest.mark.thorough)
        for each in product((3, 4, 5), ("standard", "blitzkrieg"), (1, 2))
        if each[1:] != ("standard", 1)
    ],
)


def check(state: State, candidate: Candidate) -> None:
    """Check that a candidate's line is legal, in canonical notation, and that its numbers make sense."""
    assert candidate.line[0] == candidate.move
    assert 0 <= candidate.value <= 1
    for text in candidate.line:
        move = GAME.parse(state, text)
        assert GAME.format(state, move) == text
        state = GAME.play(state, move)


def random_positions(players: int, variant: str, rules: int) -> Iterator[State]:
    """Yield positions of a random match from which a seat may leave."""
    rng, game = Random(f"{players} {variant} {rules}"), find_version(GAME, rules)
    assert game
    state = game.start(players, {"variant": variant}, 0)
    while state.mover is not None:
        if rng.random() < 0.1:
            yield state
        leaves = rng.random() < 0.01
        state = game.leave(state, 1) if leaves else game.play(state, rng.choice(game.legal(state)))


@EACH
def test_every_level_plays_legal_moves_in_every_phase(players: int, variant: str, rules: int) -> None:
    for state in random_positions(players, variant, rules):
        for level in LEVELS:
            thought = ENGINE.think(state, level, seed=1, nodes=4)
            for candidate in (thought, *thought.alternatives):
                check(state, candidate)


@pytest.mark.parametrize(
    "state",
    [
        blitz(4, "e5=12 e6=23 c3=31 h4=41", hands="0,0,0;0,1,0;0,1,0;0,1,0"),
        blitz(3, "e5=12 e6=23 c3=31"),
        at(3, "e5=12 e7=21 d5=33", "last 1"),
        at(5, "e5=12 e7=21 d5=33", "deploy 3", hands="0,0,0;0,0,0;1,0,0;0,0,0;0,0,0"),
    ],
)
def test_positions_without_history_get_a_legal_move(state: State) -> None:
    for level in LEVELS:
        check(state, ENGINE.think(state, level, seed=1, nodes=30))


def test_the_same_seed_and_nodes_bring_the_same_thought() -> None:
    """At every level, also in another process that hashes texts in another way."""
    state = played(GAME.start(3, {}, 0), "2@e5", "3@e6")
    thoughts = [ENGINE.think(state, level, seed=5, nodes=60) for level in LEVELS]
    assert [ENGINE.think(state, level, seed=5, nodes=60) for level in LEVELS] == thoughts
    program = (
        "from engines import engine_of; from games import GAMES; game = GAMES['zyrcan']; state = game.start(3, {}, 0)\n"
        "for text in ('2@e5', '3@e6'): state = game.play(state, game.parse(state, text))\n"
        f"for level in {[*LEVELS]}: print(engine_of(GAMES['zyrcan']).think(state, level, seed=5, nodes=60))"
    )
    answer = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines() == [str(thought) for thought in thoughts]


def test_the_budget_is_kept() -> None:
    state = GAME.start(3, {}, 0)
    assert [ENGINE.think(state, 3, seed=1, nodes=nodes).nodes for nodes in (1, 2, 33)] == [1, 2, 33]
    assert ENGINE.think(state, 3, seed=1).nodes == ENGINE.levels[2].nodes


@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_a_win_at_once(level: int) -> None:
    """Yellow wins by taking the smaller ship; after the bigger one Red has most."""
    state = at(3, "e5=32 c3=31 c4=31 e7=12 g6=12 g4=11 e3=23", "last 3")
    for seed in range(5):
        thought = ENGINE.think(state, level, seed)
        assert thought.move == "e5xe7"
        assert (thought.proved, thought.value) == ("win", 1)


@pytest.mark.parametrize("level", LEVELS)
def test_it_avoids_a_loss_at_once(level: int) -> None:
    """The match is drawn after Red's ship is taken; after Blue's Red wins alone."""
    state = at(3, "e5=32 c3=31 e7=12 g6=12 g4=11 e3=22 d5=21", "last 3")
    for seed in range(5):
        thought = ENGINE.think(state, level, seed)
        assert thought.move == "e5xe7"
        assert (thought.proved, thought.value) == ("draw", 1 / 3)


SHORT = {2: 8, 3: 9}
"""Matches of the short ladder, by the higher level."""


@pytest.mark.parametrize("level", [2, pytest.param(3, marks=pytest.mark.thorough)])
def test_a_level_wins_more_than_its_part_against_two_of_the_level_below(level: int) -> None:
    matches = SHORT[level]
    won = sum(play(Pairing("zyrcan", level, level - 1, 3), seed).share for seed in range(matches))
    assert won > matches / 3


def test_the_shares_of_all_seats_are_counted_and_none_for_a_seat_that_left() -> None:
    state = GAME.leave(GAME.start(4, {}, 1), 2)
    shares = ENGINE.think(state, 3, seed=1).shares
    assert sum(shares) == pytest.approx(1)
    assert [seat for seat, share in enumerate(shares, 1) if not share] == [2]


def turns(state: State) -> dict[Move, Position]:
    """Return all turns that steps make up, and the compact positions after them."""
    found: dict[Move, Position] = {}
    for steps, after in whole_turns(compact(state), ()):
        (move,) = to_moves(state, steps)
        assert move not in found
        found[move] = after
    return found


def whole_turns(position: Position, before: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Position]]:
    for step in legal_steps(position):
        after = position.copy()
        take_step(after, step)
        if after.landed:
            yield from whole_turns(after, (*before, step))
        else:
            yield (*before, step), after


@EACH
def test_turns_and_positions_are_those_of_the_game(players: int, variant: str, rules: int) -> None:
    rng, game = Random(f"{players} {variant} {rules}"), find_version(GAME, rules)
    assert game
    for _ in range(2):
        state = game.start(players, {"variant": variant}, 0)
        while state.mover is not None:
            if rng.random() < 0.02:
                state = game.leave(state, rng.randint(1, players))
                continue
            legal = game.legal(state)
            move = rng.choice(legal)
            after = game.play(state, move)
            if variant == "standard" or state.phase != "deploy" or rng.random() < 0.1:
                found = turns(state)
                assert set(found) == set(legal)
                check_same(found[move], after)
            state = after


def check_same(position: Position, state: State) -> None:
    if state.outcome is None:
        assert position == compact(state)
        return
    assert position.phase == OVER
    winners = state.outcome.winners
    shares = [1 / len(winners) if seat in winners else 0 for seat in range(1, state.players + 1)]
    assert payoff(position).shares == shares

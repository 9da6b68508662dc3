"""Proofs of forced wins, against a plain search by the rules."""

from __future__ import annotations

from random import Random

from engines.contract import ForcedWin
from engines.xero_g.search import prove
from games.xero_g import XeroG
from games.xero_g.state import State
from tests.engines.xero_g.positions import random_endings
from tests.games.xero_g.positions import at

GAME = XeroG()


def wins(state: State, seat: int, turns: int) -> bool:
    """Return by trying everything whether a seat wins within so many own turns."""
    if state.outcome:
        return state.outcome.winners == (seat,)
    children = (GAME.play(state, move) for move in GAME.legal(state))
    if state.mover == seat:
        return turns > 0 and any(wins(child, seat, turns - 1) for child in children)
    return all(wins(child, seat, turns) for child in children)


def small_positions(number: int) -> list[State]:
    """Return positions with three ships, which have few flights."""
    rng, found = Random(2), list[State]()
    while len(found) < number:
        found += random_endings(rng, 3)
    return found


def test_forced_wins_within_two_turns_are_those_of_a_plain_search() -> None:
    turns = list[int]()
    for state in small_positions(14):
        seat = state.mover or 1
        proof = prove(state, 2, 100_000)
        assert proof
        turns.append(proof.turns)
        if proof.turns == 1 or not proof.turns:
            assert wins(state, seat, 1) == (proof.turns == 1)
        if proof.turns != 1:
            moves = [move for move in GAME.legal(state) if wins(GAME.play(state, move), seat, 1)]
            assert proof.moves == tuple(GAME.format(state, move) for move in moves)
    assert set(turns) == {0, 1, 2}


def test_the_line_of_a_forced_win_ends_the_match() -> None:
    ended = 0
    for state in small_positions(14):
        proof = prove(state, 2, 100_000)
        assert proof
        if proof.moves:
            after = state
            for text in proof.line:
                after = GAME.play(after, GAME.parse(after, text))
            assert after.outcome
            assert after.outcome.winners == (state.mover,)
            assert proof.line[0] == proof.moves[0]
            ended += 1
    assert ended


def test_nothing_is_claimed_when_the_nodes_run_out() -> None:
    state = at("123321/....../....../....../....../321123")
    assert prove(state, 2, 50) is None
    assert prove(state, 1, 5000) == ForcedWin((), (), 0)

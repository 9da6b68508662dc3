"""Proofs of forced wins, against a plain search by the rules."""

from __future__ import annotations

from random import Random

from engines.contract import ForcedWin
from engines.xero_g.board import compact, fly, mobility, winning_flight
from engines.xero_g.search import SearchRules, prove, rank_setups
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


OPEN = compact(at("321123/....../....../....../....../123321"))


def test_a_match_goes_on_unless_its_position_has_stood_twice_or_nobody_can_fly() -> None:
    assert SearchRules(1, 1, 1).outcome(OPEN) is None
    assert SearchRules(1, 1, 1, {OPEN}).outcome(OPEN) == 0
    assert SearchRules(1, 1, 1).outcome(OPEN._replace(mover=0)) == 0


def test_a_flight_into_the_base_loses_for_the_seat_to_move_then() -> None:
    before = compact(at("..1.../....../....../....../....../......"))
    win = winning_flight(before, 1)
    assert win
    assert SearchRules(1, 1, 1).outcome(fly(before, win)) == -1


START = GAME.start(2, {}, 0)
LAID = GAME.play(START, GAME.parse(START, "321123"))


def test_south_compares_its_setups_by_five_replies_and_north_by_what_lies_there() -> None:
    ours, looked_at = rank_setups(START, 1, 20, 0)
    assert (len(ours), looked_at) == (4, 20)
    replies, looked_at = rank_setups(LAID, 1, 20, 0)
    assert (len(replies), looked_at) == (20, 20)
    assert len(rank_setups(START, 1, 24, 0)[0]) == 4


def test_one_setup_is_ranked_however_few_positions_may_be_looked_at() -> None:
    assert [len(rank_setups(state, 1, 0, 0)[0]) for state in (START, LAID)] == [1, 1]


def test_the_reply_that_leaves_south_least_mobile_comes_first() -> None:
    replies, _ = rank_setups(LAID, 1, 20, 0)
    after = [compact(GAME.play(LAID, GAME.parse(LAID, reply))) for reply in replies]
    mobilities = [mobility(position, 0) for position in after]
    assert mobilities == sorted(mobilities)
    assert len(set(mobilities)) > 1

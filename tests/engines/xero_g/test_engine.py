"""The engine of Xero-G, its compact positions against the rules, and proofs of forced wins against a plain search."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.ladder import LONGEST_MATCH, Pairing, play
from engines import engine_of
from engines.contract import ForcedWin
from engines.xero_g.board import WON, compact, flights, fly, mobility, winning_flight
from engines.xero_g.search import SearchRules, prove, rank_setups
from games import GAMES
from games.xero_g import XeroG
from games.xero_g.notation import write
from games.xero_g.state import BASE, Setup, State
from tests.games.xero_g.positions import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.contract import Candidate


def random_endings(rng: Random, ships: int) -> Iterator[State]:
    """Yield a position with so many ships for each seat that can fly in it."""
    squares = dict.fromkeys(rng.sample(range(36), ships))
    board = [str(rng.randint(1, 3)) if square in squares else "." for square in range(36)]
    rows = "/".join("".join(board[start : start + 6]) for start in range(0, 36, 6))
    for mover in (1, 2):
        try:
            yield at(rows, mover)
        except ValueError:
            continue


GAME = XeroG()
ENGINE = engine_of(GAMES["xero-g"])
LEVELS = range(1, len(ENGINE.levels) + 1)


def random_match(seed: int) -> Iterator[State]:
    """Yield the positions of a match by random moves, from the setups on."""
    rng, state = Random(seed), GAME.start(2, {}, seed)
    while state.mover is not None:
        yield state
        state = GAME.play(state, rng.choice(GAME.legal(state)))


def check(state: State, candidate: Candidate) -> State:
    """Return the state after a candidate's line; check that it is legal, in canonical notation, and its value."""
    assert candidate.line[0] == candidate.move
    assert 0 <= candidate.value <= 1
    for text in candidate.line:
        move = GAME.parse(state, text)
        assert GAME.format(state, move) == text
        state = GAME.play(state, move)
    return state


def test_every_level_plays_legal_moves_in_every_phase() -> None:
    for number, state in enumerate(random_match(3)):
        if number < 2 or number % 8 == 0:
            for level in LEVELS:
                thought = ENGINE.think(state, level, seed=number, nodes=12)
                for candidate in (thought, *thought.alternatives):
                    check(state, candidate)


@pytest.mark.parametrize("nodes", [1, 60])
def test_the_budget_is_kept_and_brings_a_move(nodes: int) -> None:
    for number, state in enumerate(random_match(5)):
        if number < 2 or number % 12 == 0:
            for level in LEVELS:
                thought = ENGINE.think(state, level, seed=1, nodes=nodes)
                check(state, thought)
                assert thought.nodes <= max(nodes, 5)


def test_a_position_with_few_ships_gets_a_legal_move() -> None:
    for mover in (1, 2):
        state = at("....../....../..1.../..2...", mover)
        for level in LEVELS:
            check(state, ENGINE.think(state, level, seed=1))


def test_the_same_seed_and_nodes_bring_the_same_thought() -> None:
    """At every level, also in another process that hashes texts in another way."""
    texts = ("321123", "123321")
    state = GAME.start(2, {}, 0)
    for text in texts:
        state = GAME.play(state, GAME.parse(state, text))
    thoughts = [ENGINE.think(state, level, seed=5, nodes=200) for level in LEVELS]
    assert [ENGINE.think(state, level, seed=5, nodes=200) for level in LEVELS] == thoughts
    program = (
        "from engines import engine_of; from games import GAMES; game = GAMES['xero-g']; state = game.start(2, {}, 0)\n"
        f"for text in {texts}: state = game.play(state, game.parse(state, text))\n"
        f"for level in {[*LEVELS]}: print(engine_of(GAMES['xero-g']).think(state, level, seed=5, nodes=200))"
    )
    answer = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines() == [str(thought) for thought in thoughts]


@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_a_win_at_once(level: int) -> None:
    state = at("....../....../..3.../....../....../..3...")
    thought = ENGINE.think(state, level, seed=1)
    result = check(state, thought).outcome
    assert result
    assert result.winners == (1,)
    assert (thought.proved, thought.value) == ("win", 1.0)


def can_win(state: State) -> bool:
    return any(GAME.format(state, move).endswith("base") for move in GAME.legal(state))


def test_it_avoids_a_loss_at_once_where_it_can() -> None:
    """Positions in which most flights lose; without a safe one the loss is proved, and its line ends the match."""
    avoided = lost = 0
    for seed in range(2):
        for number, state in enumerate(random_match(seed)):
            if state.laid < 2 or number % 2 or can_win(state):
                continue
            thought = ENGINE.think(state, 3, seed=seed)
            after = GAME.play(state, GAME.parse(state, thought.move))
            if thought.proved == "loss":
                lost += 1
                result = check(state, thought).outcome
                assert result
                assert result.winners == (3 - (state.mover or 1),)
                assert all(can_win(GAME.play(state, move)) for move in GAME.legal(state)[::20])
            elif after.mover != state.mover and not after.outcome:
                avoided += 1
                assert not can_win(after)
    assert avoided > 5
    assert lost


def test_a_proved_win_leads_to_the_end() -> None:
    """Positions from which level 4 finds a win in two or more turns."""
    proved = 0
    for seed in range(2):
        for number, state in enumerate(random_match(seed)):
            if number % 4 == 0 and state.laid == 2 and not can_win(state):
                thought = ENGINE.think(state, 4, seed=seed, nodes=600)
                if thought.proved == "win":
                    proved += 1
                    result = check(state, thought).outcome
                    assert result
                    assert result.winners == (state.mover,)
                    assert len(thought.line) >= 3
    assert proved


def random_flight(state: State, rng: Random) -> str:
    """Return the text of a flight that wins, or else of a random one after which the opponent can't win at once."""
    position = compact(state)
    legal = list(flights(position))
    rng.shuffle(legal)
    safe = (flight for flight in legal if not winning_flight(fly(position, flight), 3 - position.mover))
    return write(winning_flight(position, position.mover) or next(safe, legal[0]))


def share_against_random_flights(level: int, seed: int) -> float:
    """Play a match from a random setup, against random flights that take wins and avoid losses at once."""
    rng, state = Random(seed), GAME.start(2, {}, seed)
    seat = seed % 2 + 1
    for _ in range(2):
        state = GAME.play(state, rng.choice(GAME.legal(state)))
    for number in range(LONGEST_MATCH):
        if state.mover is None:
            break
        ours = state.mover == seat
        text = ENGINE.think(state, level, seed=number).move if ours else random_flight(state, rng)
        state = GAME.play(state, GAME.parse(state, text))
    winners = state.outcome.winners if state.outcome else (1, 2)
    return (seat in winners) / len(winners)


def test_level_2_wins_most_matches_against_random_flights_that_avoid_losses() -> None:
    assert sum(share_against_random_flights(2, seed) for seed in range(20)) >= 15


def positions_with_a_win_in_two() -> Iterator[tuple[State, ForcedWin]]:
    """Yield positions of random matches in which the mover wins in two turns, but not at once."""
    for seed in range(100):
        for number, state in enumerate(random_match(seed)):
            if number % 3 == 2 and not winning_flight(compact(state), state.mover or 1):
                proof = prove(state, 2, 100_000)
                if proof and proof.turns:
                    yield state, proof


def test_level_4_finds_the_win_in_two_of_twenty_positions() -> None:
    for state, proof in islice(positions_with_a_win_in_two(), 20):
        thought = ENGINE.think(state, 4, seed=1)
        assert thought.move in proof.moves
        assert (thought.proved, thought.value, len(thought.line)) == ("win", 1.0, 3)


@pytest.mark.parametrize(
    ("rows", "mover"),
    [
        ("3..231/..3.../.2.23./..2.1./....../1..1..", 2),
        ("....2./.....1/..1.12/..3.../2..32./13...3", 1),
    ],
)
def test_level_4_finds_a_win_in_two_that_begins_with_a_flight_of_few_squares(rows: str, mover: int) -> None:
    thought = ENGINE.think(at(rows, mover), 4, seed=1)
    result = check(at(rows, mover), thought).outcome
    assert result
    assert (result.winners, thought.proved, len(thought.line)) == ((mover,), "win", 3)
    assert not any(one.proved for one in thought.alternatives)


def test_level_4_prevents_a_win_in_two() -> None:
    state = at("31.2../.13.../..1.../2.2.../2...../.1..33")
    for seed in range(5):
        thought = ENGINE.think(state, 4, seed=seed)
        assert prove(GAME.play(state, GAME.parse(state, thought.move)), 2, 100_000) == ForcedWin((), (), 0)


def test_level_4_expects_to_lose_where_every_flight_allows_a_win_in_two() -> None:
    thought = ENGINE.think(at("..3..1/..2..1/1...2./..2.../33..../..12.3"), 4, seed=1)
    assert thought.proved is None
    assert thought.value < 0.02


def test_a_level_that_looks_one_turn_ahead_searches_for_no_win_in_two() -> None:
    state = at("3..231/..3.../.2.23./..2.1./....../1..1..", 2)
    thought = ENGINE.think(state, 3, seed=1)
    assert (thought.proved, thought.nodes) == (None, len(GAME.legal(state)))


def test_each_of_the_quick_levels_beats_the_one_below_in_a_short_ladder() -> None:
    for level in (1, 2, 3):
        pairing = Pairing("xero-g", level, level - 1, 2)
        assert sum(play(pairing, seed).share for seed in range(2)) >= 1


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", LEVELS)
def test_each_level_beats_the_one_below_clearly(level: int) -> None:
    pairing = Pairing("xero-g", level, level - 1, 2)
    assert sum(play(pairing, seed).share for seed in range(30)) >= 18


def random_positions(matches: int) -> Iterator[State]:
    """Yield the positions of matches by random flights, some of them with few ships."""
    for seed in range(matches):
        rng = Random(seed)
        state = GAME.start(2, {}, seed)
        for _ in range(25):
            if state.mover is None:
                break
            state = GAME.play(state, rng.choice(GAME.legal(state)))
            if state.laid == 2 and state.mover:
                yield state
        yield from random_endings(rng, 4)


def test_flights_and_what_follows_are_those_of_the_rules() -> None:
    rng, number = Random(3), 0
    for state in random_positions(14):
        number += 1
        position, legal = compact(state), GAME.legal(state)
        assert set(flights(position)) == set(legal)
        assert len(list(flights(position))) == len(legal)
        for flight in rng.sample(list(legal), min(4, len(legal))):
            assert not isinstance(flight, Setup)
            after, child = GAME.play(state, flight), fly(position, flight)
            if after.mover:
                assert child == compact(after)
            elif flight.landing == BASE:
                assert (child.mover, child.pips) == (3 - position.mover, WON)
            elif after.outcome and "third time" not in after.outcome.clause:
                assert child.mover == 0
    assert number > 200


def test_a_flight_into_the_base_is_found_exactly_where_one_is_legal() -> None:
    found: set[bool] = set()
    for state in random_positions(14):
        winning = [flight for flight in GAME.legal(state) if not isinstance(flight, Setup) and flight.landing == BASE]
        flight = winning_flight(compact(state), state.mover or 1)
        assert flight in winning if winning else flight is None
        found.add(bool(winning))
    assert found == {True, False}


def test_fewer_boosts_are_seen_than_flown() -> None:
    state = at("....../....../..3.../....../....../..3...")
    assert winning_flight(compact(state), 1, 0) is None
    assert winning_flight(compact(state), 1, 1) is not None


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

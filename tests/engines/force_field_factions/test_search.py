"""Forced wins, found by exhaustive search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.force_field_factions.search import prove, saving_moves
from tests.games.force_field_factions.positions import GAME, at

if TYPE_CHECKING:
    from games.force_field_factions.state import State

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

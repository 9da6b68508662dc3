"""How a match runs: turns, rounds, phases, seats that leave, the end (rulings R1 to R6 of the rules page).

`result` says who wins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.hex_grid import STANDARD
from games.zyrcan import moves
from games.zyrcan.result import result
from games.zyrcan.state import FULL_HAND, Hand, Note, State, Turn, remaining_seats

if TYPE_CHECKING:
    from games.zyrcan.state import Move, Placement, Variant

_EMPTY: Hand = (0, 0, 0)


def start(players: int, variant: Variant) -> State:
    """Return the empty board, seat 1 to place."""
    board = (None,) * len(STANDARD.cells)
    return State(players, variant, board, (FULL_HAND,) * players, "deploy", 1)


def play(state: State, move: Move) -> State:
    """Return the state after a legal move; the turn has gone on to the next seat that can move."""
    seat = state.mover
    if seat is None:
        raise ValueError("The match is over.")
    flown = taken = None
    board = moves.with_ship(state.board, move.placement, seat)
    if move.flight:
        start, landing = move.flight
        flown, taken = board[start], board[landing]
        changed = list(board)
        changed[start], changed[landing] = None, flown
        board = tuple(changed)
    after = State(
        state.players,
        state.variant,
        board,
        _hands_after(state.hands, seat, move.placement),
        state.phase,
        seat,
        placed=state.placed or move.placement is not None,
        out=state.out,
        last=Turn(seat, move, flown, taken),
    )
    return _pass_turn(after, seat)


def leave(state: State, seat: int) -> State:
    """Return the state after a seat left (R4): its ships stay, the last seat in the game wins."""
    if state.mover is None or seat in state.out:
        return state
    after = replace(state, out=(*state.out, seat), notes=(Note("left", seat),))
    if len(remaining_seats(after)) == 1:
        return _end_match(after)
    return _pass_turn(after, seat) if seat == state.mover else after


def _hands_after(hands: tuple[Hand, ...], seat: int, placement: Placement | None) -> tuple[Hand, ...]:
    if placement is None:
        return hands
    hand = list(hands[seat - 1])
    hand[placement.engines - 1] -= 1
    return (*hands[: seat - 1], (hand[0], hand[1], hand[2]), *hands[seat:])


def _pass_turn(state: State, seat: int) -> State:
    """Give the turn to the next seat that can move, through ends of rounds and phases, or end the match.

    It comes to an end: a round without placements leads to phase two, one without captures is the last.
    """
    while True:
        following = [other for other in remaining_seats(state) if other > seat]
        if not following:
            if state.phase == "last":
                return _end_match(state)
            state, seat = _begin_round(state), 0
            continue
        seat = following[0]
        if moves.can_move(state, seat):
            return replace(state, mover=seat)
        state = _skip_seat(state, seat)


def _skip_seat(state: State, seat: int) -> State:
    """Return the state after a seat that cannot move; in phase two that makes the round the last."""
    if state.phase == "deploy":
        return replace(state, notes=(*state.notes, Note("idle", seat)))
    notes = (*state.notes, Note("stuck", seat))
    return replace(state, phase="last", notes=notes if state.phase == "last" else (*notes, Note("last")))


def _begin_round(state: State) -> State:
    """Begin a round: phase one is over if nothing is left to place or nobody placed (R2, R6)."""
    if state.phase != "deploy":
        return state
    all_down = not any(any(state.hands[seat - 1]) for seat in remaining_seats(state))
    if state.placed and not all_down:
        return replace(state, placed=False)
    note = Note("attack" if all_down else "stranded")
    hands = (_EMPTY,) * state.players
    return replace(state, phase="attack", hands=hands, placed=False, notes=(*state.notes, note))


def _end_match(state: State) -> State:
    return replace(state, phase="over", mover=None, outcome=result(state))

"""How a match runs and ends, what it can choose, and who wins (rulings R1 to R6 of the rules page)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from games.contract import Option, Result
from games.hex_grid import STANDARD
from games.message import counted, message
from games.translation import gettext_noop as N_, ngettext_noop
from games.zyrcan import moves
from games.zyrcan.notation import SEATS
from games.zyrcan.state import FULL_HAND, Hand, Note, State, Turn, remaining_seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.message import Message
    from games.zyrcan.state import Board, Move, Placement, Variant

_ENGINES = ngettext_noop("{n} engine", "{n} engines")
_SHIPS = ngettext_noop("{n} ship", "{n} ships")


class Fleet(NamedTuple):
    """What a seat has on the board; fleets compare as the end of the match compares them."""

    engines: int
    ships: int


def fleet(board: Board, seat: int) -> Fleet:
    """Return the engines and ships that a seat has on the board."""
    engines = [ship.engines for ship in board if ship and ship.seat == seat]
    return Fleet(sum(engines), len(engines))


def fleets(state: State) -> tuple[Fleet, ...]:
    """Return the fleets of all seats in seat order, those of seats that left among them."""
    return tuple([fleet(state.board, seat) for seat in range(1, state.players + 1)])


def result(state: State) -> Result:
    """Return how a match that ends here ends: by what is on the board, seats that left last (R4, R6)."""
    have, stay = fleets(state), remaining_seats(state)
    ranks = {seat: (1, *have[seat - 1]) for seat in stay}
    ranks |= {seat: (0, order, 0) for order, seat in enumerate(state.out)}
    places = tuple([1 + sum(other > ranks[seat] for other in ranks.values()) for seat in sorted(ranks)])
    return Result(places, _reason(have, stay), tuple([fleet.engines for fleet in have]))


def _reason(have: Sequence[Fleet], stay: Sequence[int]) -> str | Message:
    """Return why the winners won, as a clause after "Ann wins"."""
    if len(stay) == 1:
        return N_("everybody else left the match")
    best, *others = sorted((have[seat - 1] for seat in stay), reverse=True)
    engines, ships = counted(_ENGINES, best.engines), counted(_SHIPS, best.ships)
    if others[0] == best:
        return message(N_("{engines} and {ships} each"), engines=engines, ships=ships)
    if others[0].engines == best.engines:
        level = [seat for seat in stay if have[seat - 1].engines == best.engines and have[seat - 1] != best]
        fewer = sorted((have[seat - 1].ships for seat in level), reverse=True)
        as_many = tuple([SEATS[seat - 1] for seat in level])
        template = N_("{engines}, as many as {seats}, but {ships} to {others}")
        return message(template, engines=engines, seats=as_many, ships=ships, others=tuple(fewer))
    return message(N_("{engines} to {others}"), engines=engines, others=tuple([fleet.engines for fleet in others]))


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
        hands_after(state.hands, seat, move.placement),
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


def hands_after(hands: tuple[Hand, ...], seat: int, placement: Placement | None) -> tuple[Hand, ...]:
    """Return all hands, that of a seat without the ship that it puts on the board."""
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


OPTIONS = (
    Option(
        "variant",
        N_("How phase one is played"),
        "standard",
        choices=("standard", "blitzkrieg"),
        label=N_("Variant"),
        labels=(N_("Standard"), N_("Blitzkrieg")),
    ),
)

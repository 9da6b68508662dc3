"""A turn in words: what a move does, what there is to do, what else happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_list, with_example
from games.zyrcan.field import ENGINES, NAMES
from games.zyrcan.moves import flights, in_hand, placements
from games.zyrcan.standings import SEATS, remaining_seats
from games.zyrcan.state import FULL_HAND

if TYPE_CHECKING:
    from games.zyrcan.state import Board, Flight, Hand, Move, Note, State


def describe(state: State, move: Move) -> str:
    """Return what a move does as a clause after the player's name: "puts a 2-engine ship on e5"."""
    deeds: list[str] = []
    if move.placement:
        deeds.append(f"puts a {move.placement.engines}-engine ship on {NAMES[move.placement.cell]}")
    if move.flight:
        deeds.append(_flight(state.board, move.flight))
    return " and ".join(deeds)


def _flight(board: Board, flight: Flight) -> str:
    ship, target = board[flight.start], board[flight.landing]
    engines = ship.engines if ship else 0
    start, landing = NAMES[flight.start], NAMES[flight.landing]
    if target is None:
        return f"flies a {engines}-engine ship from {start} to {landing}"
    victim = f"{SEATS[target.seat - 1]}'s {target.engines}-engine ship"
    return f"captures {victim} on {landing} with the {engines}-engine ship from {start}"


def begins_phase(state: State) -> bool:
    """Return whether the seat to move does for the first time what it has to do: place, fly as well, or capture."""
    if state.mover is None:
        return False
    if state.phase == "deploy":
        placed = sum(FULL_HAND) - sum(state.hands[state.mover - 1])
        return placed <= state.blitzkrieg
    return any(note.kind in {"attack", "stranded"} for note in state.notes)


def task(state: State, example: str = "") -> str:
    """Return what the seat to move has to do, with an example of a turn if given; empty when the match is over."""
    if state.mover is None:
        return ""
    what = _deploy(state, state.mover) if state.phase == "deploy" else "capture a ship"
    return with_example(what, example)


def _deploy(state: State, seat: int) -> str:
    if state.blitzkrieg and not placements(state, seat):
        return "fly a ship (you can place none)"
    if not state.blitzkrieg:
        how = ""
    elif next(flights(state, seat), None) is None:
        how = ", away from your own"
    else:
        how = ", away from your others, then fly one placed earlier"
    return f"put a ship on an empty cell{how} (in hand: {_list_hand(state.hands[seat - 1])})"


def _list_hand(hand: Hand) -> str:
    kinds = [engines for engines in ENGINES if in_hand(hand, engines)]
    counts = format_list([f"{in_hand(hand, engines)} of {engines}" for engines in kinds])
    return f"{counts} {'engine' if kinds == [1] else 'engines'}"


def news(state: State) -> tuple[str, ...]:
    """Return sentences on seats that left or were passed over, on the attack beginning, and on the last round."""
    sentences = [_sentence(note, state) for note in state.notes]
    return tuple(filter(None, [*sentences, _last_round(state)]))


def _last_round(state: State) -> str:
    """Who still has a turn in the last round, in every turn of it."""
    if state.phase != "last" or not state.mover:
        return ""
    seats = [SEATS[seat - 1] for seat in remaining_seats(state) if seat >= state.mover]
    return f"This is the last round: {format_list(seats)} still {'play' if len(seats) > 1 else 'plays'}."


def _sentence(note: Note, state: State) -> str:
    name = SEATS[note.seat - 1]
    if note.kind == "left":
        return f"{name} is out; its ships stay on the board and can be captured." if state.mover else ""
    if note.kind == "idle":
        able = "can neither place nor fly a ship" if state.blitzkrieg else "has no ship to place"
        return f"{name} {able} and is passed over."
    if note.kind == "stuck":
        return f"{name} can capture nothing and is passed over."
    if note.kind == "attack":
        return "All ships are down: the attack begins."
    if note.kind == "stranded":
        return "Nobody placed a ship in this round: the attack begins, and ships left in hand are out of the game."
    return ""

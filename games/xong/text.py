"""A turn in words: what a move does, what there is to do, what else happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_count, format_list, with_example
from games.xong import shapes, walks
from games.xong.lattice import bits, spread
from games.xong.rules import SEATS

if TYPE_CHECKING:
    from games.xong.state import Move, State

_LISTED = 12
"""Xoids of up to so many legs are described leg by leg."""


def xoid(text: str) -> str:
    """Return a Xoid in words: its walk, its size and number, and how it is said where that doesn't tell it from others.

    >>> xoid("FLR"), xoid("F(L)R")
    ('FLR (3 legs, number 3-2)', 'F(L)R (F, branch L, then R; 3 legs, number 3-3)')
    """
    number, size = shapes.number(text), format_count(walks.size(text), "leg")
    spoken = f"{walks.speak(text)}; " if ("(" in text or not number) and text == walks.format_walk(text) else ""
    return f"{walks.format_walk(text)} ({spoken}{size}{f', number {number}' if number else ''})"


def describe(state: State, move: Move) -> str:
    """Return what a move does as a clause after the player's name: "places FL on e5e and e5ne, and gives F (...)"."""
    if state.hand is None:
        return f"gives red {xoid(move.gift or '')} to begin with"
    touched = (spread(move.legs) & state.board.cell_mask).bit_count()
    size = move.legs.bit_count()
    names = state.board.names_of(bits(move.legs))
    where = f"on {format_list(names)}" if size <= _LISTED else f"along {touched} hexagons, from {names[0]}"
    gift = f"gives {xoid(move.gift)}" if move.gift else "has no new Xoid to give"
    return f"places {walks.format_walk(state.hand)} {where}, and {gift}"


def is_first_turn(state: State) -> bool:
    """Return whether the seat to move gives or places for the first time."""
    return len(state.played) < len(SEATS)


def task(state: State, example: str = "") -> str:
    """Return what the seat to move has to do, with an example of a turn if given; empty when the match is over."""
    if state.mover is None:
        return ""
    if state.hand is None:
        return with_example("give red the first Xoid, any that fits", example)
    return with_example(f"place {xoid(state.hand)} and give a new Xoid that fits", example)


def news(state: State) -> tuple[str, ...]:
    """Return a sentence on the end of the match, where the last turn brought it."""
    if state.last is None or state.last.placed is None or state.last.move.gift or state.mover is not None:
        return ()
    return (f"No new Xoid of any size fits: {SEATS[2 - state.last.seat]} gets 1 point, and the match is over.",)

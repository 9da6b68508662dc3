"""Moves in canonical notation, `place e5e e5ne give FLR`, and turns in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_list, with_example
from games.translation import gettext as _, ngettext
from games.xong import shapes
from games.xong.lattice import bits, spread
from games.xong.rules import SEATS

if TYPE_CHECKING:
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.state import Move, State


def write(board: LegBoard, move: Move) -> str:
    """Return the canonical text of a move."""
    parts = [write_placement(board, move.legs)] if move.legs else []
    return " ".join([*parts, f"give {move.gift}"] if move.gift else parts)


def write_placement(board: LegBoard, legs: Mask) -> str:
    """Return the canonical text of a placement."""
    return f"place {' '.join(board.names_of(bits(legs)))}"


def write_briefly(board: LegBoard, legs: Mask, limit: int) -> str:
    """Return a placement in at most `limit` characters if possible: by all its legs, or as a walk from one of them.

    The walk may also fit the first leg's other heading; then a leg named after it says which one is meant.
    """
    text = write_placement(board, legs)
    if len(text) <= limit:
        return text
    walk, leg = min(shapes.left_first(legs), key=lambda found: (shapes.by_text(found[0]), found[1]))
    others = [legs & ~other for other in shapes.legs_from(leg, walk) if other != legs]
    distinct = board.names_of(bits(others[0]))[:1] if others else []
    return " ".join([f"place {board.leg_names[leg]}>{walk}", *distinct])


_LISTED = 12
"""Xoids of up to so many legs are described leg by leg."""


def xoid(text: str) -> str:
    """Return a Xoid in words: its walk, its size and number, and how it is said where that doesn't tell it from others.

    >>> xoid("FLR"), xoid("F(L)R")
    ('FLR (3 legs, number 3-2)', 'F(L)R (F, branch L, then R; 3 legs, number 3-3)')
    """
    number, size, walk = shapes.number(text), shapes.size(text), shapes.format_walk(text)
    is_spoken = ("(" in text or not number) and text == walk
    if is_spoken and number:
        # Translators: {walk} is F(L)R, {spoken} how that is said aloud, {number} its number in the catalogue, 3-3.
        template = ngettext(
            "{walk} ({spoken}; {n} leg, number {number})", "{walk} ({spoken}; {n} legs, number {number})", size
        )
    elif is_spoken:
        template = ngettext("{walk} ({spoken}; {n} leg)", "{walk} ({spoken}; {n} legs)", size)
    elif number:
        template = ngettext("{walk} ({n} leg, number {number})", "{walk} ({n} legs, number {number})", size)
    else:
        template = ngettext("{walk} ({n} leg)", "{walk} ({n} legs)", size)
    return template.format(walk=walk, spoken=shapes.speak(text), n=size, number=number)


def describe(state: State, move: Move) -> str:
    """Return what a move does as a clause after the player's name: "places FL on e5e and e5ne, and gives F (...)"."""
    if state.hand is None:
        # Translators: what follows the player's name, as all texts that begin with a verb in the third person.
        return _("gives red {xoid} to begin with").format(xoid=xoid(move.gift or ""))
    touched = (spread(move.legs) & state.board.cell_mask).bit_count()
    names = state.board.names_of(bits(move.legs))
    listed = move.legs.bit_count() <= _LISTED
    if listed and move.gift:
        template = _("places {walk} on {legs}, and gives {xoid}")
    elif listed:
        template = _("places {walk} on {legs}, and has no new Xoid to give")
    elif move.gift:
        template = ngettext(
            "places {walk} along {n} hexagon, from {leg}, and gives {xoid}",
            "places {walk} along {n} hexagons, from {leg}, and gives {xoid}",
            touched,
        )
    else:
        template = ngettext(
            "places {walk} along {n} hexagon, from {leg}, and has no new Xoid to give",
            "places {walk} along {n} hexagons, from {leg}, and has no new Xoid to give",
            touched,
        )
    return template.format(
        walk=shapes.format_walk(state.hand),
        legs=format_list(names),
        n=touched,
        leg=names[0],
        xoid=xoid(move.gift) if move.gift else "",
    )


def is_first_turn(state: State) -> bool:
    """Return whether the seat to move gives or places for the first time."""
    return len(state.played) < len(SEATS)


def task(state: State, example: str = "") -> str:
    """Return what the seat to move has to do, with an example of a turn if given; empty when the match is over."""
    if state.mover is None:
        return ""
    if state.hand is None:
        return with_example(_("give red the first Xoid, any that fits"), example)
    return with_example(_("place {xoid} and give a new Xoid that fits").format(xoid=xoid(state.hand)), example)


def news(state: State) -> tuple[str, ...]:
    """Return a sentence on the end of the match, where the last turn brought it."""
    if state.last is None or state.last.placed is None or state.last.move.gift or state.mover is not None:
        return ()
    sentence = _("No new Xoid of any size fits: {seat} gets 1 point, and the match is over.")
    return (sentence.format(seat=_(SEATS[2 - state.last.seat])),)

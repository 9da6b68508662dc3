"""A turn in words: what a move does, what there is to do, what else happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_list, with_example
from games.translation import gettext as _
from games.translation import ngettext
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
    number, size, walk = shapes.number(text), walks.size(text), walks.format_walk(text)
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
    return template.format(walk=walk, spoken=walks.speak(text), n=size, number=number)


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
        walk=walks.format_walk(state.hand),
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

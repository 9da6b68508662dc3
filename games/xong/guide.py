"""A turn put together from choices: a hexagon, a side of it, a placement with that leg, and the Xoid to give."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from games.contract import Choice, Destinations, IllegalMove, Step
from games.guide import LONGEST_LABEL, reject
from games.hex_grid import DIRECTIONS
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext
from games.xong import notation, parser, shapes, walks
from games.xong.lattice import bits, cell_index, leg_index, spread, union, union_of
from games.xong.new_xoids import find_new_xoid, new_xoids
from games.xong.placements import placements
from games.xong.rules import add_played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.hex_grid import Cell
    from games.xong.lattice import Mask
    from games.xong.state import State

MOST_GIFTS = 75
"""How many Xoids are offered as gifts: those of the catalogue, then larger ones."""

_SIDES = {
    "e": N_("east side"),
    "ne": N_("north-east side"),
    "nw": N_("north-west side"),
    "w": N_("west side"),
    "sw": N_("south-west side"),
    "se": N_("south-east side"),
}
_HEXAGON = re.compile(r"place ([a-z][0-9]+)")


def guide(state: State, text: str) -> Step:
    """Return the step after `place e5` (a hexagon), `place e5e` (a leg), a placement, or a whole turn.

    Raises `IllegalMove`.
    """
    if state.mover is None:
        raise reject("")
    if " give " in text or text.startswith("give "):
        return _whole_turn(state, text)
    if state.hand is None:
        if text:
            raise reject(text)
        return _gifts(state, "", state.vacant, ())
    return _guide_placement(state, state.hand, text)


def _guide_placement(state: State, hand: str, text: str) -> Step:
    places = placements(parser.hand_shape(state), state.vacant)
    if not text:
        return _hexagons(state, places)
    found = _HEXAGON.fullmatch(text)
    if found:
        return _sides(state, found[1], places)
    legs = _read_legs(state, text)
    if legs in places:
        vacant, played = state.vacant & ~legs, add_played(state.played, hand)
        if find_new_xoid(vacant, played) is None:
            return Step("", (), Destinations((), (), ""), notation.write_placement(state.board, legs))
        return _gifts(state, text, vacant, played, legs)
    return _placements(state, text, legs, places)


def _whole_turn(state: State, text: str) -> Step:
    try:
        move = parser.read_move(state, text)
    except IllegalMove:
        raise reject(text) from None
    if notation.write(state.board, move) != text:
        raise reject(text)
    return Step("", (), Destinations((), (), ""), text)


def _hexagons(state: State, places: Sequence[Mask]) -> Step:
    reached = union_of(places)
    cells = [cell for cell in state.board.cells if spread(1 << cell_index(cell)) & reached]
    choices = [Choice(cell.name, f"place {cell.name}", _touch(state, cell)) for cell in cells]
    hand = shapes.number(state.hand or "") or walks.format_walk(state.hand or "")
    shown = Destinations((), tuple(state.board.names_of(bits(reached))), "")
    return Step(_("You place {xoid}. At which hexagon?").format(xoid=hand), tuple(choices), shown)


def _touch(state: State, cell: Cell) -> str:
    """Return who touches a hexagon."""
    sides, me = spread(1 << cell_index(cell)), (state.mover or 1) - 1
    mine, theirs = bool(sides & state.legs[me]), bool(sides & state.legs[1 - me])
    if mine and theirs:
        return _("greened out")
    if mine:
        return _("only you touch it")
    return _("only your opponent touches it") if theirs else _("nobody touches it")


def _sides(state: State, name: str, places: Sequence[Mask]) -> Step:
    reached = union_of(places)
    cell = next((cell for cell in state.board.cells if cell.name == name), None)
    legs = [(side, leg_index(cell, way)) for way, side in enumerate(DIRECTIONS)] if cell else []
    open_legs = [(side, leg) for side, leg in legs if reached >> leg & 1]
    if not open_legs:
        raise reject(f"place {name}")
    choices: list[Choice] = []
    for side, leg in open_legs:
        ways = sum(place >> leg & 1 for place in places)
        text = notation.write_placement(state.board, 1 << leg)
        words = ngettext("{leg}: {n} way to lie there", "{leg}: {n} ways to lie there", ways)
        choices.append(Choice(_(_SIDES[side]), text, words.format(leg=f"{name}{side}", n=ways)))
    shown = Destinations((name,), tuple(state.board.names_of(leg for _, leg in open_legs)), "")
    return Step(_("Which side of {hexagon} does it cover?").format(hexagon=name), tuple(choices), shown)


def _placements(state: State, text: str, legs: Mask, places: Sequence[Mask]) -> Step:
    """Return the placements that hold a leg."""
    ranks = state.board.ranks
    fitting = [place for place in places if place & legs == legs] if legs.bit_count() == 1 else []
    if not fitting:
        raise reject(text)
    fitting.sort(key=lambda place: sorted([ranks[leg] for leg in bits(place)]))
    choices: list[Choice] = []
    for number, place in enumerate(fitting, 1):
        others = " ".join(state.board.names_of(bits(place & ~legs)))
        choices.append(
            Choice(_cut(others, number), notation.write_placement(state.board, place), _touches(state, place))
        )
    source = tuple(state.board.names_of(bits(legs)))
    shown = Destinations(source, tuple(state.board.names_of(bits(union_of(fitting) & ~legs))), "")
    question = _("With {leg}, where do the other legs go?").format(leg=source[0])
    return Step(question, tuple(choices), shown)


def _touches(state: State, place: Mask) -> str:
    """Return how many hexagons a placement touches, and how many of them are new to its player."""
    me, area = (state.mover or 1) - 1, state.board.cell_mask
    touched = spread(place) & area
    new = touched & ~spread(state.legs[me])
    shared = (new & spread(state.legs[1 - me])).bit_count()
    count = touched.bit_count()
    if shared:
        template = ngettext(
            "touches {n} hexagon, {new} new to you, {shared} of them greened out",
            "touches {n} hexagons, {new} new to you, {shared} of them greened out",
            count,
        )
    else:
        template = ngettext("touches {n} hexagon, {new} new to you", "touches {n} hexagons, {new} new to you", count)
    return template.format(n=count, new=new.bit_count(), shared=shared)


def _gifts(state: State, place: str, vacant: Mask, played: tuple[str, ...], legs: Mask = 0) -> Step:
    choices: list[Choice] = []
    for number, gift in enumerate(islice(new_xoids(vacant, played), MOST_GIFTS), 1):
        listed = shapes.number(gift)
        label = f"{listed}: {gift}" if listed else gift
        size = walks.size(gift)
        words = ngettext("{n} leg", "{n} legs", size).format(n=size)
        choices.append(Choice(_cut(label, number), f"{place} give {gift}".lstrip(), words))
    shown = Destinations(tuple(state.board.names_of(bits(legs))), (), "")
    return Step(_("Which Xoid do you give?"), tuple(choices), shown)


def _cut(label: str, number: int) -> str:
    """Return a label, cut to its limit with its number where it has to be."""
    return label if len(label) <= LONGEST_LABEL else f"{number}: {label[: LONGEST_LABEL - 6]}\u2026"


def _read_legs(state: State, text: str) -> Mask:
    head, *names = text.split() or [""]
    legs = [state.board.by_name[name] for name in names if name in state.board.by_name]
    if head != "place" or not legs or len(legs) < len(names):
        raise reject(text)
    mask = union(legs)
    if notation.write_placement(state.board, mask) != text:
        raise reject(text)
    return mask

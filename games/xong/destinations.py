"""Where a Xoid fits: the one in hand, anywhere or with some legs or a hexagon named; or any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import hex_grid
from games.contract import Destinations
from games.text import listed_briefly
from games.xong import giving, notation, placing, walks
from games.xong.fitting import placements
from games.xong.lattice import bits, cell_index, spread, union_of
from games.xong.notation import refuse
from games.xong.rules import SEATS
from games.xong.text import xoid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.xong.lattice import Mask
    from games.xong.shapes import Shape
    from games.xong.state import State

_ROOM = 90


def destinations(state: State, text: str) -> Destinations:
    """Return the legs on which the Xoid in hand can lie: all, those with some legs (`e5e e5ne`) or a hexagon (`e5`).

    A Xoid (`3-2`, `FLR`) asks where that one would fit.
    """
    words = notation.tidy(text)
    if text.strip() and not words:
        notation.read(text)
    if words[:1] == ["place"]:
        words = words[1 : words.index("give") if "give" in words else len(words)]
    elif words[:1] == ["give"]:
        words = words[1:]
    if state.mover is None:
        notation.read(f"place {' '.join(words)}")
        refuse("The match is over: nothing more is played.")
    if len(words) == 1 and (notation.WALK.fullmatch(words[0]) or notation.NUMBER.fullmatch(words[0])):
        return _other(state, giving.shape_named(state.board, state.vacant, words))
    if state.hand is None:
        return _first(words)
    if len(words) == 1 and (cell := hex_grid.named(words[0])) in state.board.area:
        assert cell is not None, "the board has it"  # noqa: S101 - tells the type
        return _at(state, words[0], spread(1 << cell_index(cell)))
    notation.read(f"place {' '.join(words)}")
    return _with(state, words) if words else _anywhere(state)


def _first(words: Sequence[str]) -> Destinations:
    if words:
        notation.read(f"place {' '.join(words)}")
        refuse("No Xoid is in hand yet: ask for one, for example `3-2`, and you see where it would fit.")
    return Destinations(
        (), (), f"{SEATS[1]} gives {SEATS[0].lower()} the first Xoid, any that fits, for example `give F`."
    )


def _other(state: State, shape: Shape) -> Destinations:
    places = placements(shape, state.vacant)
    if not places:
        refuse(f"`{walks.shown(shape.text)}` fits nowhere on the vacant legs.")
    legs = _names(state, union_of(places))
    known = " It was played already, so it can't be given." if shape.text in state.played else ""
    return Destinations((), legs, f"{xoid(shape.text)} fits in {_ways(places)}, on {listed_briefly(legs)}.{known}")


def _anywhere(state: State) -> Destinations:
    places = placements(placing.in_hand(state), state.vacant)
    legs = _names(state, union_of(places))
    return Destinations(
        (), legs, f"{_hand(state)} fits in {_ways(places)}, on {listed_briefly(legs)}.{_example(state, places)}"
    )


def _at(state: State, name: str, sides: Mask) -> Destinations:
    """Say which legs come into question for a placement at a hexagon."""
    places = [place for place in placements(placing.in_hand(state), state.vacant) if place & sides]
    if not places:
        refuse(f"Your Xoid `{walks.shown(state.hand or '')}` fits nowhere at `{name}`.")
    legs = _names(state, union_of(places))
    words = f"{_hand(state)} fits at {name} in {_ways(places)}, on {listed_briefly(legs)}.{_example(state, places)}"
    return Destinations((name,), legs, words)


def _with(state: State, words: Sequence[str]) -> Destinations:
    """Say which legs can come beside some that are named."""
    readings = placing.readings(state, words)
    hand = placing.in_hand(state)
    places = [place for place in placements(hand, state.vacant) if any(legs & place == legs for legs in readings)]
    if not places:
        placing.read(state, words)
    named = readings[0]
    for legs in readings:
        named &= legs
    more = _names(state, union_of(places) & ~named)
    source = _names(state, named)
    if not more:
        return Destinations(source, (), f"These are all legs of {xoid(hand.text)}.{_example(state, places)}")
    can = f"With {listed_briefly(source)} it fits in {_ways(places)}; next can come {listed_briefly(more, 'or')}"
    return Destinations(source, more, f"{_hand(state)} is to be placed. {can}.{_example(state, places)}")


def _hand(state: State) -> str:
    return f"{SEATS[(state.mover or 1) - 1]}'s Xoid {xoid(state.hand or '')}"


def _ways(places: Sequence[Mask]) -> str:
    return "1 way" if len(places) == 1 else f"{len(places)} ways"


def _example(state: State, places: Sequence[Mask]) -> str:
    """Return a sentence with a placement, if one can be written briefly."""
    text = notation.brief(state.board, places[len(places) // 2], _ROOM)
    return f" Type for example `{text}`." if len(text) <= _ROOM else ""


def _names(state: State, legs: Mask) -> tuple[str, ...]:
    return tuple(state.board.named(bits(legs)))

"""Where a Xoid fits: the one in hand, anywhere or with some legs or a hexagon named; or any other Xoid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import hex_grid
from games.contract import Destinations
from games.text import format_count, format_list, format_short_list
from games.xong import notation, parser, rejections, walks
from games.xong.lattice import bits, cell_index, spread, union_of
from games.xong.placements import placements
from games.xong.rules import SEATS
from games.xong.text import xoid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.xong.lattice import Mask
    from games.xong.shapes import Shape
    from games.xong.state import State

_LONGEST = 90
"""Characters of a placement that a sentence shows as an example."""


def destinations(state: State, text: str) -> Destinations:
    """Return the legs on which the Xoid in hand can lie: all, those with some legs (`e5e e5ne`) or a hexagon (`e5`).

    For a Xoid (`3-2`, `FLR`) return the legs on which that one would fit.
    """
    words = notation.tidy(text)
    if text.strip() and not words:
        raise rejections.not_a_move()
    if words[:1] == ["place"]:
        words = words[1 : words.index("give") if "give" in words else len(words)]
    elif words[:1] == ["give"]:
        words = words[1:]
    if state.mover is None:
        _check_notation(words)
        raise rejections.match_over()
    if len(words) == 1 and (notation.WALK.fullmatch(words[0]) or notation.NUMBER.fullmatch(words[0])):
        return _of_shape(state, parser.read_shape(state.board, state.vacant, words))
    if state.hand is None:
        return _before_first_gift(words)
    if len(words) == 1 and (cell := hex_grid.find_cell(words[0])) in state.board.area:
        assert cell is not None, "the board has it"  # noqa: S101 - tells the type
        return _at_hexagon(state, words[0], spread(1 << cell_index(cell)))
    _check_notation(words)
    return _with_legs(state, words) if words else _list_all(state)


def _check_notation(words: Sequence[str]) -> None:
    """Raise `IllegalMove` for words that can't follow `place`."""
    parser.split(f"place {' '.join(words)}")


def _before_first_gift(words: Sequence[str]) -> Destinations:
    if words:
        _check_notation(words)
        raise rejections.illegal(
            "No Xoid is in hand yet: ask for one, for example `3-2`, and you see where it would fit."
        )
    how = f"{SEATS[1]} gives {SEATS[0].lower()} the first Xoid, any that fits, for example `give F`."
    return Destinations((), (), how)


def _of_shape(state: State, shape: Shape) -> Destinations:
    places = placements(shape, state.vacant)
    if not places:
        raise rejections.illegal(f"`{walks.format_walk(shape.text)}` fits nowhere on the vacant legs.")
    legs = _names(state, union_of(places))
    played = " It was played already, so it can't be given." if shape.text in state.played else ""
    return Destinations((), legs, f"{xoid(shape.text)} fits {_where(state, places)}.{played}")


def _list_all(state: State) -> Destinations:
    places = placements(parser.hand_shape(state), state.vacant)
    legs = _names(state, union_of(places))
    words = f"{_hand(state)} fits {_where(state, places)}.{_example(state, places)}"
    return Destinations((), legs, words)


def _at_hexagon(state: State, name: str, sides: Mask) -> Destinations:
    """Return the legs of all placements that touch a hexagon."""
    places = [place for place in placements(parser.hand_shape(state), state.vacant) if place & sides]
    if not places:
        raise rejections.illegal(f"Your Xoid `{walks.format_walk(state.hand or '')}` fits nowhere at `{name}`.")
    legs = _names(state, union_of(places))
    words = f"{_hand(state)} fits at {name} {_where(state, places)}.{_example(state, places)}"
    return Destinations((name,), legs, words)


def _with_legs(state: State, words: Sequence[str]) -> Destinations:
    """Return the legs that can come beside some that are named."""
    alternatives = parser.read_legs(state, words)
    hand = parser.hand_shape(state)
    places = [place for place in placements(hand, state.vacant) if any(legs & place == legs for legs in alternatives)]
    if not places:
        parser.read_placement(state, words)
    common = alternatives[0]
    for legs in alternatives:
        common &= legs
    more = _names(state, union_of(places) & ~common)
    source = _names(state, common)
    if not more:
        return Destinations(source, (), f"These are all legs of {xoid(hand.text)}.{_example(state, places)}")
    following = format_short_list(more, "or")
    can = f"With {format_short_list(source)} it fits {_ways(state, places)}; next can come {following}"
    return Destinations(source, more, f"{_hand(state)} is to be placed. {can}.{_example(state, places)}")


def _hand(state: State) -> str:
    return f"{SEATS[(state.mover or 1) - 1]}'s Xoid {xoid(state.hand or '')}"


def _where(state: State, places: Sequence[Mask]) -> str:
    """Return in how many ways a Xoid fits, and on which legs."""
    ways = _ways(state, places)
    return ways if len(places) == 2 else f"{ways}, on {format_short_list(_names(state, union_of(places)))}"


def _ways(state: State, places: Sequence[Mask]) -> str:
    """Return in how many ways a Xoid fits; two are named."""
    if len(places) != 2:
        return f"in {format_count(len(places), 'way')}"
    one, other = (format_list(_names(state, place)) for place in places)
    return f"in 2 ways, on {one}, or on {other}"


def _example(state: State, places: Sequence[Mask]) -> str:
    """Return a sentence with a placement, or an empty text if none is short enough."""
    text = notation.write_briefly(state.board, places[len(places) // 2], _LONGEST)
    return f" Type for example `{text}`." if len(text) <= _LONGEST else ""


def _names(state: State, legs: Mask) -> tuple[str, ...]:
    return tuple(state.board.names_of(bits(legs)))

"""Where a Xoid fits: the one in hand, anywhere or with some legs or a hexagon named; or any other Xoid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import hex_grid
from games.contract import Destinations
from games.rejections import match_over
from games.text import format_list, format_short_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext, ngettext_noop
from games.xong import notation, parser, rejections
from games.xong.lattice import bits, cell_index, spread, union_of
from games.xong.placements import placements
from games.xong.rules import SEATS
from games.xong.turn_descriptions import xoid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.xong.lattice import Mask
    from games.xong.shapes import Shape
    from games.xong.state import State

_LONGEST = 90
"""Characters of a placement that a sentence shows as an example."""

_FITS = ngettext_noop("{xoid} fits in {n} way, on {legs}.", "{xoid} fits in {n} ways, on {legs}.")
_FITS_TWO = N_("{xoid} fits in 2 ways, on {one}, or on {other}.")
_HAND_FITS = ngettext_noop(
    "{seat}'s Xoid {xoid} fits in {n} way, on {legs}.", "{seat}'s Xoid {xoid} fits in {n} ways, on {legs}."
)
_HAND_FITS_TWO = N_("{seat}'s Xoid {xoid} fits in 2 ways, on {one}, or on {other}.")
_HAND_FITS_AT = ngettext_noop(
    "{seat}'s Xoid {xoid} fits at {hexagon} in {n} way, on {legs}.",
    "{seat}'s Xoid {xoid} fits at {hexagon} in {n} ways, on {legs}.",
)
_HAND_FITS_AT_TWO = N_("{seat}'s Xoid {xoid} fits at {hexagon} in 2 ways, on {one}, or on {other}.")
_WITH_LEGS = ngettext_noop(
    "With {named} it fits in {n} way; next can come {following}.",
    "With {named} it fits in {n} ways; next can come {following}.",
)
_WITH_LEGS_TWO = N_("With {named} it fits in 2 ways, on {one}, or on {other}; next can come {following}.")


def destinations(state: State, text: str) -> Destinations:
    """Return the legs on which the Xoid in hand can lie: all, those with some legs (`e5e e5ne`) or a hexagon (`e5`).

    For a Xoid (`3-2`, `FLR`) return the legs on which that one would fit.
    """
    words = parser.tidy(text)
    if text.strip() and not words:
        raise rejections.not_a_move()
    if words[:1] == ["place"]:
        words = words[1 : words.index("give") if "give" in words else len(words)]
    elif words[:1] == ["give"]:
        words = words[1:]
    if state.mover is None:
        _check_notation(words)
        raise match_over()
    if len(words) == 1 and (parser.WALK.fullmatch(words[0]) or parser.NUMBER.fullmatch(words[0])):
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
    parser.split_move(f"place {' '.join(words)}")


def _before_first_gift(words: Sequence[str]) -> Destinations:
    if words:
        _check_notation(words)
        raise rejections.no_hand_yet()
    return Destinations((), (), _("Blue gives red the first Xoid, any that fits, for example `give F`."))


def _of_shape(state: State, shape: Shape) -> Destinations:
    places = placements(shape, state.vacant)
    if not places:
        raise rejections.fits_nowhere(shape.text)
    legs = _names(state, union_of(places))
    words = _tell_ways(state, places, _FITS, _FITS_TWO, xoid=xoid(shape.text))
    if shape.text in state.played:
        played = _("It was played already, so it can't be given.")
        return Destinations((), legs, f"{words} {played}")
    return Destinations((), legs, words)


def _list_all(state: State) -> Destinations:
    places = placements(parser.hand_shape(state), state.vacant)
    legs = _names(state, union_of(places))
    words = _tell_ways(state, places, _HAND_FITS, _HAND_FITS_TWO, **_hand(state))
    return Destinations((), legs, _add_example(words, state, places))


def _at_hexagon(state: State, name: str, sides: Mask) -> Destinations:
    """Return the legs of all placements that touch a hexagon."""
    places = [place for place in placements(parser.hand_shape(state), state.vacant) if place & sides]
    if not places:
        raise rejections.hand_fits_nowhere_at(name, state.hand or "")
    legs = _names(state, union_of(places))
    words = _tell_ways(state, places, _HAND_FITS_AT, _HAND_FITS_AT_TWO, hexagon=name, **_hand(state))
    return Destinations((name,), legs, _add_example(words, state, places))


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
        words = _("These are all legs of {xoid}.").format(xoid=xoid(hand.text))
        return Destinations(source, (), _add_example(words, state, places))
    words = _("{seat}'s Xoid {xoid} is to be placed.").format(**_hand(state))
    named, following = format_short_list(source), format_short_list(more, "or")
    ways = _tell_ways(state, places, _WITH_LEGS, _WITH_LEGS_TWO, named=named, following=following)
    return Destinations(source, more, _add_example(f"{words} {ways}", state, places))


def _hand(state: State) -> dict[str, str]:
    """Return whose Xoid is in hand, and which, as values for a message."""
    return {"seat": _(SEATS[(state.mover or 1) - 1]), "xoid": xoid(state.hand or "")}


def _tell_ways(state: State, places: Sequence[Mask], forms: tuple[str, str], two: str, **values: str) -> str:
    """Return in how many ways a Xoid fits, by the forms of a message, and by that for `two`, which names both."""
    if len(places) == 2:
        one, other = (format_list(_names(state, place)) for place in places)
        return _(two).format(one=one, other=other, **values)
    legs = format_short_list(_names(state, union_of(places)))
    return ngettext(*forms, len(places)).format(n=len(places), legs=legs, **values)


def _add_example(words: str, state: State, places: Sequence[Mask]) -> str:
    """Return words with a sentence that shows a placement, or as they are if none is short enough."""
    text = notation.write_briefly(state.board, places[len(places) // 2], _LONGEST)
    if len(text) > _LONGEST:
        return words
    example = _("Type for example `{example}`.").format(example=text)
    return f"{words} {example}"


def _names(state: State, legs: Mask) -> tuple[str, ...]:
    return tuple(state.board.names_of(bits(legs)))

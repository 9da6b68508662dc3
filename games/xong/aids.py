"""Help with a move of Xong: where a piece can go, steps, what could be typed next, and tips."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from games import hex_grid
from games.contract import Choice, Destinations, IllegalMove, Step
from games.guide import reject
from games.rejections import match_over
from games.text import format_list, format_short_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, ngettext_noop
from games.xong import notation, parser, rejections, shapes
from games.xong.lattice import bits, cell_index, ends, parts, spread, union, union_of
from games.xong.notation import xoid
from games.xong.rules import SEATS, add_played, find_new_xoid, fits, leads_to_new_xoid, new_xoids, placements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.hex_grid import Cell
    from games.xong.board import LegBoard
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
    "With {named} it fits in {n} way; next you can add {following}.",
    "With {named} it fits in {n} ways; next you can add {following}.",
)
_WITH_LEGS_TWO = N_("With {named} it fits in 2 ways, on {one}, or on {other}; next you can add {following}.")


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
        words = _("These are all the legs of {xoid}.").format(xoid=xoid(hand.text))
        return Destinations(source, (), _add_example(words, state, places))
    words = _("{seat} has to place Xoid {xoid}.").format(**_hand(state))
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


MOST_GIFTS, FEWEST_GIFTS = 75, 20
"""How many Xoids are offered as gifts: all of the catalogue that can be given; of few, larger ones besides."""
MOST_WAYS = 12
"""Ways in which a Xoid lies at a hexagon: so many it has in all orientations, unless its middle is a corner or side."""

_HEXAGON = re.compile(r"place ([a-z][0-9]+)")


def guide(state: State, text: str) -> Step:
    """Return the step after `place e5` (the hexagon in the middle), a placement, a part of a drawing, or a whole turn.

    A placement is followed by `draw`, by `draw e5` (the hexagon where the gift is begun) and by `draw e5e e5ne` (sides
    that are drawn so far). Raises `IllegalMove`.
    """
    if state.mover is None:
        raise reject("")
    if " give " in text or text.startswith("give "):
        return _whole_turn(state, text)
    begun, is_drawn, drawn = text.partition("draw")
    if state.hand is None:
        if begun:
            raise reject(text)
        placed = _Placed("", 0, state.vacant, ())
    elif is_drawn:
        placed = _place(state, state.hand, begun.rstrip())
    else:
        return _guide_placement(state, state.hand, text)
    return _guide_drawing(state, placed, drawn.split(), text) if is_drawn else _gifts(state, placed)


class _Placed(NamedTuple):
    """A placement: its text and its legs, empty before the first gift, and what is vacant and played after it."""

    text: str
    legs: Mask
    vacant: Mask
    played: tuple[str, ...]


def _guide_placement(state: State, hand: str, text: str) -> Step:
    places = placements(parser.hand_shape(state), state.vacant)
    if not text:
        return _hexagons(state, places)
    found = _HEXAGON.fullmatch(text)
    if found:
        return _ways(state, found[1], places)
    placed = _place(state, hand, text)
    if find_new_xoid(placed.vacant, placed.played) is None:
        return Step("", (), Destinations((), (), ""), placed.text)
    step = _gifts(state, placed)
    if len(places) > 1:
        return step
    # The player wasn't asked for it.
    question = _("{xoid} fits in one way only. Which Xoid do you give?")
    return replace(step, question=question.format(xoid=_short_name(state)))


def _place(state: State, hand: str, text: str) -> _Placed:
    """Return the placement of the Xoid in hand with this canonical text. Raises `IllegalMove`."""
    legs = _read_legs(state, text)
    if legs not in placements(parser.hand_shape(state), state.vacant):
        raise reject(text)
    return _Placed(text, legs, state.vacant & ~legs, add_played(state.played, hand))


def _whole_turn(state: State, text: str) -> Step:
    try:
        move = parser.read_move(state, text)
    except IllegalMove:
        raise reject(text) from None
    if notation.write(state.board, move) != text:
        raise reject(text)
    return Step("", (), Destinations((), (), ""), text)


def _hexagons(state: State, places: Sequence[Mask]) -> Step:
    """Return the choice of the hexagon in the middle.

    It also stands for the legs of each way to lie there: the first of several that are in the middle of a way.
    """
    ways: dict[Cell, list[tuple[str, ...]]] = {}
    for place in places:
        first, *others = _middles(state.board, place)
        ways.setdefault(first, [(first.name,)]).append(_names(state, place))
        for other in others:
            ways.setdefault(other, [(other.name,)])
    choices = [
        Choice(
            cell.name,
            f"place {cell.name}",
            _touch(state, cell),
            places=tuple(dict.fromkeys(chain(*ways[cell]))),
            ways=tuple(ways[cell]),
        )
        for cell in state.board.cells
        if cell in ways
    ]
    shown = Destinations((), tuple([choice.label for choice in choices]), "")
    question = _("You place {xoid}. Which hexagon is in its middle?")
    return Step(question.format(xoid=_short_name(state)), tuple(choices), shown)


def _short_name(state: State) -> str:
    """Return the number or the walk of the Xoid in hand."""
    return shapes.number(state.hand or "") or shapes.format_walk(state.hand or "")


@lru_cache(maxsize=4096)
def _middles(board: LegBoard, place: Mask) -> tuple[Cell, ...]:
    """Return the hexagon of the board that is nearest to the middle of some legs, or several at the same distance."""
    points = [point for leg in bits(place) for point in ends(leg)]
    east, north, n = sum(x for x, _ in points), sum(y for _, y in points), len(points)

    def distance(cell: Cell) -> int:
        x, y = cell.centre
        return 3 * (n * x - east) ** 2 + (n * y - north) ** 2  # a unit to the east is longer by the root of 3

    distances = [(distance(cell), cell) for cell in board.cells]
    least = min(distances)[0]
    return tuple([cell for each, cell in distances if each == least])


def _touch(state: State, cell: Cell) -> str:
    """Return who touches a hexagon."""
    sides, me = spread(1 << cell_index(cell)), (state.mover or 1) - 1
    mine, theirs = bool(sides & state.legs[me]), bool(sides & state.legs[1 - me])
    if mine and theirs:
        return _("greened out")
    if mine:
        return _("only you touch it")
    return _("only your opponent touches it") if theirs else _("nobody touches it")


def _ways(state: State, name: str, places: Sequence[Mask]) -> Step:
    """Return the placements with a hexagon in their middle, by their numbers on the picture."""
    middles = [(place, _middles(state.board, place)) for place in places]
    ways = [(place, cells[0]) for place, cells in middles if name in [cell.name for cell in cells]]
    if len(ways) > MOST_WAYS:
        ways = [(place, first) for place, first in ways if first.name == name] or ways
    if not ways:
        raise reject(f"place {name}")
    ranks = state.board.ranks
    legs = sorted([place for place, _first in ways], key=lambda place: sorted([ranks[leg] for leg in bits(place)]))
    numbered = tuple([_names(state, place) for place in legs])
    choices = [
        Choice(str(number), notation.write_placement(state.board, place), places=names)
        for number, (place, names) in enumerate(zip(legs, numbered, strict=True), 1)
    ]
    shown = Destinations((name,), (), _tell_numbers(state, legs), numbered=numbered)
    question = _("How does {xoid} lie at {hexagon}?")
    return Step(question.format(xoid=_short_name(state), hexagon=name), tuple(choices), shown)


_LONGEST_WORDS = 600
"""Characters of the words of `Destinations`."""


def _tell_numbers(state: State, places: Sequence[Mask]) -> str:
    """Return what each number stands for: its legs, or a walk from one of them where there are too many to tell."""
    way = _("{number} on {legs}")
    by_legs = [format_list(_names(state, place)) for place in places]
    by_walk = [notation.write_briefly(state.board, place, 0).removeprefix("place ") for place in places]
    for told in (by_legs, by_walk):
        words = "; ".join([way.format(number=number, legs=legs) for number, legs in enumerate(told, 1)])
        if len(words) < _LONGEST_WORDS:
            return f"{words}."
    return ""


def _gifts(state: State, placed: _Placed) -> Step:
    choices: list[Choice] = []
    for number, gift in enumerate(islice(new_xoids(placed.vacant, placed.played), MOST_GIFTS), 1):
        listed = shapes.number(gift)
        if not listed and number > FEWEST_GIFTS:
            break
        label = listed or (gift if len(gift) <= _LONGEST_GIFT else f"{number}: {gift[:_LONGEST_GIFT]}\u2026")
        choices.append(Choice(label, f"{placed.text} give {gift}".lstrip(), piece=listed or ""))
    if len(choices) > 1:
        choices.append(Choice(_("Draw it"), f"{placed.text} draw".lstrip()))
    shown = Destinations(_names(state, placed.legs), (), "")
    return Step(_("Which Xoid do you give?"), tuple(choices), shown, "", _show_placed(state, placed))


def _show_placed(state: State, placed: _Placed) -> State | None:
    """Return the state with the Xoid in hand placed; None before the first gift."""
    if not placed.legs:
        return None
    mover = (state.mover or 1) - 1
    legs = state.legs[0] | placed.legs * (not mover), state.legs[1] | placed.legs * mover
    return replace(state, legs=legs, hand=None)


_LONGEST_GIFT = 11
"""Letters of a larger Xoid's walk on its button."""


def _guide_drawing(state: State, placed: _Placed, drawn: Sequence[str], text: str) -> Step:
    """Return the step after the legs that are drawn, or after the hexagon of the first one.

    The drawing may lie on any legs of the board: it says which Xoid is given, not where it will lie.
    """
    board, begun = state.board, f"{placed.text} draw".lstrip()
    legs = union([board.by_name[name] for name in drawn if name in board.by_name])
    if not legs:
        return _begin_drawing(state, placed, begun, text)
    names = _names(state, legs)
    is_whole = len([*parts(legs)]) == 1 and leads_to_new_xoid(legs, board.legs, placed.vacant, placed.played)
    if text != " ".join([begun, *names]) or not is_whole:
        raise reject(text)
    choices = _choose_legs(state, placed, begun, legs)
    shape = shapes.of(legs)
    if shape.text in placed.played:
        question, move = _("You drew {xoid}, which was played already. Which leg comes next?"), ""
    else:
        question, move = _("You drew {xoid}. Which leg comes next?"), f"{placed.text} give {shape.text}".lstrip()
    question = question.format(xoid=xoid(shape.text)) if choices else ""
    shown = Destinations(names, tuple([choice.label for choice in choices]), "")
    return Step(question, choices, shown, move, _show_placed(state, placed))


def _begin_drawing(state: State, placed: _Placed, begun: str, text: str) -> Step:
    """Return the choice of the first leg, or before it of the hexagon after which it is named."""
    of_hexagon: dict[str, list[Choice]] = {}
    for choice in _choose_legs(state, placed, begun, 0):
        cell, _side = state.board.sides[state.board.by_name[choice.label]]
        of_hexagon.setdefault(cell.name, []).append(choice)
    if text == begun:
        question, source = _("Where do you draw the first leg?"), ()
        choices = tuple(
            [
                Choice(name, f"{begun} {name}", places=tuple([choice.label for choice in of_hexagon[name]]))
                for name in state.board.names
                if name in of_hexagon
            ]
        )
    else:
        name = text.removeprefix(f"{begun} ")
        if name not in of_hexagon:
            raise reject(text)
        question, source = _("Which leg of {hexagon} do you draw first?").format(hexagon=name), (name,)
        choices = tuple(of_hexagon[name])
    places = tuple([place for choice in choices for place in choice.places])
    return Step(question, choices, Destinations(source, places, ""), "", _show_placed(state, placed))


def _choose_legs(state: State, placed: _Placed, begun: str, legs: Mask) -> tuple[Choice, ...]:
    """Return the legs with which a drawing begins or goes on, in the order of the board."""
    board = state.board
    near = spread(legs) & board.legs & ~legs if legs else board.legs
    following = [
        leg
        for leg in sorted(bits(near), key=board.ranks.__getitem__)
        if leads_to_new_xoid(legs | 1 << leg, board.legs, placed.vacant, placed.played)
    ]
    names = board.leg_names
    return tuple(
        [
            Choice(names[leg], " ".join([begun, *_names(state, legs | 1 << leg)]), places=(names[leg],))
            for leg in following
        ]
    )


def _read_legs(state: State, text: str) -> Mask:
    head, *names = text.split() or [""]
    legs = [state.board.by_name[name] for name in names if name in state.board.by_name]
    if head != "place" or not legs or len(legs) < len(names):
        raise reject(text)
    mask = union(legs)
    if notation.write_placement(state.board, mask) != text:
        raise reject(text)
    return mask


LONGEST = 100
"""Characters that a suggestion may have."""

_MOST_GIFTS = 150
"""How many gifts are compared with a typed text."""


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts of at most `LONGEST` characters that complete `text` and begin a legal turn."""
    if state.mover is None or limit < 1 or len(text) > parser.LONGEST:
        return []
    words = parser.tidy(text)
    try:
        found = _first_gifts(state, words) if state.hand is None else _turns(state, words)
        return list(islice(found, limit))
    except IllegalMove:
        return []


def _first_gifts(state: State, words: Sequence[str]) -> Iterator[str]:
    if not words or "give".startswith(words[0]):
        yield from _find_fitting("", _suggest_gifts(state.vacant, (), "".join(words[1:])))


def _turns(state: State, words: Sequence[str]) -> Iterator[str]:
    if not words or (len(words) == 1 and "place".startswith(words[0])):
        yield from _suggest_placements(state, [], "")
    elif words[0] == "place":
        at = words.index("give") if "give" in words else len(words)
        leg_words, typed = words[1:at], words[at + 1 :]
        try:
            legs = parser.read_placement(state, leg_words)
        except IllegalMove:
            if len(leg_words) > 1 and "give".startswith(leg_words[-1]) and _is_placement(state, leg_words[:-1]):
                yield from _gifts_after(state, parser.read_placement(state, leg_words[:-1]), "")
            elif at == len(words):
                yield from _continue(state, leg_words)
            return
        yield from _gifts_after(state, legs, "".join(typed))


def _is_placement(state: State, leg_words: Sequence[str]) -> bool:
    try:
        parser.read_placement(state, leg_words)
    except IllegalMove:
        return False
    return True


def _continue(state: State, leg_words: Sequence[str]) -> Iterator[str]:
    """Yield placements with the legs named so far, the last of which may be half a name or half a walk."""
    try:
        yield from _suggest_placements(state, parser.read_legs(state, leg_words), "")
    except IllegalMove:
        *whole, half = leg_words
        yield from _suggest_placements(state, parser.read_legs(state, whole), half.partition(">")[0])


def _suggest_placements(state: State, alternatives: Sequence[Mask], half: str) -> Iterator[str]:
    """Yield placements that hold all legs of some reading, and another whose name begins with `half`."""
    places: Sequence[Mask] = placements(parser.hand_shape(state), state.vacant)
    if alternatives:
        places = [place for place in places if any(legs & place == legs for legs in alternatives)]
    if half:
        matching = sum(1 << leg for leg in {leg for name, leg in state.board.by_name.items() if name.startswith(half)})
        places = [place for place in places if place & matching & ~(alternatives[0] if alternatives else 0)]
    if len(f"place a1e>{state.hand}") > LONGEST:
        return  # such a Xoid has no placement short enough for a choice
    ranks = state.board.ranks
    for place in sorted(places, key=lambda place: sorted([ranks[leg] for leg in bits(place)])):
        text = notation.write_briefly(state.board, place, LONGEST)
        if len(text) <= LONGEST:
            yield text


def _gifts_after(state: State, legs: Mask, typed: str) -> Iterator[str]:
    vacant, played = state.vacant & ~legs, add_played(state.played, state.hand or "")
    if find_new_xoid(vacant, played) is None:
        text = notation.write_briefly(state.board, legs, LONGEST)
        yield from [text] if not typed and len(text) <= LONGEST else []
        return
    whole = notation.write_placement(state.board, legs)
    yield from _find_fitting(whole, _suggest_gifts(vacant, played, typed), notation.write_briefly(state.board, legs, 0))


def _find_fitting(place: str, gifts: Iterator[str], brief: str = "") -> Iterator[str]:
    """Yield the texts of turns that a choice has room for, with the placement in brief where it has to be."""
    for gift in gifts:
        texts = (f"{start} give {gift}".lstrip() for start in (place, brief))
        yield from islice((text for text in texts if len(text) <= LONGEST), 1)


def _suggest_gifts(vacant: Mask, played: tuple[str, ...], typed: str) -> Iterator[str]:
    """Yield new Xoids that fit and that a half-typed walk or number could become."""
    walk = typed.upper()
    yielded: set[str] = set()
    for text in islice(new_xoids(vacant, played), _MOST_GIFTS):
        if text.startswith(walk) or (shapes.number(text) or "").startswith(typed):
            yielded.add(text)
            yield text
    if walk and len(walk) < LONGEST and shapes.size(walk) < vacant.bit_count():
        for text in (walk, f"{walk}L", f"{walk}R", f"{walk})"):
            if text not in yielded and _is_new(text, vacant, played):
                yield text


def _is_new(walk: str, vacant: Mask, played: tuple[str, ...]) -> bool:
    try:
        shape = shapes.read(walk)
    except shapes.BadWalk:
        return False
    return shape.text not in played and fits(shape, vacant)


TIPS = (
    N_("A Xoid can be given once only. A short gift, such as `F`, lets your opponent touch few hexagons."),
    N_("Most legs lie between two hexagons. Place where nobody touches either of them yet."),
    N_("A hexagon that you both touch counts for nobody, so one leg of yours can spoil two of your opponent's."),
    N_("Before you give, look where your opponent could lay it: a long Xoid touches much, but takes legs away."),
    N_("The player who places last gets no extra point. When legs become few, count which new Xoids still fit."),
)
"""In the order in which they are shown."""

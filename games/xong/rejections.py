"""Why a text can't be played, in sentences that name the leg, the Xoid or the rule, and what can be played instead."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from games import hex_grid
from games.contract import IllegalMove
from games.text import format_code_list
from games.xong import shapes, walks
from games.xong.lattice import bits, parts
from games.xong.new_xoids import new_xoids
from games.xong.notation import write_briefly
from games.xong.rules import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.shapes import Shape
    from games.xong.state import State
    from games.xong.walks import BadWalk

_LONGEST = 90
"""Characters of a placement that a sentence shows as an example."""

_LEG_PARTS = re.compile(r"([a-z][0-9]*)([nesw]*)")


def illegal(reason: str) -> IllegalMove:
    """Return the rejection of a move against a rule."""
    return IllegalMove("illegal", reason)


def unfinished(reason: str, *, last: bool = True) -> IllegalMove:
    """Return the rejection of a text that is right so far; unless that is the `last` word, it is against a rule."""
    return IllegalMove("unfinished" if last else "illegal", reason)


def not_a_move() -> IllegalMove:
    """Return the rejection of chat, with the notation."""
    how = "a turn is written as in `place e5e e5ne give FLR`, the first gift as in `give F`"
    return IllegalMove("not_a_move", f"That isn't a move: {how}.")


def match_over() -> IllegalMove:
    """Return the rejection of any move once the match is over."""
    return illegal("The match is over.")


# What a turn consists of.


def head_unfinished() -> IllegalMove:
    """Return the rejection of the beginning of `place` or `give`."""
    return unfinished("Not yet a move: it begins with `place` and legs, or `give` and a Xoid.")


def strange_word(before: str) -> IllegalMove:
    """Return the rejection of a word that isn't notation."""
    return illegal(f"What follows `{before}` is neither a leg such as `e5e` nor a Xoid such as `FLR` or `3-2`.")


def nothing_to_place() -> IllegalMove:
    """Return the rejection of a placement before the first gift."""
    return illegal("Red has no Xoid to place yet: first blue gives one, for example `give F`.")


def place_first(hand: str) -> IllegalMove:
    """Return the rejection of a gift without the placement before it."""
    return illegal(
        f"Place the Xoid in your hand first, `{walks.format_walk(hand)}`, and then give: `place ... give ...`."
    )


def no_gift(board: LegBoard, legs: Mask) -> IllegalMove:
    """Return the rejection of a gift after which no new Xoid fits."""
    whole = write_briefly(board, legs, 200)
    return illegal(
        f"After that no new Xoid fits, of any size: end your turn with the placement, `{whole}`, without a gift."
    )


def gift_missing(vacant: Mask, played: tuple[str, ...]) -> IllegalMove:
    """Return the rejection of a placement without the gift that must follow."""
    return unfinished(
        f"Right so far. Now add a new Xoid for your opponent, for example {_gift_examples(vacant, played)}."
    )


# Where the Xoid in hand is placed.


def which_legs(board: LegBoard, hand: Shape, place: Mask) -> IllegalMove:
    """Return the rejection of a placement without legs, with an example of one."""
    example = write_briefly(board, place, _LONGEST)
    return unfinished(
        f"Name the legs on which your Xoid `{walks.format_walk(hand.text)}` is to lie, for example `{example}`."
    )


def ambiguous(board: LegBoard, places: Sequence[Mask]) -> IllegalMove:
    """Return the rejection of words that mean several placements."""
    texts = format_code_list(write_briefly(board, legs, _LONGEST) for legs in places[:4])
    return unfinished(f"That can be read in {len(places)} ways: {texts}.")


def more_legs(board: LegBoard, hand: Shape, legs: Mask, more: Mask) -> IllegalMove:
    """Return the rejection of a part of a placement, with the legs that can come next."""
    names = board.names_of(bits(more))
    others = " and others" if len(names) > 8 else ""
    return unfinished(
        f"Right so far: {legs.bit_count()} of the {hand.size} legs of `{walks.format_walk(hand.text)}`. "
        f"Next can come {format_code_list(names[:8])}{others}."
    )


def wrong_legs(board: LegBoard, hand: Shape, legs: Mask, places: Sequence[Mask]) -> IllegalMove:
    """Return the rejection of legs that aren't, and can't become, the Xoid in hand."""
    size, in_hand = legs.bit_count(), walks.format_walk(hand.text)
    if size > hand.size:
        why = f"You name {size} legs, but your Xoid `{in_hand}` has {hand.size}."
    elif size < hand.size:
        why = f"Your Xoid `{in_hand}` cannot lie on {'all of these legs' if size > 1 else 'this leg'}."
    elif len(list(parts(legs))) > 1:
        why = f"These legs aren't connected: your Xoid is `{in_hand}`."
    else:
        why = f"These legs make `{walks.format_walk(shapes.of(legs).text)}`, but your Xoid is `{in_hand}`."
    return illegal(why + _nearest(board, legs, places))


def leg_again(word: str) -> IllegalMove:
    """Return the rejection of a leg named twice."""
    return illegal(f"`{word}` names a leg that is named already.")


def leg_taken(state: State, word: str, leg: int) -> IllegalMove:
    """Return the rejection of a leg that red or blue has, with the vacant sides of its hexagon."""
    owner = SEATS[0] if state.legs[0] >> leg & 1 else SEATS[1]
    name = _split_leg(word)[0]
    sides = [
        f"{name}{side}" for side in hex_grid.DIRECTIONS if state.vacant >> state.board.by_name[f"{name}{side}"] & 1
    ]
    vacant = (
        f"Vacant sides of `{name}`: {format_code_list(sides, 'and')}."
        if sides
        else f"`{name}` has no vacant side left."
    )
    return illegal(f"`{word}` is taken by {owner.lower()}: a Xoid lies on vacant legs only. {vacant}")


def no_such_leg(board: LegBoard, word: str, *, last: bool) -> IllegalMove:
    """Return the rejection of a word that names no leg; in the `last` word it may be the beginning of a name."""
    name, side = _split_leg(word)
    cell = hex_grid.find_cell(name)
    row = [other for other in board.names if other[0] == name]
    if cell is None and row and last:
        span = f"its hexagons go from `{row[0]}` to `{row[-1]}`, and `{row[0]}e` is a leg"
        return unfinished(f"Name a leg of row `{name}`: {span}.")
    if cell is None:
        return illegal(f"`{word[:20]}` isn't a leg: a leg is a hexagon and a side, such as `{board.names[0]}e`.")
    if cell not in board.area:
        return illegal(f"`{name}` is not a hexagon of this board: the nearest is `{board.nearest(cell).name}`.")
    if side and last:
        return unfinished(f"`{word}` is not yet a leg: say `{word}e` or `{word}w`.")
    sides = format_code_list(f"{name}{side}" for side in hex_grid.DIRECTIONS)
    return unfinished(f"`{word}` is not a leg: a leg is a side of a hexagon, {sides}.", last=last)


def _split_leg(word: str) -> tuple[str, str]:
    found = _LEG_PARTS.fullmatch(word)
    return (found[1], found[2]) if found else (word, "")


# A walk from a leg.


def too_many_walks() -> IllegalMove:
    """Return the rejection of a placement of several walks."""
    return illegal("A placement is one Xoid: lay a single walk, or name its legs.")


def no_walk_from_leg(word: str) -> IllegalMove:
    """Return the rejection of a word with a `>` that isn't a leg and a walk."""
    return illegal(f"`{word[:20]}` isn't a walk from a leg: write one like `e5e>FL`.")


def walk_missing(name: str, hand: Shape, *, last: bool) -> IllegalMove:
    """Return the rejection of a leg and a `>` without the walk."""
    return unfinished(
        f"Say how the walk from `{name}` goes, as in `{name}>{walks.format_walk(hand.text)}`.",
        last=last,
    )


def not_in_catalogue(number: str) -> IllegalMove:
    """Return the rejection of a number that no Xoid has."""
    return illegal(f"There is no Xoid `{number}` in the catalogue.")


def walk_too_long(text: str, hand: Shape) -> IllegalMove:
    """Return the rejection of a walk with more legs than the Xoid in hand."""
    size, own = walks.size(text), walks.format_walk(hand.text)
    return illegal(f"`{walks.format_walk(text)}` has {size} legs, but your Xoid `{own}` has {hand.size}.")


def cannot_walk(text: str, wrong: BadWalk, *, last: bool) -> IllegalMove:
    """Return the rejection of a walk that isn't one."""
    return unfinished(f"`{walks.format_walk(text)}` cannot be walked: {wrong}.", last=wrong.unfinished and last)


def walk_not_vacant(board: LegBoard, name: str, text: str, leg: Mask, places: Sequence[Mask]) -> IllegalMove:
    """Return the rejection of a walk over legs that aren't vacant."""
    why = f"Either way from `{name}`, `{walks.format_walk(text)}` leaves the vacant legs."
    return illegal(why + _nearest(board, leg, places))


def _nearest(board: LegBoard, legs: Mask, places: Sequence[Mask]) -> str:
    """Return a sentence with the placement that shares most legs with the named ones."""
    nearest = max(places, key=lambda place: (place & legs).bit_count())
    return f" The nearest placement: `{write_briefly(board, nearest, _LONGEST)}`."


# The Xoid that is given.


def which_gift(vacant: Mask, played: tuple[str, ...]) -> IllegalMove:
    """Return the rejection of `give` without a Xoid."""
    return unfinished(f"Say which new Xoid you give, for example {_gift_examples(vacant, played)}.")


def gift_played(shape: Shape, vacant: Mask, played: tuple[str, ...]) -> IllegalMove:
    """Return the rejection of a Xoid that was played already."""
    examples = _gift_examples(vacant, played)
    return illegal(f"`{walks.format_walk(shape.text)}` is played already: give a new Xoid, for example {examples}.")


def gift_fits_nowhere(shape: Shape, vacant: Mask, played: tuple[str, ...]) -> IllegalMove:
    """Return the rejection of a Xoid that can't be placed."""
    examples = _gift_examples(vacant, played)
    return illegal(
        f"`{walks.format_walk(shape.text)}` fits nowhere on the vacant legs: give another, for example {examples}."
    )


def mixed_gift() -> IllegalMove:
    """Return the rejection of a gift in several forms at once."""
    return illegal("A gift is one walk such as `FLR`, one number such as `3-2`, or the legs that it could lie on.")


def gift_leg_taken(word: str) -> IllegalMove:
    """Return the rejection of a gift on a leg that will be taken."""
    return illegal(
        f"`{word}` will not be vacant: name a gift by legs that are vacant after your placement, or as a walk."
    )


def gift_leg_again() -> IllegalMove:
    """Return the rejection of a gift with a leg named twice."""
    return illegal("A leg is named twice: name each leg of the gift once.")


def gift_not_connected() -> IllegalMove:
    """Return the rejection of a gift in several parts."""
    return illegal("These legs aren't connected: a Xoid is a connected set of legs.")


def gift_too_large(text: str, vacant: int) -> IllegalMove:
    """Return the rejection of a gift with more legs than there are vacant ones."""
    return illegal(f"That walk has {walks.size(text)} legs, but only {vacant} are vacant.")


def bad_walk(text: str, wrong: BadWalk) -> IllegalMove:
    """Return the rejection of a gift that isn't a walk."""
    return unfinished(f"`{walks.format_walk(text)}` is not a walk: {wrong}.", last=wrong.unfinished)


def size_not_in_catalogue() -> IllegalMove:
    """Return the rejection of a number of a size that the catalogue doesn't have."""
    most = len(shapes.catalogue())
    return illegal(f"The catalogue has Xoids of 1 to {most} legs: write a larger one as a walk, such as `FLRLRLR`.")


def which_number(size: str) -> IllegalMove:
    """Return the rejection of a size without a place in the catalogue."""
    count = len(shapes.catalogue()[int(size) - 1])
    return unfinished(f"Say which Xoid of that size: `{size}-1`{f' to `{size}-{count}`' if count > 1 else ''}.")


def no_such_number(size: str, place: str) -> IllegalMove:
    """Return the rejection of a place that the catalogue doesn't have."""
    count = len(shapes.catalogue()[int(size) - 1])
    return illegal(f"There is no Xoid `{size}-{place}`: the last of that size is `{size}-{count}`.")


def _gift_examples(vacant: Mask, played: tuple[str, ...]) -> str:
    return format_code_list(f"give {walks.format_walk(text)}" for text in islice(new_xoids(vacant, played), 3))

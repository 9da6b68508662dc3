"""Why a text can't be played, in sentences that name the leg, the Xoid or the rule, and what can be played instead."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from games import hex_grid
from games.contract import IllegalMove
from games.rejections import illegal
from games.text import format_code_list
from games.translation import gettext as _, gettext_noop as N_, ngettext
from games.xong import shapes
from games.xong.lattice import bits, parts
from games.xong.notation import write_briefly
from games.xong.rules import new_xoids

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.shapes import BadWalk, Fault, Shape
    from games.xong.state import State

_LONGEST = 90
"""Characters of a placement that a sentence shows as an example."""

_FAULTS: Mapping[Fault, str] = {
    "first letter not F": N_("a walk begins with `F`"),
    "bracket that closes nothing": N_("the bracket after `{walk}` closes nothing"),
    "empty brackets": N_("a pair of brackets is empty"),
    "leg laid twice": N_("after `{walk}` the letter `{letter}` runs over a leg that is laid already"),
    "unknown letter": N_("after its first letter a walk is made of `L`, `R` and brackets"),
    "bracket still open": N_("a bracket is still open"),
}
"""Clauses on what is wrong with a walk."""

_LEG_PARTS = re.compile(r"([a-z][0-9]*)([nesw]*)")


def unfinished(reason: str, *, last: bool = True) -> IllegalMove:
    """Return the rejection of a text that is right so far; unless that is the `last` word, it is against a rule."""
    return IllegalMove("unfinished" if last else "illegal", reason)


def not_a_move() -> IllegalMove:
    """Return the rejection of chat, with the notation."""
    return IllegalMove(
        "not_a_move",
        _("That isn't a move: a turn is written as in `place e5e e5ne give FLR`, the first gift as in `give F`."),
    )


# What a turn consists of.


def head_unfinished() -> IllegalMove:
    """Return the rejection of the beginning of `place` or `give`."""
    return unfinished(_("Not yet a move: it begins with `place` and legs, or `give` and a Xoid."))


def strange_word(before: str) -> IllegalMove:
    """Return the rejection of a word that isn't notation."""
    return illegal(
        _("What follows `{before}` is neither a leg such as `e5e` nor a Xoid such as `FLR` or `3-2`.").format(
            before=before
        )
    )


def nothing_to_place() -> IllegalMove:
    """Return the rejection of a placement before the first gift."""
    return illegal(_("Red has no Xoid to place yet: first blue gives one, for example `give F`."))


def place_first(hand: str) -> IllegalMove:
    """Return the rejection of a gift without the placement before it."""
    return illegal(
        _("Place the Xoid in your hand first, `{xoid}`, and then give: `place ... give ...`.").format(
            xoid=shapes.format_walk(hand)
        )
    )


def no_gift(board: LegBoard, legs: Mask) -> IllegalMove:
    """Return the rejection of a gift after which no new Xoid fits."""
    return illegal(
        _(
            "After that no new Xoid fits, of any size: end your turn with the placement, `{placement}`, without a gift."
        ).format(placement=write_briefly(board, legs, 200))
    )


def gift_missing(vacant: Mask, played: tuple[str, ...]) -> IllegalMove:
    """Return the rejection of a placement without the gift that must follow."""
    return unfinished(
        _("Right so far. Now add a new Xoid for your opponent, for example {gifts}.").format(
            gifts=_gift_examples(vacant, played)
        )
    )


# Where the Xoid in hand is placed.


def which_legs(board: LegBoard, hand: Shape, place: Mask) -> IllegalMove:
    """Return the rejection of a placement without legs, with an example of one."""
    example = write_briefly(board, place, _LONGEST)
    return unfinished(
        _("Name the legs on which your Xoid `{xoid}` should lie, for example `{example}`.").format(
            xoid=shapes.format_walk(hand.text), example=example
        )
    )


def ambiguous(board: LegBoard, places: Sequence[Mask]) -> IllegalMove:
    """Return the rejection of words that mean several placements."""
    texts = format_code_list(write_briefly(board, legs, _LONGEST) for legs in places[:4])
    template = ngettext(
        "That can be read in {n} way: {placements}.", "That can be read in {n} ways: {placements}.", len(places)
    )
    return unfinished(template.format(n=len(places), placements=texts))


def more_legs(board: LegBoard, hand: Shape, legs: Mask, more: Mask) -> IllegalMove:
    """Return the rejection of a part of a placement, with the legs that can come next."""
    names = board.names_of(bits(more))
    so_far = ngettext(
        "Right so far: {named} of the {n} leg of `{xoid}`.",
        "Right so far: {named} of the {n} legs of `{xoid}`.",
        hand.size,
    ).format(named=legs.bit_count(), n=hand.size, xoid=shapes.format_walk(hand.text))
    following = _("Next you can add {legs} and others.") if len(names) > 8 else _("Next you can add {legs}.")
    return unfinished(f"{so_far} {following.format(legs=format_code_list(names[:8]))}")


def wrong_legs(board: LegBoard, hand: Shape, legs: Mask, places: Sequence[Mask]) -> IllegalMove:
    """Return the rejection of legs that aren't, and can't become, the Xoid in hand."""
    size, in_hand = legs.bit_count(), shapes.format_walk(hand.text)
    if size > hand.size:
        template = ngettext(
            "You name {n} leg, but your Xoid `{xoid}` has {size}.",
            "You name {n} legs, but your Xoid `{xoid}` has {size}.",
            size,
        )
        why = template.format(n=size, xoid=in_hand, size=hand.size)
    elif size < hand.size:
        template = ngettext(
            "Your Xoid `{xoid}` can't lie on this leg.", "Your Xoid `{xoid}` can't lie on all of these legs.", size
        )
        why = template.format(xoid=in_hand)
    elif len(list(parts(legs))) > 1:
        why = _("These legs aren't connected: your Xoid is `{xoid}`.").format(xoid=in_hand)
    else:
        named = shapes.format_walk(shapes.of(legs).text)
        why = _("These legs make `{named}`, but your Xoid is `{xoid}`.").format(named=named, xoid=in_hand)
    return illegal(f"{why} {_nearest(board, legs, places)}")


def leg_again(word: str) -> IllegalMove:
    """Return the rejection of a leg named twice."""
    return illegal(_("`{leg}` names a leg that is named already.").format(leg=word))


def leg_taken(state: State, word: str, leg: int) -> IllegalMove:
    """Return the rejection of a leg that red or blue has, with the vacant sides of its hexagon."""
    if state.legs[0] >> leg & 1:
        why = _("`{leg}` is taken by red: a Xoid lies on vacant legs only.")
    else:
        why = _("`{leg}` is taken by blue: a Xoid lies on vacant legs only.")
    name = _split_leg(word)[0]
    sides = [
        f"{name}{side}" for side in hex_grid.DIRECTIONS if state.vacant >> state.board.by_name[f"{name}{side}"] & 1
    ]
    if sides:
        vacant = _("Vacant sides of `{hexagon}`: {legs}.").format(hexagon=name, legs=format_code_list(sides, "and"))
    else:
        vacant = _("`{hexagon}` has no vacant side left.").format(hexagon=name)
    return illegal(f"{why.format(leg=word)} {vacant}")


def no_such_leg(board: LegBoard, word: str, *, last: bool) -> IllegalMove:
    """Return the rejection of a word that names no leg; in the `last` word it may be the beginning of a name."""
    name, side = _split_leg(word)
    cell = hex_grid.find_cell(name)
    row = [other for other in board.names if other[0] == name]
    if cell is None and row and last:
        template = _("Name a leg of row `{row}`: its hexagons go from `{first}` to `{end}`, and `{first}e` is a leg.")
        return unfinished(template.format(row=name, first=row[0], end=row[-1]))
    if cell is None:
        template = _("`{text}` isn't a leg: a leg is a hexagon and a side, such as `{example}`.")
        return illegal(template.format(text=word[:20], example=f"{board.names[0]}e"))
    if cell not in board.area:
        template = _("`{hexagon}` isn't a hexagon of this board: the nearest is `{nearest}`.")
        return illegal(template.format(hexagon=name, nearest=board.nearest(cell).name))
    if side and last:
        return unfinished(_("`{text}` isn't yet a leg: say `{text}e` or `{text}w`.").format(text=word))
    sides = format_code_list(f"{name}{side}" for side in hex_grid.DIRECTIONS)
    template = _("`{text}` isn't a leg: a leg is a side of a hexagon, {sides}.")
    return unfinished(template.format(text=word, sides=sides), last=last)


def _split_leg(word: str) -> tuple[str, str]:
    found = _LEG_PARTS.fullmatch(word)
    return (found[1], found[2]) if found else (word, "")


# A walk from a leg.


def too_many_walks() -> IllegalMove:
    """Return the rejection of a placement of several walks."""
    return illegal(_("A placement is one Xoid: lay a single walk, or name its legs."))


def no_walk_from_leg(word: str) -> IllegalMove:
    """Return the rejection of a word with a `>` that isn't a leg and a walk."""
    return illegal(_("`{text}` isn't a walk from a leg: write one like `e5e>FL`.").format(text=word[:20]))


def walk_missing(name: str, hand: Shape, *, last: bool) -> IllegalMove:
    """Return the rejection of a leg and a `>` without the walk."""
    return unfinished(
        _("Say how the walk from `{leg}` goes, as in `{leg}>{walk}`.").format(
            leg=name, walk=shapes.format_walk(hand.text)
        ),
        last=last,
    )


def not_in_catalogue(number: str) -> IllegalMove:
    """Return the rejection of a number that no Xoid has."""
    return illegal(_("There's no Xoid `{number}` in the catalogue.").format(number=number))


def walk_too_long(text: str, hand: Shape) -> IllegalMove:
    """Return the rejection of a walk with more legs than the Xoid in hand."""
    size, own = shapes.size(text), shapes.format_walk(hand.text)
    template = ngettext(
        "`{walk}` has {n} leg, but your Xoid `{xoid}` has {size}.",
        "`{walk}` has {n} legs, but your Xoid `{xoid}` has {size}.",
        size,
    )
    return illegal(template.format(walk=shapes.format_walk(text), n=size, xoid=own, size=hand.size))


def _clause(wrong: BadWalk) -> str:
    return _(_FAULTS[wrong.fault]).format(walk=shapes.format_walk(wrong.before), letter=wrong.letter)


def cannot_walk(text: str, wrong: BadWalk, *, last: bool) -> IllegalMove:
    """Return the rejection of a walk that isn't one."""
    # Translators: {reason} is a clause such as "a bracket is still open".
    template = _("`{walk}` can't be walked: {reason}.")
    return unfinished(
        template.format(walk=shapes.format_walk(text), reason=_clause(wrong)), last=wrong.unfinished and last
    )


def walk_not_vacant(board: LegBoard, name: str, text: str, leg: Mask, places: Sequence[Mask]) -> IllegalMove:
    """Return the rejection of a walk over legs that aren't vacant."""
    template = _("Either way from `{leg}`, `{walk}` leaves the vacant legs.")
    why = template.format(leg=name, walk=shapes.format_walk(text))
    return illegal(f"{why} {_nearest(board, leg, places)}")


def _nearest(board: LegBoard, legs: Mask, places: Sequence[Mask]) -> str:
    """Return a sentence with the placement that shares most legs with the named ones."""
    nearest = max(places, key=lambda place: (place & legs).bit_count())
    return _("The nearest placement: `{placement}`.").format(placement=write_briefly(board, nearest, _LONGEST))


# The Xoid that is given.


def which_gift(vacant: Mask, played: tuple[str, ...]) -> IllegalMove:
    """Return the rejection of `give` without a Xoid."""
    return unfinished(
        _("Say which new Xoid you give, for example {gifts}.").format(gifts=_gift_examples(vacant, played))
    )


def gift_played(shape: Shape, vacant: Mask, played: tuple[str, ...]) -> IllegalMove:
    """Return the rejection of a Xoid that was played already."""
    examples = _gift_examples(vacant, played)
    template = _("`{xoid}` is played already: give a new Xoid, for example {gifts}.")
    return illegal(template.format(xoid=shapes.format_walk(shape.text), gifts=examples))


def gift_fits_nowhere(shape: Shape, vacant: Mask, played: tuple[str, ...]) -> IllegalMove:
    """Return the rejection of a Xoid that can't be placed."""
    examples = _gift_examples(vacant, played)
    template = _("`{xoid}` fits nowhere on the vacant legs: give another, for example {gifts}.")
    return illegal(template.format(xoid=shapes.format_walk(shape.text), gifts=examples))


def mixed_gift() -> IllegalMove:
    """Return the rejection of a gift in several forms at once."""
    return illegal(_("A gift is one walk such as `FLR`, one number such as `3-2`, or the legs that it could lie on."))


def gift_leg_taken(word: str) -> IllegalMove:
    """Return the rejection of a gift on a leg that will be taken."""
    template = _("`{leg}` won't be vacant: name a gift by legs that are vacant after your placement, or as a walk.")
    return illegal(template.format(leg=word))


def gift_leg_again() -> IllegalMove:
    """Return the rejection of a gift with a leg named twice."""
    return illegal(_("A leg is named twice: name each leg of the gift once."))


def gift_not_connected() -> IllegalMove:
    """Return the rejection of a gift in several parts."""
    return illegal(_("These legs aren't connected: a Xoid is a connected set of legs."))


def gift_too_large(text: str, vacant: int) -> IllegalMove:
    """Return the rejection of a gift with more legs than there are vacant ones."""
    size = shapes.size(text)
    template = ngettext(
        "That walk has {n} leg, but only {vacant} are vacant.",
        "That walk has {n} legs, but only {vacant} are vacant.",
        size,
    )
    return illegal(template.format(n=size, vacant=vacant))


def bad_walk(text: str, wrong: BadWalk) -> IllegalMove:
    """Return the rejection of a gift that isn't a walk."""
    # Translators: {reason} is a clause such as "a bracket is still open".
    template = _("`{walk}` isn't a walk: {reason}.")
    return unfinished(template.format(walk=shapes.format_walk(text), reason=_clause(wrong)), last=wrong.unfinished)


def size_not_in_catalogue() -> IllegalMove:
    """Return the rejection of a number of a size that the catalogue doesn't have."""
    most = len(shapes.catalogue())
    template = _("The catalogue has Xoids of 1 to {most} legs: write a larger one as a walk, such as `FLRLRLR`.")
    return illegal(template.format(most=most))


def which_number(size: str) -> IllegalMove:
    """Return the rejection of a size without a place in the catalogue."""
    count = len(shapes.catalogue()[int(size) - 1])
    template = ngettext(
        "Say which Xoid of that size: `{size}-1`.", "Say which Xoid of that size: `{size}-1` to `{size}-{n}`.", count
    )
    return unfinished(template.format(size=size, n=count))


def no_such_number(size: str, place: str) -> IllegalMove:
    """Return the rejection of a place that the catalogue doesn't have."""
    count = len(shapes.catalogue()[int(size) - 1])
    template = _("There's no Xoid `{number}`: the last of that size is `{end}`.")
    return illegal(template.format(number=f"{size}-{place}", end=f"{size}-{count}"))


# Where a Xoid fits.


def no_hand_yet() -> IllegalMove:
    """Return the rejection of a question about legs before the first gift."""
    return illegal(_("No Xoid is in hand yet: ask for one, for example `3-2`, and you see where it would fit."))


def fits_nowhere(text: str) -> IllegalMove:
    """Return the rejection of a question about a Xoid that fits nowhere."""
    return illegal(_("`{xoid}` fits nowhere on the vacant legs.").format(xoid=shapes.format_walk(text)))


def hand_fits_nowhere_at(hexagon: str, hand: str) -> IllegalMove:
    """Return the rejection of a question about a hexagon at which the Xoid in hand fits nowhere."""
    template = _("Your Xoid `{xoid}` fits nowhere at `{hexagon}`.")
    return illegal(template.format(xoid=shapes.format_walk(hand), hexagon=hexagon))


def _gift_examples(vacant: Mask, played: tuple[str, ...]) -> str:
    return format_code_list(f"give {shapes.format_walk(text)}" for text in islice(new_xoids(vacant, played), 3))

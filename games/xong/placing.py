"""Reading where a Xoid is placed, and saying what is wrong with it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NoReturn

from games.text import listed_code
from games.xong import shapes, walks
from games.xong.fitting import placements
from games.xong.lattice import bits, parts, union_of
from games.xong.legs import leg_named, vacant_sides
from games.xong.notation import LAID, ask, brief, refuse, reject
from games.xong.rules import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.xong.lattice import Mask
    from games.xong.shapes import Shape
    from games.xong.state import State

_ROOM = 90
_WALKS = 3


def in_hand(state: State) -> Shape:
    """Return the Xoid in hand. Raises `ValueError` before the first gift."""
    if state.hand is None:
        raise ValueError("There is no Xoid in hand.")
    return shapes.read(state.hand)


def read(state: State, words: Sequence[str]) -> Mask:
    """Return the legs that a placement names. Raises `IllegalMove`, also for a placement that is not whole."""
    hand = in_hand(state)
    shown = walks.shown(hand.text)
    places = placements(hand, state.vacant)
    if not words:
        some = brief(state.board, places[0], _ROOM)
        ask(f"Name the legs on which your Xoid `{shown}` is to lie, for example `{some}`.")
    named = readings(state, words)
    whole = sorted(set(named).intersection(places))
    if len(whole) > 1:
        texts = listed_code(brief(state.board, legs, _ROOM) for legs in whole[:4])
        ask(f"That can be read in {len(whole)} ways: {texts}.")
    if not whole:
        begun = [(legs, place) for legs in named for place in places if legs & place == legs]
        if not begun:
            _refuse_legs(state, hand, named[0])
        more = state.board.named(bits(union_of(place & ~legs for legs, place in begun)))
        ask(
            f"Right so far: {begun[0][0].bit_count()} of the {hand.size} legs of `{shown}`. "
            f"Next can come {listed_code(more[:8])}{' and others' if len(more) > 8 else ''}."
        )
    return whole[0]


def readings(state: State, words: Sequence[str]) -> list[Mask]:
    """Return the sets of vacant legs that words can mean: a walk laid from a leg can be read in both headings.

    Raises `IllegalMove` for a word that is neither a vacant leg nor a walk over vacant legs.
    """
    if sum(">" in word for word in words) > _WALKS:
        refuse("A placement is one Xoid: lay a single walk, or name its legs.")
    plain = 0
    laid: list[list[Mask]] = []
    for place, word in enumerate(words, 1):
        last = place == len(words)
        if ">" in word:
            laid.append(_laid(state, word, last=last))
            continue
        leg = 1 << _vacant(state, word, last=last)
        if plain & leg:
            refuse(f"`{word}` names a leg that is named already.")
        plain |= leg
    return sorted({plain | union_of(legs) for legs in product(*laid)})


def _vacant(state: State, word: str, *, last: bool) -> int:
    leg = leg_named(state.board, word, last=last)
    owner = next((seat.lower() for seat, legs in zip(SEATS, state.legs, strict=True) if legs >> leg & 1), None)
    if owner:
        refuse(f"`{word}` is taken by {owner}: a Xoid lies on vacant legs only.{vacant_sides(state, word)}")
    return leg


def _laid(state: State, word: str, *, last: bool) -> list[Mask]:
    """Return the legs of a word such as `e5e>FLR`, in each heading in which they are vacant."""
    match = LAID.fullmatch(word)
    if match is None:
        refuse(f"`{word[:20]}` is no walk from a leg: that is written as in `e5e>FL`.")
    name, walk = match.groups()
    hand = in_hand(state)
    leg = _vacant(state, name, last=False)
    if not walk:
        reject(f"Say how the walk from `{name}` goes, as in `{name}>{walks.shown(hand.text)}`.", unfinished=last)
    text = shapes.by_number(walk) if "-" in walk else walk.upper()
    if text is None:
        refuse(f"There is no Xoid `{walk}` in the catalogue.")
    shown, size = walks.shown(text), walks.size(text)
    if size > hand.size:
        refuse(f"`{shown}` has {size} legs, but your Xoid `{walks.shown(hand.text)}` has {hand.size}.")
    try:
        laid = walks.laid(leg, text)
    except walks.BadWalk as wrong:
        reject(f"`{shown}` cannot be walked: {wrong}.", unfinished=wrong.unfinished and last)
    free = [legs for legs in laid if legs & state.vacant == legs]
    if not free:
        refuse(f"Either way from `{name}`, `{shown}` leaves the vacant legs.{_nearest(state, 1 << leg)}")
    return free


def _refuse_legs(state: State, hand: Shape, legs: Mask) -> NoReturn:
    """Say why named legs are not, and cannot become, the Xoid in hand."""
    size, shown = legs.bit_count(), walks.shown(hand.text)
    if size > hand.size:
        why = f"You name {size} legs, but your Xoid `{shown}` has {hand.size}."
    elif size < hand.size:
        why = f"Your Xoid `{shown}` cannot lie on {'all of these legs' if size > 1 else 'this leg'}."
    elif len(list(parts(legs))) > 1:
        why = f"These legs do not hang together: your Xoid is `{shown}`."
    else:
        why = f"These legs make `{walks.shown(shapes.of(legs).text)}`, but your Xoid is `{shown}`."
    refuse(why + _nearest(state, legs))


def _nearest(state: State, legs: Mask) -> str:
    """Return a sentence with the placement that shares most legs with the named ones."""
    places = placements(in_hand(state), state.vacant)
    nearest = max(places, key=lambda place: (place & legs).bit_count())
    return f" The nearest placement: `{brief(state.board, nearest, _ROOM)}`."

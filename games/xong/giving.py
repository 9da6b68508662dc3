"""Reading what Xoid is given, and saying what is wrong with it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from games.text import listed_code
from games.xong import shapes, walks
from games.xong.fitting import fits
from games.xong.gifts import new_that_fit
from games.xong.lattice import parts, union
from games.xong.legs import leg_named
from games.xong.notation import LEG, NUMBER, WALK, ask, refuse, reject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.shapes import Shape


def read(board: LegBoard, vacant: Mask, played: tuple[str, ...], words: Sequence[str]) -> str:
    """Return the canonical text of a new Xoid that fits on the vacant legs. Raises `IllegalMove` for any other."""
    if not words:
        ask(f"Say which new Xoid you give, for example {examples(vacant, played)}.")
    shape = shape_named(board, vacant, words)
    shown = walks.shown(shape.text)
    if shape.text in played:
        refuse(f"`{shown}` is played already: give a new Xoid, for example {examples(vacant, played)}.")
    if not fits(shape, vacant):
        refuse(f"`{shown}` fits nowhere on the vacant legs: give another, for example {examples(vacant, played)}.")
    return shape.text


def examples(vacant: Mask, played: tuple[str, ...]) -> str:
    """Return a few gifts that can be given, as prose lists them."""
    return listed_code(f"give {walks.shown(text)}" for text in islice(new_that_fit(vacant, played), 3))


def shape_named(board: LegBoard, vacant: Mask, words: Sequence[str]) -> Shape:
    """Return the Xoid that a walk, a number or vacant legs name, new or not. Raises `IllegalMove`."""
    if all(WALK.fullmatch(word) for word in words):
        return _walk("".join(words).upper(), vacant.bit_count())
    number = NUMBER.fullmatch(words[0])
    if number and len(words) == 1:
        return _numbered(*number.groups())
    if not all(LEG.fullmatch(word) for word in words):
        refuse("A gift is one walk such as `FLR`, one number such as `3-2`, or the legs that it could lie on.")
    legs = [leg_named(board, word, last=place == len(words)) for place, word in enumerate(words, 1)]
    taken = next((word for word, leg in zip(words, legs, strict=True) if not vacant >> leg & 1), None)
    if taken:
        refuse(f"`{taken}` will not be vacant: name a gift by legs that are vacant after your placement, or as a walk.")
    mask = union(legs)
    if mask.bit_count() < len(legs):
        refuse("A leg is named twice: name each leg of the gift once.")
    if len(list(parts(mask))) > 1:
        refuse("These legs do not hang together: a Xoid is a connected set of legs.")
    return shapes.of(mask)


def _walk(text: str, vacant: int) -> Shape:
    size = walks.size(text)
    if size > vacant:
        refuse(f"That walk has {size} legs, but only {vacant} are vacant.")
    try:
        return shapes.read(text)
    except walks.BadWalk as wrong:
        reject(f"`{walks.shown(text)}` is not a walk: {wrong}.", unfinished=wrong.unfinished)


def _numbered(size: str, place: str | None) -> Shape:
    sizes = shapes.catalogue()
    if not 1 <= int(size) <= len(sizes):
        refuse(f"The catalogue has Xoids of 1 to {len(sizes)} legs: write a larger one as a walk, such as `FLRLRLR`.")
    count = len(sizes[int(size) - 1])
    if not place:
        ask(f"Say which Xoid of that size: `{size}-1`{f' to `{size}-{count}`' if count > 1 else ''}.")
    text = shapes.by_number(f"{size}-{place}")
    if text is None:
        refuse(f"There is no Xoid `{size}-{place}`: the last of that size is `{size}-{count}`.")
    return shapes.read(text)

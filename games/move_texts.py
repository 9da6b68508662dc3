"""Texts of moves taken apart: the places that they name, and the texts that lead to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACE = re.compile(r"[a-z][0-9]+")


def places_in(text: str) -> tuple[str, ...]:
    """Return the places that a text names, in its order.

    >>> places_in("a4-a7/b8"), places_in("2a1xb3"), places_in("swap")
    (('a4', 'a7', 'b8'), ('a1', 'b3'), ())
    """
    return tuple(_PLACE.findall(text))


def beginnings(text: str) -> list[str]:
    """Return a move's text up to each of its places, and last the whole.

    >>> beginnings("a4-a7/b8!"), beginnings("swap")
    (['a4', 'a4-a7', 'a4-a7/b8', 'a4-a7/b8!'], ['swap'])
    """
    return list(dict.fromkeys([*(text[: found.end()] for found in _PLACE.finditer(text)), text]))


def next_texts(texts: Sequence[str], typed: str, most: int) -> list[str]:
    """Return the texts of moves; if there are more than `most`, only up to the first place that isn't typed yet.

    A move whose other places are typed comes whole.

    >>> next_texts(["a1-b1/c1", "a1-b1/d1", "c3-c4/a1", "d4"], "", 3)
    ['a1', 'c3', 'd4']
    """
    if len(texts) <= most:
        return [*texts]
    typed_places = len(places_in(typed))
    found = {
        (beginnings(text)[typed_places] if typed_places + 1 < len(places_in(text)) else text): None for text in texts
    }
    return [*found]

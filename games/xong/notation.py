"""Moves as text: `place e5e e5ne give FLR`, and its two shorter kinds. Shapes of the text only, no legality."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from games.text import clean, replace_words
from games.translation import pgettext_noop
from games.xong import walks
from games.xong.lattice import bits

if TYPE_CHECKING:
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.state import Move

HEADS = ("place", "give")
_SPOKEN = {"and": "", "then": "", "on": ""}
LONGEST = 4000
"""Characters; a longer text is chat."""
TYPED_WORDS = (
    pgettext_noop("typed", "place"),
    pgettext_noop("typed", "give"),
    pgettext_noop("typed", "on"),
    pgettext_noop("typed", "and"),
    pgettext_noop("typed", "then"),
)
"""Words of typed moves that players can also write in their own language."""

LEG = re.compile(r"[a-z](?:[0-9]{1,3}(?:e|ne|nw|n|w|sw|se|s)?)?")
"""A leg's name or the beginning of one."""

WALK = re.compile(r"[flr()]+")
NUMBER = re.compile(r"([0-9]{1,2})(?:-([0-9]{0,3}))?")
WALK_FROM_LEG = re.compile(r"([a-z][0-9]{1,3}(?:ne|nw|sw|se|e|w))>([flr()]*|[0-9]{1,2}-[0-9]{1,3})")
UNMISTAKABLE = re.compile(r"[a-z][0-9]+(e|ne|nw|w|sw|se)|f[lr(][flr()]*|[0-9]-[0-9]+")
"""A word that nobody writes in chat."""


class Typed(NamedTuple):
    """The words after `place` and after `give`; None where that part is missing."""

    placement: list[str] | None
    gift: list[str] | None


def tidy(text: str) -> list[str]:
    """Return the words of a typed text in small letters, a `place` before legs; none if it is too long to be a move."""
    if len(text) > LONGEST:
        return []
    spoken = clean(text).lower().replace(", ", " ")
    words = re.sub(r" ?> ?", ">", replace_words(spoken, _SPOKEN)).split()
    return ["place", *words] if words and WALK_FROM_LEG.match(f"{words[0]}>") else words


def is_notation(word: str) -> bool:
    """Return whether a word is a leg, a Xoid or a walk from a leg, or part of one."""
    return any(form.fullmatch(word) for form in (LEG, WALK, NUMBER, WALK_FROM_LEG))


def write(board: LegBoard, move: Move) -> str:
    """Return the canonical text of a move."""
    parts = [write_placement(board, move.legs)] if move.legs else []
    return " ".join([*parts, f"give {move.gift}"] if move.gift else parts)


def write_placement(board: LegBoard, legs: Mask) -> str:
    """Return the canonical text of a placement."""
    return f"place {' '.join(board.names_of(bits(legs)))}"


def write_briefly(board: LegBoard, legs: Mask, limit: int) -> str:
    """Return a placement in at most `limit` characters if possible: by all its legs, or as a walk from one of them.

    The walk may also fit the first leg's other heading; then a leg named after it says which one is meant.
    """
    text = write_placement(board, legs)
    if len(text) <= limit:
        return text
    walk, leg = min(walks.left_first(legs), key=lambda found: (walks.by_text(found[0]), found[1]))
    others = [legs & ~other for other in walks.legs_from(leg, walk) if other != legs]
    distinct = board.names_of(bits(others[0]))[:1] if others else []
    return " ".join([f"place {board.leg_names[leg]}>{walk}", *distinct])

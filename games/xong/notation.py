"""Moves as text: `place e5e e5ne give FLR`, its two shorter kinds, and what a typed text is made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from games.contract import IllegalMove
from games.text import clean
from games.xong import walks
from games.xong.lattice import bits

if TYPE_CHECKING:
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.state import Move

HEADS = ("place", "give")
LONGEST = 4000
"""Longer texts are no moves."""

LEG = re.compile(r"[a-z](?:[0-9]{1,3}(?:e|ne|nw|n|w|sw|se|s)?)?")
"""A leg's name or the beginning of one."""

WALK = re.compile(r"[flr()]+")
NUMBER = re.compile(r"([0-9]{1,2})(?:-([0-9]{0,3}))?")
LAID = re.compile(r"([a-z][0-9]{1,3}(?:ne|nw|sw|se|e|w))>([flr()]*|[0-9]{1,2}-[0-9]{1,3})")
_SURELY = re.compile(r"[a-z][0-9]+(e|ne|nw|w|sw|se)|f[lr(][flr()]*|[0-9]-[0-9]+")
_CHAT = (
    "That does not read as a move: a turn is written as in `place e5e e5ne give FLR`, the first gift as in `give F`."
)


class Typed(NamedTuple):
    """The words after `place` and after `give`; None where that part is missing."""

    placing: list[str] | None
    giving: list[str] | None


def placing(board: LegBoard, legs: Mask) -> str:
    """Return the canonical text of a placement."""
    return f"place {' '.join(board.named(bits(legs)))}"


def write(board: LegBoard, move: Move) -> str:
    """Return the canonical text of a move."""
    parts = [placing(board, move.legs)] if move.legs else []
    return " ".join([*parts, f"give {move.gift}"] if move.gift else parts)


def brief(board: LegBoard, legs: Mask, room: int) -> str:
    """Return a placement in at most `room` letters if it can be: by all its legs, or as a walk laid from one of them.

    Such a walk may also be read in the first leg's other heading; then a leg named after it says which is meant.
    """
    text = placing(board, legs)
    if len(text) <= room:
        return text
    walk, leg = min(walks.left_first(legs), key=lambda found: (walks.by_text(found[0]), found[1]))
    strays = [legs & ~turned for turned in walks.laid(leg, walk) if turned != legs]
    telling = board.named(bits(strays[0]))[:1] if strays else []
    return " ".join([f"place {board.leg_names[leg]}>{walk}", *telling])


def read(text: str) -> Typed:
    """Return the parts of a typed move. Raises `IllegalMove`: `not_a_move` for what can only be chat."""
    words = tidy(text)
    if not words:
        raise IllegalMove("not_a_move", _CHAT)
    head, *rest = words
    if len(words) == 1 and len(head) > 1 and head not in HEADS and any(word.startswith(head) for word in HEADS):
        raise IllegalMove("unfinished", "Not yet a move: it begins with `place` and legs, or `give` and a Xoid.")
    if head == "give":
        return Typed(None, _checked(head, rest))
    if head == "place":
        if "give" not in rest:
            owed = rest and rest[-1] in ("gi", "giv")
            return Typed(_checked(head, rest[:-1] if owed else rest), [] if owed else None)
        at = rest.index("give")
        return Typed(_checked(head, rest[:at]), _checked("give", rest[at + 1 :]))
    if LAID.fullmatch(f"{head}>"):
        _checked("place", [word for word in words if word != "give"])
        raise IllegalMove("illegal", f"A placement begins with `place`: write `place {head}` and so on.")
    raise IllegalMove("not_a_move", _CHAT)


def tidy(text: str) -> list[str]:
    """Return the words of a typed text in small letters; none if it is too long to be a move."""
    if len(text) > LONGEST:
        return []
    return re.sub(r" ?> ?", ">", clean(text).lower()).split()


def _checked(head: str, words: list[str]) -> list[str]:
    """Return the words after `place` or `give` if all are notation, or parts of it.

    Where some are not, the text is chat, unless another is so surely notation that the strange one is a slip.
    """
    before = head
    for word in words:
        if not any(form.fullmatch(word) for form in (LEG, WALK, NUMBER, LAID)):
            if not any(_SURELY.fullmatch(word) for word in words):
                raise IllegalMove("not_a_move", _CHAT)
            refuse(f"What follows `{before}` is neither a leg such as `e5e` nor a Xoid such as `FLR` or `3-2`.")
        before = word
    return words


def refuse(reason: str) -> NoReturn:
    """Raise `IllegalMove` for a text that is a move, but against a rule."""
    raise IllegalMove("illegal", reason)


def ask(reason: str) -> NoReturn:
    """Raise `IllegalMove` for a text that is right so far."""
    raise IllegalMove("unfinished", reason)


def reject(reason: str, *, unfinished: bool) -> NoReturn:
    """Raise `IllegalMove` for a text that is right so far, or against a rule."""
    raise IllegalMove("unfinished" if unfinished else "illegal", reason)

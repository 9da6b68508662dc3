"""Actions as words: what each typed word means, and how an attack is written. Shapes only, no legality."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from games.force_field_factions.state import COLOURS, COMPASS, FACINGS, UP
from games.translation import pgettext_noop

TYPED_WORDS = (
    pgettext_noop("typed", "forward"),
    pgettext_noop("typed", "advance"),
    pgettext_noop("typed", "attack"),
    pgettext_noop("typed", "add"),
    pgettext_noop("typed", "remove"),
    pgettext_noop("typed", "and"),
    pgettext_noop("typed", "then"),
    pgettext_noop("typed", "north"),
    pgettext_noop("typed", "north-east"),
    pgettext_noop("typed", "east"),
    pgettext_noop("typed", "south-east"),
    pgettext_noop("typed", "south"),
    pgettext_noop("typed", "south-west"),
    pgettext_noop("typed", "west"),
    pgettext_noop("typed", "north-west"),
    pgettext_noop("typed", "upright"),
    pgettext_noop("typed", "red"),
    pgettext_noop("typed", "green"),
    pgettext_noop("typed", "blue"),
    pgettext_noop("typed", "yellow"),
    pgettext_noop("typed", "purple"),
    pgettext_noop("typed", "orange"),
    pgettext_noop("typed", "clear"),
)
"""Words of typed moves that players can also write in their own language."""

SPOKEN = {
    "colon": ":",
    "forward": "f",
    "advance": "f",
    "attack": "x",
    "plus": "+",
    "add": "+",
    "minus": "-",
    "remove": "-",
    "and": "",
    "then": "",
}
"""What is written for a spoken word."""

_COLOUR_NAMES = {name: letter for letter, name in COLOURS.items()} | {letter: letter for letter in COLOURS}
FACING_WORDS = {
    **{word: number for number, word in enumerate(FACINGS)},
    **{word: number for number, word in enumerate(COMPASS)},
    **{word.replace("-", ""): number for number, word in enumerate(COMPASS)},
    "u": UP,
}
"""Facings by every word that is taken for one."""

_ADVANCE = re.compile(r"f?([0-9]{1,2})|f+")
_ATTACK = re.compile(r"x(?:>([a-z-]+))?(?:,([a-z-]+))?")


class Word(NamedTuple):
    """One action as typed.

    `colour` is a letter, empty for "the outermost"; `facing` is that of a pointing, or of an attacker afterwards (None
    if unsaid); `new` the facing asked for a converted piece; `times` the squares advanced.
    """

    kind: Literal["remove", "point", "advance", "attack", "add"]
    colour: str = ""
    facing: int | None = None
    new: int | None = None
    times: int = 1


@lru_cache(maxsize=4096)
def read_word(word: str) -> Word | None:
    """Read one action in canonical or loose form; None when it is none."""
    if word in FACING_WORDS:
        return Word("point", facing=FACING_WORDS[word])
    if word == "-" or (word[:1] == "-" and word[1:] in _COLOUR_NAMES):
        return Word("remove", _COLOUR_NAMES.get(word[1:], ""))
    if word in COLOURS or (word[:1] == "+" and word[1:] in _COLOUR_NAMES):
        return Word("add", _COLOUR_NAMES[word.removeprefix("+")])
    if match := _ADVANCE.fullmatch(word):
        times = int(match[1]) if match[1] else len(word)
        return Word("advance", times=times) if times else None
    match = _ATTACK.fullmatch(word)
    if match is None or any(facing and facing not in FACING_WORDS for facing in match.groups()):
        return None
    facing, new = (FACING_WORDS[facing] if facing else None for facing in match.groups())
    return Word("attack", facing=facing, new=new)


def attack_word(pointing: int, facing: int, new: int | None) -> str:
    """Write an attack by a piece that points one way and faces another afterwards; `new` for a converted piece."""
    turned = "" if facing == pointing else f">{FACINGS[facing]}"
    return f"x{turned}" if new is None else f"x{turned},{FACINGS[new]}"

"""Moves as text: canonical words, and the looser ones that mean the same. Shapes only, no legality."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from games.force_field_factions.state import COLOURS, COMPASS, FACINGS, GHOST, GRID, UP, Move, Piece
from games.text import clean, replace_words
from games.translation import pgettext_noop

LONGEST = 200
"""Characters; the longest canonical move has about 50."""
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

_COLOUR_NAMES = {name: letter for letter, name in COLOURS.items()} | {letter: letter for letter in COLOURS}
FACING_WORDS = {
    **{word: number for number, word in enumerate(FACINGS)},
    **{word: number for number, word in enumerate(COMPASS)},
    **{word.replace("-", ""): number for number, word in enumerate(COMPASS)},
    "u": UP,
}
"""Facings by every word that is taken for one."""

_SPOKEN = {
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
_HEAD = re.compile(r"([a-z][0-9]{1,2}) ?(\*?) ?(:?),? ?(.*)")
_PLUS = re.compile(r"(?<=[a-z0-9])\+(?=[a-z])")
_SIGN_GAPS = re.compile(r" ?([>,]) ?|(\+) ")
_REMOVE_GAP = re.compile(rf"(?<![^ ])- (?={'|'.join(COLOURS.values())}\b)")
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


class Typed(NamedTuple):
    """A text taken apart: the square's name, whether `*` and `:` follow it, and the words of the actions."""

    square: str
    starred: bool
    colon: bool
    words: tuple[str, ...]


def normalize(text: str) -> str | None:
    """Return the text as it is to be read, or None when it can't be notation at all."""
    if len(text) > LONGEST:
        return None
    text = replace_words(clean(text).lower(), _SPOKEN)
    return text if text.isascii() and text.isprintable() else None


def split_move(text: str) -> Typed | None:
    """Take a tidy text apart; None when it doesn't begin with what looks like a square."""
    match = _HEAD.fullmatch(text)
    if match is None:
        return None
    square, star, colon, actions = match.groups()
    return Typed(square, bool(star), bool(colon), split_actions(actions))


def split_actions(actions: str) -> tuple[str, ...]:
    """Return the words of a tidy text's actions, spaces within a word closed up (`+ blue`, `x > ne`).

    A comma separates an action from the next one, as a plus does, but within an attack: `x>ne,s`.
    """
    closed = _SIGN_GAPS.sub(lambda gap: gap[1] or gap[2], _PLUS.sub(" +", actions))
    words = _REMOVE_GAP.sub("-", closed).split()
    return tuple(part for part in chain.from_iterable(map(_split_at_commas, words)) if part)


def _split_at_commas(word: str) -> list[str]:
    """Return the actions of a word with commas; the first one takes as much of it as makes an action."""
    parts = word.split(",")
    if not word.startswith("x"):
        return parts
    if word.endswith(","):  # a facing is still to come
        return [word]
    longest = next((count for count in range(len(parts), 0, -1) if read_word(",".join(parts[:count]))), len(parts))
    return [",".join(parts[:longest]), *parts[longest:]]


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


def head(board: tuple[Piece | None, ...], place: int) -> str:
    """Write the piece a move begins with, `c1:`, or `c1*:` for the out-of-phase one of two that are of one side."""
    square = place % GHOST
    solid, ghost = board[square], board[square + GHOST]
    both = solid is not None and ghost is not None and solid.seat == ghost.seat
    return f"{GRID.names[square]}{'*' if both and place >= GHOST else ''}:"


def write(board: tuple[Piece | None, ...], move: Move) -> str:
    """Return the canonical text of a move on a board."""
    return " ".join((head(board, move.place), *move.actions))

"""Reads a player's text as a turn, or says why it can't be played: first its words, then their meaning."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from games.rejections import match_over
from games.text import clean, replace_words
from games.translation import pgettext_noop
from games.xong import rejections, shapes
from games.xong.lattice import parts, union, union_of
from games.xong.rules import add_played, find_new_xoid, fits, placements
from games.xong.state import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.shapes import Shape
    from games.xong.state import State

_MOST_WALKS = 3
_HEADS = ("place", "give")
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

_LEG = re.compile(r"[a-z](?:[0-9]{1,3}(?:e|ne|nw|n|w|sw|se|s)?)?")
"""A leg's name or the beginning of one."""

WALK = re.compile(r"[flr()]+")
NUMBER = re.compile(r"([0-9]{1,2})(?:-([0-9]{0,3}))?")
_WALK_FROM_LEG = re.compile(r"([a-z][0-9]{1,3}(?:ne|nw|sw|se|e|w))>([flr()]*|[0-9]{1,2}-[0-9]{1,3})")
_UNMISTAKABLE = re.compile(r"[a-z][0-9]+(e|ne|nw|w|sw|se)|f[lr(][flr()]*|[0-9]-[0-9]+")
"""A word that nobody writes in chat."""


class Typed(NamedTuple):
    """The words after `place` and after `give`; None where that part is missing."""

    placement: list[str] | None
    gift: list[str] | None


def read_move(state: State, text: str) -> Move:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    typed = split_move(text)
    if state.mover is None:
        raise match_over()
    if state.hand is None:
        if typed.placement is not None:
            raise rejections.nothing_to_place()
        return Move(0, read_gift(state.board, state.vacant, (), typed.gift or []))
    if typed.placement is None:
        raise rejections.place_first(state.hand)
    legs = read_placement(state, typed.placement)
    vacant, played = state.vacant & ~legs, add_played(state.played, state.hand)
    must_give = find_new_xoid(vacant, played) is not None
    if not must_give and typed.gift is not None:
        raise rejections.no_gift(state.board, legs)
    if not must_give:
        return Move(legs, None)
    if typed.gift is None:
        raise rejections.gift_missing(vacant, played)
    return Move(legs, read_gift(state.board, vacant, played, typed.gift))


def tidy(text: str) -> list[str]:
    """Return the words of a typed text in small letters, a `place` before legs; none if it is too long to be a move."""
    if len(text) > LONGEST:
        return []
    spoken = clean(text).lower().replace(", ", " ")
    words = re.sub(r" ?> ?", ">", replace_words(spoken, _SPOKEN)).split()
    return ["place", *words] if words and _WALK_FROM_LEG.match(f"{words[0]}>") else words


def _is_notation(word: str) -> bool:
    """Return whether a word is a leg, a Xoid or a walk from a leg, or part of one."""
    return any(form.fullmatch(word) for form in (_LEG, WALK, NUMBER, _WALK_FROM_LEG))


def split_move(text: str) -> Typed:
    """Return the words of a typed move's placement and gift. Raises `IllegalMove`: `not_a_move` for chat."""
    words = tidy(text)
    if not words:
        raise rejections.not_a_move()
    head, *rest = words
    if len(words) == 1 and len(head) > 1 and any(word.startswith(head) and word != head for word in _HEADS):
        raise rejections.head_unfinished()
    if head == "give":
        return Typed(None, _check_words(head, rest))
    if head == "place":
        if "give" not in rest:
            begun = rest and rest[-1] in ("gi", "giv")
            return Typed(_check_words(head, rest[:-1] if begun else rest), [] if begun else None)
        at = rest.index("give")
        return Typed(_check_words(head, rest[:at]), _check_words("give", rest[at + 1 :]))
    raise rejections.not_a_move()


def _check_words(head: str, words: list[str]) -> list[str]:
    """Return the words after `place` or `give` if all are notation, or parts of it. Raises `IllegalMove`.

    A text with other words is chat, unless one of its words is so surely notation that the other must be a slip.
    """
    before = head
    for word in words:
        if not _is_notation(word):
            if not any(_UNMISTAKABLE.fullmatch(word) for word in words):
                raise rejections.not_a_move()
            raise rejections.strange_word(before)
        before = word
    return words


def hand_shape(state: State) -> Shape:
    """Return the Xoid in hand. Raises `ValueError` before the first gift."""
    if state.hand is None:
        raise ValueError("There is no Xoid in hand.")
    return shapes.read(state.hand)


def read_placement(state: State, words: Sequence[str]) -> Mask:
    """Return the legs that a placement names. Raises `IllegalMove`, `unfinished` for a part of a placement."""
    hand = hand_shape(state)
    places = placements(hand, state.vacant)
    if not words:
        raise rejections.which_legs(state.board, hand, places[0])
    alternatives = read_legs(state, words)
    whole = sorted(set(alternatives).intersection(places))
    if len(whole) > 1:
        raise rejections.ambiguous(state.board, whole)
    if not whole:
        begun = [(legs, place) for legs in alternatives for place in places if legs & place == legs]
        if not begun:
            raise rejections.wrong_legs(state.board, hand, alternatives[0], places)
        more = union_of(place & ~legs for legs, place in begun)
        raise rejections.more_legs(state.board, hand, begun[0][0], more)
    return whole[0]


def read_legs(state: State, words: Sequence[str]) -> list[Mask]:
    """Return the sets of vacant legs that words can mean: a walk from a leg has two headings.

    Raises `IllegalMove` for a word that is neither a vacant leg nor a walk over vacant legs.
    """
    if sum(">" in word for word in words) > _MOST_WALKS:
        raise rejections.too_many_walks()
    plain = 0
    walked: list[list[Mask]] = []
    for place, word in enumerate(words, 1):
        last = place == len(words)
        if ">" in word:
            walked.append(_read_walk_from_leg(state, word, last=last))
            continue
        leg = 1 << _read_vacant_leg(state, word, last=last)
        if plain & leg:
            raise rejections.leg_again(word)
        plain |= leg
    return sorted({plain | union_of(legs) for legs in product(*walked)})


def _read_vacant_leg(state: State, word: str, *, last: bool) -> int:
    leg = _read_leg(state.board, word, last=last)
    if not state.vacant >> leg & 1:
        raise rejections.leg_taken(state, word, leg)
    return leg


def _read_leg(board: LegBoard, word: str, *, last: bool) -> int:
    """Return the leg with a name, the canonical one or the other.

    Raises `IllegalMove` if there is none: `unfinished` for the beginning of a name in the `last` word, else `illegal`.
    """
    leg = board.by_name.get(word)
    if leg is None:
        raise rejections.no_such_leg(board, word, last=last)
    return leg


def _read_walk_from_leg(state: State, word: str, *, last: bool) -> list[Mask]:
    """Return the legs of a word such as `e5e>FLR`, in each heading in which they are vacant."""
    match = _WALK_FROM_LEG.fullmatch(word)
    if match is None:
        raise rejections.no_walk_from_leg(word)
    name, walk = match.groups()
    hand = hand_shape(state)
    leg = _read_vacant_leg(state, name, last=False)
    if not walk:
        raise rejections.walk_missing(name, hand, last=last)
    text = shapes.by_number(walk) if "-" in walk else walk.upper()
    if text is None:
        raise rejections.not_in_catalogue(walk)
    if shapes.size(text) > hand.size:
        raise rejections.walk_too_long(text, hand)
    try:
        found = shapes.legs_from(leg, text)
    except shapes.BadWalk as wrong:
        raise rejections.cannot_walk(text, wrong, last=last) from None
    free = [legs for legs in found if legs & state.vacant == legs]
    if not free:
        raise rejections.walk_not_vacant(state.board, name, text, 1 << leg, placements(hand, state.vacant))
    return free


def read_gift(board: LegBoard, vacant: Mask, played: tuple[str, ...], words: Sequence[str]) -> str:
    """Return the canonical text of a new Xoid that fits on the vacant legs. Raises `IllegalMove` for any other."""
    if not words:
        raise rejections.which_gift(vacant, played)
    shape = read_shape(board, vacant, words)
    if shape.text in played:
        raise rejections.gift_played(shape, vacant, played)
    if not fits(shape, vacant):
        raise rejections.gift_fits_nowhere(shape, vacant, played)
    return shape.text


def read_shape(board: LegBoard, vacant: Mask, words: Sequence[str]) -> Shape:
    """Return the Xoid that a walk, a number or vacant legs name, new or not. Raises `IllegalMove`."""
    if all(WALK.fullmatch(word) for word in words):
        return _read_walk("".join(words).upper(), vacant.bit_count())
    number = NUMBER.fullmatch(words[0])
    if number and len(words) == 1:
        return _read_number(*number.groups())
    if not all(_LEG.fullmatch(word) for word in words):
        raise rejections.mixed_gift()
    legs = [_read_leg(board, word, last=place == len(words)) for place, word in enumerate(words, 1)]
    taken = next((word for word, leg in zip(words, legs, strict=True) if not vacant >> leg & 1), None)
    if taken:
        raise rejections.gift_leg_taken(taken)
    mask = union(legs)
    if mask.bit_count() < len(legs):
        raise rejections.gift_leg_again()
    if len(list(parts(mask))) > 1:
        raise rejections.gift_not_connected()
    return shapes.of(mask)


def _read_walk(text: str, vacant: int) -> Shape:
    if shapes.size(text) > vacant:
        raise rejections.gift_too_large(text, vacant)
    try:
        return shapes.read(text)
    except shapes.BadWalk as wrong:
        raise rejections.bad_walk(text, wrong) from None


def _read_number(size: str, place: str | None) -> Shape:
    sizes = shapes.catalogue()
    if not 1 <= int(size) <= len(sizes):
        raise rejections.size_not_in_catalogue()
    if not place:
        raise rejections.which_number(size)
    text = shapes.by_number(f"{size}-{place}")
    if text is None:
        raise rejections.no_such_number(size, place)
    return shapes.read(text)

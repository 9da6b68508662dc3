"""What a player can type next, part by part: where to place the Xoid in hand, then what to give."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.xong import notation, parser, shapes, walks
from games.xong.lattice import bits
from games.xong.new_xoids import find_new_xoid, new_xoids
from games.xong.placements import fits, placements
from games.xong.rules import add_played

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.xong.lattice import Mask
    from games.xong.state import State

LONGEST = 100
"""Characters that a suggestion may have."""

_MOST_GIFTS = 150
"""How many gifts are compared with a typed text."""


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts of at most `LONGEST` characters that complete `text` and begin a legal turn."""
    if state.mover is None or limit < 1 or len(text) > parser.LONGEST:
        return []
    words = parser.tidy(text)
    try:
        found = _first_gifts(state, words) if state.hand is None else _turns(state, words)
        return list(islice(found, limit))
    except IllegalMove:
        return []


def _first_gifts(state: State, words: Sequence[str]) -> Iterator[str]:
    if not words or "give".startswith(words[0]):
        yield from _find_fitting("", _gifts(state.vacant, (), "".join(words[1:])))


def _turns(state: State, words: Sequence[str]) -> Iterator[str]:
    if not words or (len(words) == 1 and "place".startswith(words[0])):
        yield from _placements(state, [], "")
    elif words[0] == "place":
        at = words.index("give") if "give" in words else len(words)
        leg_words, typed = words[1:at], words[at + 1 :]
        try:
            legs = parser.read_placement(state, leg_words)
        except IllegalMove:
            if len(leg_words) > 1 and "give".startswith(leg_words[-1]) and _is_placement(state, leg_words[:-1]):
                yield from _gifts_after(state, parser.read_placement(state, leg_words[:-1]), "")
            elif at == len(words):
                yield from _continue(state, leg_words)
            return
        yield from _gifts_after(state, legs, "".join(typed))


def _is_placement(state: State, leg_words: Sequence[str]) -> bool:
    try:
        parser.read_placement(state, leg_words)
    except IllegalMove:
        return False
    return True


def _continue(state: State, leg_words: Sequence[str]) -> Iterator[str]:
    """Yield placements with the legs named so far, the last of which may be half a name or half a walk."""
    try:
        yield from _placements(state, parser.read_legs(state, leg_words), "")
    except IllegalMove:
        *whole, half = leg_words
        yield from _placements(state, parser.read_legs(state, whole), half.partition(">")[0])


def _placements(state: State, alternatives: Sequence[Mask], half: str) -> Iterator[str]:
    """Yield placements that hold all legs of some reading, and another whose name begins with `half`."""
    places: Sequence[Mask] = placements(parser.hand_shape(state), state.vacant)
    if alternatives:
        places = [place for place in places if any(legs & place == legs for legs in alternatives)]
    if half:
        matching = sum(1 << leg for leg in {leg for name, leg in state.board.by_name.items() if name.startswith(half)})
        places = [place for place in places if place & matching & ~(alternatives[0] if alternatives else 0)]
    if len(f"place a1e>{state.hand}") > LONGEST:
        return  # such a Xoid has no placement short enough for a choice
    ranks = state.board.ranks
    for place in sorted(places, key=lambda place: sorted([ranks[leg] for leg in bits(place)])):
        text = notation.write_briefly(state.board, place, LONGEST)
        if len(text) <= LONGEST:
            yield text


def _gifts_after(state: State, legs: Mask, typed: str) -> Iterator[str]:
    vacant, played = state.vacant & ~legs, add_played(state.played, state.hand or "")
    if find_new_xoid(vacant, played) is None:
        text = notation.write_briefly(state.board, legs, LONGEST)
        yield from [text] if not typed and len(text) <= LONGEST else []
        return
    whole = notation.write_placement(state.board, legs)
    yield from _find_fitting(whole, _gifts(vacant, played, typed), notation.write_briefly(state.board, legs, 0))


def _find_fitting(place: str, gifts: Iterator[str], brief: str = "") -> Iterator[str]:
    """Yield the texts of turns that a choice has room for, with the placement in brief where it has to be."""
    for gift in gifts:
        texts = (f"{start} give {gift}".lstrip() for start in (place, brief))
        yield from islice((text for text in texts if len(text) <= LONGEST), 1)


def _gifts(vacant: Mask, played: tuple[str, ...], typed: str) -> Iterator[str]:
    """Yield new Xoids that fit and that a half-typed walk or number could become."""
    walk = typed.upper()
    yielded: set[str] = set()
    for text in islice(new_xoids(vacant, played), _MOST_GIFTS):
        if text.startswith(walk) or (shapes.number(text) or "").startswith(typed):
            yielded.add(text)
            yield text
    if walk and len(walk) < LONGEST and walks.size(walk) < vacant.bit_count():
        for text in (walk, f"{walk}L", f"{walk}R", f"{walk})"):
            if text not in yielded and _is_new(text, vacant, played):
                yield text


def _is_new(walk: str, vacant: Mask, played: tuple[str, ...]) -> bool:
    try:
        shape = shapes.read(walk)
    except walks.BadWalk:
        return False
    return shape.text not in played and fits(shape, vacant)

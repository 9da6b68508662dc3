"""What a player could type next, part by part: a piece, then its actions in the order of a turn."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.force_field_factions import notation
from games.force_field_factions.action_words import read_word
from games.force_field_factions.choices import completions
from games.force_field_factions.parser import find_piece, follow, normalize, split_move
from games.force_field_factions.powers import pieces_by_place
from games.force_field_factions.reachable_positions import key
from games.force_field_factions.rejections import reject_action
from games.force_field_factions.state import GHOST
from games.force_field_factions.turns import Progress, begin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.force_field_factions.reachable_positions import Key
    from games.force_field_factions.state import State

_OPENING = re.compile(r"[a-h]?|[a-h][1-8]\*?")


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`.

    Pieces come from a1 to h8, the actions after them in the order of a turn: remove, point, advance, attack, add.
    """
    normalized = normalize(text)
    if normalized is None or state.mover is None or limit <= 0:
        return []
    found = _list_pieces(state, normalized) if _OPENING.fullmatch(normalized) else _continue(state, normalized, text)
    return list(islice(dict.fromkeys(found), limit))


def _list_pieces(state: State, typed: str) -> Iterator[str]:
    """Suggest the squares of pieces that begin as typed, of two on one the one in phase first."""
    board = pieces_by_place(state.board)
    for place in sorted(board, key=lambda place: (place % GHOST, place)):
        head = notation.head(state.board, place)
        if board[place].seat == state.mover and head.startswith(typed):
            yield head


def _continue(state: State, normalized: str, text: str) -> Iterator[str]:
    """Suggest how a text with a square and maybe some actions can go on."""
    typed = split_move(normalized)
    if typed is None:
        return
    try:
        place = find_piece(state, typed)
        turn = begin(state, place)
        *done, part = (*typed.words, "") if text.endswith(" ") or not typed.words else typed.words
        for count, word in enumerate(done, 1):
            turn = follow(turn, word, count, last=False)
    except IllegalMove:
        return
    head = notation.head(state.board, place)
    original = key(pieces_by_place(state.board))
    words = _texts(head, turn, completions(turn, part), original)
    after = _step(turn, part)
    if after is None:
        yield from () if part or typed.words else (head,)
        yield from words
        return
    exact = _texts(head, turn, after.actions[len(turn.actions) :], original)
    yield from (*exact[-1:], *words)
    yield from _texts(head, after, completions(after, ""), original)


def _step(turn: Progress, typed: str) -> Progress | None:
    """Return the turn after one more typed word, or None where it can't be done."""
    word = read_word(typed)
    if word is None or reject_action(turn, word) is not None:
        return None
    try:
        return follow(turn, typed, 1, last=True)
    except IllegalMove:
        return None


def _texts(head: str, turn: Progress, words: Iterable[str], original: Key) -> list[str]:
    """Write the turns that end in one of the words, those that change the position."""
    texts: list[str] = []
    for typed in words:
        after = _step(turn, typed)
        if after is not None and key(after.board()) != original:
            texts.append(" ".join((head, *after.actions)))
    return texts

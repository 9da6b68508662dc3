"""Reads a player's text as a move, or says why it can't be played: first its parts, then their meaning.

`action_words` reads a single action.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from games.force_field_factions import notation, rejections
from games.force_field_factions.attacks import pieces_by_place
from games.force_field_factions.state import COLOURS, GHOST, GRID, Move
from games.force_field_factions.turns import FACING_WORDS, SPOKEN, act, begin, read_word
from games.rejections import match_over, off_board
from games.text import clean, replace_words

if TYPE_CHECKING:
    from games.force_field_factions.state import State
    from games.force_field_factions.turns import Progress

_LONGEST = 200
"""Characters; the longest canonical move has about 50."""
_HEAD = re.compile(r"([a-z][0-9]{1,2}) ?(\*?) ?(:?),? ?(.*)")
_PLUS = re.compile(r"(?<=[a-z0-9])\+(?=[a-z])")
_SIGN_GAPS = re.compile(r" ?([>,]) ?|(\+) ")
_REMOVE_GAP = re.compile(rf"(?<![^ ])- (?={'|'.join(COLOURS.values())}\b)")
_MEANT = re.compile(rf"[-+].*|x[>,].*|f[0-9]*|[0-9]+|{'|'.join(COLOURS.values())}")
"""Words that are meant as actions even if they aren't any."""


class Typed(NamedTuple):
    """A text taken apart: the square's name, whether `*` and `:` follow it, and the words of the actions."""

    square: str
    starred: bool
    colon: bool
    words: tuple[str, ...]


def read_move(state: State, text: str) -> Move:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    normalized = normalize(text)
    typed = None if normalized is None else split_move(normalized)
    if typed is None or _is_chat(typed):
        if normalized is None or not re.fullmatch("[a-h]", normalized):
            raise rejections.not_a_move()
        typed = Typed(normalized, starred=False, colon=False, words=())
    if state.mover is None:
        raise match_over()
    if len(typed.square) == 1:
        raise rejections.row_missing(state, typed.square)
    place = find_piece(state, typed)
    turn = begin(state, place)
    for number, word in enumerate(typed.words, 1):
        turn = follow(turn, word, number, last=number == len(typed.words))
    if turn.board() != pieces_by_place(state.board):
        return Move(place, turn.actions)
    raise rejections.nothing_changed(notation.head(state.board, place), turn)


def normalize(text: str) -> str | None:
    """Return the text as it is to be read, or None when it can't be notation at all."""
    if len(text) > _LONGEST:
        return None
    text = replace_words(clean(text).lower(), SPOKEN)
    return text if text.isascii() and text.isprintable() else None


def split_move(text: str) -> Typed | None:
    """Take a tidy text apart; None when it doesn't begin with what looks like a square."""
    match = _HEAD.fullmatch(text)
    if match is None:
        return None
    square, star, colon, actions = match.groups()
    return Typed(square, bool(star), bool(colon), _split_actions(actions))


def _split_actions(actions: str) -> tuple[str, ...]:
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


def _is_chat(typed: Typed) -> bool:
    """Return whether a text that begins like a square doesn't continue like a move."""
    if typed.words and not typed.colon:
        return not all(read_word(word) for word in typed.words)
    if typed.words:
        *_, last = typed.words
        begun = any(facing.startswith(last) for facing in FACING_WORDS)
        return not (begun or any(read_word(word) or _MEANT.fullmatch(word) for word in typed.words))
    return not typed.colon and not typed.starred and typed.square not in GRID.numbers


def find_piece(state: State, typed: Typed) -> int:
    """Return the place of the piece that a typed square names. Raises `IllegalMove`."""
    assert state.mover is not None, "somebody is to move"  # noqa: S101 - asked only then
    square = GRID.numbers.get(typed.square)
    if square is None:
        raise off_board(typed.square)
    solid, ghost = state.board[square], state.board[square + GHOST]
    mine = [piece is not None and piece.seat == state.mover for piece in (solid, ghost)]
    if mine[0] and not typed.starred:
        return square
    if mine[1]:
        return square + GHOST
    raise rejections.no_ghost(typed.square) if mine[0] else rejections.not_yours(state, square)


def follow(turn: Progress, typed: str, number: int, *, last: bool) -> Progress:
    """Return the turn after the typed word, action `number` of the text. Raises `IllegalMove`."""
    word = read_word(typed)
    if word is None:
        raise rejections.unknown_action(turn, typed, number, last=last)
    for count in range(word.times):
        reason = rejections.reject_action(turn, word)
        if reason is not None:
            raise rejections.impossible_action(typed, number, reason, advanced=count)
        turn = act(turn, word)
    return turn

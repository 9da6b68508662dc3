"""Reads a player's text as a move, or says why it can't be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.force_field_factions import notation, rejections
from games.force_field_factions.notation import Typed
from games.force_field_factions.powers import pieces_by_place
from games.force_field_factions.state import COLOURS, GHOST, GRID, Move
from games.force_field_factions.turns import act, begin
from games.rejections import match_over, off_board

if TYPE_CHECKING:
    from games.force_field_factions.state import State
    from games.force_field_factions.turns import Progress

_MEANT = re.compile(rf"[-+].*|x[>,].*|f[0-9]*|[0-9]+|{'|'.join(COLOURS.values())}")
"""Words that are meant as actions even if they aren't any."""


def read_move(state: State, text: str) -> Move:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    normalized = notation.normalize(text)
    typed = None if normalized is None else notation.split_move(normalized)
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


def _is_chat(typed: Typed) -> bool:
    """Return whether a text that begins like a square doesn't continue like a move."""
    if typed.words and not typed.colon:
        return not all(notation.read_word(word) for word in typed.words)
    if typed.words:
        *_, last = typed.words
        begun = any(facing.startswith(last) for facing in notation.FACING_WORDS)
        return not (begun or any(notation.read_word(word) or _MEANT.fullmatch(word) for word in typed.words))
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
    word = notation.read_word(typed)
    if word is None:
        raise rejections.unknown_action(turn, typed, number, last=last)
    for count in range(word.times):
        reason = rejections.reject_action(turn, word)
        if reason is not None:
            raise rejections.impossible_action(typed, number, reason, advanced=count)
        turn = act(turn, word)
    return turn

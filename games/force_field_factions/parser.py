"""From a player's text to a move, or to the reason why not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.force_field_factions import notation
from games.force_field_factions.choices import completions, list_choices
from games.force_field_factions.notation import Typed
from games.force_field_factions.powers import pieces_by_place
from games.force_field_factions.rejections import named, reject_action
from games.force_field_factions.state import COLOURS, GHOST, GRID, Move, State
from games.force_field_factions.turns import Progress, act, begin

if TYPE_CHECKING:
    from collections.abc import Sequence

_CHAT = "That isn't a move: name a square of yours, a colon and its actions, for example `b1: n f +red`."
_MEANT = re.compile(rf"[-+].*|x[>,].*|f[0-9]*|[0-9]+|{'|'.join(COLOURS.values())}")
"""Words that are meant as actions even where they are none."""


def read_move(state: State, text: str) -> Move:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    tidy = notation.tidy(text)
    typed = None if tidy is None else notation.take_apart(tidy)
    if typed is None or _is_chat(typed):
        if tidy is None or not re.fullmatch("[a-h]", tidy):
            raise IllegalMove("not_a_move", _CHAT)
        typed = Typed(tidy, starred=False, colon=False, words=())
    if state.mover is None:
        raise IllegalMove("illegal", "The match is over.")
    if len(typed.square) == 1:
        raise _which_row(state, typed.square)
    place = find_piece(state, typed)
    if typed.words and not typed.colon:
        whole = f"{notation.head(state.board, place)} {' '.join(typed.words)}"
        raise IllegalMove("illegal", f"A colon follows the square: write `{whole}`.")
    turn = begin(state, place)
    for number, word in enumerate(typed.words, 1):
        turn = follow(turn, word, number, last=number == len(typed.words))
    if turn.board() != pieces_by_place(state.board):
        return Move(place, turn.actions)
    raise _nothing_changed(notation.head(state.board, place), turn)


def _is_chat(typed: Typed) -> bool:
    """Tell whether a text that begins like a square goes on unlike any move."""
    if typed.words and not typed.colon:
        return not all(notation.read_word(word) for word in typed.words)
    if typed.words:
        *_, last = typed.words
        begun = any(facing.startswith(last) for facing in notation.FACING_WORDS)
        return not (begun or any(notation.read_word(word) or _MEANT.fullmatch(word) for word in typed.words))
    return not typed.colon and not typed.starred and typed.square not in GRID.numbers


def _which_row(state: State, column: str) -> IllegalMove:
    heads = [head for head in _heads(state) if head.startswith(column)]
    if heads:
        listed = " or ".join(f"`{head}`" for head in heads)
        return IllegalMove("unfinished", f"Not yet a move: name a piece of yours and its actions, {listed}.")
    nearest = min(_heads(state), key=lambda head: abs(ord(head[0]) - ord(column)))
    return IllegalMove("illegal", f"You have no piece in column {column}; the nearest is on `{nearest[:2]}`.")


def _heads(state: State) -> list[str]:
    places = [place for place, piece in pieces_by_place(state.board).items() if piece.seat == state.mover]
    return [notation.head(state.board, place) for place in sorted(places, key=lambda place: (place % GHOST, place))]


def find_piece(state: State, typed: Typed) -> int:
    """Return the place of the piece that a typed square names. Raises `IllegalMove`."""
    assert state.mover is not None, "somebody is to move"  # noqa: S101 - asked only then
    square = GRID.numbers.get(typed.square)
    if square is None:
        why = f"`{typed.square}` is not on the board: its squares go from `a1` to `h8`."
        raise IllegalMove("illegal", why)
    solid, ghost = state.board[square], state.board[square + GHOST]
    mine = [piece is not None and piece.seat == state.mover for piece in (solid, ghost)]
    if mine[0] and not typed.starred:
        return square
    if mine[1]:
        return square + GHOST
    if mine[0]:
        why = f"No out-of-phase piece of yours is on {typed.square}: `{typed.square}:` names the one in phase."
        raise IllegalMove("illegal", why)
    own = [place % GHOST for place, piece in pieces_by_place(state.board).items() if piece.seat == state.mover]
    nearest = GRID.names[min(own, key=lambda other: (_apart(other, square), other))]
    other = solid or ghost
    why = f"{typed.square} is {'empty' if other is None else named(other, state.mover)}"
    raise IllegalMove("illegal", f"{why}: name a piece of yours, the nearest is on `{nearest}`.")


def _apart(first: int, second: int) -> int:
    return max(abs(first // 8 - second // 8), abs(first % 8 - second % 8))


def follow(turn: Progress, typed: str, number: int, *, last: bool) -> Progress:
    """Return the turn after the typed word, action `number` of the text. Raises `IllegalMove`."""
    word = notation.read_word(typed)
    if word is None:
        raise _unknown(turn, typed, number, last=last)
    for count in range(word.times):
        why = reject_action(turn, word)
        if why is not None:
            far = f" `f{count}` goes as far as it can." if count else ""
            raise IllegalMove("illegal", f"Action {number}, `{typed}`: {why}{far}")
        turn = act(turn, word)
    return turn


def _unknown(turn: Progress, typed: str, number: int, *, last: bool) -> IllegalMove:
    fitting = completions(turn, typed) if last else []
    if fitting:
        return IllegalMove("unfinished", f"Not yet a move: action {number}, `{typed}`, can become {_some(fitting)}.")
    word = typed[:20].replace("`", "'")
    shown = f"Action {number}, `{word}`, is no action"
    if typed in COLOURS.values():
        return IllegalMove("illegal", f"{shown}: `+{typed}` adds that field, `-{typed}` removes it.")
    can = list_choices(turn)
    return IllegalMove("illegal", f"{shown}. Here the piece can {can}." if can else f"{shown}, and the turn is over.")


def _some(words: Sequence[str]) -> str:
    shown = [f"`{word}`" for word in words[:9]]
    more = f" and {len(words) - 9} more" if len(words) > 9 else ""
    return f"{' '.join(shown)}{more}"


def _nothing_changed(head: str, turn: Progress) -> IllegalMove:
    can = list_choices(turn)
    square = GRID.names[turn.square]
    if not turn.actions:
        return IllegalMove("unfinished", f"Not yet a move: after `{head}` the piece on {square} can {can}.")
    text = " ".join((head, *turn.actions))
    why = f"`{text}` leaves the position as it was, and a turn must change it"
    if can:
        return IllegalMove("unfinished", f"{why}. Go on: the piece on {square} can {can}.")
    return IllegalMove("illegal", f"{why}; nothing can follow, so do something else with {head[:-1]}.")

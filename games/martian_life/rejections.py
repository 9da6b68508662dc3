"""Why a text can't be played, in sentences that name the square, the piece or the rule, and the nearest legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.martian_life.notation import Typed, is_on_board, write
from games.martian_life.rules import SEATS, SIZES
from games.martian_life.state import GRID, Move
from games.text import format_code_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.martian_life.state import Piece


def _illegal(reason: str) -> IllegalMove:
    return IllegalMove("illegal", reason)


def not_a_move() -> IllegalMove:
    """Return the rejection of chat, with the notation."""
    return IllegalMove("not_a_move", "That isn't a move: `c4` places a small on c4, `c4+` promotes the piece there.")


def match_over() -> IllegalMove:
    """Return the rejection of any move once the match is over."""
    return _illegal("The match is over.")


def off_board(name: str) -> IllegalMove:
    """Return the rejection of a square that the board doesn't have."""
    return _illegal(f"`{name}` is not on the board: its squares go from `a1` to `h8`.")


def no_square(typed: Typed, legal: Sequence[Move]) -> IllegalMove:
    """Return the rejection of a text without a whole square, with what can follow it."""
    if typed.column and not is_on_board(typed.column, ""):
        return _illegal(f"There is no column `{typed.column}`: the board's squares go from `a1` to `h8`.")
    fitting = [
        move
        for move in legal
        if typed.promotes in (None, move.promotes) and GRID.names[move.square].startswith(typed.column)
    ]
    if not fitting:
        what = {None: "be played", True: "be promoted", False: "be placed"}[typed.promotes]
        where = f" in column `{typed.column}`" if typed.column else ""
        instead = next((move for move in legal if move.promotes is typed.promotes), legal[0])
        return _illegal(f"Nothing of yours can {what}{where} now; `{write(instead)}` can be played, for example.")
    texts = [write(move) for move in fitting]
    choice = format_code_list(texts) if len(texts) <= 10 else f"for example {format_code_list(texts[:3])}"
    part = "row" if typed.column else "square"
    return IllegalMove("unfinished", f"Not yet a move: name the {part} too, {choice}.")


def nothing_of_kind(kind: str) -> IllegalMove:
    """Return the rejection of a kind of move of which none can be played."""
    if kind in {"small", "place"}:
        return _illegal("No small can be placed: all five are on the board, and a stash is a limit.")
    what = "piece" if kind == "promote" else {"medium": "small", "large": "medium"}[kind]
    return _illegal(f"No {what} can be promoted now: there is none, or no larger one is left in the stash.")


def cannot_place(piece: Piece | None, square: int, seat: int, legal: Sequence[Move]) -> IllegalMove:
    """Return the rejection of a small on a square, where `piece` stands or all smalls are on the board."""
    name = GRID.names[square]
    if piece is None:
        return _illegal(
            "All five of your smalls are on the board, and a stash is a limit: place one when it has come back, "
            f"or promote{_nearest('', legal, square, promotes=True)}."
        )
    if piece.seat == seat:
        how = f"`{name}+` promotes it" if Move(square, promotes=True) in legal else "it stays as it is"
        size = SIZES[piece.size - 1]
        return _illegal(f"`{name}` is occupied by your own {size}: a small is put on an empty square; {how}.")
    near = _nearest(" The nearest is", legal, square, promotes=False)
    occupied = f"`{name}` is occupied by {_name_piece(piece)}: a small is put on an empty square."
    return _illegal(f"{occupied}{near}{'.' if near else ''}")


def cannot_promote(piece: Piece | None, square: int, seat: int, legal: Sequence[Move]) -> IllegalMove:
    """Return the rejection of a promotion of the `piece` on a square, or of none there."""
    name = GRID.names[square]
    if piece is None:
        why = f"`{name}` is empty: there is nothing to promote"
        why += f"; `{name}` places a small there" if Move(square, promotes=False) in legal else ""
    elif piece.seat != seat:
        why = f"`{name}` is {_name_piece(piece)}: you promote only your own pieces"
    elif piece.size == 3:
        why = f"`{name}` is a large already: nothing is larger"
    else:
        size, larger = SIZES[piece.size - 1 : piece.size + 1]
        why = (
            f"`{name}` is a {size}, and all five of your {larger}s are on the board: promote it when one has come back"
        )
    near = _nearest(" The nearest piece you can promote:", legal, square, promotes=True)
    return _illegal(f"{why}.{near}{'.' if near else ''}")


def _name_piece(piece: Piece) -> str:
    return f"{SEATS[piece.seat - 1].lower()}'s {SIZES[piece.size - 1]}"


def _nearest(lead: str, legal: Sequence[Move], square: int, *, promotes: bool) -> str:
    """Return `lead` and the nearest legal move of one kind, or an empty text without one."""

    def distance(move: Move) -> int:
        return max(abs(GRID.row(move.square) - GRID.row(square)), abs(GRID.column(move.square) - GRID.column(square)))

    moves = [move for move in legal if move.promotes == promotes]
    return f"{lead} `{write(min(moves, key=distance))}`" if moves else ""

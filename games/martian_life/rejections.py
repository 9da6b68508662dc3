"""Why a text can't be played, in sentences that name the square, the piece or the rule, and the nearest legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.martian_life.notation import write
from games.martian_life.rules import SIZES, is_fatal
from games.martian_life.state import GRID, Move
from games.rejections import illegal, unfinished
from games.text import format_code_list
from games.translation import gettext as _, gettext_noop as N_, pgettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.martian_life.state import Piece, State


_MOST_LISTED = 10
"""How many moves that a text can become are listed; of more, three are named."""

_NOTHING = {
    None: N_("You can't play that now; try `{move}`, for example."),
    True: N_("You can't promote anything now; try `{move}`, for example."),
    False: N_("You can't place anything now; try `{move}`, for example."),
}
_NOTHING_IN_COLUMN = {
    None: N_("You can't play anything in column `{column}` now; try `{move}`, for example."),
    True: N_("You can't promote anything in column `{column}` now; try `{move}`, for example."),
    False: N_("You can't place anything in column `{column}` now; try `{move}`, for example."),
}
"""Why a text leads to no move, by whether it names a promotion, None for either kind."""

_NO_SMALL = N_("No small can be placed: all five are on the board, and a stash is a limit.")
_NONE_OF_KIND = {
    "small": _NO_SMALL,
    "place": _NO_SMALL,
    "promote": N_("No piece can be promoted now: there's none, or no larger one is left in the stash."),
    "medium": N_("No small can be promoted now: there's none, or no larger one is left in the stash."),
    "large": N_("No medium can be promoted now: there's none, or no larger one is left in the stash."),
}

_OCCUPIED_AND_PROMOTABLE = {
    1: N_("`{square}` is occupied by your own small: a small is put on an empty square; `{square}+` promotes it."),
    2: N_("`{square}` is occupied by your own medium: a small is put on an empty square; `{square}+` promotes it."),
}
_OCCUPIED_BY_OWN = {
    1: N_("`{square}` is occupied by your own small: a small is put on an empty square; it stays as it is."),
    2: N_("`{square}` is occupied by your own medium: a small is put on an empty square; it stays as it is."),
    3: N_("`{square}` is occupied by your own large: a small is put on an empty square; it stays as it is."),
}
_OCCUPIED_BY_OTHER = {
    1: N_("`{square}` is occupied by {seat}'s small: a small is put on an empty square."),
    2: N_("`{square}` is occupied by {seat}'s medium: a small is put on an empty square."),
    3: N_("`{square}` is occupied by {seat}'s large: a small is put on an empty square."),
}
_NOT_YOURS = {
    1: N_("`{square}` is {seat}'s small: you promote only your own pieces."),
    2: N_("`{square}` is {seat}'s medium: you promote only your own pieces."),
    3: N_("`{square}` is {seat}'s large: you promote only your own pieces."),
}
_NONE_LEFT = {
    1: N_("`{square}` is a small, and all five of your mediums are on the board: promote it when one has come back."),
    2: N_("`{square}` is a medium, and all five of your larges are on the board: promote it when one has come back."),
}
"""Sentences by the size of the piece that stands there."""


def not_a_move() -> IllegalMove:
    """Return the rejection of chat, with the notation."""
    why = _("That isn't a move: `c4` places a small on c4, `c4+` promotes the piece there.")
    return IllegalMove("not_a_move", why)


def no_square(state: State, column: str, legal: Sequence[Move], *, promotes: bool | None) -> IllegalMove:
    """Return the rejection of a text without a whole square, with what can follow it; `promotes` is None for either."""
    if column and f"{column}1" not in GRID.numbers:
        template = _("There's no column `{column}`: the board's squares go from `a1` to `h8`.")
        return illegal(template.format(column=column))
    fitting = [
        move for move in legal if promotes in (None, move.promotes) and GRID.names[move.square].startswith(column)
    ]
    if not fitting:
        instead = next((move for move in legal if move.promotes is promotes), legal[0])
        template = _(_NOTHING_IN_COLUMN[promotes] if column else _NOTHING[promotes])
        return illegal(template.format(column=column, move=write(instead)))
    texts = [write(move) for move in fitting]
    if len(texts) <= _MOST_LISTED:
        template = (
            _("Not yet a move: name the row too, {moves}.")
            if column
            else _("Not yet a move: name the square too, {moves}.")
        )
        return unfinished(template.format(moves=format_code_list(texts)))
    if column:
        template = _("Not yet a move: name the row too, for example {moves}.")
    else:
        template = _("Not yet a move: name the square too, for example {moves}.")
    living = [write(move) for move in fitting if not is_fatal(state.board, state.mover or 1, move)]
    return unfinished(template.format(moves=format_code_list((living or texts)[:3])))


def nothing_of_kind(kind: str) -> IllegalMove:
    """Return the rejection of a kind of move of which none can be played."""
    return illegal(_(_NONE_OF_KIND[kind]))


def cannot_place(piece: Piece | None, square: int, seat: int, legal: Sequence[Move]) -> IllegalMove:
    """Return the rejection of a small on a square, where `piece` stands or all smalls are on the board."""
    name = GRID.names[square]
    if piece is None:
        near = _nearest(legal, square, promotes=True)
        if near:
            template = _(
                "All five of your smalls are on the board, and a stash is a limit: place one when it has come back, "
                "or promote `{near}`."
            )
        else:
            template = _(
                "All five of your smalls are on the board, and a stash is a limit: place one when it has come back, "
                "or promote."
            )
        return illegal(template.format(near=near))
    if piece.seat == seat:
        promotable = Move(square, promotes=True) in legal
        template = _(_OCCUPIED_AND_PROMOTABLE[piece.size] if promotable else _OCCUPIED_BY_OWN[piece.size])
        return illegal(template.format(square=name))
    occupied = _(_OCCUPIED_BY_OTHER[piece.size]).format(square=name, seat=_name_in_clause(piece.seat))
    near = _nearest(legal, square, promotes=False)
    return illegal(" ".join([occupied, *([_("The nearest is `{near}`.").format(near=near)] if near else [])]))


def cannot_promote(piece: Piece | None, square: int, seat: int, legal: Sequence[Move]) -> IllegalMove:
    """Return the rejection of a promotion of the `piece` on a square, or of none there."""
    if piece is None:
        can_place = Move(square, promotes=False) in legal
        why = N_("`{square}` is empty: there's nothing to promote; `{square}` places a small there.")
        why = why if can_place else N_("`{square}` is empty: there's nothing to promote.")
    elif piece.seat != seat:
        why = _NOT_YOURS[piece.size]
    elif piece.size == len(SIZES):
        why = N_("`{square}` is a large already: nothing is larger.")
    else:
        why = _NONE_LEFT[piece.size]
    owner = _name_in_clause(piece.seat) if piece else ""
    sentences = [_(why).format(square=GRID.names[square], seat=owner)]
    if near := _nearest(legal, square, promotes=True):
        sentences.append(_("The nearest piece you can promote: `{near}`.").format(near=near))
    return illegal(" ".join(sentences))


def _name_in_clause(seat: int) -> str:
    """Return the name of a seat as it is written within a clause."""
    return pgettext("within a clause", "red") if seat == 1 else pgettext("within a clause", "yellow")


def _nearest(legal: Sequence[Move], square: int, *, promotes: bool) -> str:
    """Return the nearest legal move of one kind, or an empty text without one."""

    def distance(move: Move) -> int:
        return max(abs(GRID.row(move.square) - GRID.row(square)), abs(GRID.column(move.square) - GRID.column(square)))

    moves = [move for move in legal if move.promotes == promotes]
    return write(min(moves, key=distance)) if moves else ""

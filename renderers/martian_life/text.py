"""Martian Life in words, on the picture, beside it and instead of it, and its board in letters."""

from __future__ import annotations

from games.martian_life import rules
from games.martian_life.state import GRID, Piece, State, Turn
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext
from renderers.board.alt_text import describe_status, format_rows, format_squares, open_alt, open_grid, quoted_name
from renderers.board.scene import Scene, sole_winner

TITLE = "Martian Life"
SEATS = rules.SEATS
_SIZES = (N_("small"), N_("medium"), N_("large"))
_ACTIONS = {1: N_("placed a small"), 2: N_("promoted to a medium"), 3: N_("promoted to a large")}
"""What a move did, by the size that it led to."""


def alt(scene: Scene) -> str:
    """Return the position and the last move in words."""
    board = [(square, piece) for square, piece in enumerate(scene.state.board) if piece]
    # Translators: {pieces} is "Red small d5, e4; Yellow large h8" or so.
    there = _("On the board: {pieces}.").format(pieces=_list_pieces(board)) if board else _("On the board: nothing.")
    return " ".join([*_open(scene), there, list_stashes(scene.state)])


def text(scene: Scene) -> str:
    """Return the position in sentences, a row of the board a line."""
    board = [(str(GRID.row(square)), _name(square, piece)) for square, piece in enumerate(scene.state.board) if piece]
    return "\n".join([*_open(scene), *format_rows("12345678", board), list_stashes(scene.state)])


def _open(scene: Scene) -> list[str]:
    """The last move and what it led to, whose turn it is, and the points."""
    state: State = scene.state
    last = state.last
    lines = open_alt(scene, TITLE, SEATS, last.seat if last else None, _describe_action(last) if last else "")
    if scene.move and last:
        lines.append(_describe_deaths(last))
    passed_over = _("{seat} can't move and is passed over.")
    lines.extend(passed_over.format(seat=_(SEATS[seat - 1])) for seat in state.passed)
    lines.append(describe_status(scene, SEATS, _("to play")))
    red, yellow = scores(state)
    points = _("Points: Red {red}, Yellow {yellow}; more than {target} win.")
    return [*lines, points.format(red=red, yellow=yellow, target=state.target)]


def _describe_deaths(last: Turn) -> str:
    """Return which pieces died, wave by wave, as sentences."""
    if not last.culled:
        return _("Nothing died.")
    first, *later = (_list_pieces(list(wave)) for wave in last.culled)
    then = [_("Then: {pieces}.").format(pieces=pieces) for pieces in later]
    return " ".join([_("Died: {pieces}.").format(pieces=first), *then])


def _name(square: int, piece: Piece) -> str:
    return f"{GRID.names[square]} {_(SEATS[piece.seat - 1])} {_(_SIZES[piece.size - 1])}"


def scores(state: State) -> tuple[int, int]:
    """Return both seats' points on the board."""
    red, yellow = (sum(piece.size for piece in state.board if piece and piece.seat == seat) for seat in (1, 2))
    return red, yellow


def stashes(state: State) -> list[tuple[int, ...] | None]:
    """Return each seat's pieces off the board, by size; None where there is no limit."""
    if state.unlimited:
        return [None, None]
    return [tuple(5 - state.board.count(Piece(seat, size)) for size in (1, 2, 3)) for seat in (1, 2)]


def _describe_action(last: Turn) -> str:
    """What the last move did, as a clause."""
    return _(_ACTIONS[last.piece.size])


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what the last move led to."""
    state: State = scene.state
    best, outcome, last = sole_winner(state.outcome), state.outcome, state.last
    if outcome:
        if best and scene.move:
            return _("{who} wins: {reason}").format(who=_(SEATS[best - 1]), reason=outcome.clause)
        return outcome.clause
    if not last:
        return _("more than {target} points win").format(target=state.target)
    dead = [GRID.names[square] for wave in last.culled for square, _piece in wave]
    if dead:
        template = ngettext("{n} culled: {squares}", "{n} culled: {squares}", len(dead))
        words = template.format(n=len(dead), squares=", ".join(dead))
    else:
        words = _("{action}, none culled").format(action=_describe_action(last))
    skipped = format_list([_(SEATS[seat - 1]) for seat in state.passed])
    # Translators: {words} is what the last move did, "2 culled: a1, b2" or so.
    return _("{seats} passed over; {words}").format(seats=skipped, words=words) if skipped else words


def _list_pieces(pieces: list[tuple[int, Piece]]) -> str:
    """Pieces with their squares, by owner and size: "Red small d5, e4, medium c3; Yellow large h8"."""
    owners: list[str] = []
    for seat in (1, 2):
        sizes = {size: [GRID.names[square] for square, piece in pieces if piece == (seat, size)] for size in (1, 2, 3)}
        groups = [f"{_(_SIZES[size - 1])} {', '.join(names)}" for size, names in sizes.items() if names]
        if groups:
            owners.append(f"{_(SEATS[seat - 1])} {', '.join(groups)}")
    return "; ".join(owners)


def list_stashes(state: State) -> str:
    """Return what is left in the stashes, as a sentence."""
    template = _("{seat} {smalls} small, {mediums} medium, {larges} large")
    parts = [
        template.format(seat=_(name), smalls=stash[0], mediums=stash[1], larges=stash[2])
        for name, stash in zip(SEATS, stashes(state), strict=True)
        if stash
    ]
    # Translators: {pieces} is "Red 3 small, 5 medium, 5 large; Yellow ..."
    return _("In stock: {pieces}.").format(pieces="; ".join(parts)) if parts else _("In stock: no limit.")


def write_grid(scene: Scene) -> str:
    """Return the board in letters, from the scene's side: R and Y for the owner, 1 to 3 for the size."""
    state: State = scene.state
    last = state.last
    dead = {square for wave in last.culled for square, _ in wave} if last else set[int]()
    way = -1 if scene.is_rotated(top=2) else 1
    board: list[tuple[str, list[str]]] = []
    for row in range(8, 0, -1)[::way]:
        cells: list[str] = []
        for square in range(8 * row - 8, 8 * row)[::way]:
            piece = state.board[square]
            mark = "*" if last and last.move.square == square else " "
            letters = f"{'RY'[piece.seat - 1]}{piece.size}" if piece else "x " if square in dead else ". "
            cells.append(letters + mark)
        board.append((str(row), cells))
    rows = [open_grid(scene, TITLE), *format_squares("abcdefgh"[::way], board)]
    red, yellow = scores(state)
    # The letters on the board are R and Y in every language.
    rows.append(f"R {quoted_name(scene.names[0])}: {red}   Y {quoted_name(scene.names[1])}: {yellow}")
    rows.append(_("1 small, 2 medium, 3 large, * played last, x died"))
    rows.append(list_stashes(state))
    rows.append(describe_status(scene, SEATS, _("to play")))
    return "\n".join(rows)

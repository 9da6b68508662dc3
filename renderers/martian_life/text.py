"""Martian Life in words: on the picture, beside it and instead of it."""

from __future__ import annotations

from games.martian_life.state import GRID, Piece, State, Turn
from games.text import format_list
from renderers.board.alt_text import describe_status, format_rows, open_alt
from renderers.board.scene import Scene, sole_winner

TITLE = "Martian Life"
SEATS = ("Red", "Yellow")
_SIZES = ("small", "medium", "large")


def alt(scene: Scene) -> str:
    """Return the position and the last move in words."""
    board = [(square, piece) for square, piece in enumerate(scene.state.board) if piece]
    return " ".join([*_open(scene), f"On the board: {_list_pieces(board) or 'nothing'}.", list_stashes(scene.state)])


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
        waves = [_list_pieces(list(wave)) for wave in last.culled]
        lines.append(f"Died: {'. Then: '.join(waves)}." if waves else "Nothing died.")
    lines.extend(f"{SEATS[seat - 1]} cannot move and is passed over." for seat in state.passed)
    lines.append(describe_status(scene, SEATS, "to play"))
    red, yellow = scores(state)
    lines.append(f"Points: Red {red}, Yellow {yellow}; more than {state.target} win.")
    return lines


def _name(square: int, piece: Piece) -> str:
    return f"{GRID.names[square]} {SEATS[piece.seat - 1]} {_SIZES[piece.size - 1]}"


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
    size = _SIZES[last.piece.size - 1]
    return f"promoted to a {size}" if last.move.promotes else f"placed a {size}"


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what the last move led to."""
    state: State = scene.state
    best, outcome, last = sole_winner(state.outcome), state.outcome, state.last
    if outcome:
        return f"{SEATS[best - 1]} wins: {outcome.clause}" if best and scene.move else outcome.clause
    if not last:
        return f"more than {state.target} points win"
    dead = [GRID.names[square] for wave in last.culled for square, _ in wave]
    words = f"{len(dead)} culled: {', '.join(dead)}" if dead else f"{_describe_action(last)}, none culled"
    skipped = format_list([SEATS[seat - 1] for seat in state.passed])
    return f"{skipped} passed over; {words}" if skipped else words


def _list_pieces(pieces: list[tuple[int, Piece]]) -> str:
    """Pieces with their squares, by owner and size: "Red small d5, e4, medium c3; Yellow large h8"."""
    owners: list[str] = []
    for seat in (1, 2):
        sizes = {size: [GRID.names[square] for square, piece in pieces if piece == (seat, size)] for size in (1, 2, 3)}
        groups = [f"{_SIZES[size - 1]} {', '.join(names)}" for size, names in sizes.items() if names]
        if groups:
            owners.append(f"{SEATS[seat - 1]} {', '.join(groups)}")
    return "; ".join(owners)


def list_stashes(state: State) -> str:
    """Return what is left in the stashes, as a sentence."""
    parts = [
        f"{name} {', '.join(f'{count} {size}' for count, size in zip(stash, _SIZES, strict=True))}"
        for name, stash in zip(SEATS, stashes(state), strict=True)
        if stash
    ]
    return f"In stock: {'; '.join(parts)}." if parts else "In stock: no limit."

"""Martian Life in words: on the picture, beside it and instead of it."""

from __future__ import annotations

from games.martian_life.state import GRID, Piece, State, Turn
from games.text import format_list
from renderers.board.alt_text import describe_status, format_squares, one_line, open_alt, open_text
from renderers.board.scene import Scene, sole_winner

TITLE = "Martian Life"
SEATS = ("Red", "Yellow")
_SIZES = ("small", "medium", "large")


def alt(scene: Scene) -> str:
    """Return the position and the last move in words."""
    state: State = scene.state
    last = state.last
    lines = open_alt(scene, TITLE, SEATS, last.seat if last else None, _describe_action(last) if last else "")
    if scene.move and last:
        dead = [corpse for wave in last.culled for corpse in wave]
        lines.append(f"Died: {_list_pieces(dead)}." if dead else "Nothing died.")
    lines.extend(f"{SEATS[seat - 1]} cannot move and is passed over." for seat in state.passed)
    lines.append(describe_status(scene, SEATS, "to play"))
    red, yellow = scores(state)
    lines.append(f"Points: Red {red}, Yellow {yellow}; more than {state.target} win.")
    board = [(square, piece) for square, piece in enumerate(state.board) if piece]
    lines.append(f"On the board: {_list_pieces(board) or 'nothing'}.")
    lines.append(_list_stashes(state))
    return " ".join(lines)


def text(scene: Scene) -> str:
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
    rows = [open_text(scene, TITLE), *format_squares("abcdefgh"[::way], board)]
    red, yellow = scores(state)
    rows.append(f"R {one_line(scene.names[0])}: {red}   Y {one_line(scene.names[1])}: {yellow}")
    rows.append("1 small, 2 medium, 3 large, * played last, x died")
    rows.append(_list_stashes(state))
    rows.append(describe_status(scene, SEATS, "to play"))
    return "\n".join(rows)


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
        return f"{SEATS[best - 1]} wins: {outcome.reason}" if best and scene.move else outcome.reason
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


def _list_stashes(state: State) -> str:
    """What is left in the stashes, in words."""
    parts = [
        f"{name} {', '.join(f'{count} {size}' for count, size in zip(stash, _SIZES, strict=True))}"
        for name, stash in zip(SEATS, stashes(state), strict=True)
        if stash
    ]
    return f"In stock: {'; '.join(parts)}." if parts else "In stock: no limit."

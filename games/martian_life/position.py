"""Position text: rows 8 to 1 joined by `/`, small letters red and capitals yellow, then the seat to move or `-`."""

from __future__ import annotations

from games.martian_life.state import GRID, Piece

_LETTERS: dict[Piece | None, str] = {
    None: ".",
    **{Piece(1, size): letter for size, letter in enumerate("sml", 1)},
    **{Piece(2, size): letter for size, letter in enumerate("SML", 1)},
}
_PIECES = {letter: piece for piece, letter in _LETTERS.items()}
_MOVERS: dict[str, int | None] = {"1": 1, "2": 2, "-": None}


def write(board: tuple[Piece | None, ...], mover: int | None) -> str:
    """Return the one line of text of a board and the seat to move, None when the match is over."""
    text = "".join([_LETTERS[piece] for piece in board])
    rows = [text[start : start + GRID.columns] for start in range(0, len(text), GRID.columns)]
    return f"{'/'.join(reversed(rows))} {mover or '-'}"


def read(text: str) -> tuple[tuple[Piece | None, ...], int | None]:
    """Return the board and the seat to move. Raises `ValueError` with a sentence on what is wrong."""
    parts = text.split(" ")
    if len(parts) != 2:
        raise ValueError("A position is eight rows joined by `/`, a space, and `1`, `2` or `-` for the seat to move.")
    rows, mover = parts[0].split("/"), parts[1]
    if len(rows) != GRID.columns:
        raise ValueError(f"A position has {GRID.columns} rows joined by `/`, here there are {len(rows)}.")
    for number, row in zip(range(GRID.columns, 0, -1), rows, strict=True):
        if len(row) != GRID.columns:
            raise ValueError(f"Row {number} has {len(row)} squares, not {GRID.columns}.")
        strange = next((letter for letter in row if letter not in _PIECES), None)
        if strange is not None:
            raise ValueError(f"Row {number} holds {strange!r}; a square is one of s, m, l, S, M, L or a dot.")
    if mover not in _MOVERS:
        raise ValueError(f"The seat to move is `1`, `2` or `-`, not {mover[:20]!r}.")
    return tuple(_PIECES[letter] for row in reversed(rows) for letter in row), _MOVERS[mover]

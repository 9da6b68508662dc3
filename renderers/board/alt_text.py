"""Words about a position: names of players, whose turn it is, how the match ended."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from games.text import format_count, format_list
from renderers.board.scene import sole_winner
from renderers.drawing.typeface import is_drawable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Result
    from renderers.board.scene import Scene

LONGEST_ALT = 1024
"""How many characters Discord takes as the alt text of a picture."""

_ELLIPSIS = "\u2026"
_LONGEST_NAME = 32
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u200b\u200c\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff]+")


def one_line(name: str) -> str:
    """Return a name on one line, composed (NFC) and cut to 32 characters.

    Characters that end a code block, are invisible or change the direction of writing are replaced.
    """
    flat = " ".join(_INVISIBLE.sub(" ", unicodedata.normalize("NFC", name)).replace("`", "'").split())
    return flat if len(flat) <= _LONGEST_NAME else flat[: _LONGEST_NAME - 1].rstrip() + _ELLIPSIS


def drawable_name(name: str, seat: str) -> str:
    """Return the player's name, or the seat's if the typeface lacks a character of it."""
    flat = one_line(name)
    return flat if is_drawable(flat) else seat


def name_with_seat(name: str, seat: str) -> str:
    """Return a player's name with the seat ("Ann (Red)"), or the seat alone."""
    flat = one_line(name)
    return f"{flat} ({seat})" if flat and flat != seat else seat


def open_alt(scene: Scene, title: str, seats: tuple[str, ...], seat: int | None, action: str) -> list[str]:
    """Return the first sentences of an alt text: the game, how many moves were played, and the last one.

    `seat` played the last move, None if that isn't known; `action` says what it did, as a clause ("placed a small").
    """
    sentences = [f"{title}, {format_count(scene.ply, 'move')} played."]
    if scene.move and seat:
        who = name_with_seat(scene.names[seat - 1], seats[seat - 1])
        sentences.append(f"{who} played {scene.move}: {action}.")
    elif scene.move:
        sentences.append(f"The last move was {scene.move}.")
    return sentences


def open_grid(scene: Scene, title: str) -> str:
    """Return the first line of a board in letters: "Chomp, 3 moves played, last c2"."""
    last = f", last {scene.move}" if scene.move else ""
    return f"{title}, {format_count(scene.ply, 'move')} played{last}"


def format_rows(rows: Iterable[str], pieces: Iterable[tuple[str, str]]) -> list[str]:
    """Return a sentence for each row that has pieces, and one that names the empty rows.

    Each piece is the name of its row and words about it.

    >>> format_rows("123", [("1", "a1 Red small"), ("1", "c1 Yellow large")])
    ['Row 1: a1 Red small, c1 Yellow large.', 'Empty rows: 2 and 3.']
    """
    found: dict[str, list[str]] = {row: [] for row in rows}
    for row, words in pieces:
        found[row].append(words)
    empty = [row for row, there in found.items() if not there]
    sentences = [f"Row {row}: {', '.join(there)}." for row, there in found.items() if there]
    return [*sentences, f"Empty rows: {format_list(empty)}."] if empty else sentences


def format_squares(columns: str, rows: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Return the lines of a board of squares in letters, its coordinates on all sides.

    `columns` are the letters from the left; `rows` the names and cells of the rows from above, all cells as wide.

    >>> format_squares("ab", [("2", [".", "x"]), ("1", ["o", "."])])
    ['   a b', '2  . x 2', '1  o . 1', '   a b']
    """
    board = list(rows)
    width = len(board[0][1][0])
    letters = f"   {' '.join(letter.ljust(width) for letter in columns).rstrip()}"
    return [letters, *(f"{name}  {' '.join(cells)} {name}" for name, cells in board), letters]


def describe_status(scene: Scene, seats: tuple[str, ...], task: str) -> str:
    """Return a sentence that says whose turn it is, with the `task` ("to play"), or how the match ended."""
    outcome: Result | None = scene.state.outcome
    seat: int | None = scene.state.mover or sole_winner(outcome)
    who = name_with_seat(scene.names[seat - 1], seats[seat - 1]) if seat else ""
    if scene.state.mover:
        return f"{who} {task}."
    if not outcome or not (seat or outcome.drawn):
        return "The match is over."
    return f"{who} wins: {outcome.clause}." if seat else f"Drawn: {outcome.clause}."


def format_headline(scene: Scene, seats: tuple[str, ...], task: str) -> str:
    """Return the first line below the board: the last move, or without one whose turn it is or who won."""
    outcome: Result | None = scene.state.outcome
    seat: int | None = scene.state.mover or sole_winner(outcome)
    if scene.move:
        return scene.move
    if seat:
        return f"{seats[seat - 1]} {task}" if scene.state.mover else f"{seats[seat - 1]} wins"
    return "Drawn" if outcome and outcome.drawn else "Over"


def add_highlights(scene: Scene, alt: str) -> str:
    """Return the alt text of a scene with its highlights in front, of which only what fits beside the whole board."""
    if scene.highlights is None or not scene.highlights.words:
        return alt
    marked = f"Marked: {scene.highlights.words.replace('`', '')}"
    room = LONGEST_ALT - len(alt) - 1
    if len(marked) > room:
        marked = f"{marked[: room - 3]}..." if room > len("Marked: ...") else ""
    return f"{marked} {alt}".strip()

"""Words about a position: names of players, whose turn it is, how the match ended."""

from __future__ import annotations

import re
import unicodedata
from textwrap import shorten
from typing import TYPE_CHECKING

from games.text import format_list
from games.translation import gettext as _, ngettext, pgettext
from renderers.board.scene import sole_winner
from renderers.drawing.typeface import is_drawable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Result
    from renderers.board.scene import Scene

LONGEST_ALT = 1024
"""How many characters Discord takes as the alt text of a picture."""

_CUT = " ..."
_ELLIPSIS = "\u2026"
_LONGEST_NAME = 32
_WORD = re.compile(rf"[\w'\u2019-]*{_ELLIPSIS}?")
_QUOTES = re.compile('["\u201c-\u201f\u00ab\u00bb]')
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u200b\u200c\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff]+")


def one_line(name: str) -> str:
    """Return a name on one line, composed (NFC) and cut to 32 characters.

    Characters that end a code block, are invisible or change the direction of writing are replaced.
    """
    flat = " ".join(_INVISIBLE.sub(" ", unicodedata.normalize("NFC", name)).replace("`", "'").split())
    return flat if len(flat) <= _LONGEST_NAME else flat[: _LONGEST_NAME - 1].rstrip() + _ELLIPSIS


def quoted_name(name: str) -> str:
    """Return a name on one line as it stands among words about a position, in quotes unless it is a single word.

    So nobody's name can pass for a part of the sentence.

    >>> quoted_name("Ann"), quoted_name("Red: none")
    ('Ann', '"Red: none"')
    """
    flat = one_line(name)
    # Translators: the quotation marks around a player's name.
    return flat if _WORD.fullmatch(flat) else _('"{name}"').format(name=_QUOTES.sub("'", flat))


def drawable_name(name: str, seat: str) -> str:
    """Return the player's name, or the seat's, given in English, if the typeface lacks a character of it."""
    flat = one_line(name)
    return flat if is_drawable(flat) and flat != seat else _(seat)


def name_with_seat(name: str, seat: str) -> str:
    """Return a player's name with the seat ("Ann (Red)"), or the seat alone; `seat` is its English name."""
    flat = one_line(name)
    return f"{quoted_name(name)} ({_(seat)})" if flat and flat not in {seat, _(seat)} else _(seat)


def open_alt(scene: Scene, title: str, seats: tuple[str, ...], seat: int | None, action: str) -> list[str]:
    """Return the first sentences of an alt text: the game, how many moves were played, and the last one.

    `seat` played the last move, None if that isn't known; `action` says what it did, as a clause ("placed a small").
    """
    sentences = [count_moves(title, scene.ply)]
    if scene.move and seat:
        who = name_with_seat(scene.names[seat - 1], seats[seat - 1])
        # Translators: {action} is what the move did, in the past tense ("placed a stone"); {who} did it.
        sentences.append(_("{who} played {move}: {action}.").format(who=who, move=scene.move, action=action))
    elif scene.move:
        sentences.append(_("The last move was {move}.").format(move=scene.move))
    return sentences


def count_moves(title: str, ply: int) -> str:
    """Return a sentence on how many moves of a game were played."""
    return ngettext("{game}, {n} move played.", "{game}, {n} moves played.", ply).format(game=title, n=ply)


def open_grid(scene: Scene, title: str) -> str:
    """Return the first line of a board in letters: "Chomp, 3 moves played, last c2"."""
    return write_grid_heading(title, scene.ply, scene.move or "")


def write_grid_heading(title: str, ply: int, move: str) -> str:
    """Return the first line of a board in letters, given the last move, empty for none."""
    if move:
        template = ngettext("{game}, {n} move played, last {move}", "{game}, {n} moves played, last {move}", ply)
    else:
        template = ngettext("{game}, {n} move played", "{game}, {n} moves played", ply)
    return template.format(game=title, n=ply, move=move)


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
    template = _("Row {row}: {pieces}.")
    sentences = [template.format(row=row, pieces=", ".join(there)) for row, there in found.items() if there]
    return [*sentences, _("Empty rows: {rows}.").format(rows=format_list(empty))] if empty else sentences


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
        # Translators: {task} is what {who} has to do: "to play", in English without a verb before it.
        return _("{who} {task}.").format(who=who, task=task)
    if not outcome or not (seat or outcome.drawn):
        return _("The match is over.")
    # Translators: {reason} is a clause such as "16 points to 12".
    template = _("{who} wins: {reason}.") if seat else _("Drawn: {reason}.")
    return template.format(who=who, reason=outcome.clause)


def format_headline(scene: Scene, seats: tuple[str, ...], task: str) -> str:
    """Return the first line below the board: the last move, or without one whose turn it is or who won."""
    outcome: Result | None = scene.state.outcome
    seat: int | None = scene.state.mover or sole_winner(outcome)
    if scene.move:
        return scene.move
    if seat and scene.state.mover:
        return _("{who} {task}").format(who=_(seats[seat - 1]), task=task)
    if seat:
        return _("{who} wins").format(who=_(seats[seat - 1]))
    return _("Drawn") if outcome and outcome.drawn else pgettext("match", "Over")


def cut_alt(alt: str) -> str:
    """Return an alt text, cut behind a whole word where it is longer than Discord takes."""
    return alt if len(alt) <= LONGEST_ALT else shorten(alt, LONGEST_ALT, placeholder=_CUT)


def add_highlights(scene: Scene, alt: str) -> str:
    """Return the alt text of a scene with its highlights in front, of which only what fits beside the whole board.

    They are cut behind a whole word.
    """
    if scene.highlights is None or not scene.highlights.words:
        return alt
    # Translators: begins the words on the places that a picture marks.
    heading = _("Marked:")
    room = LONGEST_ALT - len(alt) - 1
    words = scene.highlights.words.replace("`", "")
    marked = shorten(f"{heading} {words}", max(room, len(_CUT)), placeholder=_CUT)
    return f"{marked} {alt}" if len(heading) + len(_CUT) < len(marked) <= room else alt

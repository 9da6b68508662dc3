"""Words about a position: names of players, whose turn it is, how the match ended."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from renderers.board.scene import winner
from renderers.drawing.typeface import drawable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Result
    from renderers.board.scene import Scene

LONGEST_ALT = 1024
"""How many characters Discord takes as the alt text of a picture."""

_ELLIPSIS = "\u2026"
_LONGEST_NAME = 32
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u200b\u200c\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff]+")


def one_line(name: str) -> str:
    """Return a name on one line, composed, of at most 32 characters.

    Nothing is in it that ends a code block, can't be seen, or turns the writing round.
    """
    flat = " ".join(_INVISIBLE.sub(" ", unicodedata.normalize("NFC", name)).replace("`", "'").split())
    return flat if len(flat) <= _LONGEST_NAME else flat[: _LONGEST_NAME - 1].rstrip() + _ELLIPSIS


def shown(name: str, seat: str) -> str:
    """Return the name to draw: the player's, or the seat's if the typeface lacks one of its characters."""
    flat = one_line(name)
    return flat if drawable(flat) else seat


def said(name: str, seat: str) -> str:
    """Return the words for a player in a text: name and seat ("Ann (Red)"), or the seat alone."""
    flat = one_line(name)
    return f"{flat} ({seat})" if flat and flat != seat else seat


def listed(items: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1]))) if items else ""


def counted(number: int, noun: str) -> str:
    """Return "1 boost" or "3 boosts"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def verdict(scene: Scene, seats: tuple[str, ...], task: str) -> str:
    """Return a sentence on how the match stands: who is to do what (`task`: "to play"), or how it ended."""
    outcome: Result | None = scene.state.outcome
    seat: int | None = scene.state.mover or winner(outcome)
    who = said(scene.names[seat - 1], seats[seat - 1]) if seat else ""
    if scene.state.mover:
        return f"{who} {task}."
    if not outcome or not (seat or outcome.drawn):
        return "The match is over."
    return f"{who} wins: {outcome.reason}." if seat else f"Drawn: {outcome.reason}."


def headline(scene: Scene, seats: tuple[str, ...], task: str) -> str:
    """Return the first line below the board: the last move, or in its absence how the match stands."""
    outcome: Result | None = scene.state.outcome
    seat: int | None = scene.state.mover or winner(outcome)
    if scene.move:
        return scene.move
    if seat:
        return f"{seats[seat - 1]} {task}" if scene.state.mover else f"{seats[seat - 1]} wins"
    return "Drawn" if outcome and outcome.drawn else "Over"


def with_marks(scene: Scene, alt: str) -> str:
    """Return the alt text of a scene, what is marked first, cut to the 1024 characters that Discord takes."""
    if scene.marked is None:
        return alt
    whole = f"Marked: {scene.marked.words.replace('`', '')} {alt}"
    return whole if len(whole) <= LONGEST_ALT else f"{whole[: LONGEST_ALT - 3]}..."

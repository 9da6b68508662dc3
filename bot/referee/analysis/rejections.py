"""Why a request about an analysis is rejected, in words that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting

if TYPE_CHECKING:
    from storage.queries.rows import Match

UNKNOWN_ANALYSIS = "I no longer know which analysis this was. Begin again with `/match analyse`."
ONLY_WHEN_OVER = (
    "The match isn't over yet, so an analysis is yours alone. You can analyse it together once it has ended."
)
ONLY_IN_CHANNELS = "This match is played in direct messages, so there is no place where all of you could analyse it."
NOTHING_TO_PLAN = (
    "Only a line that begins where the match stands, and has a move of yours, can become your plan, and only while you "
    "wait for the others."
)
NOTHING_TO_REMOVE = "No line begins here, so there is nothing to remove. The moves of the match stay."
CANNOT_GO_ON = "The rules have changed, and this line can't be played any more, so no move can follow it."
MOVES_EXPECTED = "I see no moves there. Put commas between them: `d5, e6, f3`."


def analysis_full(most: int) -> str:
    """Return why no more moves fit."""
    return f"An analysis holds {most} moves, and yours is full. *Remove* takes a line out."


def analysis_full_of(what: str, most: int) -> str:
    """Return why no more names or notes fit."""
    return f"An analysis holds {most} {what}s, and yours is full. Take another one out first."


def too_long(what: str, longest: int, length: int) -> str:
    """Return why a name or a note is too long."""
    return f"A {what} has at most {longest} characters, and yours has {length}."


def over_there(match: Match) -> str:
    """Return why no move can be added at a point."""
    return f"#{match.id} is over at that point, so there is no move to add. Go back first."


def cannot_play(number: int, text: str, reason: str) -> str:
    """Return why a typed move can't be played; `number` is the move's, counted from the start of the match."""
    return f"Move {number}, {formatting.code(text, 100)}: {reason}"


def no_such_point(typed: str) -> str:
    """Return why a place that somebody typed isn't found."""
    what = formatting.code(typed, 100)
    return f"I find no move and no position called {what}. Type a move's number, for example 12, or a name you gave."

"""Why a request about an analysis is rejected, in words that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from storage.queries.rows import Match

NoteKind: TypeAlias = Literal["name", "note"]

UNKNOWN_ANALYSIS = N_("I no longer know which analysis this was. Begin again with `/match analyse`.")
ONLY_WHEN_OVER = N_(
    "The match isn't over yet, so an analysis is yours alone. You can analyse it together once it has ended."
)
ONLY_IN_CHANNELS = N_(
    "This match is played in direct messages, so there is no place where all of you could analyse it."
)
NOTHING_TO_PLAN = N_(
    "Only a line that begins where the match stands, and has a move of yours, can become your plan, and only while "
    "you wait for the others."
)
NOTHING_TO_REMOVE = N_("No line begins here, so there is nothing to remove. The moves of the match stay.")
CANNOT_GO_ON = N_("The rules have changed, and this line can't be played any more, so no move can follow it.")
MOVES_EXPECTED = N_("I see no moves there. Put commas between them: `d5, e6, f3`.")


def analysis_full(most: int) -> str:
    """Return why no more moves fit."""
    return _("An analysis holds {most} moves, and yours is full. *Remove* takes a line out.").format(most=most)


def analysis_full_of(kind: NoteKind, most: int) -> str:
    """Return why no more names or notes fit."""
    if kind == "name":
        return _("An analysis holds {most} names, and yours is full. Take another one out first.").format(most=most)
    return _("An analysis holds {most} notes, and yours is full. Take another one out first.").format(most=most)


def too_long(kind: NoteKind, longest: int, length: int) -> str:
    """Return why a name or a note is too long."""
    if kind == "name":
        sentence = _("A name has at most {longest} characters, and yours has {length}.")
    else:
        sentence = _("A note has at most {longest} characters, and yours has {length}.")
    return sentence.format(longest=longest, length=length)


def over_there(match: Match) -> str:
    """Return why no move can be added at a point."""
    return _("#{match} is over at that point, so there is no move to add. Go back first.").format(match=match.id)


def cannot_play(number: int, text: str, reason: str) -> str:
    """Return why a typed move can't be played; `number` is the move's, counted from the start of the match."""
    # Translators: {reason} is a clause or a sentence, with its full stop
    return _("Move {ply}, {move}: {reason}").format(ply=number, move=formatting.code(text, 100), reason=reason)


def no_such_point(typed: str) -> str:
    """Return why a place that somebody typed isn't found."""
    return _(
        "I find no move and no position called {typed}. Type a move's number, for example 12, or a name you gave."
    ).format(typed=formatting.code(typed, 100))

"""What notes say. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.history.text import note_line, notes_that_fit
from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.log.notes import ShownNote
    from storage.queries.rows import Match

NOTE_WOULD_BE_PUBLIC = N_(
    "Everyone can read this channel, so nothing was saved. Use `/match note`, or send me your note as a direct message."
)
NOTES_WOULD_BE_PUBLIC = N_(
    "Everyone can read this channel, so your notes stay hidden. Use `/match notes`, or ask me in a direct message."
)


def notes_post(title: str, match: Match, notes: Sequence[ShownNote]) -> str:
    """Return a player's own notes, or after the end of a match as many of all players' notes as fit in a message."""
    name = f"**{title} #{match.id}**"
    if match.ended_at is not None:
        if not notes:
            return _("No notes for {title}.").format(title=name)
        return notes_that_fit(_("Notes for {title}:").format(title=name), notes)
    if not notes:
        return _("You have no notes for {title}. `/match note` saves one.").format(title=name)
    head = _("Your notes for {title}. Nobody else sees them until the match is over:").format(title=name)
    return "\n".join([head, *map(note_line, notes)])


def note_saved(match: Match) -> str:
    """Return the confirmation of a new note."""
    return _("Note saved for #{match}. Nobody else sees it until the match is over.").format(match=match.id)


def note_removed(match: Match, number: int) -> str:
    """Return the confirmation that a note is gone."""
    return _("Note {number} for #{match} is removed.").format(number=number, match=match.id)


def unreadable_notes_command(text: str) -> str:
    """Return the reply to a `!notes` with words that mean nothing."""
    return _("I can't read {text} here. `!notes #42` shows your notes, `!notes #42 remove 3` removes one.").format(
        text=formatting.code(text)
    )

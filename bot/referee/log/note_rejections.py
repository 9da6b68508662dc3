"""Sentences that say why a note isn't stored, shown or removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.rejections import ended, not_a_player
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from storage.queries.rows import Match

NOTE_TEXT_EXPECTED = N_("What should the note say? For example `/match note watch b4`.")


def note_too_long(longest: int, length: int) -> str:
    """Say that a note is too long."""
    return _("A note has at most {longest} characters; this one has {length}.").format(longest=longest, length=length)


def too_many_notes(match: Match, most: int) -> str:
    """Say that the player has as many notes for a match as fit."""
    return _("You already have {most} notes for #{match}. `/match notes` with `remove` deletes one.").format(
        most=most, match=match.id
    )


def notes_are_private(match: Match) -> str:
    """Say that only players see a match's notes until it ends."""
    return f"{not_a_player(match)} " + _("Its players' notes are shown when it ends.")


def no_such_note(match: Match, number: int) -> str:
    """Say that the player has no note with this number."""
    return _("You have no note {number} for #{match}. `/match notes` lists yours.").format(
        number=number, match=match.id
    )


def notes_are_public(match: Match) -> str:
    """Say that a match has ended, so notes can't be added."""
    return f"{ended(match)} " + _("Its notes are open to everyone now.")

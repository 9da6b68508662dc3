"""A player's notes on a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import SelectOption

from bot.client.components import PersistentSelect, row
from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand
from bot.features.history import note_line, notes_that_fit
from bot.interactions.replies import is_private, replace_message, reply, reply_if_done, request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.log import notes
from bot.referee.requests import split_match_number
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.log.notes import MatchNotes, ShownNote
    from storage.queries.rows import Match

NOTE_WOULD_BE_PUBLIC = N_(
    "Everyone can read this channel, so nothing was saved. Use `/match do:note`, or send me your note as a direct "
    "message."
)
NOTES_WOULD_BE_PUBLIC = N_(
    "Everyone can read this channel, so your notes stay hidden. Use `/match do:notes`, or ask me in a direct message."
)


def notes_post(title: str, match: Match, notes: Sequence[ShownNote]) -> str:
    """Return a player's own notes, or after the end of a match as many of all players' notes as fit in a message."""
    name = f"**{title} #{match.id}**"
    if match.ended_at is not None:
        if not notes:
            return _("No notes for {title}.").format(title=name)
        return notes_that_fit(_("Notes for {title}:").format(title=name), notes)
    if not notes:
        return _("You have no notes for {title}. `/match do:note` saves one.").format(title=name)
    head = _("Your notes for {title}. Nobody else sees them until the match is over:").format(title=name)
    return "\n".join([head, *map(note_line, notes)])


async def save_note(bot: Client, source: Source, words: str) -> None:
    """Save a note for a match, privately: `[#42] TEXT`. Raises `RequestRejected`."""
    _check_private(source, NOTE_WOULD_BE_PUBLIC)
    number, text = split_match_number(words)
    result = await notes.add_note(bot.context, request_of(source), number, text)
    saved = _("Note saved for #{match}. Nobody else sees it until the match is over.")
    await reply_if_done(source, result, lambda match: saved.format(match=match.id))


async def what_to_note(_bot: Client, _interaction: Press, _number: int) -> list[Field]:
    """Return the question what a note says."""
    hint = _("Nobody else sees it until the match is over")
    return [Field(label=_("Your note"), hint=hint, example=_("watch b4"), required=True, is_long=True)]


async def show_notes(bot: Client, source: Source, words: str) -> None:
    """Show one's notes for a match, or remove one, privately: `[#42] [remove 3]`. Raises `RequestRejected`."""
    _check_private(source, NOTES_WOULD_BE_PUBLIC)
    number, said = split_match_number(words)
    word, __, which = said.strip().partition(" ")
    if said.strip() and not (word.lower() == "remove" and which.strip().isdecimal() and len(which) < 5):
        unreadable = _("I can't read {text} here. `!notes #42` shows your notes, `!notes #42 remove 3` removes one.")
        raise RequestRejected(unreadable.format(text=formatting.code(said)))
    request = request_of(source)
    if which:
        removed = await notes.remove_note(bot.context, request, number, int(which))
        await reply(source, _("Note {number} for #{match} is removed.").format(number=int(which), match=removed.id))
        return
    found = await notes.list_visible_notes(bot.context, request, number)
    text = notes_post(bot.context.title(found.match.game), found.match, found.shown)
    await reply(source, text, view=_remove_menu(found, request.user_id) if is_private(source) else None)


def _remove_menu(found: MatchNotes, user_id: int) -> View | None:
    """Return the menu of a player's own notes from which one can be removed, None without any."""
    own = [note for note in found.shown if note.person.id == user_id]
    options = [
        SelectOption(label=f"{note.number}. {formatting.tidy(note.text)}"[:100], value=str(note.number)) for note in own
    ]
    return row(RemoveNoteSelect(options, _("Remove a note..."), found.match.id)) if options else None


class RemoveNoteSelect(PersistentSelect, template=r"remove_note:(\d+)"):
    """Removes one of a player's notes. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Remove the note that was chosen, and say so in place of the list."""
        number, which = int(self.parts[0]), self.chosen_number(press)
        await notes.remove_note(bot.context, request_of(press), number, which)
        await replace_message(press, _("Note {number} for #{match} is removed.").format(number=which, match=number))


def _check_private(source: Source, reason: str) -> None:
    """Raise `RequestRejected` for this reason if others can read the channel of a message."""
    if not is_private(source):
        raise RequestRejected(_(reason))


COMMANDS = (
    PanelCommand(
        name="note",
        panel="match",
        label=N_("Write a note"),
        description=N_("Save a note for a match; nobody else sees it until the match is over"),
        usage="watch b4",
        run=save_note,
        fields=what_to_note,
        needs_words=True,
        applies=lambda situation: situation.is_running and situation.has_played,
    ),
    PanelCommand(
        name="notes",
        panel="match",
        label=N_("Notes"),
        description=N_("Your notes for a match; once it's over, the notes of all its players"),
        usage="remove 3",
        run=show_notes,
        applies=lambda situation: situation.has_played or not situation.is_running,
    ),
)

FEATURE = Feature(panel_commands=COMMANDS, buttons=[RemoveNoteSelect])

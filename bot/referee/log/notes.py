"""Notes of players: private while their match is active, shown to everyone when it has ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected, belongs_to_crowd, ended, not_a_player
from bot.referee.find_match import find_match, require_single
from bot.referee.history.history import count_plies, find_first_players, list_holders, list_people
from bot.referee.requests import AlreadyDone, idempotent
from games.translation import gettext as _
from storage.queries import events, matches, notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Note, Person


MAX_LENGTH = 300
"""Characters of a note."""
MAX_PER_PLAYER = 20
"""Notes of a player for one match."""


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A note to show: its author, its number among theirs (removing others doesn't change it), the ply, the text."""

    person: Person
    number: int
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class MatchNotes:
    """The notes for a match that a person may see, seat by seat."""

    match: Match
    shown: tuple[ShownNote, ...]


@idempotent
async def add_note(context: Context, request: Request, number: int | None, text: str) -> Match | AlreadyDone:
    """Store a player's note for a match. Raises `RequestRejected`."""
    tidied = formatting.tidy(text)
    if not tidied:
        raise RequestRejected(_("What should the note say? For example `/match do:note watch b4`."))
    if len(tidied) > MAX_LENGTH:
        raise RequestRejected(
            _("A note has at most {longest} characters; this one has {length}.").format(
                longest=MAX_LENGTH, length=len(tidied)
            )
        )
    async with context.database.write() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "match do:note")
        await matches.lock(tx, match.id)
        match = await matches.require(tx, match.id)
        seat = _check_may_note(match, request.user_id)
        own = await list_own_notes(tx, match, request.user_id)
        if sum(bool(each.text) for each in own) >= MAX_PER_PLAYER and request.source_id not in (
            each.source_id for each in own
        ):
            raise RequestRejected(
                _("You already have {most} notes for #{match}. `/match do:notes remove 3` deletes one.").format(
                    most=MAX_PER_PLAYER, match=match.id
                )
            )
        await notes.add(tx, match, seat, tidied, source_id=request.source_id, at=context.now_in(match))
    return match


async def list_visible_notes(context: Context, request: Request, number: int | None) -> MatchNotes:
    """Return the notes for a match that a person may see: their own, or all when it has ended.

    Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "match do:notes")
        if match.ended_at is None and match.seat_of(request.user_id) is None:
            raise RequestRejected(f"{not_a_player(match)} " + _("Its players' notes are shown when it ends."))
        return await _load_visible(tx, match, request.user_id)


async def remove_note(context: Context, request: Request, number: int | None, which: int) -> Match:
    """Remove a player's note by its number. Raises `RequestRejected`."""
    async with context.database.write() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "match do:notes")
        own = await list_own_notes(tx, match, request.user_id) if match.seat_of(request.user_id) else []
        if not 1 <= which <= len(own) or not own[which - 1].text:
            raise RequestRejected(
                _("You have no note {number} for #{match}. `/match do:notes` lists yours.").format(
                    number=which, match=match.id
                )
            )
        await notes.remove(tx, own[which - 1].id)
    await context.database.drop_old_rows()
    return match


async def list_published_notes(tx: Tx, match: Match) -> tuple[ShownNote, ...]:
    """Return the notes of all players for a match that has ended, none for an active one."""
    return () if match.ended_at is None else (await _load_visible(tx, match, None)).shown


async def _load_visible(tx: Tx, match: Match, user_id: int | None) -> MatchNotes:
    log = await events.of_match(tx, match.id, upto=match.seq)
    stored = await notes.of_match(tx, match.id)
    shown = [
        note
        for person in list_people(match, log)
        if match.ended_at is not None or person.id == user_id
        for note in _notes_of_player(person, _written_by(person.id, match, log, stored), log)
    ]
    return MatchNotes(match, tuple(shown))


async def list_own_notes(tx: Tx, match: Match, user_id: int) -> list[Note]:
    """Return the notes that a person wrote on a match, oldest first, removed ones included."""
    log = await events.of_match(tx, match.id, upto=match.seq)
    return _written_by(user_id, match, log, await notes.of_match(tx, match.id))


def _written_by(user_id: int, match: Match, log: Sequence[Event], stored: Sequence[Note]) -> list[Note]:
    """Return those of the notes that a person wrote: who had the note's seat then, as substitutes may have it now."""
    holders = [find_first_players(match, log), *list_holders(match, log)]
    return [note for note in stored if holders[note.seq][note.seat - 1].id == user_id]


def _notes_of_player(person: Person, stored: Sequence[Note], log: Sequence[Event]) -> list[ShownNote]:
    return [
        ShownNote(person, number, count_plies(log[: note.seq]), note.text)
        for number, note in enumerate(stored, 1)
        if note.text
    ]


def _check_may_note(match: Match, user_id: int) -> int:
    seat = match.seat_of(user_id)
    if seat is None:
        raise RequestRejected(not_a_player(match))
    if match.crowd_of(user_id):
        raise RequestRejected(belongs_to_crowd(match))
    if match.ended_at is not None:
        raise RequestRejected(f"{ended(match)} " + _("Its notes are open to everyone now."))
    return seat

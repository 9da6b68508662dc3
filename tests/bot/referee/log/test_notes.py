"""Notes of players for their matches: numbered as they were written, and removed by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.log.notes import (
    MatchNotes,
    add_note,
    list_own_notes,
    list_published_notes,
    list_visible_notes,
    remove_note,
)
from bot.referee.requests import AlreadyDone
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, CLEO

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


def texts(found: MatchNotes) -> list[str]:
    return [note.text for note in found.shown]


async def test_a_note_is_removed_by_its_number_and_the_others_stay(here: ClockContext) -> None:
    match = await here.begin("none")
    for text in ("first", "second", "third"):
        noted = await add_note(here.context, here.request(ANN), match.id, text)
        assert isinstance(noted, Match)
    await remove_note(here.context, here.request(ANN), match.id, 1)
    assert texts(await list_visible_notes(here.context, here.request(ANN), match.id)) == ["second", "third"]
    with pytest.raises(RequestRejected):
        await remove_note(here.context, here.request(ANN), match.id, 1)
    await remove_note(here.context, here.request(ANN), match.id, 3)
    assert texts(await list_visible_notes(here.context, here.request(ANN), match.id)) == ["second"]
    assert texts(await list_visible_notes(here.context, here.request(BOB), match.id)) == []


@pytest.mark.parametrize("number", [0, 2])
async def test_a_number_without_a_note_is_rejected(here: ClockContext, number: int) -> None:
    match = await here.begin("none")
    await add_note(here.context, here.request(ANN), match.id, "first")
    with pytest.raises(RequestRejected):
        await remove_note(here.context, here.request(ANN), match.id, number)
    with pytest.raises(RequestRejected):
        await remove_note(here.context, here.request(BOB), match.id, 1)


async def test_a_note_has_a_text_of_at_most_300_characters(here: ClockContext) -> None:
    match = await here.begin("none")
    for text in ("", "  ", "x" * 301):
        with pytest.raises(RequestRejected):
            await add_note(here.context, here.request(ANN), match.id, text)
    assert isinstance(await add_note(here.context, here.request(ANN), match.id, "x" * 300), Match)


async def test_a_player_has_at_most_20_notes_and_removed_ones_do_not_count(here: ClockContext) -> None:
    match, request = await here.begin("none"), here.request(ANN)
    await add_note(here.context, request, match.id, "first")
    for number in range(1, 20):
        await add_note(here.context, here.request(ANN), match.id, f"{number}")
    with pytest.raises(RequestRejected):
        await add_note(here.context, here.request(ANN), match.id, "one more")
    assert await add_note(here.context, request, match.id, "first") == AlreadyDone()
    assert isinstance(await add_note(here.context, here.request(BOB), match.id, "mine"), Match)
    await remove_note(here.context, here.request(ANN), match.id, 2)
    assert isinstance(await add_note(here.context, here.request(ANN), match.id, "one more"), Match)


async def test_notes_are_private_while_the_match_runs_and_public_after_it(here: ClockContext) -> None:
    match = await here.begin("none")
    await add_note(here.context, here.request(ANN), match.id, "before")
    await here.move(match.id)
    await add_note(here.context, here.request(BOB), match.id, "after")
    with pytest.raises(RequestRejected):
        await list_visible_notes(here.context, here.request(CLEO), match.id)
    with pytest.raises(RequestRejected):
        await add_note(here.context, here.request(CLEO), match.id, "no")
    with pytest.raises(RequestRejected):
        await remove_note(here.context, here.request(CLEO), match.id, 1)
    async with here.context.database.read() as tx:
        assert await list_published_notes(tx, await here.match(match.id)) == ()
        own = await list_own_notes(tx, await here.match(match.id), BOB.id)
        assert [note.text for note in own] == ["after"]
    await resign(here.context, here.request(BOB), match.id)
    found = await list_visible_notes(here.context, here.request(CLEO), match.id)
    assert [(note.person, note.ply, note.text) for note in found.shown] == [(ANN, 0, "before"), (BOB, 1, "after")]
    with pytest.raises(RequestRejected):
        await add_note(here.context, here.request(ANN), match.id, "too late")
    async with here.context.database.read() as tx:
        assert await list_published_notes(tx, await here.match(match.id)) == found.shown

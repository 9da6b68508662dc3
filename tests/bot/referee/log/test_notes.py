"""Notes of players for their matches: numbered as they were written, and removed by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.log.notes import MatchNotes, add_note, list_visible_notes, remove_note
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path


def texts(found: MatchNotes) -> list[str]:
    return [note.text for note in found.shown]


async def test_a_note_is_removed_by_its_number_and_the_others_stay(tmp_path: Path) -> None:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as here:
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
async def test_a_number_without_a_note_is_rejected(tmp_path: Path, number: int) -> None:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as here:
        match = await here.begin("none")
        await add_note(here.context, here.request(ANN), match.id, "first")
        with pytest.raises(RequestRejected):
            await remove_note(here.context, here.request(ANN), match.id, number)
        with pytest.raises(RequestRejected):
            await remove_note(here.context, here.request(BOB), match.id, 1)

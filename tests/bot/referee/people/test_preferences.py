"""For whom boards have buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.people.preferences import change_preferences, is_anyone_for_buttons
from storage.queries.rows import Person
from tests.bot.features.match_sample import MATCH
from tests.bot.referee.clock_context import ANN, BOB, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("without", "seats", "wanted"),
    [
        ((), (ANN, BOB), True),
        ((ANN,), (ANN, BOB), True),
        ((BOB,), (ANN, BOB), True),
        ((ANN, BOB), (ANN, BOB), False),
        ((ANN,), (ANN, Person.computer(2)), False),
        ((), (Person.computer(2), ANN), True),
    ],
)
async def test_boards_have_buttons_as_long_as_one_person_wants_them(
    tmp_path: Path, without: tuple[Person, ...], seats: tuple[Person, ...], *, wanted: bool
) -> None:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as here:
        for person in without:
            await change_preferences(here.context, person.id, {"buttons": "off"})
        async with here.context.database.read() as tx:
            assert await is_anyone_for_buttons(tx, replace(MATCH, seats=seats)) == wanted

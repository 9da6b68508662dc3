"""For whom boards have buttons, whom tables hide and sites leave unnamed, and the language of a person."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.people.preferences import (
    Preferences,
    change_preferences,
    is_anyone_for_buttons,
    load_preferences,
    note_locale,
    people_hidden_from_tables,
    people_unnamed_on_sites,
    split_preferences,
)
from storage.queries import people
from storage.queries.rows import Person
from tests.bot.features.match_sample import MATCH
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext


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
    here: ClockContext, without: tuple[Person, ...], seats: tuple[Person, ...], *, wanted: bool
) -> None:
    for person in without:
        await change_preferences(here.context, person.id, {"buttons": "off"})
    async with here.context.database.read() as tx:
        assert await is_anyone_for_buttons(tx, replace(MATCH, seats=seats)) == wanted


async def test_tables_hide_and_sites_leave_unnamed_only_people_who_chose_that(here: ClockContext) -> None:
    await change_preferences(here.context, ANN.id, {"standings": "hidden"})
    await change_preferences(here.context, BOB.id, {"site": "unnamed"})
    async with here.context.database.read() as tx:
        assert await people_hidden_from_tables(tx, [ANN.id, BOB.id, CLEO.id]) == {ANN.id}
        assert await people_hidden_from_tables(tx, [BOB.id, CLEO.id]) == set()
        assert await people_unnamed_on_sites(tx) == {BOB.id}


async def test_the_language_of_discord_is_kept_unless_it_is_english(here: ClockContext) -> None:
    for language, kept in (("de", "de"), ("en", "")):
        await note_locale(here.context, ANN.id, language)
        async with here.context.database.read() as tx:
            assert (await load_preferences(tx, ANN.id)).locale == kept


async def test_a_stored_value_that_no_longer_exists_becomes_the_default(tmp_path: Path) -> None:
    url = await create_database(tmp_path / "turnpost.db")
    async with make_clock_context(url) as here, here.context.database.write() as tx:
        await people.lock(tx, ANN.id)
        stored = {"alarm": "telegram", "confirm": "always", "mood": "good", "locale": "de"}
        await people.set_preferences(tx, ANN.id, stored)
        assert await load_preferences(tx, ANN.id) == Preferences(confirm="always", locale="de")


@pytest.mark.parametrize("digest", ["off", "7:30"])
async def test_a_digest_is_due_only_while_it_is_chosen(here: ClockContext, digest: str) -> None:
    await change_preferences(here.context, ANN.id, {"digest": "8"})
    after = await change_preferences(here.context, ANN.id, {"digest": digest, "alarm": None})
    assert (after.digest, after.alarm) == (digest, "direct")
    async with here.context.database.read() as tx:
        assert await people.due_digests(tx, here.time + DAY) == ([] if digest == "off" else [ANN.id])


@pytest.mark.parametrize("typed", ["takebacks", "takebacks=", "colour=red", "never takebacks=never"])
def test_a_preference_needs_a_known_name_and_a_value(typed: str) -> None:
    with pytest.raises(RequestRejected):
        split_preferences(typed)

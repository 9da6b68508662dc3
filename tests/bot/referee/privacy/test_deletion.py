"""Deleting people from a record in which everything has happened: nothing leads to them, and all else stays."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.referee.due_jobs import run_due_jobs
from bot.referee.privacy import SECOND_LOOK, delete_person
from bot.referee.reviews import write_review
from engines.reviews.contract import Review
from storage.engine.database import Database
from storage.queries import ratings, reviews
from storage.queries.rows import Person, StoredRating
from storage.schema import events
from tests.bot.admin import played_record
from tests.bot.admin.played_record import Scribe, write_record
from tests.bot.referee.privacy.traces import find_traces, list_faults

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path


ANN, BOB, CLEO, DAN = PEOPLE = tuple(
    Person(300_000_000_000_000_001 + 1_000_000 * number, f"{name} Quillfeather")
    for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan"))
)
"""People whose ids and names can be mistaken for nothing else."""


async def ratings_of_others(database: Database, person: Person) -> set[StoredRating]:
    async with database.read() as tx:
        return {
            one for one in await ratings.everything(tx) if one.user_id in {each.id for each in PEOPLE} - {person.id}
        }


@pytest.fixture
async def played(either_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Scribe]:
    """A record in which these people have done all there is to do, at the time when it ends."""
    for person in PEOPLE:
        monkeypatch.setattr(played_record, person.name.split()[0].upper(), person)
    monkeypatch.setattr(played_record, "PEOPLE", PEOPLE)
    database = await Database.open(either_url)
    try:
        time = await write_record(database, tmp_path)
        async with database.write() as tx:  # the scribe sends the review without having made it
            await reviews.store(tx, 3, write_review(Review((), ())))
        scribe = Scribe(database)
        scribe.time, scribe.numbers = time, count(70_000)
        scribe.context = replace(scribe.context, rng=Random(2))
        yield scribe
    finally:
        await database.close()


async def delete(scribe: Scribe, person: Person) -> None:
    """Delete a person, send what waits, and let the due jobs finish it."""
    await delete_person(scribe.context, person.id)
    await scribe.post()
    await run_due_jobs(scribe.context, set())
    scribe.time += SECOND_LOOK
    await run_due_jobs(scribe.context, set())


async def sources_of(database: Database, person: Person) -> list[str]:
    """Return the messages by which a person's events came."""
    async with database.read() as tx:
        query = select(events.c.source_id).where(events.c.user_id == person.id, events.c.source_id.is_not(None))
        return [str(each) for each in (await tx.execute(query)).scalars()]


@pytest.mark.thorough
async def test_nothing_leads_to_people_who_are_gone_and_all_else_stays(played: Scribe) -> None:
    database = played.context.database
    assert await list_faults(database, played.time) == []
    for person in (BOB, ANN, CLEO, DAN):
        words = [str(person.id), person.name, *(["watch b4"] if person == BOB else [])]  # his note
        assert await find_traces(database, *words)
        others, sources = await ratings_of_others(database, person), await sources_of(database, person)
        await delete(played, person)
        assert await find_traces(database, *words, *sources) == []
        assert await ratings_of_others(database, person) >= others
        assert await list_faults(database, played.time) == []

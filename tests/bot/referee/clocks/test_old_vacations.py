"""Vacations are forgotten two years after they ended."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.referee.clocks.vacations import KEPT
from bot.referee.context import Context
from bot.referee.due_jobs import run_due_jobs
from games import GAMES
from storage.engine.database import Database
from storage.queries import row_ids, vacations
from tests.database_template import create_database
from tests.storage.samples import ANN, NOON, new_match
from tests.wire.timed_environment import DAY

if TYPE_CHECKING:
    from pathlib import Path

EVE = 105


async def test_vacations_go_two_years_after_they_ended(tmp_path: Path) -> None:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    try:
        async with database.write() as tx:
            await new_match(tx)
            for person in (ANN.id, EVE):  # Ann plays, and her clock may have waited for it
                await vacations.begin(tx, person, NOON - KEPT - 2 * DAY, NOON - KEPT - DAY)
            await vacations.begin(tx, EVE, NOON - KEPT, NOON - KEPT + DAY)
        await run_due_jobs(Context(database, GAMES, now=lambda: NOON, rng=Random(1)), set())
        async with database.read() as tx:
            kept = [len(await vacations.ending_after(tx, person, NOON - 2 * KEPT)) for person in (ANN.id, EVE)]
            assert kept == [1, 1]
            assert await row_ids.deleted_ids(tx) == {}
    finally:
        await database.close()

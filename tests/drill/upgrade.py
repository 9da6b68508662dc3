"""An upgrade from the release before, with data, and the way back; and the same with a copy of an operator's backup."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from storage.engine.database import file_url
from storage.queries.key_value import SALT, SIGNING_KEY
from tests.drill.operator import Operator
from tests.drill.records import DUMPS, go_on, load_dump, read_rows, run_bot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.drill.operator import Report
    from tests.drill.records import Rows


async def drill_upgrade(report: Report, data: Path) -> None:
    """Start the bot on a database of the release before, go on, go back to the copy that it kept, and upgrade again."""
    before, present = DUMPS[-2:]
    place = data / "turnpost.db"
    rows = load_dump(place, before)
    report.step(f"a database of schema {before.stem} has {len(rows['matches'])} matches")
    operator = Operator(report, data)
    async with run_bot(report, data):
        report.step(f"the bot started on it, and brought it to schema {_schema(place)}")
    report.check(_schema(place) == present.stem, f"the schema is {_schema(place)}, not {present.stem}")
    await operator.verify()
    kept = data / f"turnpost.db.before-{present.stem}"
    report.check(read_rows(kept) == rows, f"{kept} isn't the database as it was")
    await go_on(report, data, file_url(place))
    await operator.verify()
    await operator.restore(kept)
    report.check(_schema(place) == before.stem, f"the schema is {_schema(place)}, not {before.stem}")
    report.check(_as_restored(read_rows(place)) == _as_restored(rows), f"{place} isn't as it was before the upgrade")
    report.step(f"{kept.name} leads back: schema {before.stem}, with every row as before")
    async with run_bot(report, data):
        report.step("the bot started on it, a second upgrade")
    await operator.verify()


def _schema(place: Path) -> str:
    with closing(sqlite3.connect(place)) as record:
        return str(record.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def _as_restored(rows: Rows) -> Rows:
    """Return rows without what `turnpost restore` draws anew, and without sessions and their keys, which it ends."""
    kept = [row for row in rows["meta"] if row["key"] != SALT and not row["key"].startswith(SIGNING_KEY)]
    return rows | {"meta": kept, "web_sessions": []}


async def drill_own_backup(report: Report, data: Path, backup: Path) -> None:
    """Restore a backup, verify it, play a move in each of its matches, and let the bot begin a new one on it.

    Nobody is written to: the bot runs in the playground.
    """
    operator = Operator(report, data)
    await operator.restore(backup)
    known = await operator.verify()
    await go_on(report, data, file_url(data / "turnpost.db"))
    await operator.verify(allowed=frozenset(known))

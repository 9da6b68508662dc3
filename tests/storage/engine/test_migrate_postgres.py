"""The steps on PostgreSQL: from each released schema to the present one, with a copy of what was before."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import column, insert, inspect, select, table

from storage.engine.backends import backend_of
from storage.engine.database import Database, StorageError, file_url
from storage.engine.migrate import MIGRATIONS, upgrade
from storage.schema import metadata
from tests.storage.connection import connect_to

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from tests.postgres import Server

HEAD = max(step.name[:4] for step in (MIGRATIONS / "versions").glob("0*.py"))
RELEASED = Path(__file__).parents[1] / "released"
DUMPS = sorted(dump for dump in RELEASED.glob("*.sql") if dump.stem < HEAD)
COPIES = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before%'"
BROKEN = f'''
"""A step of a release to come that goes wrong at its end."""

from alembic import op

revision = "0999"
down_revision = "{HEAD}"


def upgrade() -> None:
    op.execute("DROP TABLE events")
    raise ZeroDivisionError
'''


@pytest.fixture(
    params=[*(pytest.param(dump, marks=pytest.mark.thorough) for dump in DUMPS[:-1]), DUMPS[-1]],
    ids=lambda dump: dump.stem,
)
def dump(request: pytest.FixtureRequest) -> Path:
    """A released schema with what a bot wrote in it."""
    return request.param


def loaded(file: Path | str, dump: Path) -> sqlite3.Connection:
    """Return an open SQLite database that holds what a dump says."""
    record = sqlite3.connect(file)
    record.executescript(dump.read_text("utf-8"))
    return record


def old_columns(dump: Path) -> dict[str, list[str]]:
    """Return the columns of a released schema, by table; tables that others point to come first."""
    with closing(loaded(":memory:", dump)) as record:
        columns = "SELECT name FROM pragma_table_info(?)"
        found = {each.name: record.execute(columns, (each.name,)).fetchall() for each in metadata.sorted_tables}
    return {name: [row[0] for row in names] for name, names in found.items() if names}


async def rows(connection: AsyncConnection, dump: Path, schema: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return what is in the columns of a released schema, in Python's terms."""
    moved = {"schema_translate_map": {None: schema}}
    found: dict[str, list[dict[str, Any]]] = {}
    for name, columns in old_columns(dump).items():
        stored = metadata.tables[name]
        wanted = select(*(stored.c[each] for each in columns)).order_by(*stored.primary_key)
        done = await connection.execute(wanted, execution_options=moved)
        found[name] = [dict(row) for row in done.mappings()]
    return found


@pytest.fixture
async def written(tmp_path: Path, dump: Path) -> dict[str, list[dict[str, Any]]]:
    """What a bot of an older release wrote."""
    file = tmp_path / "old.db"
    loaded(file, dump).close()
    async with connect_to(file_url(file)) as connection:
        return await rows(connection, dump)


def steps(folder: Path, last: str) -> Path:
    """Return a folder with the steps up to one of them."""
    shutil.copytree(MIGRATIONS, folder)
    for step in (folder / "versions").glob("0*.py"):
        if step.name[: len(last)] > last:
            step.unlink()
    return folder


async def put(url: str, written: dict[str, list[dict[str, Any]]], folder: Path) -> None:
    """Make the schema of the steps in a folder in an empty database, with rows."""
    await upgrade(backend_of(url), folder)
    async with connect_to(url) as connection:
        for name, found in written.items():
            if found:
                columns = (column(each.name, each.type) for each in metadata.tables[name].c if each.name in found[0])
                await connection.execute(insert(table(name, *columns)), found)


@pytest.fixture
async def name(postgres: Server, written: dict[str, list[dict[str, Any]]], dump: Path, tmp_path: Path) -> str:
    """A database of a released schema with what a bot wrote, of a user who may do nothing else."""
    name = await postgres.empty()
    await postgres.sql(f"CREATE ROLE owner_of_{name} LOGIN PASSWORD 'hunter2'")
    await postgres.sql(f"ALTER DATABASE {name} OWNER TO owner_of_{name}")
    await put(owners(postgres, name), written, steps(tmp_path / "old", dump.stem))
    return name


def owners(postgres: Server, name: str) -> str:
    """Return the address with which the owner of a database comes."""
    return postgres.url(name, user=f"owner_of_{name}", password="hunter2")  # noqa: S106 - of these tests


async def version(postgres: Server, name: str, schema: str = "public") -> object:
    ((found,),) = await postgres.sql(f"SELECT version_num FROM {schema}.alembic_version", name)  # noqa: S608 - our own names
    return found


@pytest.mark.thorough
async def test_an_older_schema_is_upgraded_once_by_processes_started_together_and_copied(
    postgres: Server, name: str, written: dict[str, list[dict[str, Any]]], dump: Path
) -> None:
    assert min(len(written[name]) for name in ("matches", "challenges", "events", "outbox", "seats", "meta")) > 1
    url = owners(postgres, name)
    for database in await asyncio.gather(*(Database.open(url) for _ in range(3))):
        await database.close()
    assert await version(postgres, name) == HEAD
    assert await postgres.sql(COPIES, name) == [(f"before_{HEAD}",)]
    # Whoever came second made no copy of what the first had changed already.
    assert await version(postgres, name, f"before_{HEAD}") == dump.stem
    async with connect_to(url) as connection:
        assert await rows(connection, dump) == written
        assert await rows(connection, dump, f"before_{HEAD}") == written
        copied = await connection.run_sync(lambda sync: inspect(sync).get_table_names(f"before_{HEAD}"))
    assert set(copied) == {*written, "alembic_version"}


async def test_no_copy_no_step(
    postgres: Server, written: dict[str, list[dict[str, Any]]], dump: Path, tmp_path: Path
) -> None:
    name = await postgres.empty()
    await postgres.sql(f"CREATE ROLE tenant_of_{name} LOGIN PASSWORD 'hunter2'")
    await postgres.sql(f"GRANT CREATE ON SCHEMA public TO tenant_of_{name}", name)
    url = postgres.url(name, user=f"tenant_of_{name}", password="hunter2")  # noqa: S106 - of this test
    await put(url, written, steps(tmp_path / "old", dump.stem))
    with pytest.raises(StorageError, match=r"^The PostgreSQL user may not do .* make it the owner of the database\.$"):
        await Database.open(url)
    assert await version(postgres, name) == dump.stem
    async with connect_to(url) as connection:
        assert await rows(connection, dump) == written


async def test_a_step_that_goes_wrong_leaves_everything_as_it_was(
    postgres: Server, name: str, dump: Path, tmp_path: Path
) -> None:
    later = steps(tmp_path / "later", HEAD)
    (later / "versions" / "0999_broken.py").write_text(BROKEN)
    with pytest.raises(ZeroDivisionError):
        await upgrade(backend_of(owners(postgres, name)), later)
    assert await version(postgres, name) == dump.stem
    assert await postgres.sql(COPIES, name) == []


async def test_a_newer_schema_is_refused_in_one_sentence(postgres: Server) -> None:
    url = await postgres.create()
    async with connect_to(url) as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageError) as caught:
        await Database.open(url)
    assert str(caught.value) == (
        f"The PostgreSQL database was written by a newer Turnpost (schema 9999, this one knows {HEAD}); "
        "install that version, or put an older backup in the database's place."
    )


async def test_a_schema_between_two_releases_is_told_which_version_comes_first(postgres: Server) -> None:
    name = await postgres.empty()
    url = postgres.url(name)
    script = (RELEASED / "postgres" / f"{HEAD}.sql").read_text("utf-8")
    async with connect_to(url) as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(script)
        await driver.execute("RESET ALL")
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0012'")
    with pytest.raises(StorageError) as caught:
        await Database.open(url)
    assert str(caught.value) == (
        "The PostgreSQL database was written by a Turnpost between two releases (schema 0012); start the version of "
        "28 November 2026 on it once (git checkout e90a3153), then this one."
    )
    assert await version(postgres, name) == "0012"
    assert await postgres.sql(COPIES, name) == []


async def test_the_database_of_another_program_is_left_alone(postgres: Server) -> None:
    name = await postgres.empty()
    await postgres.sql("CREATE TABLE photos (id integer)", name)
    with pytest.raises(StorageError, match="belongs to another program; name another database"):
        await Database.open(postgres.url(name))
    assert await postgres.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name) == [("photos",)]

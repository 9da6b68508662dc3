"""The steps lead to the very tables that `storage.schema` describes, on either kind of database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, text

from storage.engine.database import Database, file_url
from storage.schema import gave_seat_up, left_index, metadata, pending, pending_index
from tests.storage.connection import connect_to

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from tests.postgres import Server

# The program leaves this to the migration, because naming it loads the dialect of PostgreSQL.
pending_index.dialect_options["postgresql"]["where"] = pending
left_index.dialect_options["postgresql"]["where"] = gave_seat_up

# What the database itself says of columns, keys and indexes, which autogeneration compares only in part.
SHAPES = {
    "sqlite": """
        SELECT m.name, 'column', c.name, c.type, c."notnull", c.pk, c.dflt_value, m.sql LIKE '%AUTOINCREMENT%'
          FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'
        UNION ALL
        SELECT m.name, 'key', k."from", k."table", k."to", k.on_delete, 0, 0
          FROM sqlite_master m, pragma_foreign_key_list(m.name) k WHERE m.type = 'table'
        UNION ALL
        SELECT m.name, 'index', i.name, group_concat(x.name), i."unique", i.partial,
               0, (SELECT substr(sql, instr(sql, ' WHERE ')) FROM sqlite_master WHERE name = i.name)
          FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) x
          WHERE m.type = 'table' GROUP BY m.name, i.name
    """,
    "postgresql": """
        SELECT c.relname, 'column', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::text,
               pg_get_expr(d.adbin, d.adrelid)
          FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
          WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        UNION ALL
        SELECT conrelid::regclass::text, 'constraint', conname, pg_get_constraintdef(oid), '', ''
          FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION ALL
        SELECT tablename, 'index', indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'public'
    """,
}


@pytest.fixture(params=["sqlite", "postgresql"])
async def blank(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables, of the same kind as `url`."""
    if request.param == "sqlite":
        return file_url(tmp_path / "blank.db")
    postgres: Server = request.getfixturevalue("postgres")
    return postgres.url(await postgres.empty())


def differences(connection: Connection) -> list[object]:
    def ours(_object: object, name: str | None, kind: str, _reflected: object, _other: object) -> bool:
        return not (kind == "table" and name == "alembic_version")

    context = MigrationContext.configure(connection, opts={"compare_type": True, "include_object": ours})
    return compare_metadata(context, metadata)


async def shape(connection: AsyncConnection) -> set[tuple[object, ...]]:
    found = await connection.execute(text(SHAPES[connection.dialect.name]))
    return {tuple(row) for row in found if row[0] not in ("alembic_version", "sqlite_sequence")}


async def test_the_steps_lead_to_the_schema_that_the_program_uses(blank: str) -> None:
    await (await Database.open(blank)).close()
    async with connect_to(blank) as connection:
        assert await connection.run_sync(differences) == []
        migrated = await shape(connection)
        await connection.exec_driver_sql("DROP TABLE alembic_version")
        await connection.run_sync(metadata.drop_all)
        assert await shape(connection) == set()
        await connection.run_sync(metadata.create_all)
        assert migrated == await shape(connection)
    assert len(migrated) > 60


async def test_a_difference_between_schema_and_steps_would_be_seen(blank: str) -> None:
    some = MetaData()
    for table in metadata.sorted_tables[:-1]:
        table.to_metadata(some)
    async with connect_to(blank) as connection:
        await connection.run_sync(some.create_all)
        assert len(await connection.run_sync(differences)) > 0

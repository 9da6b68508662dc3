"""What an operator reads when a PostgreSQL server or the way to it is at fault; afterwards the record goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import DBAPIError

from storage.engine.database import Database, StorageError
from storage.engine.errors import ServerUnavailable
from storage.queries import matches
from tests.storage.samples import ANN, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from storage.engine.database import Tx
    from tests.postgres import Server

CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture
async def name(postgres: Server) -> str:
    """A database with the tables and no rows."""
    url = await postgres.create()
    return url.rpartition("/")[2]


@pytest.fixture
async def database(postgres: Server, name: str) -> AsyncIterator[Database]:
    database = await Database.open(postgres.url(name))
    yield database
    await database.close()


async def refusal(url: str, *secrets: str) -> str:
    """Return the sentence with which an address is refused, which says nothing of it."""
    with pytest.raises(StorageError) as caught:
        await Database.open(url)
    sentence = str(caught.value)
    assert not any(word in sentence for word in ("127.0.0.1", "hunter2", "nowhere", *secrets))
    return sentence


async def stored(database: Database) -> int:
    async with database.read() as tx:
        return len(await matches.of_player(tx, ANN.id))


async def fails_with(tx: Tx, code: str) -> None:
    """Have the server itself raise an error."""
    raised = f"RAISE EXCEPTION 'could not extend file \"/srv/secret\"' USING ERRCODE = '{code}'"
    await tx.exec_driver_sql(f"DO $$ BEGIN {raised}; END $$")


async def writes(database: Database, fault: Callable[[Tx], Awaitable[object]]) -> None:
    """Make a match, and have something happen before the transaction ends."""
    async with database.write() as tx:
        await new_match(tx)
        await fault(tx)


async def reads(database: Database, fault: Callable[[Tx], Awaitable[object]]) -> None:
    async with database.read() as tx:
        await matches.of_player(tx, ANN.id)
        await fault(tx)
        await matches.of_player(tx, ANN.id)


@pytest.mark.thorough
async def test_a_connection_that_is_cut_is_a_sentence_and_the_next_one_serves(
    postgres: Server, name: str, database: Database
) -> None:
    async def cut(_: Tx) -> None:
        await postgres.sql(CUT, name)

    async def cut_and_written_to(tx: Tx) -> None:
        await postgres.sql(CUT, name)
        await new_match(tx)

    for done in (writes(database, cut), writes(database, cut_and_written_to), reads(database, cut)):
        with pytest.raises(StorageError, match=r"^The (connection to the )?PostgreSQL server (was lost|is starting)"):
            await done
    assert await stored(database) == 0
    await postgres.sql(CUT, name)
    async with database.write() as tx:
        await new_match(tx)
    await postgres.sql(CUT, name)
    assert await stored(database) == 1


async def test_a_server_that_is_away_is_a_sentence_and_once_it_is_back_the_record_goes_on(
    postgres: Server, database: Database
) -> None:
    async with database.write() as tx:
        await new_match(tx)
    away = "The PostgreSQL server does not answer; check that it runs, and the host and port of its address."
    postgres.stop()
    try:
        for use in (stored(database), writes(database, new_match)):
            with pytest.raises(StorageError) as caught:
                await use
            assert str(caught.value) == away
        assert await refusal(postgres.url("postgres"), postgres.password) == away
    finally:
        postgres.start()
    assert await stored(database) == 1
    async with database.write() as tx:
        await new_match(tx)
    assert await stored(database) == 2


async def test_an_address_that_leads_nowhere_is_refused_in_a_sentence(postgres: Server, name: str) -> None:
    url = postgres.url(name)
    assert await refusal(postgres.url("nowhere")) == (
        "The PostgreSQL server has no database of this name; create it, or name another."
    )
    wrong = "The PostgreSQL server refuses the user's name or password; check the database address."
    assert await refusal(postgres.url(name, password="hunter2")) == wrong  # noqa: S106 - none of anybody's
    assert await refusal(postgres.url(name, user="nowhere")) == wrong
    assert await refusal(url.replace(f":{postgres.port}/", ":1/"), postgres.password) == (
        "The PostgreSQL server does not answer; check that it runs, and the host and port of its address."
    )


async def test_a_server_without_a_connection_to_spare_says_so(postgres: Server, name: str) -> None:
    await postgres.sql("CREATE ROLE crowd LOGIN PASSWORD 'hunter2' CONNECTION LIMIT 0")
    assert await refusal(postgres.url(name, user="crowd", password="hunter2"), "crowd") == (  # noqa: S106 - as above
        "The PostgreSQL server has no connection to spare; raise its max_connections."
    )


async def test_a_read_only_database_is_read_and_writers_are_told(postgres: Server, name: str) -> None:
    await postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    database = await Database.open(postgres.url(name))
    with pytest.raises(StorageError, match=r"^The PostgreSQL database cannot be written: "):
        await writes(database, new_match)
    assert await stored(database) == 0
    await database.close()


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("53100", "The disk of the PostgreSQL server is full; free some space."),
        ("53200", "The PostgreSQL server is out of resources; look into its log."),
        ("58030", "The PostgreSQL server reports damage or a disk that fails; look into its log."),
        ("XX001", "The PostgreSQL server reports damage or a disk that fails; look into its log."),
        ("57014", "The PostgreSQL database was held by other work for too long; nothing was written, try again."),
        ("40P01", "The PostgreSQL database was held by other work for too long; nothing was written, try again."),
    ],
)
async def test_what_the_server_reports_is_a_sentence_and_nothing_is_written(
    database: Database, code: str, sentence: str
) -> None:
    with pytest.raises(StorageError) as caught:
        await writes(database, lambda tx: fails_with(tx, code))
    assert str(caught.value) == sentence
    assert await stored(database) == 0


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("57P03", "The PostgreSQL server is starting or stopping; try again in a moment."),
        ("08006", "The connection to the PostgreSQL server was lost; check that it runs."),
        ("53100", "The disk of the PostgreSQL server is full; free some space."),
    ],
)
async def test_only_a_server_that_may_soon_be_back_is_unavailable(database: Database, code: str, sentence: str) -> None:
    with pytest.raises(StorageError) as caught:
        await writes(database, lambda tx: fails_with(tx, code))
    assert str(caught.value) == sentence
    assert isinstance(caught.value, ServerUnavailable) == (code != "53100")


async def test_a_mistake_of_our_own_is_not_taken_for_a_fault_of_the_server(database: Database) -> None:
    with pytest.raises(DBAPIError):
        await writes(database, lambda tx: tx.exec_driver_sql("SELECT nothing"))

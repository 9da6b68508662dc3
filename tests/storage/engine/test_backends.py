"""A database address in which something makes no sense is refused in a sentence that doesn't show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database, StorageError

if TYPE_CHECKING:
    from tests.postgres import Server

SSL = "The `ssl` of the database address must be one of disable, allow, prefer, require, verify-ca, verify-full."
PORT = "The port of the database address must be a number from 1 to 65535."
SIGNS = "The database address holds signs that no host, user, password or database can have."
MORE = "The database address must name a host and a database and no more: "
UNREADABLE = "The database address cannot be read; "


async def refusal(url: str) -> str:
    with pytest.raises(StorageError) as caught:
        await Database.open(url)
    sentence = str(caught.value)
    assert "hunter2" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        ("host/name?ssl=nonsense", SSL),
        ("host/name?ssl=disable&ssl=require", SSL),
        ("host/name?sslmode=require", MORE),
        ("host/name?command_timeout=x", MORE),
        ("host:0/name", PORT),
        ("host:65536/name", PORT),
        ("host:many/name", UNREADABLE),
        ("/name", MORE),
        ("host/", MORE),
        ("[::1/name", UNREADABLE),
        ("a..b/name", SIGNS),
        (f"{'a' * 300}/name", SIGNS),
        ("host/na%00me", SIGNS),
        ("host/na\0me", SIGNS),
        ("host/na\udc80me", SIGNS),
    ],
)
async def test_an_address_that_makes_no_sense_is_refused_in_a_sentence(rest: str, sentence: str) -> None:
    assert (await refusal(f"postgresql+asyncpg://turnpost:hunter2@{rest}")).startswith(sentence)


@pytest.mark.parametrize("user", ["a\0b:hunter2", "turnpost:hunter2\0", "turnpost:hunter2\udc80"])
async def test_a_user_or_password_that_cannot_be_is_refused_in_a_sentence(user: str) -> None:
    assert await refusal(f"postgresql+asyncpg://{user}@127.0.0.1:1/name") == SIGNS


async def test_a_file_whose_name_cannot_be_is_refused_in_a_sentence() -> None:
    assert (await refusal("sqlite+aiosqlite:////tmp/a\0.db")).startswith("The database address must name a file")


@pytest.mark.parametrize(
    ("ssl", "sentence"),
    [
        ("require", "The PostgreSQL server offers no encrypted connection as the address asks for; check its `ssl`."),
        ("verify-full", "The `ssl` of the database address asks for a certificate to check the server's by: put that "),
    ],
)
async def test_an_encryption_that_cannot_be_had_is_refused_in_a_sentence(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, ssl: str, sentence: str
) -> None:
    monkeypatch.setenv("HOME", "/nowhere")
    assert (await refusal(f"{postgres.url('postgres')}?ssl={ssl}")).startswith(sentence)

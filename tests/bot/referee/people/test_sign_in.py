"""Nobody gets in: links work once, for one person and ten minutes; sessions end; and the record holds no secret."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest
from itsdangerous import URLSafeSerializer
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.people.sign_in import (
    KEY_TIME,
    LINK_TIME,
    LINKS_KEPT,
    LONGEST_BROWSER,
    SESSION_TIME,
    USED_EVERY,
    Link,
    burn_links,
    end_session,
    end_sessions,
    find_session,
    list_sessions,
    make_link,
    read_link,
    sign,
    sign_in,
    unsign,
)
from bot.referee.privacy import delete_person
from games import GAMES
from storage.engine.database import Database
from storage.queries import key_value, web_sessions
from storage.queries.key_value import SIGNING_KEY
from storage.schema import metadata, web_sessions as table
from tests.bot.referee.clock_context import ANN, BOB, DAY, HOUR, MINUTE, NOON, ClockContext, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable
    from datetime import datetime, timedelta
    from pathlib import Path

PATH = "/b/pG3xw0Hn2k5Yc_1Q"
MOMENT = MINUTE / 60_000_000
USED = "That link has been used. Press **Open the board** in Discord to get your own."
TOO_OLD = "That link is too old. Press **Open the board** in Discord to get a new one."
NOT_MINE = "That isn't one of my links. Press **Open the board** in Discord to get your own."
OUT_OF_DATE = "This page is out of date. Load it again."


@pytest.fixture
async def here(either_url: str) -> AsyncGenerator[ClockContext]:
    """A referee on either database, whose time the test moves."""
    async with make_clock_context(either_url) as made:
        yield made


@asynccontextmanager
async def another_process(url: str, now: datetime = NOON) -> AsyncGenerator[Context]:
    """Give the referee of another process with the same database, whose clock stands still."""
    database = await Database.open(url)
    try:
        yield Context(database, GAMES, now=lambda: now, rng=Random(2))
    finally:
        await database.close()


async def reason(work: Awaitable[object]) -> str:
    """Return the sentence with which something is rejected."""
    with pytest.raises(RequestRejected) as caught:
        await work
    return caught.value.reason


async def signed_in(here: ClockContext, browser: str = "Firefox") -> str:
    """Return the secret of a new session of Ann."""
    return await sign_in(here.context, await make_link(here.context, ANN.id, ANN.name, PATH), browser)


async def stored_keys(context: Context) -> dict[str, str]:
    async with context.database.read() as tx:
        return await key_value.starting_with(tx, SIGNING_KEY)


async def test_a_link_names_its_person_however_often_it_is_fetched_and_signs_them_in_once(here: ClockContext) -> None:
    token = await make_link(here.context, ANN.id, ANN.name, PATH)
    for _ in range(3):
        assert await read_link(here.context, token) == Link(ANN.id, "Ann", PATH)

    secret = await sign_in(here.context, token, "Firefox on Android")

    session = await find_session(here.context, secret)
    assert session is not None
    assert (session.user_id, session.browser, session.created_at) == (ANN.id, "Firefox on Android", NOON)
    assert await list_sessions(here.context, BOB.id) == []
    assert await reason(read_link(here.context, token)) == USED
    assert await reason(sign_in(here.context, token, "Chrome")) == USED
    assert await list_sessions(here.context, ANN.id) == [session]


async def test_a_link_is_good_for_less_than_ten_minutes(here: ClockContext) -> None:
    token = await make_link(here.context, ANN.id, ANN.name, PATH)
    assert LINK_TIME == 10 * MINUTE
    here.time = NOON + 10 * MINUTE - MOMENT
    assert await read_link(here.context, token)
    here.time = NOON + 10 * MINUTE
    assert await reason(read_link(here.context, token)) == TOO_OLD
    assert await reason(sign_in(here.context, token, "Firefox")) == TOO_OLD
    assert await list_sessions(here.context, ANN.id) == []


async def test_a_link_works_in_a_process_whose_clock_is_behind(here: ClockContext, either_url: str) -> None:
    token = await make_link(here.context, ANN.id, ANN.name, PATH)
    async with another_process(either_url, NOON - 5 * MINUTE / 60) as behind:
        assert (await read_link(behind, token)).user_id == ANN.id


async def test_no_changed_token_is_a_link(here: ClockContext) -> None:
    token = await make_link(here.context, ANN.id, ANN.name, PATH)
    payload, _, signature = token.rpartition(".")
    bobs = (await make_link(here.context, BOB.id, BOB.name, PATH)).rpartition(".")[0]
    changed = [token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :] for place in (0, 9, -20)]
    strange = ["", ".", "x", payload, f"{payload}.", f"{bobs}.{signature}", f"{token}A", "ü" * 40, "\udcff", "a.b.c"]
    for each in (*changed, *strange):
        assert await reason(read_link(here.context, each)) == NOT_MINE
        assert await reason(sign_in(here.context, each, "Firefox")) == NOT_MINE


async def test_no_other_key_makes_a_link(here: ClockContext, tmp_path: Path) -> None:
    assert await reason(read_link(here.context, "a.b")) == NOT_MINE  # nothing was signed here yet
    forged = URLSafeSerializer("guessed", salt="turnpost sign-in link").dumps([NOON.timestamp(), ["x", 1, "Ann", PATH]])
    async with make_clock_context(await create_database(tmp_path / "other.db")) as other:
        elsewhere = await make_link(other.context, ANN.id, ANN.name, PATH)
    for _ in range(2):
        assert await reason(read_link(here.context, str(forged))) == NOT_MINE
        assert await reason(read_link(here.context, elsewhere)) == NOT_MINE
        await make_link(here.context, ANN.id, ANN.name, PATH)


async def test_a_token_for_one_thing_is_none_for_another(here: ClockContext) -> None:
    content = ["number", ANN.id, ANN.name, PATH]
    for what in ("form", "link", ""):
        assert await reason(read_link(here.context, await sign(here.context, what, content))) == NOT_MINE
    token = await sign(here.context, "form", [1, "c4"])
    assert await unsign(here.context, "form", token, HOUR) == [1, "c4"]
    link = await make_link(here.context, ANN.id, ANN.name, PATH)
    for what, each in (("events", token), ("form", link), ("form", token[:-1]), ("form", "")):
        assert await reason(unsign(here.context, what, each, HOUR)) == OUT_OF_DATE
    here.time = NOON + HOUR - MOMENT
    assert await unsign(here.context, "form", token, HOUR) == [1, "c4"]
    here.time = NOON + HOUR
    assert await reason(unsign(here.context, "form", token, HOUR)) == OUT_OF_DATE


async def test_of_two_processes_one_uses_a_link_up(here: ClockContext, either_url: str) -> None:
    async with another_process(either_url) as other:
        for _ in range(5):
            token = await make_link(here.context, ANN.id, ANN.name, PATH)
            both = (sign_in(each, token, "Firefox") for each in (here.context, other, here.context, other))
            done = await asyncio.gather(*both, return_exceptions=True)
            rejected = [each for each in done if isinstance(each, RequestRejected)]
            assert [each.reason for each in rejected] == [USED] * 3
            assert len([each for each in done if isinstance(each, str)]) == 1
    assert len(await list_sessions(here.context, ANN.id)) == 5


async def test_processes_that_sign_first_at_once_agree_on_one_key(here: ClockContext, either_url: str) -> None:
    async with another_process(either_url) as other:
        tokens = await asyncio.gather(*(sign(each, "form", 1) for each in (here.context, other) * 3))
        assert len(await stored_keys(here.context)) == 1
        for token in tokens:
            assert await unsign(here.context, "form", token, HOUR) == await unsign(other, "form", token, HOUR) == 1


async def test_a_new_key_signs_every_thirty_days_and_old_ones_count_as_long_as_what_they_signed(
    here: ClockContext,
) -> None:
    days = int(KEY_TIME / DAY)
    assert days == 30
    here.time = begin = NOON + (days - (NOON - NOON.fromtimestamp(0, NOON.tzinfo)) // DAY % days) * DAY - HOUR * 12
    here.time -= MOMENT  # the last moment of the first key
    first = await sign(here.context, "form", "first")
    here.time = begin
    second = await sign(here.context, "form", "second")
    assert len(keys := await stored_keys(here.context)) == 2
    for _ in range(2):
        assert await unsign(here.context, "form", first, HOUR) == "first"
        assert await unsign(here.context, "form", second, HOUR) == "second"
        await sign(here.context, "form", "third")
    assert await stored_keys(here.context) == keys
    here.time = begin + SESSION_TIME - 2 * MOMENT
    await here.tick()
    assert await unsign(here.context, "form", first, SESSION_TIME) == "first"
    here.time = begin + SESSION_TIME
    await here.tick()
    assert list(await stored_keys(here.context)) == [max(keys)]
    assert await unsign(here.context, "form", second, SESSION_TIME + MOMENT) == "second"


async def test_the_latest_key_signs_though_its_number_has_more_digits(here: ClockContext) -> None:
    async with here.context.database.write() as tx:
        for number, key in ((9, "old"), (99, "older"), (1000, "newest")):
            await key_value.write(tx, f"{SIGNING_KEY}{number}", key)
        await key_value.write(tx, "signing_keys", "no key")
    here.time = NOON.fromtimestamp(1000 * KEY_TIME.total_seconds(), NOON.tzinfo)
    token = await sign(here.context, "form", 1)
    async with here.context.database.write() as tx:
        await key_value.remove(tx, [f"{SIGNING_KEY}9", f"{SIGNING_KEY}99"])
    assert await unsign(here.context, "form", token, HOUR) == 1


async def test_a_stolen_database_has_no_secret_of_a_session_or_link(here: ClockContext) -> None:
    token = await make_link(here.context, ANN.id, ANN.name, PATH)
    secret = await sign_in(here.context, token, "Firefox")
    async with here.context.database.read() as tx:
        rows = [str(row) for each in metadata.sorted_tables for row in (await tx.execute(select(each))).all()]
        (token_hash,) = (await tx.execute(select(table.c.token_hash))).scalars()
    assert len(secret) >= 43
    assert not any(part in row for row in rows for part in (secret, token, token.rpartition(".")[2]))
    for stolen in (token_hash, token, "", secret[:-1], f"{secret} ", "\udcff"):
        assert await find_session(here.context, stolen) is None


async def test_secrets_differ(here: ClockContext) -> None:
    assert len({await signed_in(here) for _ in range(5)}) == 5
    tokens = {await make_link(here.context, ANN.id, ANN.name, PATH) for _ in range(5)}
    assert len(tokens) == 5


async def test_a_session_ends_after_ninety_days(here: ClockContext) -> None:
    secret = await signed_in(here)
    assert SESSION_TIME == 90 * DAY
    here.time = NOON + 90 * DAY - MOMENT
    assert await find_session(here.context, secret)
    assert len(await list_sessions(here.context, ANN.id)) == 1
    here.time = NOON + 90 * DAY
    assert await find_session(here.context, secret) is None
    assert await list_sessions(here.context, ANN.id) == []


async def test_the_last_use_is_kept_once_an_hour_and_lists_come_by_it(here: ClockContext) -> None:
    first, second = await signed_in(here, "Firefox"), await signed_in(here, "Chrome")

    async def seen() -> list[tuple[str, timedelta]]:
        return [(each.browser, each.used_at - NOON) for each in await list_sessions(here.context, ANN.id)]

    assert await seen() == [("Chrome", 0 * HOUR), ("Firefox", 0 * HOUR)]
    here.time = NOON + USED_EVERY - MOMENT
    await find_session(here.context, first)
    assert await seen() == [("Chrome", 0 * HOUR), ("Firefox", 0 * HOUR)]
    here.time = NOON + USED_EVERY
    await find_session(here.context, first)
    assert await seen() == [("Firefox", HOUR), ("Chrome", 0 * HOUR)]
    here.time = NOON + 3 * HOUR
    await find_session(here.context, second)
    assert await seen() == [("Chrome", 3 * HOUR), ("Firefox", HOUR)]


async def test_a_person_ends_a_session_or_all_but_nobody_elses(here: ClockContext) -> None:
    first, second, third = [await signed_in(here, browser) for browser in ("Firefox", "Chrome", "Safari")]
    bobs = await sign_in(here.context, await make_link(here.context, BOB.id, BOB.name, PATH), "Edge")
    safari, chrome, firefox = await list_sessions(here.context, ANN.id)

    await end_session(here.context, BOB.id, firefox.id)
    assert await find_session(here.context, first) == firefox
    await end_session(here.context, ANN.id, firefox.id)
    await end_session(here.context, ANN.id, firefox.id)
    assert await find_session(here.context, first) is None
    assert await list_sessions(here.context, ANN.id) == [safari, chrome]

    await end_sessions(here.context, ANN.id)
    assert await list_sessions(here.context, ANN.id) == []
    assert await find_session(here.context, second) is await find_session(here.context, third) is None
    assert await find_session(here.context, bobs)


async def test_an_ended_session_keeps_its_link_used_and_nothing_of_its_person(here: ClockContext) -> None:
    token = await make_link(here.context, ANN.id, ANN.name, PATH)
    await sign_in(here.context, token, "Firefox")
    await end_sessions(here.context, ANN.id)
    await here.tick()
    here.time = NOON + LINK_TIME - MOMENT
    await here.tick()
    assert await reason(sign_in(here.context, token, "Firefox")) == USED
    async with here.context.database.read() as tx:
        (row,) = (await tx.execute(select(table))).all()
    assert (row.user_id, row.token_hash, row.browser) == (None, None, "")


async def test_what_is_over_is_forgotten_and_nothing_else(here: ClockContext) -> None:
    secret = await signed_in(here)
    ended = await signed_in(here)
    await end_session(here.context, ANN.id, (await list_sessions(here.context, ANN.id))[0].id)

    async def rows() -> int:
        await here.tick()
        async with here.context.database.read() as tx:
            return len((await tx.execute(select(table.c.id))).all())

    here.time = NOON + LINKS_KEPT
    assert await rows() == 2
    here.time = NOON + LINKS_KEPT + MOMENT
    assert await rows() == 1
    here.time = NOON + SESSION_TIME
    assert await rows() == 1
    here.time = NOON + SESSION_TIME + MOMENT
    assert await rows() == 0
    assert await find_session(here.context, secret) is await find_session(here.context, ended) is None


async def test_a_link_that_others_read_is_burnt_before_it_is_used_and_no_session_ended(here: ClockContext) -> None:
    used, seen, other = [await make_link(here.context, ANN.id, name, PATH) for name in ("Ann", "A" * 32, "Ann")]
    assert seen.startswith(".")  # what compresses well is compressed
    secret = await sign_in(here.context, used, "Firefox")
    here.time = NOON + LINK_TIME - MOMENT
    late = await make_link(here.context, BOB.id, BOB.name, PATH)
    texts = (
        "Look: https://play.example.org/in/a.b and /in/ and /in/..",
        f"[here](https://play.example.org/in/{seen}), https://play.example.org/in/{used}. It's {other}!",
        f"<https://play.example.org/in/{seen}> https://play.example.org/in/{seen}",
    )
    for text in texts:
        await burn_links(here.context, text)

    assert await reason(read_link(here.context, seen)) == USED
    assert await reason(sign_in(here.context, seen, "Firefox")) == USED
    assert await find_session(here.context, secret)
    assert await read_link(here.context, other)
    here.time = NOON + LINK_TIME
    await burn_links(here.context, f"_https://play.example.org/in/{other}_ /in/{late}_")
    assert await reason(read_link(here.context, late)) == USED
    async with here.context.database.read() as tx:
        assert len((await tx.execute(select(table.c.id))).all()) == 3  # one was too old to be burnt


async def test_a_deletion_ends_the_sessions_and_leaves_the_links_used(here: ClockContext) -> None:
    token = await make_link(here.context, ANN.id, ANN.name, PATH)
    secret = await sign_in(here.context, token, "Firefox on Ann's phone")
    bobs = await sign_in(here.context, await make_link(here.context, BOB.id, BOB.name, PATH), "Edge")

    assert await delete_person(here.context, ANN.id)

    assert await find_session(here.context, secret) is None
    assert await reason(sign_in(here.context, token, "Firefox")) == USED
    assert await find_session(here.context, bobs)
    async with here.context.database.read() as tx:
        assert not [row for row in (await tx.execute(select(table))).all() if "Ann" in row.browser or row.user_id == 1]


async def test_a_browser_says_what_it_likes(here: ClockContext) -> None:
    for browser in ("\0\udcff", "x" * 10_000, ""):
        assert await find_session(here.context, await signed_in(here, browser))
    assert [len(each.browser) for each in await list_sessions(here.context, ANN.id)] == [0, LONGEST_BROWSER, 2]


async def test_the_longest_link_fits_a_button(here: ClockContext) -> None:
    """Discord takes addresses of 512 characters; 100 are left for the site's own."""
    name = "".join(chr(0x20000 + 7919 * each**2 % 40000) for each in range(32))
    token = await make_link(here.context, 2**63 - 1, name, "/b/pG3xw0Hn2k5Yc_1Q/analysis")
    assert len(token) < 400
    assert (await read_link(here.context, token)).name == name


async def test_another_fault_than_a_used_link_is_no_used_link(here: ClockContext) -> None:
    await signed_in(here)
    async with here.context.database.write() as tx:
        await tx.execute(update(table).values({"token_hash": "same"}))
        with pytest.raises(IntegrityError):
            await web_sessions.add(tx, ANN.id, "same", "another link", "Firefox", NOON)

"""The rules are never thought about while a transaction is open, however little is known of a match beforehand."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee import agreements, aiming, claiming, hints, leaving, proposals, replays, turns, views
from bot.referee.answers import Again, Choose, Played, Refused
from bot.referee.asked import Named
from bot.referee.completion import completions
from bot.referee.table import Table
from bot.referee.thought import think, think_between
from games import GAMES
from storage.database import in_transaction
from tests.fresh import fresh
from tests.referee.time_table import ANN, BOB, DAY, time_table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from storage.records import Match
    from tests.referee.time_table import TimeTable


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[TimeTable]:
    async with time_table(await fresh(tmp_path / "turnpost.db")) as made:
        yield made


def forget(at: TimeTable) -> None:
    """Have nothing known any more of what events lead to, as after a start."""
    at.table = Table(at.table.database, GAMES, now=at.table.now, lots=Random(1), silence=at.table.silence)


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was thought about; the test fails at what is thought about within a transaction."""
    found: list[str] = []
    to_thread = asyncio.to_thread

    async def outside(call: Callable[..., Any], /, *args: Any) -> Any:
        assert not in_transaction()
        found.append(getattr(call, "__name__", ""))
        return await to_thread(call, *args)

    monkeypatch.setattr(asyncio, "to_thread", outside)
    return found


def requests(at: TimeTable, match: Match) -> list[Callable[[], Awaitable[object]]]:
    """Return what may be asked of a match in which Ann is to move, after two moves of Martian Life."""
    ann, bob, number = lambda: at.asked(ANN), lambda: at.asked(BOB), match.id
    return [
        lambda: completions(at.table, ann(), Named("", number), 5),
        lambda: hints.hint(at.table, ann(), Named("", number)),
        lambda: views.then(at.table, match, 1),
        lambda: replays.find(at.table, ann(), replays.Request(number)),
        lambda: aiming.aim(at.table, ann(), Named("f5", number)),
        lambda: proposals.preview(at.table, ann(), Named("f5", number)),
        lambda: turns.bare(at.table, ann(), Named("f5", number)),
        lambda: turns.move(at.table, bob(), Named("d6", number)),
        lambda: proposals.confirm(at.table, ann(), number, 4, "e3"),
        lambda: agreements.offer(at.table, ann(), number, "takeback"),
        lambda: agreements.answer(at.table, bob(), number, "takeback", agrees=True),
        lambda: leaving.resign(at.table, bob(), number),
    ]


async def test_whatever_is_asked_is_thought_about_outside_of_transactions(at: TimeTable, thoughts: list[str]) -> None:
    match = await at.begin("none", "martian-life")
    for person, text in ((ANN, "e4+"), (BOB, "b7")):
        done = await turns.move(at.table, at.asked(person), Named(text, match.id))
        assert isinstance(done, Played)
        match = done.match
    for ask in requests(at, match):
        forget(at)
        done = await ask()
        assert not isinstance(done, Again | Choose)
    assert (await at.match(match.id)).ended_at is not None
    assert len(thoughts) > len(requests(at, match))


async def test_time_that_is_up_is_thought_about_outside_of_transactions(at: TimeTable, thoughts: list[str]) -> None:
    match = await at.begin("1d", "martian-life")
    forget(at)
    at.time += 2 * DAY
    await claiming.claim(at.table, at.asked(BOB), match.id)
    assert (await at.match(match.id)).ended_at is not None
    assert len(thoughts) == 2


async def test_what_a_transaction_needs_is_known_when_it_is_begun_again(at: TimeTable, thoughts: list[str]) -> None:
    begun = 0

    @think_between
    async def work() -> int:
        nonlocal begun
        async with at.table.database.read():
            begun += 1
            return await think(int, "3") + await think(len, "four")

    assert await work() == 7
    assert begun == 3
    assert len(thoughts) == 2


async def test_what_the_rules_refuse_is_refused_where_it_was_asked(at: TimeTable) -> None:
    def refuse() -> None:
        raise Refused("no")

    @think_between
    async def work() -> str:
        async with at.table.database.read():
            try:
                await think(refuse)
            except Refused as refused:
                return refused.reason
        return ""

    assert await work() == "no"

"""Two processes of the bot on one PostgreSQL database, each with one of two guilds; direct messages go to the first."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground import Options, Playground
from tests.fast_rate_limits import fast_rate_limits
from tests.playground.client import Person
from tests.ports import free_port
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping
    from pathlib import Path

    from tests.playground.client import Json
    from tests.wire.match import Contest, Way

CHANNELS = ("games", "games-2")
"""A channel of each process's guild."""


@dataclass
class Pair:
    """What a test acts on: the two processes and their sites, in the order of their shards, and two people."""

    playground: Playground
    bots: tuple[BotProcess, BotProcess]
    sites: tuple[str, str]
    ann: Person
    bob: Person


@asynccontextmanager
async def paired(folder: Path, url: str, settings: Mapping[str, str] | None = None) -> AsyncGenerator[Pair]:
    """Start both processes at once on a database, which may be empty. On leaving, they must be able to end well.

    `settings` are set besides those that both need.
    """
    async with AsyncExitStack() as stack:
        playground = await Playground.start(options=Options(guilds=2, rate_limits=fast_rate_limits()))
        stack.push_async_callback(playground.stop)
        ports = free_port(), free_port()
        sites = f"http://127.0.0.1:{ports[0]}", f"http://127.0.0.1:{ports[1]}"
        first, second = (
            BotProcess(
                playground,
                folder / f"data-{shard}",
                settings={
                    "DATABASE_URL": url,
                    "SHARD_COUNT": "2",
                    "SHARD_IDS": str(shard),
                    "TURNPOST_URL": sites[shard],
                    "TURNPOST_WEB_PORT": str(ports[shard]),
                    **(settings or {}),
                },
            )
            for shard in range(2)
        )
        await asyncio.gather(first.start(), second.start())
        ann, bob = [await stack.enter_async_context(Person(playground, name)) for name in ("Ann", "Bob")]
        yield Pair(playground, (first, second), sites, ann, bob)
        for bot in (first, second):
            if bot.running:
                assert await bot.stop() == 0, bot.log.read_text()
            assert "Traceback" not in bot.log.read_text(), bot.log.read_text()


def numbered(contest: Contest) -> Way:
    """`#1 c4` by direct message, which says what is meant among several matches."""

    async def said(person: Person, thread: str, board: Json, text: str) -> None:
        del thread, board
        await person.say(f"#{contest.number} {text}", await person.dm())

    return said

"""The environment of the wire tests: a playground, the bot as a separate process, and people."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playground import Options, Playground
from playground.model.permissions import INVITATION
from playground.model.resources.user import BOT_ID
from playground.model.state import NONCE_WINDOW
from tests.database_template import create_database
from tests.discord_markdown import find_raw_syntax
from tests.fast_rate_limits import fast_rate_limits
from tests.playground import contract
from tests.playground.client import Person
from tests.playground.contract import imitated, without_names
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
    from datetime import timedelta
    from pathlib import Path

    from playground.rate_limits import RateLimits


PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve")


@dataclass
class Environment:
    """Everything a wire test acts on."""

    playground: Playground
    bot: BotProcess
    ann: Person
    bob: Person
    cleo: Person
    dan: Person
    eve: Person

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody, in the order in which they are usually seated."""
        return (self.ann, self.bob, self.cleo, self.dan, self.eve)

    @asynccontextmanager
    async def down(self, how: signal.Signals = signal.SIGKILL) -> AsyncGenerator[None]:
        """End the bot's process while the block runs."""
        await self.bot.stop(how)
        yield
        await self.bot.start()

    async def all_posted(self) -> None:
        """Wait until the bot has nothing left to post."""
        with closing(sqlite3.connect(self.bot.data / "turnpost.db")) as record:
            waiting = "SELECT count(*) FROM outbox WHERE sent_at IS NULL AND given_up_at IS NULL"
            while record.execute(waiting).fetchone()[0]:  # noqa: ASYNC110 - another process's table tells nobody
                await asyncio.sleep(0.05)


@asynccontextmanager
async def start_env(
    folder: Path,
    *,
    content: bool = True,
    packages: Path | None = None,
    nonce_window: timedelta = NONCE_WINDOW,
    guilds: int = 1,
    granted: Collection[str] = INVITATION,
    other_guilds: int = 0,
    more_people: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    program: Callable[[], None] | None = None,
    rate_limits: RateLimits | None = None,
) -> AsyncGenerator[Environment]:
    """Start a playground, a bot and people, with the message content intent granted or not.

    There are `guilds` with the bot, which allow it what is `granted`, and `other_guilds` without it; `more_people` are
    members besides the usual five. The bot keeps its data below `folder`, finds the installed `packages`, and gets
    `settings` in addition to those that it always needs. `clock` is the playground's, in UTC; the bot uses the
    machine's. `program` is as for `BotProcess`. Discord's rate limits pass fast, unless others are given. On leaving,
    the bot must end with code 0 and without a traceback in its log.
    """
    async with AsyncExitStack() as stack:
        options = Options(
            message_content=content,
            nonce_window=nonce_window,
            guilds=guilds,
            granted=granted,
            other_guilds=other_guilds,
            more_people=more_people,
            clock=clock,
            rate_limits=rate_limits or fast_rate_limits(),
            middlewares=contract.middlewares(),
        )
        playground = await Playground.start(options=options)
        stack.push_async_callback(playground.stop)
        bot = BotProcess(playground, folder / "data", packages, settings, program)
        await create_database(bot.data / "turnpost.db")
        await bot.start()
        people = [await stack.enter_async_context(Person(playground, name)) for name in PEOPLE]
        yield Environment(playground, bot, *people)
        if bot.running:
            assert await bot.stop() == 0, bot.log.read_text()
        unknown = {without_names(call) for call in playground.calls} - imitated()
        assert not unknown, f"docs/playground.md doesn't list {unknown} as imitated"
        contract.check_kept()
        for message in (each for said in playground.state.said.values() for each in said.values()):
            raw = find_raw_syntax(message.content) if message.author_id == BOT_ID else []
            assert not raw, f"{message.content}\n\nshows {'; '.join(raw)}"
        assert "Traceback" not in bot.log.read_text(), bot.log.read_text()

"""The bot as a process of its own, started and stopped by the tests."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from bot.process import cancel_and_wait
from tests.fast_rate_limits import SETTINGS
from tests.process_factory import ForkedProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playground.server import Playground

ROOT = Path(__file__).parents[2]
PATIENCE = 150.0
"""Seconds, for a slow machine: nothing that works waits so long."""


class BotProcess:
    """`turnpost run` against a playground, on a data folder that outlives it.

    `packages` is a folder of installed packages that the next start will see, if any. `settings` are set besides those
    that point it to the playground. `program` is what each process runs instead of the command line.
    """

    def __init__(
        self,
        playground: Playground,
        data: Path,
        packages: Path | None = None,
        settings: Mapping[str, str] | None = None,
        program: Callable[[], None] | None = None,
    ) -> None:
        self.data = data
        self.log = data / "bot.log"
        self.packages = packages
        self.settings = dict(settings or {})
        self._playground = playground
        self._program = program
        self._process: ForkedProcess | None = None

    @property
    def environment(self) -> dict[str, str]:
        settings = {
            "DISCORD_TOKEN": self._playground.token,
            "DISCORD_API": self._playground.api,
            "DISCORD_GATEWAY": self._playground.gateway,
            "TURNPOST_DATA": str(self.data),
            **SETTINGS,
        }
        return clean_environment() | settings | self.settings

    async def begin(self) -> None:
        """Start the process, and wait for nothing."""
        self.data.mkdir(exist_ok=True)
        self._process = await ForkedProcess.start(self.log, self.environment, self.packages, self._program)

    async def start(self) -> None:
        """Start the process and wait until it is connected."""
        await self.begin()
        assert self._process
        ended = asyncio.create_task(self._process.ended(PATIENCE))
        shards = [int(shard) for shard in self.settings.get("SHARD_IDS", "").split(",") if shard]
        ready = asyncio.create_task(self._playground.bot_ready(*shards))
        await asyncio.wait({ended, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            raise AssertionError(f"The bot did not come up:\n{self.log.read_text()}")
        await cancel_and_wait([ended])

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        assert self._process
        self._process.send(how)
        return await self.ended()

    async def logged(self, text: str, times: int = 1) -> None:
        """Wait until the process has said something in its log, so many times in all."""
        async with asyncio.timeout(PATIENCE):
            while not self.log.exists() or self.log.read_text().count(text) < times:  # noqa: ASYNC110 - a file tells nobody
                await asyncio.sleep(0.05)

    async def ended(self) -> int:
        """Wait for the process to end by itself, and return the exit code."""
        assert self._process
        return await self._process.ended(PATIENCE)

    @property
    def pid(self) -> int:
        """The process that runs."""
        assert self._process
        return self._process.pid

    def kill_workers(self) -> int:
        """Kill the processes that the bot has started, and return how many there were."""
        assert self._process
        return self._process.kill_children()

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.alive


def clean_environment() -> dict[str, str]:
    """Return this process's environment without any setting of the bot."""
    ours = ("DISCORD_", "TURNPOST_", "DATABASE_", "SHARD_", "SENTRY_")
    return {key: value for key, value in os.environ.items() if not key.startswith(ours)}

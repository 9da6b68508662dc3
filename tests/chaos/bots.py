"""Bot processes that can be killed, and whose clock can be ahead of this machine's."""

from __future__ import annotations

import signal
import sys
from functools import partial
from typing import TYPE_CHECKING

import uvloop

from bot import runner
from bot.config import WrongSetting, read_settings
from bot.process import read_wall_clock
from tests.process_factory import ForkedProcess
from tests.wire.process import clean_environment

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import timedelta
    from pathlib import Path


def run_ahead(ahead: timedelta) -> None:
    """Run the bot as `turnpost run` does, by a clock that is so much ahead."""
    try:
        settings = read_settings()
        runner.start_logs(settings)
        uvloop.run(runner.run(settings, print, now=lambda: read_wall_clock() + ahead))
    except (WrongSetting, runner.Unreachable) as ended:
        sys.exit(str(ended))


PATIENCE = 60.0
"""Seconds that a bot is given to end well."""


class Bot:
    """One bot, started and killed again and again on the same settings."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        """`folder` is for its data and its log."""
        folder.mkdir(parents=True, exist_ok=True)
        self.log = folder / "bot.log"
        self._environment = clean_environment() | {**settings, "TURNPOST_DATA": str(folder)}
        self._process: ForkedProcess | None = None

    @property
    def running(self) -> bool:
        """Whether its process lives."""
        return self._process is not None and self._process.alive

    async def start(self, ahead: timedelta) -> None:
        """Start the process, by a clock so much ahead, without waiting for anything it does."""
        self._process = await ForkedProcess.start(self.log, self._environment, program=partial(run_ahead, ahead))

    async def kill(self) -> None:
        """Kill the process with SIGKILL, wherever it is, and wait until it is gone."""
        await self._end(signal.SIGKILL)

    def kill_workers(self) -> int:
        """Kill the processes that the bot has started, and return how many there were."""
        assert self._process
        return self._process.kill_children()

    async def stop(self) -> int:
        """Ask the process to end; return its exit code. Raises AssertionError when it does not end."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        assert self._process
        self._process.send(how)
        try:
            return await self._process.ended(PATIENCE)
        except TimeoutError:
            raise AssertionError(f"The bot does not end:\n{self.log.read_text()[-4000:]}") from None

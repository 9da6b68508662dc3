"""The bot as a process of its own, started and stopped by the tests."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.server import Playground

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


class BotProcess:
    """`turnpost run` against a playground, on a data folder that outlives it.

    `packages` is a folder of installed packages that the next start will see, if any.
    """

    def __init__(self, playground: Playground, data: Path, packages: Path | None = None) -> None:
        self.data = data
        self.log = data / "bot.log"
        self.packages = packages
        self._playground = playground
        self._process: asyncio.subprocess.Process | None = None

    @property
    def environment(self) -> dict[str, str]:
        settings = {
            "DISCORD_TOKEN": self._playground.token,
            "DISCORD_API": self._playground.api,
            "DISCORD_GATEWAY": self._playground.gateway,
            "TURNPOST_DATA": str(self.data),
        }
        if self.packages is not None:
            settings["PYTHONPATH"] = str(self.packages)
        return clean_environment() | settings

    async def start(self) -> None:
        """Start the process and wait until it is connected."""
        self.data.mkdir(exist_ok=True)
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run"), cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        ended = asyncio.create_task(self._process.wait())
        ready = asyncio.create_task(self._playground.bot_ready())
        await asyncio.wait({ended, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            raise AssertionError(f"The bot did not come up:\n{self.log.read_text()}")
        ended.cancel()

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        assert self._process
        self._process.send_signal(how)
        return await asyncio.wait_for(self._process.wait(), PATIENCE)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None


def clean_environment() -> dict[str, str]:
    """Return this process's environment without any setting of the bot."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("DISCORD_", "TURNPOST_"))}

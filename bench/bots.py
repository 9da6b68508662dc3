"""Bots as processes of their own, each with an embedded Discord to itself, started and stopped by the measurements."""

from __future__ import annotations

import asyncio
import json
import math
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bench.inside import memory
from playground import Options, Playground
from playground.rate_limits import RateLimits

if TYPE_CHECKING:
    from collections.abc import Mapping

Which: TypeAlias = Literal["turnpost", "echo"]
NOT_OURS = ("DISCORD_", "TURNPOST_", "PYTHONDONTWRITEBYTECODE")
"""Prefixes of variables that a bot must not find in its environment. Bytecode is written, as for an installed bot."""

PATIENCE = 120.0
"""Seconds, for a large record on a slow machine."""


async def start_playground(guilds: int = 1) -> Playground:
    """Start an embedded Discord without rate limits, which would hide what the bots themselves can do."""
    return await Playground.start(options=Options(guilds=guilds, rate_limits=RateLimits(faster=math.inf)))


class Bot:
    """One bot in a process of its own. `folder` is its data folder; for the echo bot, where its pictures are."""

    def __init__(
        self, which: Which, playground: Playground, folder: Path, settings: Mapping[str, str] | None = None
    ) -> None:
        self._which: Which = which
        self._playground = playground
        self._report = folder / f"{which}-inside.json"
        self._log = folder / f"{which}.log"
        self._environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(NOT_OURS)},
            "DISCORD_TOKEN": playground.token,
            "DISCORD_API": playground.api,
            "DISCORD_GATEWAY": playground.gateway,
            "TURNPOST_DATA": str(folder),
            "BENCH_PICTURES": str(folder),
            "DISCORD_REQUESTS_PER_SECOND": "1000000",  # what the bot can do, not what Discord lets it do
            **(settings or {}),
        }
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> float:
        """Start the process and wait until it is connected and knows its guilds; return how many seconds it took."""
        began = time.perf_counter()
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "bench.inside", self._which, str(self._report)),
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        ended = asyncio.create_task(self._process.wait())
        ready = asyncio.create_task(self._playground.bot_ready())
        await asyncio.wait({ended, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if not ready.done():
            ready.cancel()
            await self._end()
            raise RuntimeError(f"The bot did not come up:\n{self._log.read_text('utf-8')}")
        return time.perf_counter() - began

    @property
    def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise RuntimeError("the bot was not started")
        return self._process

    @property
    def memory(self) -> int:
        """How many bytes of memory the process has in use."""
        return memory(self._running.pid)

    @property
    def children(self) -> list[int]:
        """The processes that the bot has started."""
        number = self._running.pid
        return [int(child) for child in Path(f"/proc/{number}/task/{number}/children").read_text("ascii").split()]

    async def inside(self) -> dict[str, Any]:
        """Return the measurements inside the process since the last call."""
        self._report.unlink(missing_ok=True)
        self._running.send_signal(signal.SIGUSR1)
        while not self._report.exists():  # noqa: ASYNC110 - there is no event for another process's file
            await asyncio.sleep(0.01)
        return json.loads(self._report.read_text("utf-8"))

    async def stop(self) -> None:
        """End the process, if it was started. Raises `RuntimeError` if it logged a traceback."""
        if self._process is None:
            return
        await self._end()
        log = self._log.read_text("utf-8")
        if "Traceback" in log:
            raise RuntimeError(f"The bot logged a traceback:\n{log}")

    async def _end(self) -> None:
        if self._running.returncode is None:
            self._running.terminate()
            try:
                await asyncio.wait_for(self._running.wait(), PATIENCE)
            except TimeoutError:
                self._running.kill()
                await self._running.wait()

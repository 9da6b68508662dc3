"""Runs a bot and measures it from inside: `python -m bench.inside turnpost|echo REPORT`; measurements start it.

It runs the bot's own `runner.run`, or the echo bot, with the settings of the environment, and beside it a monitor of
the event loop: a timer every few milliseconds, which records how late it runs. That is how long the event loop was
blocked. It costs both bots the same. On SIGUSR1, and at the end, the measurements are written to the file REPORT as
JSON, and start again. With `BENCH_STEPS` set, `bench.steps` also measures the steps of a turn.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

EVERY = 0.005
"""Seconds between two timers of the monitor."""


class Monitor:
    """Records how late timers run."""

    def __init__(self, report: Path) -> None:
        self._report = report
        self._late: list[float] = []
        self._cpu_before = time.process_time()
        self._steps: dict[str, list[float]] = {}

    def start(self) -> None:
        """Start to measure the running loop."""
        if os.environ.get("BENCH_STEPS"):
            from bench import steps  # noqa: PLC0415 - it loads modules of the bot

            steps.watch(self._steps)
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, self.write)
        self._wait(loop, loop.time() + EVERY)

    def _wait(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        loop.call_at(due, self._tick, loop, due)

    def _tick(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        now = loop.time()
        self._late.append(now - due)
        self._wait(loop, now + EVERY)

    def write(self) -> None:
        """Write the measurements to the report, and start again."""
        late = sorted(self._late) or [0.0]
        report_json: dict[str, Any] = {
            "block": late[-1],
            "block_p999": late[int(len(late) * 0.999)],
            "ticks": len(late),
            "memory": memory(),
            "cpu": time.process_time() - self._cpu_before,
            "steps": {name: {"count": len(each), "sum": sum(each)} for name, each in self._steps.items()},
        }
        partial = self._report.with_suffix(".partial")
        partial.write_text(json.dumps(report_json), "utf-8")
        partial.replace(self._report)
        self._late.clear()
        self._cpu_before = time.process_time()
        for each in self._steps.values():
            each.clear()


def memory(pid: int | None = None) -> int:
    """Return how many bytes of memory a process has in use, this one if none is named (Linux)."""
    lines = Path(f"/proc/{pid or 'self'}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) * 1024


async def turnpost(monitor: Monitor) -> None:
    """Run the bot."""
    gc.disable()  # as the command line does: `run` enables it
    from bot.config import read_settings  # noqa: PLC0415 - as above
    from bot.runner import run, start_logs  # noqa: PLC0415 - the echo bot must not load it

    monitor.start()
    settings = read_settings()
    start_logs(settings)
    await run(settings, lambda _: None)


async def echo(monitor: Monitor) -> None:
    """Run the echo bot until SIGTERM."""
    import discord  # noqa: PLC0415 - as above

    from bench.echo import Echo, load_pictures  # noqa: PLC0415 - the bot must not load it
    from bot.gateway.connection import point_at  # noqa: PLC0415 - as above

    discord.utils.setup_logging()
    point_at(os.environ["DISCORD_API"], os.environ["DISCORD_GATEWAY"])
    monitor.start()
    client = Echo(load_pictures(Path(os.environ["BENCH_PICTURES"])))
    running = asyncio.create_task(client.start(os.environ["DISCORD_TOKEN"]))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        await client.close()


def main() -> None:
    """Run the bot that the command line names."""
    which, report = sys.argv[1:]
    monitor = Monitor(Path(report))
    if which == "echo":
        asyncio.run(echo(monitor))
    else:
        import uvloop  # noqa: PLC0415 - the echo bot must not load it

        uvloop.run(turnpost(monitor))  # as the command line does
    monitor.write()


if __name__ == "__main__":
    main()

"""A bot as a process to be measured: `python -m bench.inside turnpost|echo REPORT`, started by the measurements.

It runs the bot's own `running.run`, or the echo bot, with the settings of the environment, and a loop monitor beside
it: a timer every few milliseconds, which notes how much later than due it runs. That is how long the event loop was
blocked for whatever else was waiting, a heartbeat for instance. It costs both bots the same. On SIGUSR1, and at the
end, what was measured is written to the file REPORT as JSON, and begun anew. With `BENCH_STEPS` set, `bench.steps`
notes besides how long the steps of a turn take.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

EVERY = 0.005
"""Seconds between two timers of the monitor."""


class Monitor:
    """Notes how late timers run."""

    def __init__(self, report: Path) -> None:
        self._report = report
        self._late: list[float] = []
        self._steps: dict[str, list[float]] = {}

    def start(self) -> None:
        """Begin to watch the running loop."""
        if os.environ.get("BENCH_STEPS"):
            from bench import steps  # noqa: PLC0415 - only where asked for: it loads what the echo bot does without

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
        """Write down what was measured, and begin anew."""
        late = sorted(self._late) or [0.0]
        told: dict[str, Any] = {
            "block": late[-1],
            "block_p999": late[int(len(late) * 0.999)],
            "ticks": len(late),
            "memory": memory(),
            "steps": {name: {"count": len(each), "sum": sum(each)} for name, each in self._steps.items()},
        }
        partial = self._report.with_suffix(".partial")
        partial.write_text(json.dumps(told), "utf-8")
        partial.replace(self._report)
        self._late.clear()
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
    from bot.runner import run  # noqa: PLC0415 - the echo bot must not load it

    monitor.start()
    await run(read_settings(), lambda _: None)


async def echo(monitor: Monitor) -> None:
    """Run the echo bot until SIGTERM."""
    from bench.echo import Echo, stored  # noqa: PLC0415 - the bot must not load it
    from bot.gateway.endpoints import point_at  # noqa: PLC0415 - as above

    point_at(os.environ["DISCORD_API"], os.environ["DISCORD_GATEWAY"])
    monitor.start()
    client = Echo(stored(Path(os.environ["BENCH_PICTURES"])))
    running = asyncio.create_task(client.start(os.environ["DISCORD_TOKEN"]))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        await client.close()


def main() -> None:
    """Become the bot that the command line names."""
    which, report = sys.argv[1:]
    import discord  # noqa: PLC0415 - as both bots do

    discord.utils.setup_logging()
    monitor = Monitor(Path(report))
    asyncio.run({"turnpost": turnpost, "echo": echo}[which](monitor))
    monitor.write()


if __name__ == "__main__":
    main()

"""The real `turnpost run` in processes of their own, each forked from one that has its modules loaded.

A start that loads every module anew takes seconds of processor time, and nothing of interest happens in them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import signal
    from collections.abc import Mapping
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

_nursery = multiprocessing.get_context("forkserver")
_nursery.set_forkserver_preload(["bot.cli", "bot.running", "storage.upgrade", __name__])
_PATH = tuple(sys.path)
"""Where modules are found by the process that all are forked from, whatever a test has added to its own path since."""


class Child:
    """One process of the bot. Make it with `born`."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @classmethod
    async def born(cls, log: Path, environment: Mapping[str, str], packages: Path | None = None) -> Child:
        """Start the bot with this environment and no other; what it prints is added to `log`.

        `packages` is a folder of installed packages that it finds besides, if any.
        """
        work = (str(log), dict(environment), str(packages) if packages else None)
        process = _nursery.Process(target=_run, args=work, daemon=True)
        await asyncio.to_thread(process.start)
        return cls(process)

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process.pid
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.is_alive()

    def send(self, how: signal.Signals) -> None:
        """Send a signal, if there is still somebody to get it."""
        if self.alive:
            os.kill(self.pid, how)

    async def ended(self, patience: float) -> int:
        """Wait for the end and return the exit code. Raises `TimeoutError` after `patience` seconds."""
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        if self._process.exitcode is None:
            loop.add_reader(self._process.sentinel, gone.set)
            try:
                await asyncio.wait_for(gone.wait(), patience)
            finally:
                loop.remove_reader(self._process.sentinel)
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode


def _run(log: str, environment: dict[str, str], packages: str | None) -> None:
    """Become the bot; runs in the forked process."""
    from bot.cli import main  # noqa: PLC0415 - loaded once, in the process this one is forked from

    with open(log, "ab") as file:  # noqa: PTH123 - a file descriptor is all that's wanted
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:] = [*([packages] if packages else []), *_PATH]
    sys.argv = ["turnpost", "run"]
    main()

"""`turnpost` as separate processes, each forked from one that has its modules loaded.

Loading every module takes seconds of processor time.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence
    from multiprocessing.context import ForkServerProcess
    from subprocess import CompletedProcess

FORK_SERVER = multiprocessing.get_context("forkserver")
"""Where processes are forked with the modules of the bot loaded."""
FORK_SERVER.set_forkserver_preload(
    [
        "bot.cli",
        "bot.runner",
        "bot.admin.records",
        "bot.admin.repair",
        "bot.admin.site",
        "bot.admin.verify.run",
        "aiosqlite",
        "storage.engine.postgres",
        "storage.engine.migration_scripts",
        "tests.warm_caches",
        __name__,
    ]
)
_PATH = tuple(sys.path)
"""The import path of the fork server; what a test adds to its own path later isn't in it."""


class ForkedProcess:
    """One process of the bot. Make it with `start`."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @classmethod
    async def start(
        cls,
        log: Path,
        environment: Mapping[str, str],
        packages: Path | None = None,
        program: Callable[[], None] | None = None,
        arguments: Sequence[str] = ("run",),
    ) -> ForkedProcess:
        """Start the bot with only this environment; what it prints is appended to `log`.

        `packages` is a folder of installed packages that it finds too, `program` what it runs instead of the command
        line with these `arguments`.
        """
        work = arguments, dict(environment), str(packages) if packages else None, str(log), str(log), program
        process = FORK_SERVER.Process(target=_become, args=work, daemon=True)
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
        """Send a signal, if the process still runs."""
        if self.alive:
            os.kill(self.pid, how)

    @property
    def children(self) -> list[int]:
        """The numbers of the processes that this process has started, none once it has ended."""
        try:
            told = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("ascii")
        except FileNotFoundError:
            return []
        return [int(number) for number in told.split()]

    def kill_children(self) -> int:
        """Kill the processes that this process has started, and return how many there were."""
        found = self.children
        for number in found:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        return len(found)

    async def ended(self, patience: float) -> int:
        """Wait for the end and return the exit code. After `patience` seconds kills it and raises `TimeoutError`."""
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        if self._process.exitcode is None:
            loop.add_reader(self._process.sentinel, gone.set)
            try:
                await asyncio.wait_for(gone.wait(), patience)
            except TimeoutError:
                self._process.kill()
                raise
            finally:
                loop.remove_reader(self._process.sentinel)
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode


def run_command(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    patience: float,
    packages: Path | None = None,
    *,
    on_terminal: bool = False,
) -> CompletedProcess[str]:
    """Run a command to its end, `packages` being as for `ForkedProcess.start`.

    `on_terminal` makes its standard error a terminal. Raises `subprocess.TimeoutExpired` after `patience` seconds.
    """
    with tempfile.TemporaryDirectory() as folder, _open_terminal() as (terminal, read_screen):
        out, errors = Path(folder, "out"), terminal if on_terminal else Path(folder, "errors")
        work = arguments, dict(environment), str(packages) if packages else None, str(out), str(errors)
        process = FORK_SERVER.Process(target=_become, args=work)
        process.start()
        process.join(patience)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(list(arguments), patience)
        said = out.read_text("utf-8"), read_screen() if on_terminal else errors.read_text("utf-8")
    return subprocess.CompletedProcess(list(arguments), process.exitcode, *said)


@contextmanager
def _open_terminal() -> Generator[tuple[Path, Callable[[], str]]]:
    """Give the file of a terminal, and what returns all that was written there."""
    screen, terminal = os.openpty()
    os.set_blocking(screen, False)
    try:
        yield Path(os.ttyname(terminal)), lambda: os.read(screen, 2**16).decode()
    finally:
        os.close(screen)
        os.close(terminal)


def _become(
    arguments: Sequence[str],
    environment: dict[str, str],
    packages: str | None,
    out: str,
    errors: str,
    program: Callable[[], None] | None = None,
) -> None:
    """Run the program in the forked process."""
    from bot.cli import main  # noqa: PLC0415 - loaded once, in the process this one is forked from

    for number, name in ((1, out), (2, errors)):
        with open(name, "ab") as file:  # noqa: PTH123 - a file descriptor is all that's wanted
            os.dup2(file.fileno(), number)
    multiprocessing.current_process().daemon = False  # a daemon may have no processes of its own
    os.umask(0o022)  # as on most machines: what is private must not depend on a narrower one
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:] = [*([packages] if packages else []), *_PATH]
    sys.argv = ["turnpost", *arguments]
    (program or main)()

"""What all long-lived parts share: tasks, errors of the network, the clock of the process, and its end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord

from bot.logs.fields import begin_request
from bot.logs.redaction import find_texts
from games.text import fold
from storage.engine.database import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable
    from types import FrameType

log = logging.getLogger(__name__)
NETWORK_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError)
"""The errors of a request through discord.py when Discord or the network fails.

aiohttp turns each `OSError` of sockets, TLS and name servers into its own `ClientError`, except a timeout. So any other
`OSError` is a fault of this machine: a missing font, a full disk.
"""
UNAUTHORIZED = 401
TRANSIENT_STATUSES = {UNAUTHORIZED, 408, 429}
"""Statuses below 500 that don't reject the request itself."""
LOWEST_CODE = 10_000
"""The lowest of Discord's own error codes. A response without one comes from a proxy or a failing server."""
TRANSIENT_CODES = {20016, 20022, 20028, 20029, 40003, 40004, 40006, 40062, 40333, 110001, 130000}
"""Discord's codes for limits, overload, and features that are switched off temporarily."""


def is_permanent(error: BaseException) -> bool:
    """Return whether Discord itself rejected a request for good, by a status from 400 to 499 and its own error code."""
    return (
        isinstance(error, discord.HTTPException)
        and 400 <= error.status < 500
        and error.status not in TRANSIENT_STATUSES
        and _is_rejection(error.code)
    )


def _is_rejection(code: object) -> bool:
    return isinstance(code, int) and code >= LOWEST_CODE and code not in TRANSIENT_CODES


def is_forbidden(error: BaseException) -> bool:
    """Return whether Discord itself said that the bot lacks the permission."""
    return isinstance(error, discord.Forbidden) and is_permanent(error)


def is_unauthorized(error: BaseException) -> bool:
    """Return whether Discord rejected the bot's token."""
    return isinstance(error, discord.HTTPException) and error.status == UNAUTHORIZED


def log_error(log: logging.Logger, what: str, error: Exception) -> None:
    """Log a failure: in one line if the database or Discord failed, else with its traceback."""
    if isinstance(error, (*NETWORK_ERRORS, StorageError)):
        log.error("%s: %s", what, error or type(error).__name__)
    else:
        log.error("%s", what, exc_info=error)


_WRITTEN = {"value", "content", "username", "global_name", "nick"}
"""Where an interaction's data has texts and names: options and forms, and the people and messages that they name."""


def begin_message(message: discord.Message) -> None:
    """Let the further lines of this task be those of a message."""
    people = (message.author, *message.mentions)
    names = [name for person in people for name in _names(person)]
    texts = (message.content, fold(message.content))  # a line may quote either
    begin_request(message.id, channel=str(message.channel.id), private=(*texts, *names))


def begin_interaction(interaction: discord.Interaction[Any]) -> None:
    """Let the further lines of this task be those of an interaction."""
    texts = [*find_texts(interaction.data or {}, _WRITTEN)]
    private = (*_names(interaction.user), *texts, *map(fold, texts))
    begin_request(interaction.id, channel=str(interaction.channel_id), private=private)


def _names(person: discord.abc.User) -> tuple[str, ...]:
    return person.name, person.display_name, person.global_name or ""


JUMP = timedelta(seconds=5)
"""A larger difference from the wall clock is a jump; a smaller one is corrected step by step."""
MAX_STEP = timedelta(milliseconds=100)
"""How much of a small difference one comparison corrects."""
JUMP_ACCEPTED_AFTER = timedelta(minutes=10)
"""How long a jump has to last until the process follows the wall clock."""


def read_wall_clock() -> datetime:
    """Return the time of the machine's clock, in UTC."""
    return datetime.now(UTC)


def count_seconds() -> float:
    """Return the seconds since a fixed moment, including those in which the machine slept if the system counts them."""
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    """A clock that follows the wall clock, but does not jump with it."""

    def __init__(
        self, wall: Callable[[], datetime] = read_wall_clock, elapsed: Callable[[], float] = count_seconds
    ) -> None:
        self._wall, self._elapsed = wall, elapsed
        self._origin = wall() - timedelta(seconds=elapsed())
        self._jumped: tuple[timedelta, datetime] | None = None  # by how much, and when by this clock

    def now(self) -> datetime:
        """Return the time."""
        return self._origin + timedelta(seconds=self._elapsed())

    def compare(self) -> timedelta:
        """Compare with the wall clock, and return by how much to `move`: zero unless a jump has lasted.

        Call this about once a minute. A jump is logged once.
        """
        now = self.now()
        ahead = self._wall() - now
        if abs(ahead) <= JUMP:
            if self._jumped:
                log.warning("The machine's clock is right again.")
                self._jumped = None
            self._origin += min(max(ahead, -MAX_STEP), MAX_STEP)
            return timedelta()
        if self._jumped is None or abs(ahead - self._jumped[0]) > JUMP:
            log.warning(
                "The machine's clock is off by %+d s, which is ignored unless it stands for 10 minutes.",
                ahead.total_seconds(),
            )
            self._jumped = ahead, now
        return ahead if now - self._jumped[1] >= JUMP_ACCEPTED_AFTER else timedelta()

    def move(self, by: timedelta) -> None:
        """Follow the wall clock, which differs by `by`."""
        self._origin += by
        self._jumped = None
        log.warning("The machine's clock is believed: the time was set by %+d s.", by.total_seconds())


T = TypeVar("T")
RECANCEL_INTERVAL = 1.0
"""Seconds that a cancelled task is given to end before it is cancelled again."""


async def cancel_and_wait(tasks: Iterable[asyncio.Task[Any] | None]) -> None:
    """Cancel tasks (None is skipped) and wait until each has ended and has returned its database connection.

    The end of the event loop cancels a task that is left a second time, while it handles the first cancellation. Then
    its connection is never closed, and the process never ends.
    """
    running = [task for task in tasks if task]
    for task in running:
        task.cancel()
    if running:
        await asyncio.wait(running)


async def run_cancellable(work: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns; if the caller is cancelled, cancel the coroutine until it has ended.

    `asyncio.wait_for` loses a cancellation that arrives when its result does (CPython issue 86296, up to Python 3.11),
    and discord.py connects by it. Work that holds a database connection must not be cancelled twice.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=RECANCEL_INTERVAL)
        raise
    return task.result()


TIMEOUT = 9.0
"""Seconds that running work has to end; Docker kills a container after ten."""


class Shutdown:
    """Runs the process until a shutdown is requested. Make it in the main thread while the event loop runs."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._requested = asyncio.Event()
        self._limit = threading.Timer(TIMEOUT, _exit)
        self._limit.daemon = True
        # Not with `loop.add_signal_handler`, because the event loop may be busy.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._handle_signal)

    def _handle_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.request()

    def request(self) -> None:
        """End the process cleanly, or at once after `TIMEOUT`."""
        if not self._limit.is_alive():
            with suppress(RuntimeError):  # it was requested before, and the timer has ended
                self._limit.start()
        with suppress(RuntimeError):  # the event loop has ended already
            self._loop.call_soon_threadsafe(self._requested.set)

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine to its end, or cancel it when a shutdown is requested. Raises its errors until then."""
        running, requested = asyncio.create_task(work), asyncio.create_task(self._requested.wait())
        await asyncio.wait({running, requested}, return_when=asyncio.FIRST_COMPLETED)
        await cancel_and_wait([requested])
        if running.done():
            return running.result()
        await cancel_and_wait([running])
        if not running.cancelled() and isinstance(error := running.exception(), Exception):
            log_error(log, "The end was not clean", error)
        return None


def _exit() -> None:
    """End the process at once. Nothing is lost: the next start carries on with what is stored."""
    log.warning("Not everything ended within %d s; the next start takes it up.", TIMEOUT)
    logging.shutdown()  # so that the log has the lines that it only counted so far
    os._exit(0)

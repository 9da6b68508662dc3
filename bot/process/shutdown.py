"""Shut the process down within seconds, by SIGINT, SIGTERM or its own request."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.process.errors import log_error
from bot.process.tasks import cancel_and_wait

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import FrameType

log = logging.getLogger(__name__)
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

"""The end of the process, by SIGINT, SIGTERM or of its own accord: at every moment of its life, within some seconds."""

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
"""Seconds that everything under way is given to end; Docker kills a container that takes ten."""


class Shutdown:
    """The wish that the process run. Make it in the main thread, while the event loop runs."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wanted = asyncio.Event()
        self._limit = threading.Timer(TIMEOUT, _exit)
        self._limit.daemon = True
        # Not by the event loop, which may be busy.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._signalled)

    def _signalled(self, _number: int, _frame: FrameType | None) -> None:
        self.request()

    def request(self) -> None:
        """Let the process end: soon and cleanly, or else when its time is up."""
        if not self._limit.is_alive():
            with suppress(RuntimeError):  # it was asked before, and its time was up
                self._limit.start()
        with suppress(RuntimeError):  # the event loop has ended already
            self._loop.call_soon_threadsafe(self._wanted.set)

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work until it is done; call it off when the end is asked for. Raises what it raises until then."""
        doing, asked = asyncio.create_task(work), asyncio.create_task(self._wanted.wait())
        await asyncio.wait({doing, asked}, return_when=asyncio.FIRST_COMPLETED)
        await cancel_and_wait([asked])
        if doing.done():
            return doing.result()
        await cancel_and_wait([doing])
        if not doing.cancelled() and isinstance(error := doing.exception(), Exception):
            log_error(log, "The end was not clean", error)
        return None


def _exit() -> None:
    """End the process at once. Nothing is lost by that: the next start takes up whatever was under way."""
    log.warning("Not everything ended within %d s; the next start takes it up.", TIMEOUT)
    os._exit(0)

"""One thread for drawing and other long work, the most urgent first."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from enum import IntEnum
from itertools import count
from queue import Empty, PriorityQueue
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")


class Priority(IntEnum):
    """How urgent work is: all work of a lower number comes before work of a higher one."""

    TURN = 0
    """A whole match waits for it."""
    REPLY = 1
    """One person requested it."""
    REPLAY = 2
    """A frame of a replay: there are up to two hundred of them."""


class PriorityExecutor:
    """One thread and the queue of its work.

    Two threads wouldn't be faster, because Python runs one of them at a time, and take more memory. Work that has begun
    isn't interrupted, so keep each piece of it short.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="draw")
        self._waiting: PriorityQueue[tuple[Priority, int, Future[Any], Callable[[], Any]]] = PriorityQueue()
        self._numbers = count()
        self._closed = False

    def run(self, urgency: Priority, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        """Queue a call behind all work that is more urgent or as urgent, and return a future of its result.

        The future is cancelled if the executor is closed.
        """
        future: Future[T] = Future()
        if self._closed:
            future.cancel()
        else:
            run = copy_context().run  # its lines in the log are those of the request
            self._waiting.put((urgency, next(self._numbers), future, lambda: run(call, *args, **kwargs)))
            self._thread.submit(self._do_next)
        return asyncio.wrap_future(future)

    def close(self) -> None:
        """End the thread, and cancel the work that waits."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        while True:
            try:
                self._waiting.get_nowait()[2].cancel()
            except Empty:
                return

    def _do_next(self) -> None:
        """Do the most urgent work. The thread gets one call of this for each piece of work."""
        try:
            _, _, future, work = self._waiting.get_nowait()
        except Empty:  # closed meanwhile
            return
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - the future raises it
            future.set_exception(error)

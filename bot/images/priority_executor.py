"""The thread that draws and does other long work, the most urgent first: never on the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from enum import IntEnum
from itertools import count
from queue import Empty, PriorityQueue
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")


class Priority(IntEnum):
    """How soon work is done: all work of a lower number before any of a higher one."""

    TURN = 0
    """What a match waits for."""
    ANSWER = 1
    """What one person asked for."""
    REPLAY = 2
    """A frame of a replay: there are up to two hundred of them."""


class PriorityExecutor:
    """One thread and the work that waits for it.

    Two threads would be no sooner done, as Python runs one of them at a time, and take more memory. Work that has begun
    is finished first, so that no piece of it should take long.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="draw")
        self._waiting: PriorityQueue[tuple[Priority, int, Future[Any], Callable[[], Any]]] = PriorityQueue()
        self._numbers = count()
        self._closed = False

    def run(self, urgency: Priority, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        """Return what a call will return or raise, once all that is more urgent or was there before is done.

        It is cancelled where this was closed.
        """
        future: Future[T] = Future()
        if self._closed:
            future.cancel()
        else:
            self._waiting.put((urgency, next(self._numbers), future, lambda: call(*args, **kwargs)))
            self._thread.submit(self._do_next)
        return asyncio.wrap_future(future)

    def close(self) -> None:
        """Let go of the thread, and cancel what waits for it."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        while True:
            try:
                self._waiting.get_nowait()[2].cancel()
            except Empty:
                return

    def _do_next(self) -> None:
        """Do the most urgent work; there was one call of this for each."""
        try:
            _, _, future, work = self._waiting.get_nowait()
        except Empty:  # closed meanwhile
            return
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - whoever waits for the work is told
            future.set_exception(error)

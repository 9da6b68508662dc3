"""The bot by an event loop whose clock runs fast, so that what it does after some seconds comes sooner."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any, TypeVar

import uvloop

from bot import cli

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
SPEED = 5
"""Seconds of the event loop in a second: few enough that a slow machine answers within the bot's timeouts."""


class FastSelector(selectors.DefaultSelector):
    """A selector whose timeouts are seconds of the event loop."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout if timeout is None else timeout / SPEED)


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock runs fast. Threads, the machine's clock and the times on record don't."""

    made = False

    def __init__(self) -> None:
        super().__init__(FastSelector())
        FastLoop.made = True

    def time(self) -> float:
        return super().time() * SPEED


def run_fast() -> None:
    """Be the bot, with such an event loop. Raises `AssertionError` if the bot ran by another one."""
    uvloop.run = _run
    try:
        cli.main()
    finally:
        assert FastLoop.made


def _run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=FastLoop) as runner:
        return runner.run(work)

"""Stopwatches around the steps of a turn, patched into the bot's classes in a process to be measured.

A step's time includes waiting (for a thread, the disk, the server) and the steps inside it: a write transaction
includes the referee's work in it.
"""

from __future__ import annotations

import functools
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from bot.features import board_posts
from bot.images import boards
from bot.images.boards import BoardImages
from bot.outbox.sender import Sender
from bot.referee.turns import play
from games import GAMES
from renderers import RENDERERS
from storage.engine.database import Database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

Steps = dict[str, list[float]]


def watch(steps: Steps) -> None:
    """Record how long each step takes, in seconds, from now on."""
    for game in GAMES.values():
        _time(steps, type(game), "parse", "parse")
        _time(steps, type(game), "play", "play")
    for renderer in RENDERERS.values():
        _time(steps, type(renderer), "draw", "draw")
        _time(steps, type(renderer), "text", "board in sentences")
        _time(steps, type(renderer), "alt", "alt text")
    _time(steps, boards, "encode", "encode")
    _time_async(steps, play, "play_move", "referee: all of a move")
    _time_async(steps, BoardImages, "draw", "picture, with waiting for a thread")
    posts: Any = board_posts.FEATURE.posts
    posts["board"] = _timed_async(steps, posts["board"], "post a board, all of it")
    _time_async(steps, Sender, "send_once", "send")
    _time_transactions(steps, "read", "transaction that reads")
    _time_transactions(steps, "write", "transaction that writes")


def _time(steps: Steps, owner: Any, name: str, step: str) -> None:
    call: Callable[..., Any] = getattr(owner, name)
    if hasattr(call, "timed"):  # two games of one class
        return

    @functools.wraps(call)
    def timed(*given: Any, **keywords: Any) -> Any:
        began = time.perf_counter()
        try:
            return call(*given, **keywords)
        finally:
            steps.setdefault(step, []).append(time.perf_counter() - began)

    timed.timed = True  # type: ignore[attr-defined]
    setattr(owner, name, timed)


def _time_async(steps: Steps, owner: Any, name: str, step: str) -> None:
    setattr(owner, name, _timed_async(steps, getattr(owner, name), step))


def _timed_async(steps: Steps, call: Callable[..., Awaitable[Any]], step: str) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(call)
    async def timed(*given: Any, **keywords: Any) -> Any:
        began = time.perf_counter()
        try:
            return await call(*given, **keywords)
        finally:
            steps.setdefault(step, []).append(time.perf_counter() - began)

    return timed


def _time_transactions(steps: Steps, name: str, step: str) -> None:
    call: Callable[..., Any] = getattr(Database, name)

    @asynccontextmanager
    async def timed(self: Database) -> AsyncGenerator[Any]:
        began = time.perf_counter()
        try:
            async with call(self) as tx:
                yield tx
        finally:
            steps.setdefault(step, []).append(time.perf_counter() - began)

    setattr(Database, name, timed)

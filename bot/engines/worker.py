"""What runs in the worker processes. It imports neither Discord nor SQL nor pictures, so that a worker stays small."""

from __future__ import annotations

import logging
import os
import resource
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.logs.setup import LogOptions
    from engines.contract import Engine, Thought

NICENESS = 10
"""How far a worker steps back for other processes, the bot first of all."""


class LateLog(logging.Handler):
    """Sets up the log of a worker with its first line, because most workers have none, and a start must be short."""

    def __init__(self, options: LogOptions) -> None:
        super().__init__()
        self._options = options

    def emit(self, record: logging.LogRecord) -> None:
        """Log the line as the bot does."""
        from bot.logs.setup import set_up_logs  # noqa: PLC0415 - as above

        set_up_logs(*self._options)
        logging.getLogger().handle(record)


def start_worker(memory: int, logs: LogOptions | None) -> None:
    """Lower the priority of this process, give it at most `memory` bytes, and let it log as the bot does.

    Beyond that memory it raises `MemoryError`.
    """
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if logs:
        logging.basicConfig(level=logs[0], handlers=[LateLog(logs)], force=True)


def think(engine: Engine, state: Any, level: int, seed: int, nodes: int) -> Thought:
    """Return what an engine thinks of a state."""
    return engine.think(state, level, seed, nodes)

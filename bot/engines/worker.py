"""What runs in the worker processes. It imports neither Discord nor SQL nor pictures, so that a worker stays small."""

from __future__ import annotations

import os
import resource
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engines.contract import Engine, Thought

NICENESS = 10
"""How far a worker steps back for other processes, the bot first of all."""


def limit_process(memory: int) -> None:
    """Lower the priority of this process, and give it at most `memory` bytes; beyond that it raises `MemoryError`."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def think(engine: Engine, state: Any, level: int, seed: int, nodes: int) -> Thought:
    """Return what an engine thinks of a state."""
    return engine.think(state, level, seed, nodes)

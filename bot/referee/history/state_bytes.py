"""States of games as bytes, so that a long match needn't be replayed from its beginning.

Python's `pickle` writes them. It reads with restricted globals (its documentation, "Restricting Globals"), because a
database may come from elsewhere: only classes and functions of the game's own package and of `games` are found.
"""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import Any


class UnreadableState(ValueError):  # noqa: N818 - a verdict on bytes
    """Bytes that aren't a state, or a state that bytes can't hold. The message is a clause."""


def write_state(package: str, state: Any) -> bytes:
    """Return a state of a game in a top-level package as bytes.

    Raises `UnreadableState` if they aren't read as the same state.
    """
    try:
        written = pickle.dumps(state)
    except Exception as error:
        raise UnreadableState(f"it can't be written: {error}") from error
    if read_state(package, written) != state:
        raise UnreadableState("it isn't read as it was written")
    return written


def read_state(package: str, written: bytes) -> Any:
    """Return the state that `write_state` wrote. Raises `UnreadableState`."""
    try:
        return _Reader(package, written).load()
    except Exception as error:
        raise UnreadableState(f"it can't be read: {error}") from error


class _Reader(pickle.Unpickler):
    def __init__(self, package: str, written: bytes) -> None:
        super().__init__(BytesIO(written))
        self._packages = {"games", package}

    def find_class(self, module: str, name: str, /) -> Any:
        """Return a class or function by its module and name; names of what a module imports aren't its own."""
        found = super().find_class(module, name) if module.partition(".")[0] in self._packages else None
        if getattr(found, "__module__", None) != module:
            raise pickle.UnpicklingError(f"{module}.{name} isn't allowed in a state")
        return found

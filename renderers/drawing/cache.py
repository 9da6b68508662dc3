"""Remembering pictures, bounded by the bytes they take: large and small ones share what room there is."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from PIL import Image

P = ParamSpec("P")
V = TypeVar("V")


class Remembering(Generic[P, V]):
    """A function that remembers its latest results while they take no more than `room` bytes together.

    As `functools.lru_cache`, also in what its methods are called, with another bound. `weigh` tells the bytes of a
    result. Threads may share it; two that ask for the same at the same time may both make it.
    """

    def __init__(self, make: Callable[P, V], room: int, weigh: Callable[[V], int]) -> None:
        self._make, self._room, self._weigh = make, room, weigh
        self._kept: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()
        self.held = 0

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> V:
        """Return what the function returns for these arguments, which are hashable."""
        key = (args, *kwargs.items())
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = self._make(*args, **kwargs)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self.held += self._weigh(made)
            while self.held > self._room:
                self.held -= self._weigh(self._kept.popitem(last=False)[1])
        return made

    def cache_clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.held = 0

    def cache_parameters(self) -> Mapping[str, int]:
        """Return the bound."""
        return {"maxsize": self._room}


def bytes_of(image: Image.Image) -> int:
    """Return how many bytes the pixels of an image take."""
    return image.width * image.height * (1 if image.mode in {"L", "P"} else 4)

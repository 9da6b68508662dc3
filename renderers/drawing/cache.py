"""Caches of images, bounded by the bytes that they hold, so that large and small images share the space."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar

from cachetools import LRUCache, cached

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from PIL import Image

P = ParamSpec("P")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class CacheInfo(Protocol):
    """The bytes that a cache holds (`currsize`) and may hold (`maxsize`), under the names of `functools.lru_cache`."""

    @property
    def currsize(self) -> float: ...  # noqa: D102
    @property
    def maxsize(self) -> float | None: ...  # noqa: D102


class CachedFunction(Protocol[P, V_co]):
    """A function with a cache, with the methods of `functools.lru_cache`."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> V_co:
        """Return the result for hashable arguments."""
        ...

    def cache_info(self) -> CacheInfo:
        """Return how full the cache is."""
        ...

    def cache_clear(self) -> None:
        """Empty the cache."""
        ...


def cache_by_bytes(limit: int, size: Callable[[V], int]) -> Callable[[Callable[P, V]], CachedFunction[P, V]]:
    """Return a decorator that keeps the latest results of a function as long as they take at most `limit` bytes.

    `size` returns the bytes of a result; one beyond the limit isn't kept. Threads may share the function: two calls
    with the same arguments at the same time may both compute the result, and both return the one that is kept.
    """
    return cached(LRUCache[tuple["Hashable", ...], V](limit, getsizeof=size), lock=Lock(), info=True)


def byte_count(image: Image.Image) -> int:
    """Return how many bytes the pixels of an image take."""
    return image.width * image.height * (1 if image.mode in {"L", "P"} else 4)

"""Which shards this process runs: Discord assigns servers to shards by their ids."""

from __future__ import annotations

from dataclasses import dataclass

MOST = 100_000
"""More shards than any bot needs: at a thousand servers a shard, five times what Discord has."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of this process, and the number of shards in all processes."""

    ids: tuple[int, ...] = (0,)
    count: int = 1

    @property
    def alone(self) -> bool:
        """Whether this process runs all shards."""
        return len(self.ids) == self.count

    @property
    def name(self) -> str:
        """The name of this process among those that share a record, the same at every start."""
        return f"{self._numbers} of {self.count}"

    @property
    def suffix(self) -> str:
        """The part of file names that tells this process from others, empty if there is one shard."""
        return "" if self.count == 1 else f"-{self._numbers}"

    @property
    def _numbers(self) -> str:
        return ",".join(map(str, self.ids))


ALL = Shards()


def read_shards(ids: str | None, count: int | None) -> Shards:
    """Return the shards that the settings SHARD_IDS and SHARD_COUNT name, both or neither.

    Raises `ValueError` with a sentence for what makes no sense.

    >>> read_shards("0, 2", 3)
    Shards(ids=(0, 2), count=3)
    """
    if ids is None and count is None:
        return ALL
    if ids is None or count is None:
        raise ValueError("SHARD_COUNT and SHARD_IDS go together: set both or neither.")
    words = [word.strip() for word in ids.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        raise ValueError("SHARD_IDS is a list of numbers with commas between them, such as 0,1.")
    numbers = sorted(int(word) for word in words)
    if len(set(numbers)) < len(numbers):
        raise ValueError("SHARD_IDS names a shard twice.")
    if numbers[-1] >= count:
        raise ValueError(f"SHARD_IDS names shard {numbers[-1]}, but of SHARD_COUNT={count} the last is {count - 1}.")
    return Shards(tuple(numbers), count)

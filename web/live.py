"""News of matches for open pages: one short query of the record tells all pages of this process what has changed."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from storage.engine.database import StorageError
from storage.queries import matches

if TYPE_CHECKING:
    from collections.abc import Generator

    from storage.engine.database import Database

log = logging.getLogger(__name__)
EVERY = 0.5
"""Seconds between two looks at the record. Whichever process stored a move, its page hears of it within this time."""


class News:
    """What the pages that are open wait for, by match."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: defaultdict[int, set[asyncio.Queue[str]]] = defaultdict(set)
        self._known: dict[int, str] = {}
        self._failed = False

    @contextmanager
    def subscribe(self, match_id: int, seen: str, stamp: str) -> Generator[asyncio.Queue[str]]:
        """Give a queue that gets the stamp of a match as soon as it isn't the one `seen`; it holds one at most.

        `stamp` is the one that the record has; what a page claims to have seen goes to nobody else.
        """
        queue: asyncio.Queue[str] = asyncio.Queue(1)
        self._waiting[match_id].add(queue)
        known = self._known.setdefault(match_id, stamp)
        if known != seen:
            queue.put_nowait(known)
        try:
            yield queue
        finally:
            self._waiting[match_id].discard(queue)
            if not self._waiting[match_id]:
                del self._waiting[match_id]
                self._known.pop(match_id, None)

    async def run(self) -> None:
        """Look at the record as long as anybody waits, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            if self._waiting:
                await self._look()

    async def _look(self) -> None:
        try:
            async with self._database.read() as tx:
                stamps = await matches.stamps(tx, list(self._waiting))
        except StorageError as error:
            if not self._failed:
                log.warning("Pages hear of no news, because the record can't be read: %s", error)
            self._failed = True
            return
        self._failed = False
        for match_id, stamp in stamps.items():
            if stamp != self._known.get(match_id):
                self._known[match_id] = stamp
                for queue in self._waiting.get(match_id, ()):
                    if queue.full():
                        queue.get_nowait()
                    queue.put_nowait(stamp)

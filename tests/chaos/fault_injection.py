"""Fault injection while the bot runs: failing and slow requests, a gateway that drops, repeats and stutters."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from random import Random

    from tests.chaos.players import Players


class Where(TypedDict, total=False):
    """Which requests a fault is for."""

    method: str
    path: str


POSTS = r"^/channels/\d+/messages$"


class FaultInjector:
    """Strikes about once in `pace` things said. `struck` counts by kind."""

    def __init__(self, players: Players, chance: Random, pace: int) -> None:
        self.struck = Counter[str]()
        self._crowd = players
        self._playground = players.playground
        self._chance = chance
        self._pace = pace

    async def make(self) -> None:
        """Make trouble until cancelled."""
        kinds = self._kinds()
        while True:
            calm = sum(self._crowd.said_counts.values()) + self._chance.randint(2, self._pace * 3 // 2)
            while not await self._crowd.until(lambda calm=calm: sum(self._crowd.said_counts.values()) >= calm, 60):
                pass
            kind = self._chance.choice(list(kinds))
            await kinds[kind]()
            self.struck[kind] += 1

    def _kinds(self) -> dict[str, Callable[[], Awaitable[None]]]:
        return {
            "500s": self._failures,
            "429s": self._limits,
            "slow answers": self._slow,
            "connections hung up": self._hung_up,
            "gateway drops, resumed": self._drop,
            "gateway drops, begun anew": self._drop_for_good,
            "outages": self._outage,
            "requests to reconnect": self._playground.ask_to_reconnect,
            "sessions invalidated": self._invalidate,
            "half frames": self._playground.half_a_frame,
            "events delivered again": self._deliver_again,
        }

    def _where(self) -> Where:
        """Return which requests a fault is for: the next one, the next post, the next look at a channel."""
        post, look = Where(method="POST", path=POSTS), Where(method="GET", path=POSTS)
        return self._chance.choice((Where(), post, post, look))

    async def _failures(self) -> None:
        status, applied = self._chance.choice((500, 502, 503)), self._chance.random() < 0.5
        self._playground.faults.fail(status, self._chance.randint(1, 3), applied=applied, **self._where())

    async def _limits(self) -> None:
        seconds, everywhere = self._chance.uniform(0.05, 0.5), self._chance.random() < 0.2
        self._playground.faults.limit(seconds, self._chance.randint(1, 3), everywhere=everywhere, **self._where())

    async def _slow(self) -> None:
        seconds, applied = self._chance.uniform(0.2, 2), self._chance.random() < 0.5
        self._playground.faults.slow(seconds, self._chance.randint(1, 3), applied=applied, **self._where())

    async def _hung_up(self) -> None:
        self._playground.faults.hang_up(applied=self._chance.random() < 0.5, **self._where())

    async def _drop(self) -> None:
        await self._playground.drop_gateway()

    async def _drop_for_good(self) -> None:
        await self._playground.drop_gateway(resumable=False)

    async def _outage(self) -> None:
        """Cut the bot off while people go on talking."""
        async with self._playground.outage(resumable=self._chance.random() < 0.5):
            said = self._crowd.said_counts["people"] + self._chance.randint(1, 6)
            await self._crowd.until(lambda: self._crowd.said_counts["people"] >= said, 1)

    async def _invalidate(self) -> None:
        await self._playground.invalidate_session(resumable=self._chance.random() < 0.3)

    async def _deliver_again(self) -> None:
        await self._playground.deliver_again(self._chance.randint(1, 60))

"""The choices of kills: when, of which process, and how long the bot stays away.

The bot is killed between the steps of what it does, as seen from the Discord it talks to.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias

from tests.chaos.fault_injection import POSTS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from tests.chaos.bots import Bot
    from tests.chaos.players import Players

Absence: TypeAlias = Literal["none", "some words", "a while", "minutes"]

WORKER_KILLS = 0.2
"""How often only the processes are killed in which a bot thinks."""
ABSENCES: tuple[Absence, ...] = ("none", "none", "some words", "some words", "a while", "a while", "minutes")
"""How long the bot stays dead, each as likely as the others."""
LONGEST = 3.0
"""Seconds after which the bot is killed even if what was waited for does not happen."""
CARRIED_OUT = 0.1
"""Seconds in which a request that has begun is carried out."""
REQUESTS: tuple[tuple[str | None, str | None], ...] = (
    ("POST", POSTS),
    ("POST", POSTS),
    ("POST", POSTS),
    ("POST", r"/threads$"),
    ("PATCH", r"/messages/\d+$"),
    ("PATCH", r"^/channels/\d+$"),
    ("POST", r"/callback$"),
    ("GET", POSTS),
    (None, None),
)


class KillChoices:
    """Chooses kills by a seed, and waits for moments at which they hurt, at most `pace` posts away.

    `chosen` counts these moments by kind.
    """

    def __init__(self, players: Players, seed: int, pace: int) -> None:
        self.chosen = Counter[str]()
        self._crowd = players
        self._faults = players.playground.faults
        self._moments = Random(f"moments {seed}")
        self._chance = Random(f"rounds {seed}")
        self._pace = pace

    async def come(self) -> None:
        """Wait for a moment to kill the bot, which has just been started."""
        kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "before a request is carried out": self._before,
            "after a request is carried out": self._after,
            "after somebody spoke": self._spoken,
            "while starting": self._starting,
        }
        kind = self._moments.choices(list(kinds), (3, 4, 4, 1))[0]
        self.chosen[kind] += 1
        await kinds[kind]()

    def hits_workers(self) -> bool:
        """Whether only the processes are killed in which a bot thinks."""
        return self._chance.random() < WORKER_KILLS

    def pick(self, bots: Sequence[Bot]) -> Bot:
        """Choose the bot to kill."""
        return self._chance.choice(bots)

    def absence(self) -> Absence:
        """Choose how long the bot stays dead: for no time, for some words of people, for a while, for minutes."""
        return self._chance.choice(ABSENCES)

    def missed_messages(self) -> int:
        """Choose how many messages of people the dead bot misses."""
        return self._chance.randint(1, 12)

    def pass_on(self) -> None:
        """Let go the answers that were held back for the kill, with nobody to hear them."""
        self._faults.clear()

    async def _before(self) -> None:
        await self._on_request(applied=False)

    async def _after(self) -> None:
        await self._on_request(applied=True)

    async def _on_request(self, *, applied: bool) -> None:
        await self._said("bot", self._moments.randint(0, self._pace))
        self._faults.clear()
        method, path = self._moments.choice(REQUESTS)
        said = self._crowd.said_counts["bot"]
        if applied:
            self._faults.slow(60, method=method, path=path)
        else:
            self._faults.hang_up(method=method, path=path, applied=False)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await self._faults.used_up()
        if applied:
            await self._crowd.until(lambda: self._crowd.said_counts["bot"] > said, CARRIED_OUT)

    async def _spoken(self) -> None:
        await self._said("people", self._moments.randint(1, self._pace))
        await asyncio.sleep(self._moments.uniform(0, 0.08))

    async def _starting(self) -> None:
        await asyncio.sleep(self._moments.uniform(0, 0.3))

    async def _said(self, who: str, times: int) -> None:
        enough = self._crowd.said_counts[who] + times
        await self._crowd.until(lambda: self._crowd.said_counts[who] >= enough, LONGEST)

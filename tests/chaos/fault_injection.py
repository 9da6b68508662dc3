"""Fault injection while the bot runs: kills and absences, failing requests, a gateway that drops, and floods."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from playground.model.resources.user import BOT_ID

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from tests.chaos.bots import Bot
    from tests.chaos.players import Players
    from tests.chaos.records import Record

Absence: TypeAlias = Literal["none", "some words", "a while", "minutes"]

WORKER_KILLS = 0.2
"""How often only the processes are killed in which a bot thinks."""
ABSENCES: tuple[Absence, ...] = ("none", "none", "some words", "some words", "a while", "a while", "minutes")
"""How long the bot stays dead, each as likely as the others."""
LONGEST = 3.0
"""Seconds after which the bot is killed even if what was waited for does not happen."""
CARRIED_OUT = 0.1
"""Seconds in which a request that has begun is carried out."""
POSTS = r"^/channels/\d+/messages$"
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
            "while a page changes something": self._changing,
            "while starting": self._starting,
        }
        kind = self._moments.choices(list(kinds), (3, 4, 4, 3, 1))[0]
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

    async def _changing(self) -> None:
        changes = self._crowd.pages.changes
        await self._crowd.until(lambda: self._crowd.pages.changes > changes, LONGEST)
        await asyncio.sleep(self._moments.uniform(0, 0.08))

    async def _starting(self) -> None:
        await asyncio.sleep(self._moments.uniform(0, 0.3))

    async def _said(self, who: str, times: int) -> None:
        enough = self._crowd.said_counts[who] + times
        await self._crowd.until(lambda: self._crowd.said_counts[who] >= enough, LONGEST)


class Where(TypedDict, total=False):
    """Which requests a fault is for."""

    method: str
    path: str


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


BURST = 12
PAUSE = 60
"""Messages of other people between two floods."""
AWAY = "I was away when you sent this"
BEGIN = f"!challenge <@{BOT_ID}> xero-g level=1"


class Floods:
    """What was flooded with, and how often."""

    def __init__(self, players: Players, lots: Random) -> None:
        self.begun: list[tuple[int, ...]] = []
        """The bursts of messages that each begin a match with Turnpost."""
        self.requests = 0
        self._players = players
        self._lots = lots

    async def run(self) -> None:
        """Flood until no new turn shall be begun: each time by one person, with one kind of request."""
        state = self._players.playground.state
        channels = [str(guild.rooms[1].id) for guild in state.guilds.values()]
        for channel in channels:  # from its first answer on the bot reads what it missed there
            first = await self._players.people[0].say("!games", channel)
            await self._players.until(lambda first=first: int(first["id"]) in self._players.message_replies, 60)
        while not self._players.closing:
            enough = self._players.said_counts["people"] + PAUSE
            await self._players.until(lambda enough=enough: self._players.said_counts["people"] >= enough, 30)
            if self._players.closing or not self._players.boards:
                continue
            person, channel = self._lots.choice(self._players.people), self._lots.choice(channels)
            match = self._lots.choice(list(self._players.boards))
            asked = (f"!board #{match}", f"!replay #{match}", "!profile", "!help", "!games", BEGIN, BEGIN, BEGIN)
            text = self._lots.choice(asked)
            burst = [int((await person.say(text, channel))["id"]) for _ in range(BURST)]
            self.requests += BURST
            if text == BEGIN:
                self.begun.append(tuple(burst))

    def find_lost(self, record: Record) -> list[str]:
        """Return which of those messages began no match, though nothing answered them with a reason.

        After a long absence the last one alone is answered, for all: its person is asked to send it again.
        """
        sources = {row["source_id"] for row in record.challenges.values()}
        replies = self._players.message_replies
        return [
            f"message {source} began no match"
            for burst in self.begun
            if not any(reply.content.startswith(AWAY) for reply in replies.get(burst[-1], ()))
            for source in burst
            if source not in sources and not replies.get(source)
        ]

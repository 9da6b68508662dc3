"""What one member can do to another's turns: `python -m bench.abuse`. A flood of costly requests beside a match.

Ann and Bob play a match while Eve, who isn't in it, asks for one thing five times a second for half a minute: for the
match's board, for a replay of a match of 600 moves, and so on; previews are asked for by a player of another match.
Each flood has a bot of its own, started for it on an embedded Discord of its own, so that nothing is left of the flood
before; the first one, `quiet`, has no flood. A turn is timed as in `bench.turn`, with a longer pause before it. Memory
is the most that the bot's process, which has no children, had in use during the flood; the longest block is how late a
timer ran on its event loop.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from argparse import ArgumentParser
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp

from bench.bot_pair import wait_until_idle
from bench.bots import Bot
from bench.live import begin, played, whole
from bench.results import keep, spread
from bench.tables import say
from playground.server import Playground
from playground.state import BOT_ID
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from bench.live import Live
    from playground.state import Change, Channel

SECONDS = 30.0
RATE = 5.0
"""Requests a second."""

PAUSE = 0.1
PATIENCE = 60.0
"""Seconds that a board is waited for; one that takes longer ends the measurement and counts as so long."""

QUIET = "quiet"
GAME = "martian-life"
LONG = ("xero-g", 2, 600)
"""The match that is asked about: its game, the seed of its random moves, how many there are."""

HEAD = (
    "| flood | requests | answers | turns | median ms | p99 | worst | longest block ms | memory MB |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
)


class Floor:
    """A bot, the people at it, and the matches: the one that is played and those that are asked about."""

    def __init__(self, playground: Playground, bot: Bot, matches: Mapping[str, Live], ahead: Sequence[Live]) -> None:
        self.bot, self.matches = bot, dict(matches)
        self.replies = 0
        self._playground = playground
        self._turns = [(match, *turn) for match in ahead for turn in match.turns]
        self._waiting: tuple[int, asyncio.Future[float]] | None = None
        self._world = playground.state
        self._world.listeners.append(self._posted)
        self._eve = list(self._world.people)[-1]
        self.lounge = next(iter(self._world.channels.values()))

    def _posted(self, change: Change) -> None:
        message = change.message
        if change.kind != "message" or not change.new or message is None or message.author_id != BOT_ID:
            return
        if message.reference is not None or message.interaction is not None or message.only_for is not None:
            self.replies += 1
        elif self._waiting and message.channel_id == self._waiting[0] and not self._waiting[1].done():
            self._waiting[1].set_result(time.perf_counter())

    async def turn(self) -> float:
        """Play a turn and return how many seconds its board took. Raises `TimeoutError`."""
        match, person, text = self._turns.pop(0)
        self.matches[GAME] = match
        future = asyncio.get_running_loop().create_future()
        self._waiting = match.home.id, future
        began = time.perf_counter()
        self._world.add_message(match.home, person, f"!move {text}")
        return await asyncio.wait_for(future, PATIENCE) - began

    async def say(self, text: str, place: Channel | None = None) -> None:
        """Let Eve write something."""
        self._world.add_message(place or self.lounge, self._eve, text)

    async def slash(self, name: str, person: int = 0, **options: str) -> None:
        """Let Eve, or another person, use a slash command, whatever comes of it."""
        body = {"channel_id": str(self.lounge.id), "name": name, "options": options}
        with suppress(aiohttp.ClientError, TimeoutError):
            async with (
                aiohttp.ClientSession(self._playground.url) as session,
                session.post(f"/people/{person or self._eve}/slash", json=body) as response,
            ):
                await response.read()

    async def preview(self) -> None:
        """Let whoever is to move in another match ask for a preview."""
        other = self.matches["zyrcan"]
        person, text = other.turns[0]
        await self.slash("preview", person, text=f"#{other.number} {text}")


def _number(floor: Floor, which: str) -> str:
    return f"#{floor.matches[which].number}"


FLOODS: Mapping[str, Callable[[Floor], Coroutine[Any, Any, None]]] = {
    "board": lambda floor: floor.say(f"!board {_number(floor, GAME)}"),
    "board in its thread": lambda floor: floor.say("!board", floor.matches[GAME].home),
    "board, large": lambda floor: floor.slash("board", match=_number(floor, "zyrcan"), size="large"),
    "replay": lambda floor: floor.say(f"!replay {_number(floor, 'long')} gif"),
    "replay, each another": lambda floor: floor.slash(
        "replay", match=_number(floor, "long"), part=f"1-{100 + floor.replies % 100}", format="gif"
    ),
    "export": lambda floor: floor.slash("export", match=_number(floor, "long")),
    "history": lambda floor: floor.slash("history", match=_number(floor, "long")),
    "preview": lambda floor: floor.preview(),
    "moves": lambda floor: floor.say(f"!moves {_number(floor, GAME)}"),
    "rules": lambda floor: floor.slash("rules", game="xong"),
    "catalogue": lambda floor: floor.say(f"!catalogue {_number(floor, 'xong')}"),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.abuse", description="Measure what a flood does to others' turns.")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long a flood lasts ({SECONDS})")
    parser.add_argument("--flood", choices=FLOODS, action="append", help="only this one (may be given several times)")
    given = parser.parse_args(arguments)
    asyncio.run(measure(given.flood or list(FLOODS), given.seconds))


async def measure(floods: Sequence[str], seconds: float) -> None:
    """Measure, print a table, and keep the result."""
    say(HEAD)
    rows: dict[str, Any] = {}
    for name in [QUIET, *floods]:
        with tempfile.TemporaryDirectory() as folder:
            rows[name] = await flooded(Path(folder), name, seconds)
        say(format_row(name, rows[name]))
    keep("abuse", {"floods": rows, "rate": RATE, "seconds": seconds})


async def flooded(folder: Path, name: str, seconds: float) -> dict[str, Any]:
    """Play turns on a new bot for so many seconds under a flood, and return what was measured."""
    playground = await Playground.start()
    try:
        bot = Bot("turnpost", playground, folder)
        floor = Floor(playground, bot, *await _matches(folder, playground))
        try:
            await bot.start()
            await wait_until_idle(playground)
            for _ in range(5):
                await floor.turn()
            await bot.inside()
            floor.replies = 0
            flooding = asyncio.create_task(_flood(floor, name, seconds))
            memory = asyncio.create_task(_most_memory(bot, seconds))
            times = await _play(floor, seconds)
            requests, most, inside = await flooding, await memory, await bot.inside()
        finally:
            await bot.stop()
    finally:
        await playground.stop()
    told = {"requests": requests, "answers": floor.replies, "block": inside["block"], "memory": most}
    return told | {"turn": spread(times)}


async def _play(floor: Floor, seconds: float) -> list[float]:
    times: list[float] = []
    until = time.perf_counter() + seconds
    with suppress(TimeoutError):
        while time.perf_counter() < until:
            await asyncio.sleep(PAUSE)
            times.append(await floor.turn())
        return times
    return [*times, PATIENCE]


async def _flood(floor: Floor, name: str, seconds: float) -> int:
    """Make one request after the other, and return how many; none for `quiet`."""
    requests: set[asyncio.Task[None]] = set()
    until = time.perf_counter() + seconds
    while name != QUIET and time.perf_counter() < until:
        requests.add(asyncio.create_task(FLOODS[name](floor)))
        await asyncio.sleep(1 / RATE)
    for each in requests:
        each.cancel()
    await asyncio.gather(*requests, return_exceptions=True)
    return len(requests)


async def _most_memory(bot: Bot, seconds: float) -> int:
    """Return the most bytes of memory that the bot has in use within so many seconds."""
    most, until = 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        most = max(most, bot.memory)
        await asyncio.sleep(0.2)
    return most


async def _matches(folder: Path, playground: Playground) -> tuple[dict[str, Live], list[Live]]:
    """Put the matches into the record: those asked about, by name, and those played."""
    key, seed, plies = LONG
    database = await Database.open(file_url(folder / "turnpost.db"))
    try:
        async with database.write() as tx:
            ahead = [await begin(tx, playground.state, one) for one in islice(whole(GAME), 20)]
            matches_by_game = {
                name: await begin(tx, playground.state, next(whole(name)), 20) for name in ("zyrcan", "xong")
            }
            matches_by_game["long"] = await begin(tx, playground.state, played(key, seed, plies + 10), plies)
    finally:
        await database.close()
    return {GAME: ahead[0], **matches_by_game}, ahead


def format_row(name: str, row: dict[str, Any]) -> str:
    """Return a flood's row of the table."""
    turn = row["turn"]
    times = (turn["median"], turn["p99"], turn["worst"], row["block"])
    cells = [row["requests"], row["answers"], turn["count"], *(f"{each * 1000:.0f}" for each in times)]
    return f"| {name} | {' | '.join(map(str, cells))} | {row['memory'] / 1e6:.0f} |"


if __name__ == "__main__":
    main()

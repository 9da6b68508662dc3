"""How one member's flood of costly requests slows down another's turns: `python -m bench.abuse`.

Ann and Bob play a match while Eve, who isn't in it, asks for one thing five times a second for half a minute: for the
match's board, for a replay of a match of 600 moves, and so on; previews are asked for by a player of another match.
Each flood has a new bot on a new embedded Discord, so nothing is left of the flood before; the first one, `quiet`, has
no flood. A turn is timed as in `bench.turn`, with a longer pause before it. Memory is the most that the bot's process,
which has no children, had in use during the flood; the longest block is how late a timer ran on its event loop.

A second table has what many requests at once do at Discord's own rate limits (`bench.crowds`).
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from argparse import ArgumentParser
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp

from bench import crowds
from bench.bot_pair import wait_until_idle
from bench.bots import Bot, start_playground
from bench.live import begin, complete_recordings, played
from bench.results import keep, spread
from bench.tables import say
from games import GAMES
from playground.model.resources.user import BOT_ID
from renderers import RENDERERS
from renderers.board.scene import CatalogueRenderer
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from bench.live import LiveMatch
    from playground.model.resources.channel import Channel
    from playground.model.state import Change
    from playground.server import Playground

SECONDS = 30.0
RATE = 5.0
"""Requests a second."""

PAUSE = 0.1
PATIENCE = 60.0
"""Seconds to wait for a board; a longer wait ends the measurement and counts as this time."""

QUIET = "quiet"
FIRST, GAME, OTHER, *_ = GAMES
CATALOGUED = next(key for key, renderer in RENDERERS.items() if isinstance(renderer, CatalogueRenderer))
LONG = (FIRST, 2, 600)
"""The match that is asked about: its game, the seed of its random moves, how many there are."""

HEAD = (
    "| flood | requests | answers | turns | median ms | p99 | worst | longest block ms | memory MB |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
)


class FloodedBot:
    """A bot with its matches: the one that is played, and those that the flood asks about."""

    def __init__(
        self, playground: Playground, bot: Bot, matches: Mapping[str, LiveMatch], upcoming: Sequence[LiveMatch]
    ) -> None:
        self.bot, self.matches = bot, dict(matches)
        self.replies = 0
        self._playground = playground
        self._turns = [(match, *turn) for match in upcoming for turn in match.turns]
        self._waiting: tuple[int, asyncio.Future[float]] | None = None
        self._state = playground.state
        self._state.listeners.append(self._on_change)
        self._eve = list(self._state.people)[-1]
        self.lounge = next(iter(self._state.channels.values()))

    def _on_change(self, change: Change) -> None:
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
        self._waiting = match.thread.id, future
        began = time.perf_counter()
        self._state.add_message(match.thread, person, f"!move {text}")
        return await asyncio.wait_for(future, PATIENCE) - began

    async def say(self, text: str, place: Channel | None = None) -> None:
        """Let Eve post a message."""
        self._state.add_message(place or self.lounge, self._eve, text)

    async def slash(self, name: str, person: int = 0, **options: str | bool) -> None:
        """Let Eve or another person use a slash command; errors are ignored."""
        body = {"channel_id": str(self.lounge.id), "name": name, "options": options}
        with suppress(aiohttp.ClientError, TimeoutError):
            async with (
                aiohttp.ClientSession(self._playground.url) as session,
                session.post(f"/people/{person or self._eve}/slash", json=body) as response,
            ):
                await response.read()

    async def preview(self) -> None:
        """Let the player to move in another match ask for a preview."""
        other = self.matches[OTHER]
        person, text = other.turns[0]
        await self.slash("move", person, move=f"#{other.number} {text}", preview=True)


def _number(target: FloodedBot, which: str) -> str:
    return f"#{target.matches[which].number}"


FLOODS: Mapping[str, Callable[[FloodedBot], Coroutine[Any, Any, None]]] = {
    "board": lambda target: target.say(f"!board {_number(target, GAME)}"),
    "board in its thread": lambda target: target.say("!board", target.matches[GAME].thread),
    "board, large": lambda target: target.slash("board", match=_number(target, OTHER), size="large"),
    "replay": lambda target: target.say(f"!replay {_number(target, 'long')} gif"),
    "replay, each another": lambda target: target.slash(
        "match", match=_number(target, "long"), do=f"replay 1-{100 + target.replies % 100} gif"
    ),
    "export": lambda target: target.slash("match", do="export", match=_number(target, "long")),
    "history": lambda target: target.slash("match", do="history", match=_number(target, "long")),
    "preview": lambda target: target.preview(),
    "moves": lambda target: target.say(f"!moves {_number(target, GAME)}"),
    "rules": lambda target: target.slash("help", game=CATALOGUED),
    "catalogue": lambda target: target.say(f"!catalogue {_number(target, CATALOGUED)}"),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.abuse", description="Measure what a flood does to others' turns.")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long a flood lasts ({SECONDS})")
    parser.add_argument("--flood", choices=FLOODS, action="append", help="only this one (may be given several times)")
    parser.add_argument(
        "--crowd", choices=crowds.SCENARIOS, action="append", help="only this at Discord's own limits (several times)"
    )
    options = parser.parse_args(arguments)
    every = not (options.flood or options.crowd)
    floods, scenarios = options.flood or list(FLOODS) * every, options.crowd or list(crowds.SCENARIOS) * every
    asyncio.run(measure(floods, scenarios, options.seconds))


async def measure(floods: Sequence[str], scenarios: Sequence[str], seconds: float) -> None:
    """Measure, print two tables, and keep the results."""
    if floods:
        await measure_floods(floods, seconds)
    if scenarios:
        say(f"\n{crowds.HEAD}")
        found: dict[str, Any] = {}
        for name in scenarios:
            with tempfile.TemporaryDirectory() as folder:
                found[name] = await crowds.measure_scenario(Path(folder), name, 2 * seconds)
            say(crowds.format_row(name, found[name]))
        command = " ".join(["python -m bench.abuse", *sys.argv[1:]])
        keep("crowds", {"crowds": found, "seconds": 2 * seconds, "command": command})


async def measure_floods(floods: Sequence[str], seconds: float) -> None:
    """Measure floods by one member, without Discord's limits."""
    say(HEAD)
    rows: dict[str, Any] = {}
    for name in [QUIET, *floods]:
        with tempfile.TemporaryDirectory() as folder:
            rows[name] = await measure_flood(Path(folder), name, seconds)
        say(format_row(name, rows[name]))
    keep("abuse", {"floods": rows, "rate": RATE, "seconds": seconds})


async def measure_flood(folder: Path, name: str, seconds: float) -> dict[str, Any]:
    """Play turns on a new bot for so many seconds under a flood; return the measurements."""
    playground = await start_playground()
    try:
        bot = Bot("turnpost", playground, folder)
        target = FloodedBot(playground, bot, *await _matches(folder, playground))
        try:
            await bot.start()
            await wait_until_idle(playground)
            for _ in range(5):
                await target.turn()
            await bot.inside()
            target.replies = 0
            flooding = asyncio.create_task(_flood(target, name, seconds))
            memory = asyncio.create_task(_peak_memory(bot, seconds))
            times = await _play(target, seconds)
            requests, peak, inside = await flooding, await memory, await bot.inside()
        finally:
            await bot.stop()
    finally:
        await playground.stop()
    row = {"requests": requests, "answers": target.replies, "block": inside["block"], "memory": peak}
    return row | {"turn": spread(times)}


async def _play(target: FloodedBot, seconds: float) -> list[float]:
    times: list[float] = []
    until = time.perf_counter() + seconds
    with suppress(TimeoutError):
        while time.perf_counter() < until:
            await asyncio.sleep(PAUSE)
            times.append(await target.turn())
        return times
    return [*times, PATIENCE]


async def _flood(target: FloodedBot, name: str, seconds: float) -> int:
    """Make one request after the other, and return how many; none for `quiet`."""
    requests: set[asyncio.Task[None]] = set()
    until = time.perf_counter() + seconds
    while name != QUIET and time.perf_counter() < until:
        requests.add(asyncio.create_task(FLOODS[name](target)))
        await asyncio.sleep(1 / RATE)
    limit = until + PATIENCE  # on a slow machine the first answer may come after the flood
    while requests and not target.replies and time.perf_counter() < limit:  # noqa: ASYNC110 - measured without an event
        await asyncio.sleep(1 / RATE)
    for value in requests:
        value.cancel()
    await asyncio.gather(*requests, return_exceptions=True)
    return len(requests)


async def _peak_memory(bot: Bot, seconds: float) -> int:
    """Return the most bytes of memory that the bot has in use within so many seconds."""
    peak, until = 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        peak = max(peak, bot.memory)
        await asyncio.sleep(0.2)
    return peak


async def _matches(folder: Path, playground: Playground) -> tuple[dict[str, LiveMatch], list[LiveMatch]]:
    """Store the matches; return those to ask about, by name, and those to play."""
    key, seed, plies = LONG
    database = await Database.open(file_url(folder / "turnpost.db"))
    try:
        async with database.write() as tx:
            upcoming = [await begin(tx, playground.state, one) for one in islice(complete_recordings(GAME), 20)]
            matches_by_game = {
                name: await begin(tx, playground.state, next(complete_recordings(name)), 20)
                for name in (OTHER, CATALOGUED)
            }
            matches_by_game["long"] = await begin(tx, playground.state, played(key, seed, plies + 10), plies)
    finally:
        await database.close()
    return {GAME: upcoming[0], **matches_by_game}, upcoming


def format_row(name: str, row: dict[str, Any]) -> str:
    """Return a flood's row of the table."""
    turn = row["turn"]
    times = (turn["median"], turn["p99"], turn["worst"], row["block"])
    cells = [row["requests"], row["answers"], turn["count"], *(f"{value * 1000:.0f}" for value in times)]
    return f"| {name} | {' | '.join(map(str, cells))} | {row['memory'] / 1e6:.0f} |"


if __name__ == "__main__":
    main()

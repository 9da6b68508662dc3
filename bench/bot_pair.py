"""The bot and the echo bot side by side, each with an embedded Discord of its own in this process, and matches."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from statistics import median_low
from typing import TYPE_CHECKING

import aiohttp

from bench.bots import Bot
from bench.live import Live, begin, whole
from bench.scenes import scenes
from games import GAMES
from playground.server import Playground
from playground.state import BOT_ID
from renderers import RENDERERS, encode
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Iterable, Mapping, Sequence
    from pathlib import Path

    from playground.state import Change, Channel

PATIENCE = 60.0
"""Seconds, for a slow machine."""
READ_MESSAGES = "GET /channels/{channel}/messages"


@dataclass
class MeasuredBot:
    """One bot and its embedded Discord. `boards` has the size of each picture that came, in order."""

    playground: Playground
    bot: Bot
    boards: list[int] = field(default_factory=list[int])
    _waiting: dict[int, asyncio.Future[float]] = field(default_factory=dict[int, "asyncio.Future[float]"])

    def __post_init__(self) -> None:
        """Listen to what is posted."""
        self.playground.state.listeners.append(self._posted)

    def _posted(self, change: Change) -> None:
        message = change.message
        if change.kind != "message" or not change.new or message is None or message.author_id != BOT_ID:
            return
        if message.only_for is not None:  # the answer to a slash command, which the board comes besides
            return
        if waiting := self._waiting.pop(message.channel_id, None):
            self.boards += [file.size for file in message.attachments]
            waiting.set_result(time.perf_counter())

    async def turn(self, channel: Channel, person: int, text: str) -> float:
        """Let a person say something and return how many seconds it took until the bot posted an answer there.

        Both ends are where the embedded Discord has the message: before it goes out on the gateway, and when the
        request that posts the answer was read.
        """
        answer = self._answer(channel)
        began = time.perf_counter()
        self.playground.state.add_message(channel, person, text)
        return await answer - began

    async def slash(self, channel: Channel, person: int, text: str) -> float:
        """Let a person use `/move` in the same way; the way there over the people's API counts too."""
        body = {"channel_id": str(channel.id), "name": "move", "options": {"text": text}}
        answer = self._answer(channel)
        async with aiohttp.ClientSession(self.playground.url) as session:
            began = time.perf_counter()
            async with session.post(f"/people/{person}/slash", json=body) as response:
                response.raise_for_status()
                return await answer - began

    def _answer(self, channel: Channel) -> Awaitable[float]:
        waiting = self._waiting[channel.id] = asyncio.get_running_loop().create_future()
        return asyncio.wait_for(waiting, PATIENCE)


@dataclass
class Pair:
    """Both bots, and matches that wait for their next turns, by game. The echo bot answers in the channels given."""

    turnpost: MeasuredBot
    echo: MeasuredBot
    matches: Mapping[str, list[Live]]
    rooms: Sequence[Channel]


def pick_pictures(games: Iterable[str] = GAMES, pictures: int = 9) -> dict[str, bytes]:
    """Return a picture of each game whose size is the median of some, spread over its recorded matches."""
    found: dict[str, bytes] = {}
    for key in games:
        shown = [scene for recording, _ in zip(whole(key), range(3), strict=False) for scene in scenes(recording)]
        drawn = [encode(RENDERERS[key].draw(scene)) for scene in shown[:: max(len(shown) // pictures, 1)]]
        middle = median_low(map(len, drawn))
        found[key] = next(one for one in drawn if len(one) == middle)
    return found


@asynccontextmanager
async def start_pair(
    folder: Path,
    turns: Mapping[str, int],
    *,
    at_least: int = 1,
    rooms: int = 1,
    settings: Mapping[str, str] | None = None,
) -> AsyncGenerator[Pair]:
    """Start both bots, with enough matches of each game for so many turns, and at least so many matches of each."""
    async with AsyncExitStack() as stack:
        ours, theirs = [await Playground.start() for _ in range(2)]
        for playground in (ours, theirs):
            stack.push_async_callback(playground.stop)
        data, pictures = folder / "turnpost", folder / "echo"
        for each in (data, pictures):
            each.mkdir(parents=True)
        for key, picture in pick_pictures(turns).items():
            (pictures / f"{key}.png").write_bytes(picture)
        matches = await _matches(data, ours, turns, at_least)
        state = theirs.state
        parent = next(iter(state.channels.values()))
        channels = [state.start_thread(parent, BOT_ID, f"echo {place}", 4320, None) for place in range(rooms)]
        bot, echo = Bot("turnpost", ours, data, settings), Bot("echo", theirs, pictures)
        stack.push_async_callback(bot.stop)
        stack.push_async_callback(echo.stop)
        await asyncio.gather(bot.start(), echo.start())
        while not ours.calls[READ_MESSAGES]:  # noqa: ASYNC110 - until it begins to read the threads of the matches
            await asyncio.sleep(0.05)
        await wait_until_idle(ours)
        for each in (bot, echo):
            await each.inside()  # drop what the start took
        yield Pair(MeasuredBot(ours, bot), MeasuredBot(theirs, echo), matches, channels)


async def wait_until_idle(playground: Playground) -> None:
    """Wait until a bot that was just started has read old messages: until it sends no request for two seconds."""
    before = -1
    while playground.calls.total() != before:
        before = playground.calls.total()
        await asyncio.sleep(2)


async def _matches(
    data: Path, playground: Playground, turns: Mapping[str, int], at_least: int
) -> dict[str, list[Live]]:
    database = await Database.open(file_url(data / "turnpost.db"))
    made: dict[str, list[Live]] = {}
    try:
        async with database.write() as tx:
            for key, wanted in turns.items():
                made[key] = []
                for recording in whole(key):
                    made[key].append(await begin(tx, playground.state, recording))
                    if sum(len(each.turns) for each in made[key]) >= wanted and len(made[key]) >= at_least:
                        break
    finally:
        await database.close()
    return made

"""The bot and the echo bot, each with an embedded Discord of its own in this process, and matches to play."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from statistics import median_low
from typing import TYPE_CHECKING

import aiohttp

from bench.bots import Bot, start_playground
from bench.live import LiveMatch, begin, complete_recordings
from bench.positions import scenes
from games import GAMES
from playground.model.resources.user import BOT_ID
from playground.model.thread_creation import start_thread
from renderers import RENDERERS, encode
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Iterable, Mapping, Sequence
    from pathlib import Path

    from playground.model.resources.channel import Channel
    from playground.model.state import Change
    from playground.server import Playground

PATIENCE = 60.0
"""Seconds, for a slow machine."""
READ_MESSAGES = "GET /channels/{channel}/messages"


@dataclass
class MeasuredBot:
    """One bot and its embedded Discord. `boards` has the bytes of each posted picture, in order."""

    playground: Playground
    bot: Bot
    boards: list[int] = field(default_factory=list[int])
    _replies: dict[int, asyncio.Future[float]] = field(default_factory=dict[int, "asyncio.Future[float]"])

    def __post_init__(self) -> None:
        """Listen to what is posted."""
        self._private: asyncio.Future[None] = asyncio.Future()
        self.playground.state.listeners.append(self._on_change)

    def _on_change(self, change: Change) -> None:
        message = change.message
        if change.kind != "message" or not change.new or message is None or message.author_id != BOT_ID:
            return
        if message.only_for is not None:  # the reply to a slash command; the board is a post of its own
            if message.content and not self._private.done():
                self._private.set_result(None)
            return
        if reply := self._replies.pop(message.channel_id, None):
            self.boards += [file.size for file in message.attachments]
            reply.set_result(time.perf_counter())

    async def turn(self, channel: Channel, person: int, text: str) -> float:
        """Post a message as a person; return the seconds until the bot posted its reply in the channel.

        The time runs in the embedded Discord: from before the message is sent on the gateway until the request with the
        reply was read.
        """
        reply = self.wait_for_reply(channel)
        began = time.perf_counter()
        self.playground.state.add_message(channel, person, text)
        return await reply - began

    async def slash(self, channel: Channel, person: int, text: str) -> float:
        """Use `/move` as a person; return the seconds until the board, the request of the people's API included."""
        reply = self.wait_for_reply(channel)
        began = time.perf_counter()
        await self.command(channel, person, "move", move=text)
        return await reply - began

    async def command(self, channel: Channel, person: int, name: str, **options: str) -> None:
        """Use a slash command as a person, by a request of the people's API."""
        body = {"channel_id": str(channel.id), "name": name, "options": options}
        async with (
            aiohttp.ClientSession(self.playground.url) as session,
            session.post(f"/people/{person}/slash", json=body) as response,
        ):
            response.raise_for_status()

    async def ask(self, channel: Channel, person: int, name: str, **options: str) -> None:
        """Use a slash command as a person, and wait for the reply that only they see."""
        self._private = asyncio.get_running_loop().create_future()
        await self.command(channel, person, name, **options)
        await asyncio.wait_for(self._private, PATIENCE)

    def wait_for_reply(self, channel: Channel) -> Awaitable[float]:
        """Return what waits until the bot posts in a channel, and gives the time of that by `time.perf_counter`."""
        reply = self._replies[channel.id] = asyncio.get_running_loop().create_future()
        return asyncio.wait_for(reply, PATIENCE)


@dataclass
class Pair:
    """Both bots, matches to be played on, by game, and the channels (`rooms`) of the echo bot."""

    turnpost: MeasuredBot
    echo: MeasuredBot
    matches: Mapping[str, list[LiveMatch]]
    rooms: Sequence[Channel]


def pick_pictures(games: Iterable[str] = GAMES, pictures: int = 9) -> dict[str, bytes]:
    """Return for each game the picture of median size among pictures of its recorded matches."""
    found: dict[str, bytes] = {}
    for key in games:
        scenes_of_game = [
            scene
            for recording, _ in zip(complete_recordings(key), range(3), strict=False)
            for scene in scenes(recording)
        ]
        pictures_of_game = [
            encode(RENDERERS[key].draw(scene)) for scene in scenes_of_game[:: max(len(scenes_of_game) // pictures, 1)]
        ]
        middle = median_low(map(len, pictures_of_game))
        found[key] = next(one for one in pictures_of_game if len(one) == middle)
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
        ours, theirs = [await start_playground() for _ in range(2)]
        for playground in (ours, theirs):
            stack.push_async_callback(playground.stop)
        data, pictures = folder / "turnpost", folder / "echo"
        for each in (data, pictures):
            each.mkdir(parents=True)
        for key, picture in pick_pictures(turns).items():
            (pictures / f"{key}.png").write_bytes(picture)
        matches = await begin_matches(data, ours, turns, at_least)
        state = theirs.state
        parent = next(iter(state.channels.values()))
        channels = [start_thread(state, parent, BOT_ID, f"echo {place}", 4320) for place in range(rooms)]
        bot, echo = Bot("turnpost", ours, data, settings), Bot("echo", theirs, pictures)
        stack.push_async_callback(bot.stop)
        stack.push_async_callback(echo.stop)
        await asyncio.gather(bot.start(), echo.start())
        while not ours.calls[READ_MESSAGES]:  # noqa: ASYNC110 - until the bot reads the threads of the matches
            await asyncio.sleep(0.05)
        await wait_until_idle(ours)
        for each in (bot, echo):
            await each.inside()  # drop the measurements of the start
        yield Pair(MeasuredBot(ours, bot), MeasuredBot(theirs, echo), matches, channels)


async def wait_until_idle(playground: Playground) -> None:
    """Wait until a started bot has finished its backfill: until it sends no request for two seconds."""
    before = -1
    while playground.calls.total() != before:
        before = playground.calls.total()
        await asyncio.sleep(2)


async def begin_matches(
    data: Path, playground: Playground, turns: Mapping[str, int], at_least: int
) -> dict[str, list[LiveMatch]]:
    """Store recorded matches of each game with enough turns ahead, and at least so many of each; return them."""
    database = await Database.open(file_url(data / "turnpost.db"))
    matches_by_game: dict[str, list[LiveMatch]] = {}
    try:
        async with database.write() as tx:
            for key, wanted in turns.items():
                matches_by_game[key] = []
                for recording in complete_recordings(key):
                    matches_by_game[key].append(await begin(tx, playground.state, recording))
                    if (
                        sum(len(each.turns) for each in matches_by_game[key]) >= wanted
                        and len(matches_by_game[key]) >= at_least
                    ):
                        break
    finally:
        await database.close()
    return matches_by_game

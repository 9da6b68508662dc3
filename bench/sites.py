"""A bot with its site, people who play there by tapping as the page does it, and pages that are left open."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count as numbers, islice
from random import Random
from socket import create_server
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from urllib.parse import urlencode

import aiohttp

from bench.bot_pair import MeasuredBot, wait_until_idle
from bench.bots import Bot, start_playground
from bench.live import begin, complete_recordings, played
from bot.process import cancel_and_wait
from bot.referee.context import Context
from bot.referee.people.sign_in import find_session, make_link, sign, sign_in
from games import GAMES
from storage.engine.database import Database, file_url
from storage.queries import matches

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from bench.live import LiveMatch

Size: TypeAlias = Literal["normal", "large"]
Json: TypeAlias = dict[str, Any]

PAUSE = 0.15
"""Seconds before each tap."""
PATIENCE = 60.0
PROXY = "127.0.0.1"
LONG = (next(iter(GAMES)), 2, 300)
"""A match that nobody plays on: its game, the seed of its random moves, how many there are."""


@dataclass
class Tab:
    """A page that is open in somebody's browser: the site, the match, and the headers that the browser sends."""

    client: aiohttp.ClientSession
    base: str
    headers: Mapping[str, str]

    async def get(self, call: str, query: Sequence[tuple[str, str]] = ()) -> Json:
        """Return what a call of the board answers."""
        address = f"{self.base}/{call}?{urlencode(query)}"
        async with self.client.get(address, headers=self.headers) as response:
            return await response.json()

    async def picture(self, address: str, size: Size) -> bytes:
        """Return a picture that a state or a step names."""
        async with self.client.get(f"{address}&size={size}", headers=self.headers) as response:
            return await response.read()

    async def play(self, state: Json, move: str) -> Json:
        """Play a move, and return the state after it."""
        body = {"at": state["at"], "move": move, "request": state["request"]}
        async with self.client.post(f"{self.base}/play", json=body, headers=self.headers) as response:
            return (await response.json())["state"]


class MeasuredSite:
    """A bot with its site, the matches to play there, and browsers."""

    def __init__(
        self, url: str, bot: MeasuredBot, live: Mapping[str, list[LiveMatch]], long: LiveMatch, context: Context
    ) -> None:
        self.url, self.bot, self.live, self.long = url, bot, live, long
        self.client = aiohttp.ClientSession(
            url, connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(PATIENCE), raise_for_status=True
        )
        self._context = context
        self._addresses = (f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}" for number in numbers(1))
        self._people: dict[int, dict[str, str]] = {}

    async def person_tab(self, match: LiveMatch, user_id: int) -> Tab:
        """Open the page of a match as a person, in a browser that is signed in."""
        if user_id not in self._people:
            self._people[user_id] = await self._sign_in(user_id)
        return Tab(self.client, await self.path(match), self._people[user_id])

    async def stranger_tab(self, match: LiveMatch) -> Tab:
        """Open the page of a match as nobody, from an address of its own."""
        return Tab(self.client, await self.path(match), {"X-Forwarded-For": next(self._addresses)})

    async def mover(self, match: LiveMatch) -> int | None:
        """Return who is to move in a match, None if it has ended."""
        async with self._context.database.read() as tx:
            stored = await matches.require(tx, match.number)
        return None if stored.to_move is None else stored.seats[stored.to_move - 1].id

    async def path(self, match: LiveMatch) -> str:
        """Return the path of the page of a match."""
        async with self._context.database.read() as tx:
            return f"/b/{(await matches.require(tx, match.number)).public_id}"

    async def _sign_in(self, user_id: int) -> dict[str, str]:
        name = self.bot.playground.state.people[user_id].name
        secret = await sign_in(self._context, await make_link(self._context, user_id, name, "/"), "bench")
        session = await find_session(self._context, secret)
        if session is None:
            raise RuntimeError("the session isn't there")
        return {
            "Cookie": f"turnpost={secret}",
            "Origin": self.url,
            "X-Forwarded-For": next(self._addresses),
            "X-Turnpost-Token": await sign(self._context, "page", session.id),
        }


@asynccontextmanager
async def start_site(folder: Path, games: Sequence[str], each: int = 12, done: int = 8) -> AsyncGenerator[MeasuredSite]:
    """Start a bot with a site, and store so many matches of each game in which so many moves are done."""
    with create_server((PROXY, 0)) as listening:
        url = f"http://{PROXY}:{listening.getsockname()[1]}"
    async with AsyncExitStack() as stack:
        playground = await start_playground()
        stack.push_async_callback(playground.stop)
        database = await Database.open(file_url(folder / "turnpost.db"))
        stack.push_async_callback(database.close)
        async with database.write() as tx:
            live = {
                key: [
                    await begin(tx, playground.state, one, min(done, len(one["moves"]) // 2))
                    for one in islice(complete_recordings(key), each)
                ]
                for key in games
            }
            key, seed, plies = LONG
            long = await begin(tx, playground.state, played(key, seed, plies + 10), plies)
        settings = {"TURNPOST_URL": url, "TURNPOST_WEB_PORT": url.rpartition(":")[2], "TURNPOST_PROXIES": PROXY}
        bot = Bot("turnpost", playground, folder, settings)
        stack.push_async_callback(bot.stop)
        await bot.start()
        await wait_until_idle(playground)
        context = Context(database, GAMES, now=lambda: datetime.now(UTC), rng=Random(1))  # noqa: S311 - no secret
        site = MeasuredSite(url, MeasuredBot(playground, bot), live, long, context)
        stack.push_async_callback(site.client.close)
        await bot.inside()  # drop the measurements of the start
        yield site


@dataclass
class Times:
    """Seconds from taps to the next picture by its size, those of their two parts, and seconds from moves to boards."""

    taps: dict[Size, list[float]]
    steps: list[float]
    pictures: list[float]
    plays: list[float]
    texts: list[float]

    @classmethod
    def new(cls) -> Times:
        """Return no times yet."""
        return cls({"normal": [], "large": []}, [], [], [], [])


class Player:
    """Plays the matches of a game one after the other, in turn for everybody who sits there."""

    def __init__(self, site: MeasuredSite, key: str) -> None:
        self.times = Times.new()
        self._site, self._ready = site, iter(site.live[key])
        self._match = next(self._ready)
        self._lots = Random(key)  # noqa: S311 - no secret
        self._sizes: dict[bool, Size] = {False: "normal", True: "large"}
        self._taps = 0

    async def play_both(self) -> None:
        """Play a move by the page, and one by text."""
        await self.play_by_page()
        await self.play_by_text()

    async def play_by_page(self) -> None:
        """Choose a move by taps, and press *Play*."""
        _person, tab, state = await self._open()
        move = await self._choose(tab, state)
        await asyncio.sleep(PAUSE)
        posted = self._site.bot.wait_for_reply(self._match.thread)
        began = time.perf_counter()
        after = await tab.play(state, move)
        await tab.picture((after["steps"] or after)["picture"], "normal")
        self.times.plays.append(time.perf_counter() - began)
        await posted

    async def play_by_text(self) -> None:
        """Choose a move by taps, and write it."""
        person, tab, state = await self._open()
        move = await self._choose(tab, state)
        await asyncio.sleep(PAUSE)
        self.times.texts.append(await self._site.bot.turn(self._match.thread, person, f"!move {move}"))

    async def _open(self) -> tuple[int, Tab, Json]:
        """Return who is to move, and their page with its state."""
        while (mover := await self._site.mover(self._match)) is None:
            self._match = next(self._ready)
        tab = await self._site.person_tab(self._match, mover)
        return mover, tab, await tab.get("state")

    async def _choose(self, tab: Tab, state: Json) -> str:
        """Tap until there is a whole move, and return it."""
        step = state["steps"]
        while not step["move"] or (step["choices"] and self._lots.random() < 0.5):
            query = [("at", step["at"]), *(("choice", label) for label in step["so_far"]), *self._tap(step)]
            self._taps += 1
            size = self._sizes[self._taps % 2 == 0]
            await asyncio.sleep(PAUSE)
            began = time.perf_counter()
            step = await tab.get("step", query)
            between = time.perf_counter()
            await tab.picture(step["picture"], size)
            ended = time.perf_counter()
            self.times.taps[size].append(ended - began)
            self.times.steps.append(between - began)
            if size == "normal":
                self.times.pictures.append(ended - between)
        return step["move"]

    def _tap(self, step: Json) -> Iterator[tuple[str, str]]:
        """Yield the part of a query that a tap on the board makes, or one on a choice beside it if no place decides."""
        choices, taps = step["choices"], step["taps"]
        choice = self._lots.choice(choices)
        places = [
            place
            for place in choice["places"]
            if place in step["places"] and not (taps and all(place in each["places"] for each in choices))
        ]
        if not places:
            yield "choice", choice["label"]
        if places or not set(choice["places"]) <= set(taps):
            yield from (("tap", place) for place in taps)
        if places:
            yield "tap", self._lots.choice(places)


@asynccontextmanager
async def open_pages(tabs: Sequence[Tab], on_news: Callable[[Tab, str], Awaitable[None]]) -> AsyncGenerator[None]:
    """Keep pages open that hear of news, from when all of them do; each is told its news, one after the other."""
    known = {base: (await tab.get("state"))["stamp"] for base, tab in {tab.base: tab for tab in tabs}.items()}
    opened = asyncio.Semaphore(0)

    async def listen(tab: Tab) -> None:
        address = f"{tab.base}/events?since={known[tab.base]}"
        async with tab.client.get(address, headers=tab.headers, timeout=aiohttp.ClientTimeout(None)) as stream:
            async for line in stream.content:
                if line.startswith(b"retry:"):
                    opened.release()
                elif line.startswith(b"data:"):
                    await on_news(tab, line.decode().partition(":")[2].strip())

    tasks = [asyncio.create_task(listen(tab)) for tab in tabs]
    try:
        for _ in tabs:
            await asyncio.wait_for(opened.acquire(), PATIENCE)
        yield
    finally:
        await cancel_and_wait(tasks)

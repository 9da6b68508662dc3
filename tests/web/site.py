"""The site of a running bot, as browsers see it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

import aiohttp
from yarl import URL

from bot.referee.context import Context
from bot.referee.people.sign_in import make_link
from games import GAMES
from storage.engine.database import Database, file_url
from tests.ports import free_port
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping
    from http.cookies import Morsel
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.environment import Environment
    from tests.wire.match import Contest

PUBLIC = "https://play.example.org"
"""The address of a site behind a proxy, which ends TLS."""
PATIENCE = 30
"""Seconds, for a slow machine: nothing that works waits so long."""
_addresses = count(1)


@dataclass(frozen=True)
class Answer:
    """An answer to a browser: its status, its headers, the cookies that it sets, and its body."""

    status: int
    headers: Mapping[str, str]
    cookies: Mapping[str, Morsel[str]]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Json:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The sentence of a refusal."""
        return self.json["error"]


@dataclass
class Site:
    """A site: the bot's environment, the address where it listens, and the public one."""

    env: Environment
    at: str
    url: str
    http: aiohttp.ClientSession
    context: Context

    def browser(self, **headers: str) -> Browser:
        """Return a browser that nobody has used yet, at an address of its own if there's a proxy."""
        number = next(_addresses)
        return Browser(self, f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", headers)

    def path(self, contest: Contest) -> str:
        """Return the path of the board of a match."""
        name = self.value("SELECT public_id FROM matches WHERE id = ?", contest.number)
        return f"/b/{name}"

    async def link(self, person: Person, path: str, *, ago: timedelta = timedelta(), name: str = "") -> str:
        """Return the path of a link that signs a browser in as a person, made some time ago."""
        return f"/in/{await make_link(self.some_time_ago(ago), int(person.id), name or person.name, path)}"

    async def sign_in(self, person: Person, path: str) -> Browser:
        """Return a browser in which a person is signed in, with the board at a path open."""
        browser = self.browser()
        assert (await browser.submit(await self.link(person, path))).status == 303
        await browser.open(path)
        return browser

    def some_time_ago(self, ago: timedelta) -> Context:
        """Return the referee's context as a process of the bot had it some time ago."""
        return Context(self.context.database, GAMES, now=lambda: datetime.now(UTC) - ago, rng=Random(1))

    def value(self, query: str, *given: Any) -> Any:
        """Return a value from the record."""
        return self.rows(query, *given)[0][0]

    def rows(self, query: str, *given: Any) -> list[Any]:
        """Return rows from the record."""
        with closing(sqlite3.connect(self.env.bot.data / "turnpost.db", timeout=30)) as record:
            return record.execute(query, given).fetchall()

    def record(self) -> list[str]:
        """Return all that the record holds, as statements of SQL, but for how far the bot has read in Discord."""
        with closing(sqlite3.connect(self.env.bot.data / "turnpost.db", timeout=30)) as record:
            return [each for each in record.iterdump() if 'INSERT INTO "heard"' not in each]


@dataclass
class Browser:
    """A browser: its address, the headers that it sends with each request, its cookies and the page it shows."""

    site: Site
    address: str
    headers: dict[str, str]
    cookies: dict[str, str] = field(default_factory=dict[str, str])
    base: str = ""
    token: str = ""
    state: Json = field(default_factory=dict[str, Any])

    async def get(self, path: str, method: str = "GET", **headers: str | None) -> Answer:
        """Ask for something; headers that are None are left out."""
        return await self._ask(method, path, None, headers)

    async def submit(self, path: str, **headers: str | None) -> Answer:
        """Press the button of a page's form."""
        return await self._ask("POST", path, b"", {"Origin": self.site.url} | headers)

    async def open(self, path: str) -> Answer:
        """Open a page of a board and run what its script does first."""
        answer = await self.get(path)
        assert answer.status == 200, answer.text
        page = parse(answer.text)
        self.base, self.token = path, page.main["data-token"] or ""
        self.state = json.loads(page.data["state"])
        return answer

    async def post(self, call: str, body: Json | bytes, **headers: str | None) -> Answer:
        """Send what the page's script would, below the board that is open, and take over the state it answers."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        usual = {"Origin": self.site.url, "X-Turnpost-Token": self.token, "Content-Type": "application/json"}
        answer = await self._ask("POST", f"{self.base}/{call}", content, usual | headers)
        if answer.status == 200:
            self.state = answer.json["state"]
        return answer

    async def play(self, move: str, **headers: str | None) -> Answer:
        """Play a move at the position that is shown."""
        return await self.post("play", self.change(move=move), **headers)

    async def do(self, what: str, text: str = "") -> Answer:
        """Do what an action or an answer to an offer is for."""
        return await self.post("do", self.change(do=what, text=text))

    def change(self, **body: str) -> Json:
        """Return the body of a change at the position that is shown."""
        return {"at": self.state["at"], "request": self.state["request"], **body}

    @asynccontextmanager
    async def listen(self, path: str, since: str) -> AsyncGenerator[aiohttp.ClientResponse]:
        """Listen for news of the board at a path."""
        address = URL(f"{self.site.at}{path}/events").with_query(since=since)
        async with self.site.http.get(address, headers=self._headers({})) as answer:
            yield answer

    async def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str | None]) -> Answer:
        url, sent = URL(self.site.at + path, encoded=True), self._headers(headers)
        async with self.site.http.request(method, url, data=body, headers=sent, allow_redirects=False) as answer:
            for name, morsel in answer.cookies.items():
                self.cookies[name] = morsel.value
                if not morsel.value:
                    del self.cookies[name]
            return Answer(answer.status, answer.headers, dict(answer.cookies), await answer.read())

    def _headers(self, more: Mapping[str, str | None]) -> dict[str, str]:
        """Return the headers of a request as the site gets them from its proxy."""
        scheme, _, host = self.site.url.partition("://")
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent: dict[str, str | None] = {
            "X-Forwarded-For": self.address,
            "X-Forwarded-Host": host,
            "X-Forwarded-Proto": scheme,
            "Cookie": cookie or None,
            **self.headers,
            **more,
        }
        return {name: value for name, value in sent.items() if value is not None}


async def next_news(answer: aiohttp.ClientResponse) -> str:
    """Return the data of the next piece of news on a stream."""
    assert answer.status == 200
    async with asyncio.timeout(PATIENCE):
        while True:
            name = (await answer.content.readline()).decode()
            assert name, "the stream has ended"
            assert name in {"event: news\n", "\n", ":\n"} or name.startswith("retry: 2000"), name
            if name == "event: news\n":
                return (await answer.content.readline()).decode().removeprefix("data: ").rstrip("\n")


class Page(HTMLParser):
    """What a page has: its tags with their attributes, those of `main`, its blocks of data, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.main: dict[str, str | None] = {}
        self.data: dict[str, str] = {}
        self.code: list[str] = []
        self.text = ""
        self._within: dict[str, str | None] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "main":
            self.main = dict(attrs)
        if tag in {"script", "style"}:
            self._within = dict(attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style"}:
            self._within = None

    def handle_data(self, data: str) -> None:
        if self._within is None:
            self.text += data
        elif self._within.get("type") == "application/json":
            self.data[self._within.get("id") or ""] = data
        else:
            self.code.append(data)


def parse(text: str) -> Page:
    """Return what a page has."""
    page = Page()
    page.feed(text)
    page.close()
    return page


@asynccontextmanager
async def start_site(
    folder: Path,
    *,
    proxies: str = "127.0.0.1",
    packages: Path | None = None,
    program: Callable[[], None] | None = None,
    **settings: str,
) -> AsyncGenerator[Site]:
    """Start a bot that serves boards, behind `proxies` and then over HTTPS, else by itself over HTTP."""
    at = f"http://127.0.0.1:{free_port()}"
    url = PUBLIC if proxies else at
    needed = {"TURNPOST_URL": url, "TURNPOST_WEB_PORT": at.rpartition(":")[2], "TURNPOST_PROXIES": proxies}
    async with AsyncExitStack() as stack:
        starting = start_env(folder, settings=GENEROUS | needed | settings, packages=packages, program=program)
        env = await stack.enter_async_context(starting)
        database = await Database.open(file_url(env.bot.data / "turnpost.db"))
        stack.push_async_callback(database.close)
        http = await stack.enter_async_context(
            aiohttp.ClientSession(
                cookie_jar=aiohttp.DummyCookieJar(), connector=aiohttp.TCPConnector(limit=0), auto_decompress=False
            )
        )
        yield Site(env, at, url, http, Context(database, GAMES, now=lambda: datetime.now(UTC), rng=Random(1)))

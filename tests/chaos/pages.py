"""The page on which people play too: a link in Discord signs a browser in, a change is sent until it is answered."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import TYPE_CHECKING, Any

import aiohttp
from itsdangerous import URLSafeSerializer
from yarl import URL

from tests.chaos.move_senders import Sent
from tests.playground.client import Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from tests.chaos.contests import Contest
    from tests.chaos.move_senders import Turn
    from tests.chaos.players import Players
    from tests.playground.client import Json, Person

PATIENCE = 3.0
"""Seconds that somebody waits for the answer with the link."""
REPEATS = 12
PAUSE = 0.5
"""How often a change is sent at most, and seconds between two times, while the site doesn't answer."""
AGAIN = 0.2
"""How often a change that was answered is sent once more, as by a proxy."""
_TOKEN = re.compile(r'data-token="([^"]+)"')
_STATE = re.compile(r'<script type="application/json" id="state">(.*?)</script>', re.DOTALL)


@dataclass
class Page:
    """A board's page as a signed-in browser shows it: its path, its token, and the state of the board."""

    path: str
    token: str
    state: Json


@dataclass(frozen=True, slots=True)
class PageMove:
    """A move that a page said is played, by it or by the same person in another way."""

    match: int
    ply: int
    user: int
    text: str


class Pages:
    """All about pages in a run."""

    def __init__(self, players: Players, people: Iterable[Person]) -> None:
        self.sites: list[str] = []
        """Where the bot's processes serve the boards."""
        self.browsers = {person.id: Browser(players, person, Random(f"browser {person.name}")) for person in people}
        self.moves: list[PageMove] = []
        """The moves that were played on a page, as it said."""
        self.contradictions: list[str] = []
        """The changes that were answered otherwise when they came again."""
        self.changes = 0
        """How many changes were sent."""


@dataclass
class Browser:
    """A person's browser: its cookie, and the sites that it may ask, one a process of the bot."""

    players: Players
    person: Person
    lots: Random
    cookies: dict[str, str] = field(default_factory=dict[str, str])
    signing_in: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def open(self, board: int) -> Page | None:
        """Open the page of a match by the links under its board; None if that didn't come about."""
        path = next(iter(self._links(board, "/b/")), None)
        if path is None:
            return None
        for _ in range(2):
            status, text = await self.request("GET", path)
            token, state = _TOKEN.search(text), _STATE.search(text)
            if status == 200 and token and state:
                return Page(path, unescape(token[1]), json.loads(state[1]))
            if status != 200:
                return None
            async with self.signing_in:
                if not await self._sign_in(board):
                    return None
        return None

    async def _sign_in(self, board: int) -> bool:
        """Press *Move* and follow the link of the answer; return whether the browser is signed in then."""
        shown = self.players.playground.state.message(board)
        move = next((part["custom_id"] for part in parts_of(shown) if part.get("label") == "Move"), None)
        if move is None:
            return False
        await self.players.online()
        try:
            pressed = int((await self.person.press(str(board), move))["interaction_id"])
        except Said:
            return False
        replies = self.players.replies_to(pressed)
        await self.players.until(lambda: bool(replies), PATIENCE)
        link = next((path for reply in replies for path in self._links(reply.id, "/in/")), None)
        if link is None:
            return False
        status, text = await self.request("GET", link)
        assert status != 200 or f"as {self.person.name}" in text, text
        status, _ = await self.request("POST", link)
        return status == 303

    def _links(self, message: int, below: str) -> list[str]:
        """Return the paths of a message's links that begin in some way."""
        urls = [str(part.get("url", "")) for part in parts_of(self.players.playground.state.message(message))]
        paths = [url.removeprefix(site) for url in urls for site in self.players.pages.sites if url.startswith(site)]
        return [path for path in paths if path.startswith(below)]

    async def change(self, page: Page, call: str, **body: str) -> Sent:
        """Send a change, the very same again while nothing answers; its answer is a sentence, empty if all is well."""
        sent = {"at": page.state["at"], "request": page.state["request"], **body}
        answers: list[tuple[int, str]] = []
        for _ in range(REPEATS):
            self.players.pages.changes += 1
            self.players.stir()
            status, text = await self.request("POST", f"{page.path}/{call}", sent, page.token)
            if status in {200, 409}:
                told: Json = json.loads(text)
                answers.append((status, str(told["state"]["notice"] if status == 200 else told["error"])))
                if len(answers) == 2 or self.lots.random() > AGAIN:
                    break
            elif status == 403:  # the browser was signed in again meanwhile, for another match
                break
            else:
                assert status in {0, 429, 500, 503}, (status, text)
                await self.players.until(lambda: False, PAUSE)
        # A move that comes too late is rejected, or shown the board as it is now, with a sentence.
        if len({status == 200 and not (call == "play" and said) for status, said in answers}) > 1:
            self.players.pages.contradictions.append(f"{sent}: {answers}")
        answer = answers[0][1] if answers else None
        return Sent(source_of(page.state["request"]), lasts=False, acknowledged=bool(answers), answer=answer)

    async def request(self, method: str, path: str, body: Json | None = None, token: str = "") -> tuple[int, str]:
        """Return the status and the text of an answer; 0 if there was none."""
        site = self.lots.choice(self.players.pages.sites)
        headers = {"Origin": site, "X-Turnpost-Token": token}
        try:
            async with (
                aiohttp.ClientSession(site, cookies=self.cookies, timeout=aiohttp.ClientTimeout(60)) as session,
                session.request(method, path, json=body, headers=headers, allow_redirects=False) as answer,
            ):
                text = (await answer.read()).decode(errors="replace")
                self.cookies |= {name: morsel.value for name, morsel in answer.cookies.items()}
                return answer.status, text
        except (aiohttp.ClientError, TimeoutError):  # killed, or not there yet
            return 0, ""


def source_of(request: str) -> int:
    """Return the number in a signed id of a change, by which the record knows it."""
    _, (_at, (_user, number)) = URLSafeSerializer("").loads_unsafe(request)
    return int(number)


def parts_of(message: Any) -> list[Json]:
    return [part for row in (message.components if message else ()) for part in row.get("components", [])]


async def by_page(contest: Contest, turn: Turn) -> Sent | None:
    """Choose something and play a move on the page; None where there is no page to play on."""
    browser = contest.players.pages.browsers[turn.person.id]
    page = await browser.open(int(turn.board))
    if page is None or not page.state["turn"] or contest.went_on:
        return None
    step = page.state["steps"]
    label = contest.chance.choice(step["choices"])["label"]
    await browser.request("GET", str(URL(f"{page.path}/step").with_query(at=step["at"], choice=label)))
    await browser.request("GET", f"{step['picture']}&size=normal")
    sent = await browser.change(page, "play", move=turn.text)
    if sent.answer == "":
        contest.players.pages.moves.append(PageMove(turn.match, turn.ply, int(turn.person.id), turn.text))
    return sent


def on_page(contest: Contest, person: Person, what: Callable[[Page], str | None]) -> Callable[[], Awaitable[Sent]]:
    """Return what does something on the page: `what` it is by the state there, None if the page doesn't offer it.

    Raises `Said` where it can't be done.
    """

    async def send() -> Sent:
        browser = contest.players.pages.browsers[person.id]
        page = await browser.open(contest.boards[-1].message)
        do = what(page) if page else None
        if page is None or do is None:
            raise Said("the page doesn't have that")
        return await browser.change(page, "do", do=do)

    return send


def offered(action: str) -> Callable[[Page], str | None]:
    """Return what finds an action among those of a page."""
    return lambda page: action if any(each["do"] == action for each in page.state["actions"]) else None


def answering(answer: str) -> Callable[[Page], str | None]:
    """Return what finds an answer among those to the offers of a page."""
    return lambda page: next(
        (each["do"] for offer in page.state["offers"] for each in offer["answers"] if each["do"] == answer), None
    )

"""The bot's own web server: what may come in, and which board answers."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import defaultdict
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from ipaddress import ip_address, ip_network
from math import ceil
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Literal, cast, get_args
from urllib.parse import urlsplit

from aiohttp import web
from cachetools import TTLCache

from bot.health.connections import serve_site
from bot.logs.fields import begin_request
from bot.process import cancel_and_wait
from bot.referee.errors import RequestRejected
from bot.referee.people.display import BoardDisplay, Size, Theme
from games.translation import bind_language, current_language, gettext as _
from storage.engine.database import StorageError
from web.boards import FIRST, Board, Change, Chosen, Json, Outcome, Services
from web.limits import Limiter
from web.live import News
from web.matches import MatchBoard
from web.pages import html
from web.studies import AnalysisBoard, PuzzleBoard
from web.text import plain_text
from web.visitors import OUT_OF_DATE, VISITOR, Visitors, language_of_browser

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from ipaddress import IPv4Network, IPv6Network

    from aiohttp.typedefs import Handler

    from bot.images.boards import BoardImages
    from bot.referee.context import Context

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 4096
"""Connections at a time; a page that is open has one."""
MOST_LISTENING = 64
"""Open pages that may wait for news from one address."""
BODY_LIMIT = 16 * 1024
BODY_TIMEOUT, WRITE_TIMEOUT = 10.0, 10.0
"""Seconds that a visitor may take to send a change, or to receive a piece of news."""
ANSWER_TIMEOUT = 30.0
"""Seconds that a visitor may take to receive an answer."""
HEARTBEAT = 20.0
"""Seconds between two signs of life on a connection for news: proxies close those that are silent for a minute."""
PICTURE_AGE, FILE_AGE = 3600, 30 * 24 * 3600
"""Seconds for which browsers keep pictures, and the files of the page."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with `no-referrer`, forms are sent with the origin `null`
    "Cross-Origin-Opener-Policy": "same-origin",
    "Server": "Turnpost",  # instead of the versions of Python and aiohttp
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}
"""Lets browsers come by HTTPS alone for a year (RFC 6797). Other hosts below this one aren't ours to speak for."""


PER_ADDRESS, PER_PERSON = (15.0, 300), (10.0, 120)
"""Requests in a second, and at once, from one address (many people may share it) and by one person."""
AT_A_TIME = 3
"""Requests of people who are signed in that work at a time, and as many of all others."""
MAX_STATES = 256
STATE_AGE = 5.0
"""States of boards that are kept for those who only watch, and for how many seconds."""
RETRY = 2000
"""Milliseconds after which a browser comes back when the connection for news broke."""
BOARDS = (r"/b/{name:[\w-]+}", r"/b/{name:[\w-]+}/analysis", r"/p/{game:[a-z0-9-]+}/{number:\d{1,6}}")
CALLS = frozenset({"state", "step", "picture", "events", "play", "do"})
"""What pages ask for below a board's address."""
SIDES = frozenset(map(str, range(1, 10)))
STATIC_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Address:
    """Where the site is: its public `url`, the host and port it listens at, and the networks of its proxies."""

    url: str
    host: str
    port: int
    proxies: Sequence[IPv4Network | IPv6Network] = ()


@asynccontextmanager
async def serve(context: Context, images: BoardImages, address: Address) -> AsyncGenerator[str]:
    """Serve the site as long as the context lasts, and give its public address. Raises `OSError`.

    If `address.url` is empty, as in the playground, it is that of this machine.
    """
    app = web.Application(client_max_size=BODY_LIMIT)
    site = Site(context, images, address)
    site.add_to(app)
    async with serve_site(app, address.host, address.port, most=MOST_CONNECTIONS) as port:
        site.url = address.url or f"http://{address.host}:{port}"
        news = asyncio.create_task(site.news.run())
        try:
            yield site.url
        finally:
            site.close()
            await cancel_and_wait([news])


class Site:
    """Answers requests: finds the visitor, checks what they may do, and lets a board answer."""

    def __init__(self, context: Context, images: BoardImages, address: Address) -> None:
        self.url = address.url
        self.news = News(context.database)
        self._context, self._services, self._proxies = context, Services(context, images), address.proxies
        self._states = TTLCache[tuple[str, ...], asyncio.Task[Json]](MAX_STATES, STATE_AGE)
        self._visitors = Visitors(context, self)
        self._by_address = Limiter(*PER_ADDRESS, context.now)
        self._by_person = Limiter(*PER_PERSON, context.now)
        self._listening: defaultdict[str, set[asyncio.BaseTransport]] = defaultdict(set)
        self._streams: set[asyncio.Task[Any]] = set()
        self._rooms = {True: asyncio.Semaphore(AT_A_TIME), False: asyncio.Semaphore(AT_A_TIME)}

    def add_to(self, app: web.Application) -> None:
        """Add the routes of the site to an application."""
        app.middlewares.extend((self._answer, self._guard))
        add = app.router.add_route
        add("GET", "/up", self._up)
        add("GET", "/static/{version}/{name}", self._static)
        add("GET", "/pieces/{game}/{name}", self._piece)
        add("GET", "/in/{token}", self._visitors.show_sign_in)
        add("POST", "/in/{token}", self._visitors.sign_in)
        add("POST", "/out", self._visitors.sign_out)
        for pattern in BOARDS:
            add("GET", pattern, self._page)
            add("GET", f"{pattern}/state", self._state)
            add("GET", f"{pattern}/step", self._step)
            add("GET", f"{pattern}/picture", self._picture)
            add("GET", f"{pattern}/events", self._events)
            add("POST", f"{pattern}/play", self._play)
            add("POST", f"{pattern}/do", self._do)

    def close(self) -> None:
        """End the connections that wait for news."""
        for stream in self._streams:
            stream.cancel()

    # Who asks, and whether they may

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let a request through that comes to the right place, from the right page, and not too often."""
        ours = urlsplit(self.url)
        if self._host(request) != ours.netloc:
            if request.method != "GET":
                raise web.HTTPMisdirectedRequest(text=f"This site is {self.url}.")
            raise web.HTTPPermanentRedirect(self.url + request.path_qs)
        if request.path == "/up":
            return await handler(request)
        if request.method == "POST" and request.headers.get("Origin") != self.url:
            raise web.HTTPForbidden(text=_("This came from another page. Load the board again."))
        wait = self._by_address.take(self._address(request))
        if wait is None:
            visitor = request[VISITOR] = await self._visitors.find(request)
            wait = self._by_person.take(str(visitor.user_id)) if visitor.user_id else None
        if wait is not None:
            raise web.HTTPTooManyRequests(
                text=_("That's too fast. Try again in a moment."), headers={"Retry-After": str(ceil(wait))}
            )
        return await handler(request)

    @web.middleware
    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request, with a sentence if something went wrong; what nobody foresaw is in the log."""
        begin_request(f"web {token_hex(4)}")
        bind_language(language_of_browser(request))
        try:
            response = await self._answer_or_tell(request, handler)
        except web.HTTPRedirection as redirection:
            redirection.headers.update(self._headers | {"Cache-Control": "no-store"})
            raise
        if not response.prepared:
            response.headers.update(self._headers)
            response.headers.setdefault("Cache-Control", "no-store")
            await _send_whole(request, response)
        return response

    async def _answer_or_tell(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except RequestRejected as rejected:
            return self._error(request, 409, plain_text(rejected.reason))
        except web.HTTPRedirection:
            raise
        except web.HTTPException as error:
            response = self._error(request, error.status, error.text or error.reason)
            if "Retry-After" in error.headers:
                response.headers["Retry-After"] = error.headers["Retry-After"]
            return response
        except StorageError as error:
            log.warning("A page could not be shown: %s", error)
            return self._error(request, 503, _("The matches can't be read right now. Try again in a moment."))
        except TimeoutError:
            return self._error(request, 408, _("That took too long. Try again."))
        except Exception:
            log.exception("A page failed")
            return self._error(request, 500, _("Something went wrong on my side. Nothing is lost: try again."))

    def _error(self, request: web.Request, status: int, sentence: str) -> web.Response:
        if request.path.rpartition("/")[2] in CALLS:
            return web.json_response({"error": sentence}, status=status)
        status = 404 if status == 409 else status
        return html("message.html", {"theme": "", "title": "Turnpost", "text": sentence}, status)

    @property
    def _headers(self) -> dict[str, str]:
        """What every answer has."""
        return HEADERS | (HTTPS_ONLY if self.url.startswith("https:") else {})

    def _host(self, request: web.Request) -> str:
        """Return the host that a visitor asked for."""
        return [request.host, *self._forwarded(request, "Host")][-1]

    def _address(self, request: web.Request) -> str:
        """Return the address that a request is counted for: the last one that isn't a proxy of ours.

        The machines of a network share one of IPv6.
        """
        addresses = [*self._forwarded(request, "For"), request.remote or ""]
        visitor = next((each for each in reversed(addresses) if not self._is_proxy(each)), addresses[0])
        try:
            address = ip_address(visitor)
        except ValueError:
            return request.remote or ""
        return str(ip_network((address, 64), strict=False)) if address.version == 6 else str(address)

    def _forwarded(self, request: web.Request, name: str) -> list[str]:
        """Return what proxies say of a visitor, ours last; nothing if the request doesn't come from one of ours."""
        if not self._is_proxy(request.remote or ""):
            return []
        lines = request.headers.getall(f"X-Forwarded-{name}", [])
        return [word.strip() for line in lines for word in line.split(",")]

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False

    # Pages

    def _board(self, request: web.Request) -> Board:
        visitor, found = request[VISITOR], request.match_info
        if "game" in found:
            return PuzzleBoard(self._services, visitor, found["game"], int(found["number"]))
        kind = AnalysisBoard if "/analysis" in request.path else MatchBoard
        return kind(self._services, visitor, found["name"])

    async def _page(self, request: web.Request) -> web.Response:
        board = self._board(request)
        async with self._room(request):
            state = await board.state(FIRST)
        signed_in = board.visitor.session is not None
        values = {
            "theme": board.visitor.theme if signed_in else "",
            "title": state["title"],
            "base": board.base,
            "person": state["person"] if signed_in else None,
            "state": state,
            "token": await self._visitors.make_token(board.visitor),
        }
        return html("board.html", values)

    async def _state(self, request: web.Request) -> web.Response:
        """Answer with the state of a board; all who only watch get the same one until it changes."""
        board = self._board(request)
        if board.visitor.user_id or not isinstance(board, MatchBoard):
            return web.json_response(await self._load_state(request, board))
        stamp = await board.stamp(await board.match())
        key = (board.base, stamp, board.visitor.theme, current_language())
        loading = self._states.get(key) or asyncio.create_task(self._load_state(request, board))
        self._states[key], state = loading, Json()
        try:
            state = await asyncio.shield(loading)
        finally:
            if state.get("stamp") != stamp:  # it couldn't be loaded, or has changed meanwhile
                self._states.pop(key, None)
        return web.json_response(state)

    async def _load_state(self, request: web.Request, board: Board) -> Json:
        async with self._room(request):
            return await board.state(Outcome(request.query.get("at", "")))

    async def _step(self, request: web.Request) -> web.Response:
        async with self._room(request):
            return web.json_response(await self._board(request).step(_chosen(request)))

    async def _picture(self, request: web.Request) -> web.Response:
        query = request.query
        size: Size = cast("Size", query["size"]) if query.get("size") in get_args(Size) else "normal"
        side = int(query["side"]) if query.get("side", "") in SIDES else None
        theme: Theme = "light" if query.get("theme") == "light" else "dark"
        board = self._board(request)
        async with self._room(request):
            picture = await board.draw(_chosen(request), BoardDisplay(side, theme, size))
        if picture.png is None:
            raise web.HTTPInternalServerError(text=picture.text)
        headers = {"Cache-Control": f"private, max-age={PICTURE_AGE}"} if board.lasting else {}
        return web.Response(body=picture.png, content_type="image/png", headers=headers)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send a line whenever the match changes, until the page is left."""
        board, address = self._board(request), self._address(request)
        if not isinstance(board, MatchBoard):
            return web.Response(status=204)  # which tells a browser not to come back
        match = await board.match()
        stamp = await board.stamp(match)
        others = self._listening[address] = {each for each in self._listening[address] if not each.is_closing()}
        if len(others) >= MOST_LISTENING:
            raise web.HTTPTooManyRequests(text=_("Too many boards are open from here. Close some."))
        headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        response = web.StreamResponse(headers=self._headers | headers)
        transport, task = request.transport, cast("asyncio.Task[Any]", asyncio.current_task())
        if transport is None:  # the page was left
            return response
        self._listening[address].add(transport)
        self._streams.add(task)
        try:
            await response.prepare(request)
            with self.news.subscribe(match.id, request.query.get("since", ""), stamp) as news:
                await _send_news(response, news)
        except (ConnectionError, TimeoutError):  # the page was left, or doesn't read what it is sent
            pass
        finally:
            self._streams.discard(task)
            self._listening[address].discard(transport)
            if not self._listening[address]:
                del self._listening[address]
        return response

    async def _play(self, request: web.Request) -> web.Response:
        return await self._change(request, "play")

    async def _do(self, request: web.Request) -> web.Response:
        return await self._change(request, "do")

    async def _change(self, request: web.Request, call: Literal["play", "do"]) -> web.Response:
        """Make a change of a board, by a person who is signed in or in a puzzle by anybody; answer with its state."""
        board = self._board(request)
        async with asyncio.timeout(BODY_TIMEOUT):
            body = await _read_body(request)
        source_id = await self._visitors.check_change(board.visitor, request, body["request"])
        change = Change(body["do"], body["at"], body["move"] if call == "play" else body["text"], source_id)
        async with self._room(request):
            outcome = await (board.play(change) if call == "play" else board.do(change))
            return web.json_response({"state": await board.state(outcome)})

    # The rest

    async def _up(self, request: web.Request) -> web.Response:
        """Answer with the version, and with the proxy's address where all of its visitors count as one."""
        proxy = request.remote or ""
        is_shared = self._is_proxy(proxy) != ("X-Forwarded-For" in request.headers)
        return web.Response(text=f"turnpost {version('turnpost')}\n{proxy if is_shared else ''}")

    async def _static(self, request: web.Request) -> web.Response:
        """Return a file of the page; its address changes with it, so that browsers may keep it."""
        name = request.match_info["name"]
        kind = STATIC_TYPES.get(name.rpartition(".")[2])
        file = next((each for each in (files("web") / "static").iterdir() if each.name == name), None)
        if kind is None or file is None:
            raise web.HTTPNotFound(text=_("There's nothing here."))
        headers = {"Cache-Control": f"public, max-age={FILE_AGE}"}
        return web.Response(body=file.read_bytes(), content_type=kind, charset="utf-8", headers=headers)

    async def _piece(self, request: web.Request) -> web.Response:
        """Return the picture of a piece, which stands beside a choice."""
        png = await self._services.images.piece(request.match_info["game"], request.match_info["name"])
        if png is None:
            raise web.HTTPNotFound(text=_("There's nothing here."))
        headers = {"Cache-Control": f"public, max-age={PICTURE_AGE}"}
        return web.Response(body=png, content_type="image/png", headers=headers)

    def _room(self, request: web.Request) -> asyncio.Semaphore:
        """Return what lets a few requests work at a time: those of people who are signed in, or those of all others."""
        return self._rooms[request[VISITOR].session is not None]


def _chosen(request: web.Request) -> Chosen:
    query = request.query
    labels, taps = tuple(query.getall("choice", [])), tuple(query.getall("tap", []))
    return Chosen(query.get("at", ""), labels, taps, "marked" in query, query.get("move", ""))


async def _read_body(request: web.Request) -> dict[str, str]:
    """Return the texts that a page sends: `do`, `at`, `move`, `text` and `request`, empty if left out.

    Raises `HTTPBadRequest` for anything else.
    """
    try:
        body: Any = json.loads(await request.read())
    except (ValueError, RecursionError, ConnectionError):  # or the page was left
        body = None
    if not isinstance(body, dict) or not all(map(_is_text, cast("dict[str, Any]", body).values())):
        raise web.HTTPBadRequest(text=_(OUT_OF_DATE))
    return {"do": "", "at": "", "move": "", "text": "", "request": ""} | cast("dict[str, str]", body)


def _is_text(value: object) -> bool:
    """Return whether a value is a text that the record can keep: without zeros and halves of characters."""
    return isinstance(value, str) and not re.search("[\0\ud800-\udfff]", value)


async def _send_whole(request: web.Request, response: web.StreamResponse) -> None:
    """Send an answer, and close the connection if it isn't read in time."""
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            await response.prepare(request)
            await response.write_eof()
    except TimeoutError:
        if request.transport is not None:
            request.transport.abort()
    except ConnectionError:  # the page was left
        pass


async def _send_news(response: web.StreamResponse, news: asyncio.Queue[str]) -> None:
    """Send news as server-sent events for ever, and a sign of life now and then (HTML Standard, 9.2)."""
    await _send(response, f"retry: {RETRY}\n\n")
    while True:
        try:
            async with asyncio.timeout(HEARTBEAT):
                stamp = await news.get()
        except TimeoutError:
            await _send(response, ":\n\n")
        else:
            await _send(response, f"event: news\ndata: {stamp}\n\n")


async def _send(response: web.StreamResponse, text: str) -> None:
    async with asyncio.timeout(WRITE_TIMEOUT):
        await response.write(text.encode())

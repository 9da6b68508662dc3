"""What comes in at all: hosts, proxies, limits, connections; and the headers of all that goes out."""

from __future__ import annotations

import asyncio
import resource
import socket
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import metadata
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot import cli
from tests.web.site import PATIENCE, PUBLIC, parse, start_site
from tests.wire.fast_clock import SPEED, run_fast
from tests.wire.match import bare, begin_match
from web.server import ANSWER_TIMEOUT, HEADERS, HEARTBEAT, MOST_LISTENING, PER_ADDRESS, PER_PERSON

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.web.site import Answer, Browser, Site

pytestmark = pytest.mark.asyncio(loop_scope="module")
POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
TOO_FAST = "That's too fast. Try again in a moment."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def board(site: Site) -> str:
    """The path of a match between Ann and Bob."""
    return site.path(await begin_match((site.env.ann, site.env.bob)))


async def test_another_name_of_the_host_leads_to_the_site(site: Site, board: str) -> None:
    browser = site.browser()
    for host in ("evil.example", "evil.example:443", f"{PUBLIC[8:]}:444", "", "x@play.example.org", "127.0.0.1"):
        answer = await browser.get(f"{board}/state?at=1", **{"X-Forwarded-Host": host})
        assert (answer.status, answer.headers.get("Location")) == (308, f"{PUBLIC}{board}/state?at=1"), host
        answer = await browser.submit("/out", **{"X-Forwarded-Host": host})
        assert answer.status == 421, host
        assert "evil" not in answer.text
    assert (await browser.get(board, **{"X-Forwarded-Host": "evil.example, play.example.org"})).status == 200
    assert (await browser.get(board, **{"X-Forwarded-Host": "play.example.org, evil.example"})).status == 308


async def test_a_redirect_leads_nowhere_else(site: Site) -> None:
    for path in ("//evil.example/", "/\\evil.example", "/%0d%0aSet-Cookie:%20a=b", "/..//evil.example"):
        answer = await site.browser().get(path, **{"X-Forwarded-Host": "evil.example"})
        assert answer.status == 308
        assert answer.headers["Location"].startswith(f"{PUBLIC}/")
        assert "Set-Cookie" not in answer.headers
    said = await send(site, b"GET @evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    assert b"@evil.example" not in said.partition(b"\r\n\r\n")[0]


async def test_over_http_browsers_arent_told_to_come_by_https(bare_site: Site) -> None:
    answer = await bare_site.browser().get("/up")
    assert (answer.status, answer.headers.get("Strict-Transport-Security")) == (200, None)


async def test_only_a_proxy_of_ours_is_believed(bare_site: Site) -> None:
    site = bare_site
    path = site.path(await begin_match((site.env.ann, site.env.bob)))
    assert (await site.browser().get(path, **{"X-Forwarded-Host": "evil.example"})).status == 200
    assert (await site.browser().get(path, Host="evil.example")).status == 308
    burst = PER_ADDRESS[1] + 100
    answers = await asyncio.gather(
        *(site.browser().get("/static/1/none") for _ in range(burst))
    )  # each has its address
    assert {answer.status for answer in answers} == {404, 429}


async def test_the_version_tells_which_proxy_is_not_set_or_names_no_visitors(site: Site, bare_site: Site) -> None:
    await asyncio.gather(
        *(bare_site.browser().get("/static/1/none") for _ in range(PER_ADDRESS[1]))
    )  # it isn't limited
    version = f"turnpost {metadata.version('turnpost')}\n"
    assert (await site.browser().get("/up")).text == version
    assert (await site.browser().get("/up", "GET", **{"X-Forwarded-For": None})).text == f"{version}127.0.0.1"
    assert (await bare_site.browser().get("/up")).text == f"{version}127.0.0.1"
    assert (await bare_site.browser().get("/up", "GET", **{"X-Forwarded-For": None})).text == version
    assert (await site.browser().get("/up", **{"X-Forwarded-Host": "play.example.org:444"})).status == 308


async def flood(browser: Browser, count: int, path: str, **headers: str) -> list[int]:
    """Make so many requests at once, and return how they were answered."""
    answers = await asyncio.gather(*(browser.get(path, **headers) for _ in range(count)))
    for answer in answers:
        if answer.status == 429:
            assert TOO_FAST in (parse(answer.text).text if answer.text.startswith("<") else answer.error)
            assert int(answer.headers["Retry-After"]) >= 1
    return [answer.status for answer in answers]


async def test_an_address_that_asks_too_often_has_to_wait_and_others_do_not(site: Site, board: str) -> None:
    rate, burst = PER_ADDRESS
    flooding, other = site.browser(), site.browser()
    statuses = await flood(flooding, burst + 100, "/static/1/none")
    assert burst <= statuses.count(404) <= burst + 10 * rate
    assert 429 in statuses
    assert (await other.get(f"{board}/state")).status == 200
    for path in (board, f"{board}/picture", "/in/x"):  # whatever it is
        assert 429 in await flood(flooding, burst // 3, path)
    for answer in await asyncio.gather(*(flooding.get(f"{board}/state") for _ in range(burst // 3))):
        assert answer.status == 200 or (answer.status, answer.error) == (429, TOO_FAST)
    await asyncio.sleep(1)
    assert (await flooding.get(f"{board}/state")).status == 200


async def test_a_made_up_address_before_the_proxys_changes_nothing(site: Site) -> None:
    browser, burst = site.browser(), PER_ADDRESS[1]
    headers = [{"X-Forwarded-For": f"203.0.113.{number % 250}, {browser.address}"} for number in range(burst + 100)]
    answers = await asyncio.gather(*(browser.get("/static/1/none", **each) for each in headers))
    assert 429 in {answer.status for answer in answers}
    lines = b"GET /static/1/none HTTP/1.1\r\nHost: x\r\nX-Forwarded-Host: play.example.org\r\nConnection: close\r\n"
    said = await asyncio.gather(  # a proxy may add a line of its own
        *(
            send(site, lines + f"X-Forwarded-For: 203.0.113.{n}\r\nX-Forwarded-For: {browser.address}\r\n\r\n".encode())
            for n in range(burst // 4)
        )
    )
    assert any(b" 429 " in each.partition(b"\r\n")[0] for each in said)


async def test_the_machines_of_an_ipv6_network_share_a_limit(site: Site) -> None:
    browser, burst = site.browser(), PER_ADDRESS[1]
    headers = [{"X-Forwarded-For": f"2001:db8:1:2::{number:x}"} for number in range(burst + 100)]
    answers = await asyncio.gather(*(browser.get("/static/1/none", **each) for each in headers))
    assert 429 in {answer.status for answer in answers}
    assert (await browser.get("/static/1/none", **{"X-Forwarded-For": "2001:db8:1:3::1"})).status == 404


async def test_a_person_who_asks_too_often_has_to_wait_wherever_they_ask_from(site: Site, board: str) -> None:
    browsers = [await site.sign_in(site.env.eve, board) for _ in range(3)]
    statuses = await asyncio.gather(*(flood(browser, PER_PERSON[1] // 2, "/static/1/none") for browser in browsers))
    assert 429 in [status for each in statuses for status in each]
    assert (await (await site.sign_in(site.env.ann, board)).get(f"{board}/state")).status == 200


async def kinds(site: Site, board: str) -> list[tuple[str, Answer]]:
    """Return an answer of each kind."""
    ann, nobody = await site.sign_in(site.env.ann, board), site.browser()
    found = [
        (path, await browser.get(path))
        for browser in (ann, nobody)
        for path in (
            board,
            f"{board}/analysis",
            f"{board}/state",
            f"{board}/step?at=0",
            f"{board}/picture",
            f"{board}/analysis/picture",
            f"{board}/play",
            "/p/xero-g/1",
            "/p/xero-g/999999",
            "/p/none/1",
            "/b/none",
            "/b/none/state",
            "/b/none/events",
            await site.link(site.env.ann, board),
            await site.link(site.env.bob, board),
            "/in/none",
            "/static/1/style.css",
            "/static/1/page.js",
            "/static/1/none",
            "/pieces/xong/none",
            "/out",
            "/",
            "/favicon.ico",
            "/robots.txt",
        )
    ]
    found += [(f"POST {path}", await nobody.submit(path)) for path in ("/in/none", "/", f"{board}/play")]
    found += [(f"FOREIGN {path}", await nobody.get(path, **{"X-Forwarded-Host": "x"})) for path in (board, "/")]
    found.append(("421", await nobody.submit("/out", **{"X-Forwarded-Host": "x"})))
    found.append(("403", await nobody.submit("/out", Origin="https://evil.example")))
    found.append(("sign in", await nobody.submit(await site.link(site.env.ann, board))))
    found.append(("sign out", await nobody.submit("/out")))
    return found


async def test_every_answer_has_the_headers_that_protect_it(site: Site, board: str) -> None:
    assert HEADERS["Content-Security-Policy"] == POLICY
    answers = await kinds(site, board)
    assert {answer.status for _, answer in answers} >= {200, 303, 308, 403, 404, 405, 409, 421}
    for path, answer in answers:
        headers = answer.headers
        assert answer.status < 500, path
        assert headers.get("Content-Security-Policy") == POLICY, path
        assert headers.get("X-Content-Type-Options") == "nosniff", path
        assert headers.get("Referrer-Policy") == "same-origin", path
        assert headers.get("Cross-Origin-Opener-Policy") == "same-origin", path
        assert headers.get("Strict-Transport-Security") == "max-age=31536000", path
        assert headers.get("Server") == "Turnpost", path
        assert "Access-Control-Allow-Origin" not in headers, path
        shown = answer.status == 200 and (path == f"{board}/picture" or "/static" in path)
        assert headers.get("Cache-Control", "") in (
            {"private, max-age=3600", "public, max-age=3600", "public, max-age=2592000"} if shown else {"no-store"}
        ), path


async def test_no_page_has_code_of_its_own(site: Site, board: str) -> None:
    pages = [
        parse(answer.text) for _, answer in await kinds(site, board) if "html" in answer.headers.get("Content-Type", "")
    ]
    assert len(pages) > 20
    for page in pages:
        assert page.code == []
        for tag, attributes in page.tags:
            assert not [name for name in attributes if name.startswith("on") or name == "style"], (tag, attributes)
            for name in ("src", "href", "action", "srcset"):
                place = attributes.get(name) or "/"
                assert place.startswith(("/", "#")), (tag, attributes)
                assert not place.startswith("//"), (tag, attributes)


async def test_what_people_write_is_text_on_a_page(site: Site, board: str) -> None:
    hostile = "</script><script>alert(1)</script><!-- '\"{{ 7 * 7 }}"
    ann = await site.sign_in(site.env.ann, f"{board}/analysis")
    assert (await ann.play("e4+")).status == 200
    assert (await ann.do("name", hostile)).status == 200
    page = parse((await ann.open(f"{board}/analysis")).text)
    assert page.code == []
    assert hostile in [each["field"]["value"] for each in ann.state["actions"] if each["field"]]


async def send(site: Site, text: bytes) -> bytes:
    """Send bytes over a new connection and return all that comes back, until the other side closes it."""
    port = int(site.at.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(text)
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    finally:
        writer.close()


@asynccontextmanager
async def listening(browser: Browser, path: str) -> AsyncGenerator[int]:
    """Keep a connection for news open, and give the status of its answer."""
    headers = {"X-Forwarded-For": browser.address, "X-Forwarded-Host": PUBLIC[8:]}
    async with browser.site.http.get(f"{browser.site.at}{path}/events", headers=headers) as answer:
        yield answer.status


async def test_one_address_listens_for_news_on_few_connections(site: Site, board: str) -> None:
    browser, other = site.browser(), site.browser()
    opened = [listening(browser, board) for _ in range(MOST_LISTENING + 20)]
    statuses = await asyncio.gather(*(each.__aenter__() for each in opened))
    try:
        assert sorted(statuses) == [200] * MOST_LISTENING + [429] * 20
        async with listening(other, board) as status:
            assert status == 200
    finally:
        for each in opened:
            await each.__aexit__(None, None, None)
    async with asyncio.timeout(HEARTBEAT / 2):  # closed connections count no longer, also before the next sign of life
        while True:
            async with listening(browser, board) as status:
                if status == 200:
                    break
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    "text",
    [
        b"\r\n\r\n\r\n\r\nx\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST /out HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /out HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        b"POST /out HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 2000 + b"\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
    ids=lambda text: repr(text[:24]),
)
async def test_what_is_no_request_ends_without_a_trace(site: Site, text: bytes) -> None:
    before = len(site.env.bot.log.read_text().splitlines())
    said = await send(site, text)
    status = said.partition(b"\r\n")[0]
    assert not status or status.split()[1][:1] in {b"3", b"4"}, said
    await site.browser().get("/static/1/none")
    new = site.env.bot.log.read_text().splitlines()[before:]
    assert len(new) <= 1, new
    assert '"level": "error"' not in "".join(new)


async def is_cut_off(site: Site, request: bytes) -> bool:
    """Send a request many times without reading an answer for too long; return whether the connection ended."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        await asyncio.to_thread(connection.connect, ("127.0.0.1", int(site.at.rpartition(":")[2])))
        connection.sendall(request * LATE)
        await asyncio.sleep(ANSWER_TIMEOUT / SPEED + 3)
        connection.sendall(b"\r\n")  # which the system of a server that has closed it answers at once
        await asyncio.sleep(0.2)
        return connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


LATE = 100
"""Pictures that are more than the system keeps for somebody who doesn't read them."""
FILES = 300
"""Files that a bot may open in a test, far fewer than systems usually allow."""


def run_with_few_files() -> None:
    """Be the bot, on a system that lets it open few files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    cli.main()


async def test_connections_leave_files_for_all_else(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with start_site(tmp_path_factory.mktemp("files"), program=run_with_few_files) as site:
        contest = await begin_match((site.env.ann, site.env.bob))
        port, begun = int(site.at.rpartition(":")[2]), b"POST /out HTTP/1.1\r\nHost: x\r\n"
        async with AsyncExitStack() as stack:
            for _ in range(FILES + 100):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                stack.callback(writer.close)
                writer.write(begun)
            await contest.turn(bare, "e4+")
            assert (await site.browser().get(site.path(contest))).status == 200
        log = site.env.bot.log.read_text()
        assert f"There are more than {FILES // 2} connections" in log
        assert "Too many open files" not in log


async def test_visitors_who_leave_in_the_middle_leave_no_error(site: Site, board: str) -> None:
    port, ann = int(site.at.rpartition(":")[2]), await site.sign_in(site.env.ann, board)
    cookie = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
    lines = f"Host: x\r\nX-Forwarded-Host: {PUBLIC[8:]}\r\nOrigin: {PUBLIC}\r\nCookie: {cookie}\r\n".encode()
    lines += f"X-Turnpost-Token: {ann.token}\r\n".encode()
    for call, rest in (
        ("POST {}/play", b"Content-Length: 100\r\n\r\n{"),
        ("POST {}/play", b"Transfer-Encoding: chunked\r\n\r\n"),
        ("POST {}/play", b"Transfer-Encoding: chunked\r\n\r\n64\r\n{"),
        ("POST {}/play", b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{\r\n"),
        ("GET {}/events", b"\r\n"),
        ("GET {}/picture?size=large", b"\r\n"),
        ("GET {}", b"\r\n"),
    ):
        for delay in (0, 0.02, 0.2):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"{call.format(board)} HTTP/1.1\r\n".encode() + lines + rest)
            await writer.drain()
            await asyncio.sleep(delay)
            writer.write(b"zz\r\nzz\r\n")
            await asyncio.sleep(delay)
            writer.transport.abort()
    await asyncio.sleep(0.5)
    assert (await site.browser().get(f"{board}/state")).status == 200
    assert '"level": "error"' not in site.env.bot.log.read_text()


async def test_slow_requests_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with start_site(tmp_path_factory.mktemp("slow"), program=run_fast) as site:
        path = site.path(await begin_match((site.env.ann, site.env.bob)))
        lines = f"Host: x\r\nX-Forwarded-Host: {PUBLIC[8:]}\r\nOrigin: {PUBLIC}\r\n".encode()
        answers = await asyncio.gather(
            send(site, b""),
            send(site, b"GET / HTTP/1.1\r\nHost: x\r\n"),
            send(site, f"POST {path}/play HTTP/1.1\r\n".encode() + lines + b"Content-Length: 100\r\n\r\n{"),
            send(site, b"POST /out HTTP/1.1\r\n" + lines + b"Content-Length: 100\r\n\r\n{"),
            send(site, b"GET /static/1/none HTTP/1.1\r\n" + lines + b"Content-Length: 100\r\n\r\n{"),
            is_cut_off(site, f"GET {path}/picture?size=large HTTP/1.1\r\n".encode() + lines + b"\r\n"),
        )
        assert answers[0] == b""
        assert b"200" not in answers[1].partition(b"\r\n")[0]
        assert b"408" in answers[2].partition(b"\r\n")[0]
        assert b"took too long" in answers[2]
        assert answers[5]

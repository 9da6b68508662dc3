"""Whatever stands in an address is answered in good order, and the log has no error."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, quote_from_bytes

import pytest
import pytest_asyncio
from hypothesis import example, given, settings, strategies as st

from tests.wire.match import begin_match

if TYPE_CHECKING:
    from tests.web.site import Browser, Site

pytestmark = pytest.mark.asyncio(loop_scope="module")
NUMBERS = ["0", "-1", "1", "9" * 30, "1.1", "0.0", "1.-1", "99.99", "\u0663", "\u00b2", "1e3", "#1", "1\n2"]
MEANT = ["e4", "e4+", "small", "large", "light", "dark", "321123\n123321"]
HOSTILE = [
    "",
    "../..",
    "%2e%2e",
    "\x00",
    "\r\nSet-Cookie: a=b",
    "\ud83d",
    "\u202e",
    "a" * 3000,
    "{{7*7}}",
    "<script>",
    "' --",
]
NAMES = ["at", "choice", "tap", "move", "size", "theme", "side", "stamp", "since", "marked", "x"]


def escape(text: str) -> str:
    """Return a text as a part of an address."""
    return quote(text, safe="", errors="surrogatepass")


texts = st.one_of(st.sampled_from(NUMBERS + MEANT + HOSTILE), st.text(max_size=40), st.integers().map(str)).map(escape)
values = st.one_of(texts, st.binary(max_size=12).map(quote_from_bytes))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browsers(site: Site) -> list[Browser]:
    """Browsers of people: the players of a match, who see its board, and others; each may make few requests."""
    path = site.path(await begin_match((site.env.ann, site.env.bob)))
    return [await site.sign_in(person, path) for person in site.env.people]


@given(
    who=st.integers(0, 9),
    board=st.sampled_from(["{}", "{}", "{}/analysis", "/p/xero-g/1", "/p/force-field-factions/2"]),
    call=st.sampled_from(["", "/state", "/step", "/picture", "/picture"]),
    query=st.lists(st.tuples(st.sampled_from(NAMES), values), max_size=5),
)
@settings(max_examples=200)
async def test_any_query_is_answered(
    site: Site, browsers: list[Browser], who: int, board: str, call: str, query: list[tuple[str, str]]
) -> None:
    browser = browsers[who] if who < len(browsers) else site.browser()
    path = board.format(browsers[0].base) + call
    answer = await browser.get(f"{path}?" + "&".join(f"{name}={value}" for name, value in query))
    assert answer.status in {200, 400, 404, 409, 414}, answer.text
    if answer.status == 200 and call == "/picture":
        assert answer.body.startswith(b"\x89PNG")
    elif call:
        assert answer.json


@given(
    pattern=st.sampled_from(
        ["/b/{}", "/b/{}/state", "/b/{}/analysis/step", "/p/{}/1", "/p/xero-g/{}", "/p/{}/{}/state"]
    )
    | st.sampled_from(
        ["/in/{}", "/static/1/{}", "/static/1/{}.css", "/static/{}/{}", "/pieces/{}/{}", "/pieces/xong/{}", "/{}"]
    ),
    value=values,
    method=st.sampled_from(["GET", "POST"]),
)
@settings(max_examples=200)
@example(pattern="/static/1/{}.css", value="a" * 3000, method="GET")
@example(pattern="/static/1/{}.css", value="%00", method="GET")
@example(pattern="/static/1/{}", value="..%2f__init__.py", method="GET")
@example(pattern="/static/1/{}", value="..%5cserver.py", method="GET")
@example(pattern="/static/1/{}.css", value="..%2f..%2fetc%2fpasswd%00", method="GET")
@example(pattern="/p/xero-g/{}", value="%D9%A3", method="GET")
@example(pattern="/p/xero-g/{}", value="000000", method="GET")
async def test_any_path_is_answered(site: Site, pattern: str, value: str, method: str) -> None:
    path, browser = pattern.format(value, value), site.browser()
    answer = await (browser.get(path) if method == "GET" else browser.submit(path))
    assert answer.status in {200, 303, 400, 403, 404, 405, 409, 414}, answer.text
    assert "def " not in answer.text
    assert "root:" not in answer.text


async def test_the_log_has_no_error(site: Site) -> None:
    log = site.env.bot.log.read_text()
    assert '"level": "error"' not in log
    assert "Traceback" not in log

"""Nobody gets in with another's link: it works once, for ten minutes, on the page that names the person."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.referee.people.sign_in import LINK_TIME, SESSION_TIME, sign_in
from tests.playground.client import parts_of
from tests.web.site import PATIENCE, parse
from tests.wire.match import begin_match

if TYPE_CHECKING:
    from tests.web.site import Browser, Site
    from tests.wire.match import Contest

pytestmark = pytest.mark.asyncio(loop_scope="module")
COOKIE = "__Host-turnpost"
SECOND = timedelta(seconds=1)
USED = "That link has been used."
TOO_OLD = "That link is too old."
NOT_MINE = "That isn't one of my links."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def board(site: Site) -> str:
    """The path of a match between Ann and Bob."""
    return site.path(await begin_match((site.env.ann, site.env.bob)))


async def who(browser: Browser, board: str) -> str:
    """Return the name that the page of a board has for whoever is signed in, empty for nobody."""
    return (await browser.get(f"{board}/state")).json["person"]


async def test_a_link_signs_in_once(site: Site, board: str) -> None:
    link, mine, other = await site.link(site.env.ann, board), site.browser(), site.browser()
    answer = await mine.submit(link)
    assert (answer.status, answer.headers.get("Location")) == (303, board), answer.text
    assert await who(mine, board) == "Ann"
    again = await other.submit(link)
    assert again.status == 404
    assert USED in parse(again.text).text
    assert await who(other, board) == ""
    assert not other.cookies


async def test_of_two_presses_at_once_one_signs_in(site: Site, board: str) -> None:
    link, browsers = await site.link(site.env.ann, board), [site.browser() for _ in range(8)]
    answers = await asyncio.gather(*(browser.submit(link) for browser in browsers))
    assert sorted(answer.status for answer in answers) == [303, *[404] * 7]
    assert sum(bool(browser.cookies) for browser in browsers) == 1


async def test_fetching_a_link_neither_signs_in_nor_uses_it_up(site: Site, board: str) -> None:
    link, browser = await site.link(site.env.ann, board), site.browser()
    for _ in range(5):
        assert (await browser.get(link)).status == 200
        assert (await browser.get(link, "HEAD")).status in {200, 405}
    assert not browser.cookies
    assert (await browser.submit(link)).status == 303


async def test_the_page_names_the_person_as_text(site: Site, board: str) -> None:
    name = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{ 7 * 7 }}"
    answer = await site.browser().get(await site.link(site.env.ann, board, name=name))
    page = parse(answer.text)
    assert name in page.text
    assert "img" not in [tag for tag, _ in page.tags]
    assert page.code == []


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/in/{token}x", NOT_MINE),
        ("/in/x{token}", NOT_MINE),
        ("/in/{content}.{foreign}", NOT_MINE),
        ("/in/{content}", NOT_MINE),
        ("/in/.", NOT_MINE),
        ("/in/%00", NOT_MINE),
        ("/in/%ff%fe", NOT_MINE),
        ("/in/%c3%a4", NOT_MINE),
        ("/in/" + "a" * 4000, NOT_MINE),
    ],
)
async def test_a_changed_link_signs_nobody_in(site: Site, board: str, path: str, reason: str) -> None:
    token = (await site.link(site.env.ann, board)).rpartition("/")[2]
    foreign = (await site.link(site.env.bob, board)).rpartition(".")[2]
    changed = path.format(token=token, content=token.rpartition(".")[0], foreign=foreign)
    browser = site.browser()
    for answer in (await browser.get(changed), await browser.submit(changed)):
        assert answer.status == 404
        assert reason in parse(answer.text).text
    assert not browser.cookies


async def test_a_token_of_a_page_is_no_link(site: Site, board: str) -> None:
    ann = await site.sign_in(site.env.ann, board)
    for token in (ann.token, ann.state["request"]):
        browser = site.browser()
        assert (await browser.submit(f"/in/{token}")).status == 404
        assert not browser.cookies


async def test_a_link_works_for_ten_minutes(site: Site, board: str) -> None:
    browser = site.browser()
    old = await site.link(site.env.ann, board, ago=LINK_TIME)
    for answer in (await browser.get(old), await browser.submit(old)):
        assert answer.status == 404
        assert TOO_OLD in parse(answer.text).text
    assert not browser.cookies
    assert (await browser.submit(await site.link(site.env.ann, board, ago=LINK_TIME - 20 * SECOND))).status == 303


async def test_a_link_changes_the_person_of_a_browser_only_when_its_button_is_pressed(site: Site, board: str) -> None:
    browser = await site.sign_in(site.env.bob, board)
    bobs, link = dict(browser.cookies), await site.link(site.env.ann, board)
    page = await browser.get(link)
    assert page.status == 200
    assert "signed in as somebody else" in page.text
    assert await who(browser, board) == "Bob"
    await browser.submit(link)
    assert await who(browser, board) == "Ann"
    left = site.browser()
    left.cookies = bobs
    assert await who(left, board) == "", "Bob is still signed in, in a browser that isn't his any more"


async def test_a_link_for_oneself_leads_to_the_board_and_stays_usable(site: Site, board: str) -> None:
    browser, link = await site.sign_in(site.env.ann, board), await site.link(site.env.ann, board)
    answer = await browser.get(link)
    assert (answer.status, answer.headers.get("Location")) == (303, board), answer.text
    assert (await site.browser().submit(link)).status == 303


async def test_another_page_cannot_press_the_button(site: Site, board: str) -> None:
    link, browser = await site.link(site.env.ann, board), site.browser()
    for origin in (
        "https://evil.example",
        "null",
        "http://play.example.org",
        "https://play.example.org.evil.example",
        None,
    ):
        assert (await browser.submit(link, Origin=origin)).status == 403
    assert not browser.cookies
    assert (await browser.submit(link)).status == 303


async def test_the_cookie_is_for_this_site_alone_and_not_for_scripts(site: Site, bare_site: Site, board: str) -> None:
    answer = await site.browser().submit(await site.link(site.env.ann, board))
    (cookie,) = answer.cookies.values()
    assert cookie.key == COOKIE
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"]) == (True, True, "Lax")
    assert (cookie["path"], cookie["domain"]) == ("/", "")
    assert cookie["max-age"] == str(90 * 24 * 3600)
    assert answer.headers["Cache-Control"] == "no-store"
    contest = await begin_match((bare_site.env.ann, bare_site.env.bob))
    answer = await bare_site.browser().submit(await bare_site.link(bare_site.env.ann, bare_site.path(contest)))
    (cookie,) = answer.cookies.values()
    assert (cookie.key, cookie["secure"], cookie["httponly"], cookie["samesite"]) == ("turnpost", "", True, "Lax")


async def test_the_record_and_the_log_hold_no_secret_of_a_cookie(site: Site, board: str) -> None:
    link, browser = await site.link(site.env.ann, board), site.browser()
    await browser.submit(link)
    secret = browser.cookies[COOKIE]
    assert len(secret) >= 40
    assert secret not in "\n".join(site.record())
    log = site.env.bot.log.read_text()
    assert secret not in log
    assert link not in log


@pytest.mark.parametrize("secret", ["", "x", "\u00e4", "%00", "a" * 4000, '"', "a b", "=;="])
async def test_a_made_up_cookie_is_nobody(site: Site, board: str, secret: str) -> None:
    browser = site.browser()
    browser.cookies = {COOKIE: secret}
    assert await who(browser, board) == ""


async def test_a_cookie_without_the_prefix_is_nobodys(site: Site, board: str) -> None:
    """A neighbour below the same domain can set one for all of it, but not one with the prefix."""
    ann, browser = await site.sign_in(site.env.ann, board), site.browser()
    browser.cookies = {"turnpost": ann.cookies[COOKIE]}
    assert await who(browser, board) == ""


async def test_signing_out_ends_this_browser_alone(site: Site, board: str) -> None:
    here, there = await site.sign_in(site.env.ann, board), await site.sign_in(site.env.ann, board)
    before = dict(here.cookies)
    assert (await here.submit("/out", Origin="https://evil.example")).status == 403
    assert (await here.get("/out")).status == 405
    assert await who(here, board) == "Ann"
    answer = await here.submit("/out")
    assert answer.status == 200
    assert here.cookies == {}
    here.cookies = before
    assert await who(here, board) == ""
    assert await who(there, board) == "Ann"


async def test_the_button_in_discord_signs_in_until_its_link_is_shared(site: Site) -> None:
    contest = await begin_match((site.env.ann, site.env.bob))
    opened, shared = [await link_in_discord(site, contest) for _ in range(2)]
    browser = site.browser()
    answer = await browser.submit(opened)
    assert (answer.status, answer.headers["Location"]) == (303, site.path(contest))
    assert await who(browser, site.path(contest)) == "Ann"
    assert (await site.browser().get(shared)).status == 200
    await site.env.ann.say(f"Look: {site.url}{shared}", "games")
    async with asyncio.timeout(PATIENCE):
        while (await site.browser().get(shared)).status == 200:  # noqa: ASYNC110 - the bot tells nobody by itself
            await asyncio.sleep(0.1)
    other = site.browser()
    answer = await other.submit(shared)
    assert answer.status == 404
    assert USED in parse(answer.text).text
    assert not other.cookies


async def link_in_discord(site: Site, contest: Contest) -> str:
    """Return the path of the link that Ann gets by the button *Open the board*."""
    parts = parts_of(await site.env.ann.ask_by_slash("match", contest.thread))
    return next(part["url"] for part in parts if part.get("label") == "Open the board").removeprefix(site.url)


async def test_signing_out_in_discord_ends_all_browsers_of_the_person(site: Site, board: str) -> None:
    ann, bob = await site.sign_in(site.env.ann, board), await site.sign_in(site.env.bob, board)
    assert "signed out everywhere" in (await site.env.ann.ask_by_slash("me", do="signout all"))["content"]
    assert await who(ann, board) == ""
    assert await who(bob, board) == "Bob"
    assert (await ann.play("e4+")).status in {403, 409}


async def test_a_browser_stays_signed_in_for_90_days(site: Site, board: str) -> None:
    for ago, name in ((SESSION_TIME - timedelta(minutes=1), "Ann"), (SESSION_TIME, "")):
        then, browser = site.some_time_ago(ago), site.browser()
        token = (await site.link(site.env.ann, board, ago=ago)).rpartition("/")[2]
        browser.cookies = {COOKIE: await sign_in(then, token, "Firefox, Linux")}
        assert await who(browser, board) == name

"""The page of a board in real Chromium: steps back, the past, offers, news, analysis, puzzles, and any screen."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from playwright.async_api import expect

from engines.puzzles import find_puzzle
from tests.playground.browser import chromium_running, page_of, said
from tests.playground.running_page import DESK, PHONE
from tests.web.site import start_site
from tests.web.visitor import Visitor, call_by_name, sit_down, tap, type_keys
from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from playwright.async_api import Browser, Response

    from tests.web.site import Site
    from tests.wire.match import Contest

# One bot and one Chromium for all tests here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
LAID = ("321123", "123321")
"""The first moves of a match of Xero-G: all ships stand on the board."""
HEAVIEST = 100_000
"""Bytes of a page besides the picture of its board."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with chromium_running() as browser:
        yield browser


@asynccontextmanager
async def begun(
    browser: Browser, site: Site, *moves: str, way: Any = tap, **options: Any
) -> AsyncGenerator[tuple[Contest, Visitor]]:
    """Begin a match of Xero-G with some moves, and give it and the page of whoever is to move."""
    contest = await begin_match(site.env.people[:2], *moves, key="xero-g")
    async with sit_down(browser, site, contest.mover, site.path(contest), way, **options) as visitor:
        await visitor.wait_for_turn()
        yield contest, visitor


async def choose(visitor: Visitor, place: str) -> None:
    """Choose a place of the board."""
    (offer,) = [each for each in await visitor.offered() if each.place == place]
    await visitor.choose(offer)


async def places(visitor: Visitor) -> set[str]:
    return {each.place for each in await visitor.offered()}


async def test_back_and_escape_lead_back_through_every_step(browser: Browser, bare_site: Site) -> None:
    async with begun(browser, bare_site, *LAID) as (_contest, visitor):
        page, first = visitor.page, await places(visitor)
        back = page.get_by_role("button", name="Back", exact=True)
        await expect(back).to_be_hidden()
        await choose(visitor, "a1")
        second = await places(visitor)
        assert second != first
        await choose(visitor, min(second))
        assert await visitor.can_play()
        await back.tap()
        assert await places(visitor) == second
        assert not await visitor.can_play()
        await page.keyboard.press("Escape")
        assert await places(visitor) == first
        await expect(back).to_be_hidden()
        await page.keyboard.press("Escape")
        assert await places(visitor) == first


async def test_a_tap_beside_a_place_is_the_nearest_one_that_a_finger_may_have_meant(
    browser: Browser, bare_site: Site
) -> None:
    async with begun(browser, bare_site, *LAID) as (_contest, visitor):
        box = await visitor.page.locator("#board [data-place=c1]").bounding_box()
        assert box
        x, below = box["x"] + box["width"] / 2, box["y"] + box["height"]
        await visitor.page.touchscreen.tap(x, below + 60)
        await expect(visitor.page.locator("#so-far")).to_have_text("")
        await visitor.page.touchscreen.tap(x, below + 3)
        await expect(visitor.page.locator("#so-far")).to_have_text("So far: c1")


async def test_the_slider_shows_what_was(browser: Browser, bare_site: Site) -> None:
    async with begun(browser, bare_site, *LAID, way=type_keys) as (contest, visitor):
        page, now = visitor.page, await places(visitor)
        await page.get_by_role("button", name="To the start").click()
        await expect(page.locator("#told")).to_have_text("Start of the match")
        assert await visitor.offered() == []
        slider = page.get_by_role("slider", name="Move")
        await slider.press("ArrowRight")
        await expect(page.locator("#told")).to_have_text(f"Move 1 of 2: {LAID[0]} ({contest.people[0].name})")
        await page.get_by_role("button", name="Back to the present").click()
        await expect(page.locator("#past")).to_be_hidden()
        assert await places(visitor) == now


async def test_what_can_not_be_undone_is_asked_before(browser: Browser, bare_site: Site) -> None:
    async with begun(browser, bare_site, *LAID) as (contest, visitor):
        path = bare_site.path(contest)
        async with sit_down(browser, bare_site, contest.people[1], path, call_by_name) as other:
            offers = "SELECT count(*) FROM offers WHERE match_id = ?"
            for label, question in (("Offer draw", "Offer the others a draw?"), ("Take back", "Take back your last")):
                before = bare_site.value(offers, contest.number)
                await visitor.act(label)
                await expect(visitor.page.get_by_role("dialog")).to_contain_text(question)
                await visitor.cancel()
                assert bare_site.value(offers, contest.number) == before
                await visitor.act(label)
                await visitor.confirm(label)
                await expect(other.page.locator("#offers button")).to_have_text(["Agree", "Decline"])
                await other.act("Decline")
                await expect(other.page.locator("#offers button")).to_have_count(0)
                assert bare_site.value(offers, contest.number) == before + 1
            await visitor.act("Resign")
            await visitor.cancel()
            assert bare_site.value("SELECT ended_at FROM matches WHERE id = ?", contest.number) is None
            await visitor.act("Resign")
            await visitor.confirm("Resign")
            await expect(other.page.locator("#status")).to_contain_text(f"{other_name(contest)} wins")
            assert bare_site.value("SELECT ended_at FROM matches WHERE id = ?", contest.number)


async def test_what_fails_is_told_with_times_as_the_browser_writes_them(browser: Browser, bare_site: Site) -> None:
    contest = await begin_match(bare_site.env.people[:2], *LAID, key="xero-g")
    context = await browser.new_context(base_url=bare_site.url, viewport=DESK)
    page = await context.new_page()  # its console tells of the request that is refused
    await page.goto(await bare_site.link(contest.people[0], bare_site.path(contest)))
    await page.locator("main form button").click()
    await page.get_by_role("button", name="Resign", exact=True).click()
    await contest.resign(2)
    await page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    told = re.compile(rf"^#{contest.number} ended [A-Z][a-z]+ \d+, \d{{4}}, \d+:\d\d.[AP]M\.")
    await expect(page.locator("#notice")).to_have_text(told)
    await context.close()


async def test_a_takeback_and_a_draw_are_agreed_to_on_the_others_page(browser: Browser, bare_site: Site) -> None:
    async with begun(browser, bare_site, *LAID) as (contest, visitor):
        path = bare_site.path(contest)
        async with sit_down(browser, bare_site, contest.people[1], path, call_by_name) as other:
            for label, sentence in (("Take back", "It's your turn (North)."), ("Offer draw", "draw")):
                await other.act(label)
                await other.confirm(label)
                await expect(visitor.page.locator("#offers")).to_contain_text(contest.people[1].name)
                await visitor.act("Agree")
                await expect(other.page.locator("#status")).to_contain_text(sentence)
                for each in (visitor, other):
                    await expect(each.page.locator("#offers button")).to_have_count(0)
                    await expect(each.page.locator("#moves button")).to_have_text(["Start of the match", LAID[0]])
                    assert (await each.offered() != []) == (each is other and label == "Take back")
    log = bare_site.rows("SELECT kind FROM events WHERE match_id = ? ORDER BY seq", contest.number)
    assert [kind for (kind,) in log] == ["move", "move", "takeback", "draw"]


def other_name(contest: Contest) -> str:
    return contest.people[1].name


async def test_next_leads_to_the_other_match_that_waits(browser: Browser, bare_site: Site) -> None:
    waiting = await begin_match(bare_site.env.people[:2], *LAID, key="xero-g")
    async with begun(browser, bare_site, *LAID) as (contest, visitor):
        assert contest.mover == waiting.mover
        await visitor.move(Random(1))
        link = visitor.page.get_by_role("link", name=re.compile("^Next: Xero-G #"))
        address = await link.get_attribute("href")
        await link.tap()
        await visitor.page.wait_for_url(f"**{address}")
        await visitor.wait_for_turn()


async def test_an_opponents_move_appears_by_itself(browser: Browser, bare_site: Site) -> None:
    async with begun(browser, bare_site, *LAID) as (contest, visitor):
        since = contest.people[0].seen_so_far()
        contest.follow([(await visitor.move(Random(2))).move])
        await contest.hear_board(since)
        await expect(visitor.page.locator("#board [role=button]")).to_have_count(0)
        answer = contest.game.suggest(contest.state, "", 25)[0]
        while not is_whole(contest, answer):
            answer = contest.game.suggest(contest.state, answer, 25)[0]
        await contest.turn(bare, answer)
        await visitor.wait_for_turn()
        await expect(visitor.page.locator("#moves button").last).to_have_text(answer)


def is_whole(contest: Contest, text: str) -> bool:
    try:
        contest.game.parse(contest.state, text)
    except ValueError:
        return False
    return True


async def test_a_browser_that_forgets_its_cookies_is_signed_in_by_the_next_link(
    browser: Browser, bare_site: Site
) -> None:
    async with begun(browser, bare_site, *LAID) as (contest, visitor):
        path = bare_site.path(contest)
        await visitor.page.context.clear_cookies()
        await visitor.page.reload()
        await expect(visitor.page.locator("#turn")).to_contain_text("You're watching.")
        assert await visitor.offered() == []
        await visitor.page.goto(await bare_site.link(contest.mover, path))
        await visitor.page.get_by_role("button", name=f"Sign in as {contest.mover.name}").tap()
        await visitor.wait_for_turn()


async def test_a_page_weighs_little_besides_its_picture(browser: Browser, bare_site: Site) -> None:
    async with begun(browser, bare_site, *LAID) as (_contest, visitor):
        weights: dict[str, int] = {}

        async def weigh(answer: Response) -> None:
            if "/picture" not in answer.url and "/events" not in answer.url:
                weights[answer.url] = len(await answer.body())

        visitor.page.on("response", weigh)
        await visitor.page.reload()
        await visitor.wait_for_turn()
        await choose(visitor, "a1")
        assert len(weights) > 8
        assert sum(weights.values()) < HEAVIEST, weights


@pytest.mark.parametrize("width", [320, 2560])
async def test_no_screen_scrolls_sideways(browser: Browser, bare_site: Site, width: int) -> None:
    async with begun(browser, bare_site, *LAID, viewport={"width": width, "height": 900}) as (_, visitor):
        for place in ("", "a1"):
            if place:
                await choose(visitor, place)
            assert await visitor.page.evaluate("document.documentElement.scrollWidth") <= width


async def test_a_lost_connection_is_told_and_mends_itself(browser: Browser, bare_site: Site) -> None:
    contest = await begin_match(bare_site.env.people[:2], *LAID, key="xero-g")
    context = await browser.new_context(base_url=bare_site.url, viewport=DESK)
    page = await context.new_page()  # its console tells of the requests that fail
    await page.goto(bare_site.path(contest))
    await expect(page.locator("#moves li")).to_have_count(3)
    async with bare_site.env.down():
        await expect(page.locator("#trouble")).to_have_text("Connection lost; trying again...")
    await contest.turn(bare, "b1-b3")
    await expect(page.locator("#trouble")).to_have_text("")
    await expect(page.locator("#moves li")).to_have_count(4)
    await context.close()


async def test_moves_are_tried_named_and_planned_in_an_analysis(browser: Browser, bare_site: Site) -> None:
    contest = await begin_match(bare_site.env.people[:2], *LAID, key="xero-g")
    path = bare_site.path(contest)
    async with sit_down(browser, bare_site, contest.people[1], path, tap) as visitor:
        page = visitor.page
        moves, lines = page.locator("#moves button"), page.locator("#lines button")
        await page.get_by_role("link", name="Analysis").tap()
        await page.wait_for_url(f"**{path}/analysis")
        await try_move(visitor, "b1", "b3")
        await expect(moves).to_have_text(["Start of the match", *LAID, "b1-b3"])
        await try_move(visitor, "e6", "e4")
        await expect(moves).to_have_text(["Start of the match", *LAID, "b1-b3", "e6-e4"])

        await page.get_by_role("button", name="One move back").tap()
        await expect(moves.and_(page.locator("[aria-current] button"))).to_have_text("b1-b3")
        await try_move(visitor, "e6", "e5" if "e5" in await reachable(visitor, "e6") else "f5")
        await expect(lines).to_have_count(2)
        await lines.first.tap()
        await expect(moves.last).to_have_text("e6-e4")

        await visitor.act("Name")
        await visitor.confirm("Name", "the quiet one")
        await expect(lines.first).to_contain_text("the quiet one")
        await visitor.act("Note")
        await visitor.confirm("Note", "then d6")
        await page.reload()
        await visitor.act("Note")
        await expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value("then d6")
        await visitor.cancel()
        await visitor.act("Make it my plan")
        await expect(page.locator("#notice")).to_contain_text("b1-b3")

    await contest.people[0].say("b1-b3", contest.thread)
    await contest.people[0].hear(lambda one: "e6-e4" in one["content"], "the planned answer")
    log = bare_site.rows("SELECT text FROM events WHERE match_id = ? ORDER BY seq", contest.number)
    assert [text for (text,) in log] == [*LAID, "b1-b3", "e6-e4"]


async def try_move(visitor: Visitor, piece: str, place: str) -> None:
    """Tap a move on an analysis board, where it is played at once."""
    await visitor.wait_for_turn()
    await expect(visitor.page.locator(f"#board [role=button][data-place={piece}]")).to_be_visible()
    await choose(visitor, piece)
    (offer,) = [each for each in await visitor.offered() if each.place == place]
    async with visitor.page.expect_response(lambda answer: answer.url.endswith("/analysis/play")):
        await visitor.way(visitor, offer)


async def reachable(visitor: Visitor, piece: str) -> set[str]:
    """Return where a piece can go."""
    await choose(visitor, piece)
    found = await places(visitor)
    await visitor.page.get_by_role("button", name="Back", exact=True).tap()
    return found


async def test_a_gift_of_xong_is_drawn_leg_by_leg(browser: Browser, bare_site: Site) -> None:
    contest = await begin_match(bare_site.env.people[:2], "give F", key="xong")
    async with sit_down(browser, bare_site, contest.mover, bare_site.path(contest), tap) as visitor:
        await visitor.wait_for_turn()
        await choose(visitor, "c3e")
        (draw,) = [each for each in await visitor.offered() if each.name == "Draw it"]
        await visitor.choose(draw)
        assert not await visitor.can_play()
        for leg, whole in (("e5e", False), ("e5ne", True), ("f5e", True)):  # a Xoid of one leg was played
            await choose(visitor, leg)
            assert await visitor.can_play() == whole
        await expect(visitor.page.locator("#question")).to_contain_text("You drew FLR")
        assert await visitor.play() == "place c3e give FLR"
        await expect(visitor.page.locator("#moves button").last).to_have_text("place c3e give FLR")


async def test_a_puzzle_is_failed_and_solved_by_tapping(browser: Browser, bare_site: Site) -> None:
    puzzle = find_puzzle("xero-g", 1)
    assert puzzle
    ship, _, target = puzzle.solutions[0].partition("-")
    async with sit_down(browser, bare_site, bare_site.env.dan, "/p/xero-g/1", tap) as visitor:
        notice = visitor.page.locator("#notice")
        await expect(visitor.page.locator("#turn")).not_to_contain_text("watching")
        await choose(visitor, ship)
        await choose(visitor, min(await places(visitor) - {target}))
        while await visitor.offered():
            await visitor.choose((await visitor.offered())[0])
        assert await visitor.play() not in puzzle.solutions
        await expect(notice).to_contain_text("You can try as often as you like.")
        await visitor.wait_for_turn()
        await choose(visitor, ship)
        await choose(visitor, next(place for place in await places(visitor) if target in place))
        assert await visitor.play() in puzzle.solutions
        await expect(notice).to_contain_text("Solved!")
        await expect(visitor.page.get_by_role("link", name="Next puzzle")).to_be_visible()
    attempt = "SELECT failed, solved_at IS NOT NULL FROM puzzle_attempts WHERE user_id = ?"
    assert bare_site.rows(attempt, int(bare_site.env.dan.id)) == [(1, 1)]


async def test_the_first_card_of_the_playground_leads_to_a_board_that_can_be_tapped(
    browser: Browser, tmp_path: Path
) -> None:
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True}
    async with start_site(tmp_path, proxies="") as site, page_of(browser, site.env.playground, **phone) as page:
        await page.get_by_test_id("hint-play").click()
        board = said(page, "lay your six ships")
        address = await board.get_by_role("link", name="Board").get_attribute("href")
        assert address
        watcher = await page.context.new_page()
        await watcher.goto(address)
        await expect(watcher.locator("#turn")).to_contain_text("You're watching.")

        await board.get_by_role("button", name="Move", exact=True).click()
        link = page.get_by_role("link", name="Open the board")
        address = await link.get_attribute("href")
        assert address
        await watcher.goto(address)
        await watcher.get_by_role("button", name="Sign in as Ann").tap()
        visitor = Visitor(watcher, tap)
        await visitor.wait_for_turn()
        played = await visitor.move(Random(1))
        await expect(said(page, "2. Turnpost (level 1) lays")).to_have_count(1)
        await visitor.wait_for_turn()
        await expect(watcher.locator("#moves button").nth(1)).to_have_text(played.move)

"""A board's page in real Chromium beside the running bot: by taps on a phone, by keys, and while the bot is away."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.playground.browser import chromium_running, without_failures
from tests.playground.client import parts_of
from tests.playground.running_page import DESK, PHONE
from tests.ports import free_port
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS
from tests.wire.match import begin_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Browser, Locator, Page, ViewportSize

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment
    from tests.wire.match import Contest

# One bot and one Chromium for all tests here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


class Here(NamedTuple):
    """A bot with a site, and a browser."""

    env: Environment
    browser: Browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Here]:
    port = str(free_port())
    settings = {**GENEROUS, "TURNPOST_URL": f"http://127.0.0.1:{port}", "TURNPOST_WEB_PORT": port}
    async with start_env(tmp_path_factory.mktemp("site"), settings=settings) as env, chromium_running() as browser:
        yield Here(env, browser)


@asynccontextmanager
async def open_board(
    here: Here, contest: Contest, person: Person | None, *, size: ViewportSize = DESK, fails: bool = False
) -> AsyncGenerator[Page]:
    """Open a match's page in a browser of its own, as somebody who signs in or as a spectator.

    No script or request on it may fail, unless the test makes it fail.
    """
    context = await here.browser.new_context(viewport=size, has_touch=size == PHONE)
    try:
        page = await context.new_page()
        async with nullcontext() if fails else without_failures(page):
            if person is None:
                await page.goto(link_of(contest.board, "Board"))
            else:
                await page.goto(link_of(await person.ask_by_slash("match", contest.thread), "Open the board"))
                await page.get_by_role("button", name=person.name).click()
            await expect(page.locator("#board .pressed")).to_have_count(1)  # its scripts run
            yield page
    finally:
        await context.close()


def link_of(message: Json, label: str) -> str:
    """Return the address behind a button."""
    (part,) = (part for part in parts_of(message) if part.get("label") == label)
    return part["url"]


def place(page: Page, name: str) -> Locator:
    """Return a place of the board that can be tapped."""
    return page.locator(f'#board [role=button][data-place="{name}"]')


def play(page: Page) -> Locator:
    return page.get_by_role("button", name="Play", exact=True)


async def focused(page: Page) -> str:
    """Return the place or the element that has the keyboard's focus."""
    return await page.evaluate("document.activeElement.dataset.place || document.activeElement.id")


async def test_a_tapped_move_is_played_and_shows_on_all_pages_and_in_the_thread(here: Here) -> None:
    contest = await begin_match(here.env.people[:2])
    ann, bob = contest.people
    async with (
        open_board(here, contest, ann, size=PHONE) as page,
        open_board(here, contest, bob) as bobs,
        open_board(here, contest, None) as spectator,
    ):
        await expect(spectator.get_by_text("You're watching.")).to_be_visible()
        await expect(place(bobs, "c4")).to_have_count(0)
        shown = await page.locator("#board img").get_attribute("srcset")
        await place(page, "c4").tap()
        await expect(page.locator("#whole")).to_contain_text("places a small on c4")
        await expect(page.locator("#board img")).not_to_have_attribute("srcset", shown or "")
        await page.locator('#board [data-place="f5"]').tap()  # a place of the step before: tapped instead
        await expect(page.locator("#whole")).to_contain_text("places a small on f5")
        await expect(play(page)).to_be_in_viewport(ratio=1)
        since = bob.seen_so_far()
        await play(page).tap()
        for each in (page, bobs, spectator):
            await expect(each.locator("#board img")).to_have_attribute("alt", re.compile("f5"))
        await expect(page.locator("#status")).to_contain_text("It's Bob's turn")
        await expect(bobs.locator("#status")).to_contain_text("It's your turn")
        await expect(place(page, "d4")).to_have_count(0)
        await expect(place(bobs, "d4")).to_have_count(1)
        await expect(place(spectator, "d4")).to_have_count(0)
        await bob.hear(lambda one: "places a small on f5" in one["content"], "the board", since=since)


async def test_a_move_by_keys_goes_back_and_on_and_keeps_the_focus(here: Here) -> None:
    contest = await begin_match(here.env.people[:2])
    async with open_board(here, contest, contest.people[0]) as page:
        await page.keyboard.press("ArrowDown")
        first = await focused(page)
        await page.keyboard.press("ArrowRight")
        assert await focused(page) == chr(ord(first[0]) + 1) + first[1]
        await page.keyboard.press("ArrowDown")
        second = await focused(page)
        assert second == chr(ord(first[0]) + 1) + str(int(first[1]) - 1)
        await page.keyboard.press("/")
        await expect(page.get_by_role("button", name=re.compile("^Promote"))).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("#question")).to_contain_text("Which piece do you promote?")
        assert await focused(page) in {"e4", "d5"}
        await page.keyboard.press("Escape")
        await expect(page.locator("#question")).to_contain_text("Do you promote a piece")
        assert await focused(page) in {"e4", "d5"}
        await place(page, second).focus()
        await page.keyboard.press("Enter")
        await expect(play(page)).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(place(page, second)).to_be_focused()
        await page.keyboard.press(" ")
        await expect(play(page)).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("#status")).to_contain_text("It's Bob's turn")
        assert await focused(page) == "turn"


async def test_earlier_boards_are_shown_until_one_goes_back_to_the_present(here: Here) -> None:
    contest = await begin_match(here.env.people[:2], "e4+", "b7", "f5")
    async with open_board(here, contest, contest.people[1]) as page:
        image, slider = page.locator("#board img"), page.get_by_role("slider", name="Move")
        await page.get_by_role("button", name="One move back").click()
        await expect(page.locator("#told")).to_have_text("Move 2 of 3: b7 (Bob)")
        await expect(image).to_have_attribute("alt", re.compile("b7"))
        await expect(place(page, "c4")).to_have_count(0)
        await slider.press("ArrowLeft")
        await expect(page.locator("#told")).to_have_text("Move 1 of 3: e4+ (Ann)")
        await page.get_by_role("button", name="Back to the present").click()
        await expect(place(page, "c4")).to_have_count(1)
        await page.get_by_text("Moves so far").click()
        await page.get_by_role("button", name="b7", exact=True).click()
        await expect(page.locator("#told")).to_have_text("Move 2 of 3: b7 (Bob)")
        await page.keyboard.press("Escape")
        await expect(place(page, "c4")).to_have_count(1)


async def test_an_offer_is_asked_before_and_answered_on_the_other_page(here: Here) -> None:
    contest = await begin_match(here.env.people[:2])
    ann, bob = contest.people
    async with open_board(here, contest, ann) as anns, open_board(here, contest, bob) as bobs:
        await anns.get_by_role("button", name="Offer draw").click()
        await anns.get_by_role("button", name="Cancel").click()
        await expect(anns.get_by_role("dialog")).to_have_count(0)
        await anns.get_by_role("button", name="Offer draw").click()
        await anns.get_by_role("dialog").get_by_role("button", name="Offer draw").click()
        await bobs.get_by_role("button", name="Agree").click()
        for page in (anns, bobs):
            await expect(page.locator("#status")).to_contain_text("draw")
            await expect(page.get_by_role("button", name="Resign")).to_have_count(0)


async def test_a_page_says_that_the_bot_is_away_and_goes_on_by_itself(here: Here) -> None:
    contest = await begin_match(here.env.people[:2])
    async with open_board(here, contest, contest.people[0], fails=True) as page:
        await expect(page.locator("#trouble")).to_be_hidden()
        async with here.env.down():
            await expect(page.get_by_text("Connection lost; trying again...")).to_be_visible()
        await expect(page.locator("#trouble")).to_be_hidden()
        await place(page, "c4").click()
        await play(page).click()
        await expect(page.locator("#status")).to_contain_text("It's Bob's turn")

"""A newcomer's first minutes: the page in real Chromium, the real bot behind it, a match between two people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.browser import chromium_running, page_of, said, write
from tests.wire.process import ROOT

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from tests.wire.fixtures import Environment

SCREENSHOT = ROOT / "build" / "playground.png"


async def become(page: Page, name: str) -> None:
    await page.get_by_test_id(f"person-{name}").click()
    await expect(page.get_by_test_id(f"person-{name}")).to_have_attribute("aria-pressed", "true")


async def new_board(page: Page, text: str) -> Locator:
    """Wait for the board whose post holds a text, picture loaded."""
    board = said(page, text)
    await expect(board).to_have_count(1)
    await expect(board.get_by_test_id("image")).to_have_js_property("complete", value=True)
    assert await board.get_by_test_id("image").evaluate("image => image.naturalWidth") == 1000
    return board


@pytest.mark.thorough
async def test_several_turns_are_played_on_the_page(env: Environment) -> None:
    async with (
        chromium_running() as browser,
        page_of(browser, env.playground, viewport={"width": 1280, "height": 900}) as page,
    ):
        await expect(page.get_by_test_id("hint")).to_be_visible()
        steps_done = page.get_by_test_id("hint").locator("li.done")
        await write(page, "@Turnpost")
        await expect(page.get_by_role("button", name="Play me")).to_be_visible()
        await expect(steps_done).to_have_count(0)
        await write(page, "!challenge @Bob xero-g seat=south")
        await expect(steps_done).to_have_count(1)
        await become(page, "Bob")
        post = said(page, "challenges")
        await post.get_by_role("button", name="How to play").click()
        await expect(page.locator("[data-private=true]").first).to_contain_text("Xero-G")
        await post.get_by_role("button", name="Accept").click()
        await page.get_by_role("link", name="Xero-G #1").or_(page.get_by_test_id("thread-card")).first.click()
        await expect(page.get_by_test_id("title")).to_contain_text("Xero-G #1: Ann - Bob")

        await become(page, "Ann")
        await write(page, "321123")
        board = await new_board(page, "1. Ann lays 3 2 1 1 2 3")

        await become(page, "Bob")
        await board.hover()
        await board.get_by_test_id("action-reply").click()
        await write(page, "123321")
        await new_board(page, "2. Bob lays 1 2 3 3 2 1")

        await become(page, "Ann")
        await write(page, "b1-b4")
        await expect(said(page, "b1 is a medium ship: it flies exactly 2 steps")).to_have_count(1)
        await page.get_by_test_id("composer").press_sequentially("/mov")
        await page.get_by_test_id("composer").press("Enter")
        await page.get_by_test_id("option-move").press_sequentially("d1xe1@b")
        await page.get_by_test_id("choice").filter(has_text="d1xe1@b3").click()
        await page.get_by_test_id("option-move").press("Enter")
        board = await new_board(page, "3. Ann flies d1 onto e1")
        await expect(board.get_by_test_id("image")).to_have_attribute("alt", re.compile("d1xe1@b3"))

        await become(page, "Bob")
        await write(page, "@Turnpost move d6-b5")
        await new_board(page, "4. Bob flies d6 to b5")
        SCREENSHOT.parent.mkdir(exist_ok=True)
        await page.screenshot(path=SCREENSHOT)

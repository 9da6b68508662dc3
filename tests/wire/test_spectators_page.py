"""A stranger with a phone, on an empty server: invites a friend, watches a match, and sees who won, on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.browser import chromium_running, page_of, said
from tests.playground.running_page import PHONE
from tests.wire.process import ROOT

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.wire.fixtures import Environment

PICTURES = ROOT / "build" / "spectators"


async def run_command(page: Page, typed: str) -> None:
    """Choose a slash command by the beginning of its name."""
    await page.get_by_test_id("composer").press_sequentially(typed)
    await page.get_by_test_id("composer").press("Enter")


@pytest.mark.thorough
async def test_a_stranger_invites_a_friend_watches_a_match_and_sees_who_won(env: Environment) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    async with chromium_running() as browser, page_of(browser, env.playground, viewport=PHONE) as page:
        await run_command(page, "/chal")
        await page.get_by_test_id("option-game").press_sequentially("Mart")
        await page.get_by_test_id("choice").filter(has_text="Martian Life").click()
        await page.get_by_test_id("add-option-opponent").click()
        await page.screenshot(path=PICTURES / "1-challenge.png")
        await page.get_by_test_id("option-opponent").press_sequentially("Bo")
        await page.get_by_test_id("choice").filter(has_text="Bob").click()
        await page.get_by_test_id("option-opponent").press("Enter")
        await expect(said(page, "challenges")).to_have_count(1)
        await page.screenshot(path=PICTURES / "2-challenged.png")
    async with chromium_running() as browser, page_of(browser, env.playground, "Bob", viewport=PHONE) as page:
        await said(page, "challenges").get_by_role("button", name="Accept").click()
        await expect(said(page, "Martian Life #1").get_by_role("button", name="Watch")).to_be_visible()
    async with chromium_running() as browser, page_of(browser, env.playground, "Eve", viewport=PHONE) as page:
        post = said(page, "Martian Life #1")
        await page.screenshot(path=PICTURES / "3-running.png")
        await run_command(page, "/matches")
        await page.get_by_role("button", name="Run /matches").click()
        await expect(said(page, "Now (1)")).to_have_count(1)
        await page.screenshot(path=PICTURES / "4-matches.png")
        await post.get_by_role("button", name="Watch").click()
        await expect(said(page, "I'll send you one message when #1 ends.")).to_have_count(1)
        await env.all_posted()
        thread = next(one["id"] for one in (await env.ann.view())["channels"] if one["name"].startswith("Martian"))
        question = await env.bob.ask_by_slash("match resign", thread)
        await env.bob.press(question, "Resign #1")
        ended = said(page, "Ann beat Bob at Martian Life")
        await expect(ended.get_by_test_id("image")).to_have_js_property("complete", value=True)
        await ended.scroll_into_view_if_needed()
        await page.screenshot(path=PICTURES / "5-result.png")
        told = await env.eve.hear_bot("You watched #1")
        assert told["content"].startswith("**Ann** beat **Bob** at **Martian Life**")

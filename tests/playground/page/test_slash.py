from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.browser import said

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_slash_command_is_completed_by_the_bot(page: Page) -> None:
    composer, text = page.get_by_test_id("composer"), page.get_by_test_id("option-text")
    await composer.press("/")
    await expect(page.get_by_test_id("choice")).to_have_text(["/inviteInvite somebody", "/moveMake a move"])
    await composer.press_sequentially("mo")
    await composer.press("Enter")
    await expect(page.get_by_test_id("choice")).to_have_count(9)
    await text.press("b")
    await expect(page.get_by_test_id("choice")).to_have_text(["b1", "b2", "b3"])
    await text.press("ArrowDown")
    await text.press("Enter")
    await expect(text).to_have_value("b2")
    await page.get_by_test_id("add-option-match").click()
    await page.get_by_test_id("option-match").fill("x")
    await page.get_by_test_id("option-match").press("Enter")
    await expect(page.get_by_test_id("slash-note")).to_have_text("match is a whole number.")
    await page.get_by_test_id("option-match").fill("7")
    await page.get_by_test_id("option-match").press("Enter")
    await expect(said(page, "moved b2 in 7").get_by_test_id("used")).to_have_text("Ann used /move")
    await expect(composer).to_be_focused()


@pytest.mark.thorough
async def test_enter_sends_what_is_typed_and_not_what_an_older_list_offers(page: Page) -> None:
    await page.get_by_test_id("composer").fill("/move c")
    await expect(page.get_by_test_id("choice")).to_have_text(["c1", "c2", "c3"])
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await expect(said(page, "moved c3 in 0")).to_have_count(1)


@pytest.mark.thorough
async def test_a_person_is_picked_for_a_user_option(page: Page) -> None:
    await page.get_by_test_id("composer").fill("/invite c")
    await expect(page.get_by_test_id("choice")).to_have_text(["CCleo"])
    await page.get_by_test_id("choice").click()
    await page.get_by_test_id("option-person").press("Enter")
    await expect(said(page, "invited Cleo")).to_have_attribute("data-private", "true")

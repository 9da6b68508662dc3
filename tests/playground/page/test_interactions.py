from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.bot_page import Board, UnansweredView
from tests.playground.browser import said
from tests.playground.running_page import start_env

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

    from tests.playground.bot_client import BotClient

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.thorough
async def test_a_private_answer_is_seen_by_one_only(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=Board())
    await expect(page.get_by_role("button", name="Off")).to_be_disabled()
    await page.get_by_role("button", name="Whisper").click()
    whisper = page.locator("[data-private=true]")
    await expect(whisper).to_contain_text("Only you can see this")
    await page.get_by_test_id("person-Cleo").click()
    await expect(page.get_by_test_id("person-Cleo")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("button", name="Accept")).to_be_visible()
    await expect(whisper).to_have_count(0)
    await page.get_by_test_id("person-Ann").click()
    await page.get_by_test_id("dismiss").click()
    await expect(whisper).to_have_count(0)


@pytest.mark.thorough
async def test_a_button_that_the_bot_ignores_says_so(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_env(browser, monkeypatch, patience=0.2) as env:
        await env.bot_client.room().send("anybody?", view=UnansweredView(timeout=None))
        await env.page.get_by_role("button", name="Deaf").click()
        await expect(env.page.get_by_test_id("failure")).to_have_text("This interaction failed")
        await expect(env.page.get_by_role("button", name="Deaf")).to_be_enabled()


@pytest.mark.thorough
async def test_a_form_is_filled_in_and_sent(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=Board())
    await page.get_by_role("button", name="Form").click()
    await page.get_by_test_id("modal-move").fill("c4")
    await page.get_by_test_id("modal-move").press("Enter")
    await expect(said(page, "form: c4")).to_have_count(1)
    await expect(page.get_by_test_id("modal")).to_have_count(0)

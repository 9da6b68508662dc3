from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.bot_components import SetupButton
from tests.playground.browser import said

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.playground.bot_client import BotClient

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_form_takes_choices_boxes_and_files(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=SetupButton())
    await page.get_by_role("button", name="Set up").click()
    await expect(page.get_by_test_id("modal").locator("strong")).to_have_text("you")
    await page.get_by_test_id("modal-rival").click()
    await page.get_by_test_id("picker-choice").filter(has_text="Cleo").click()
    await expect(page.get_by_test_id("modal-rival")).to_be_focused()
    await page.get_by_test_id("modal-submit").click()
    await expect(page.get_by_test_id("modal-error")).to_have_text("Pace: choose one.")
    await page.get_by_label("3 days a move").check()
    await page.get_by_label("notes").check()
    await page.get_by_test_id("modal-record").set_input_files(
        {"name": "a.txt", "mimeType": "text/plain", "buffer": b"e4"}
    )
    await page.get_by_test_id("modal-submit").click()
    await expect(said(page, "setup: Cleo; 3; notes; a.txt=e4")).to_have_count(1)
    await expect(page.get_by_test_id("modal")).to_have_count(0)

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.bot_page import Board
from tests.playground.browser import said, write

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.playground.bot_client import BotClient

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.thorough
async def test_a_button_of_an_older_message_is_pressed_by_keyboard(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=Board())
    await write(page, "wait")
    await expect(page.get_by_test_id("composer")).to_be_focused()
    await expect(page.get_by_test_id("message")).to_have_count(2)
    while not await said(page, "wait").evaluate("message => message === document.activeElement"):
        await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("ArrowUp")
    for _ in ("Accept", "Whisper", "Form"):
        await page.keyboard.press("Tab")
    form = page.get_by_role("button", name="Form")
    await expect(form).to_be_focused()
    assert await form.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("modal-move")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("modal")).to_have_count(0)
    await expect(form).to_be_focused()


@pytest.mark.thorough
async def test_another_person_is_taken_by_keyboard_and_the_form_of_the_first_closes(
    page: Page, bot_client: BotClient
) -> None:
    await bot_client.room().send("ready?", view=Board())
    await page.get_by_role("button", name="Form").click()
    await page.get_by_test_id("modal-move").fill("c4")
    await page.keyboard.press("Alt+2")
    await expect(page.get_by_test_id("person-Bob")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_test_id("modal")).to_have_count(0)

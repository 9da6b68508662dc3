from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.async_api import expect

from tests.playground.browser import said, write
from tests.playground.client import Person

if TYPE_CHECKING:
    from playwright.async_api import Page

    from playground import Playground
    from tests.playground.bot_client import BotClient

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_the_menu_of_a_message_offers_what_the_bot_does_with_it(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("Match #1")
    await said(page, "Match #1").click(button="right")
    await page.get_by_test_id("app-command").click()
    await expect(said(page, "the match of Match #1")).to_have_attribute("data-private", "true")


@pytest.mark.thorough
async def test_the_menu_of_a_person_is_reached_by_keyboard(page: Page) -> None:
    await write(page, "hello")
    await said(page, "hello").focus()
    await page.keyboard.press("Shift+F10")
    await expect(page.get_by_role("menuitem", name="Add a reaction")).to_be_focused()
    await page.get_by_role("menuitem", name="Ann").press("Enter")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await expect(said(page, "profile of Ann")).to_have_attribute("data-private", "true")


@pytest.mark.thorough
async def test_a_reaction_is_picked_counted_and_taken_back(
    page: Page, playground: Playground, bot_client: BotClient
) -> None:
    message = await bot_client.room().send("Good game")
    await said(page, "Good game").hover()
    await page.get_by_test_id("action-react").click()
    await page.get_by_test_id("emoji-search").fill("handshake")
    await page.keyboard.press("Enter")
    chip = page.get_by_test_id("reaction")
    await expect(chip).to_have_attribute("aria-pressed", "true")
    async with Person(playground, "Bob") as bob:
        await bob.react(str(message.id), "🤝")
    await expect(chip).to_have_text("🤝2")
    await expect(chip).to_have_accessible_name("🤝: Ann, Bob")
    await chip.click()
    await expect(chip).to_have_attribute("aria-pressed", "false")
    await expect(chip).to_have_text("🤝1")


@pytest.mark.thorough
async def test_a_pinned_message_is_found_again(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("The rules")
    await bot_client.room().send("later")
    await expect(page.get_by_test_id("pins")).to_be_hidden()
    await said(page, "The rules").click(button="right")
    await page.get_by_role("menuitem", name="Pin").click()
    await expect(page.get_by_role("img", name="Pinned")).to_have_count(1)
    await page.get_by_test_id("pins").click()
    await page.get_by_test_id("pin").click()
    await expect(said(page, "The rules")).to_be_focused()


@pytest.mark.thorough
async def test_an_emoji_of_the_application_is_a_picture(page: Page, bot_client: BotClient) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(picture, "PNG")
    emoji = await bot_client.create_application_emoji(name="rook", image=picture.getvalue())
    await bot_client.room().send(f"Your {emoji}")
    image = page.get_by_role("img", name=":rook:")
    await expect(image).to_have_js_property("naturalWidth", 8)

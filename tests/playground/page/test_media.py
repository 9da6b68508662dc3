from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.async_api import expect

from tests.playground.bot_client import discord

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.playground.bot_client import BotClient

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.thorough
async def test_a_picture_shows_its_description(page: Page, bot_client: BotClient) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (300, 200), "red").save(picture, "PNG")
    picture.seek(0)
    words = "A red field. <b>Nothing</b> on it."
    await bot_client.room().send(file=discord.File(picture, "board.png", description=words))
    image = page.get_by_test_id("image")
    await expect(image).to_have_attribute("alt", words)
    await expect(image).to_have_js_property("naturalWidth", 300)
    await expect(page.get_by_test_id("alt-text")).to_be_hidden()
    await page.get_by_test_id("alt").click()
    await expect(page.get_by_test_id("alt-text")).to_have_text(words)
    await page.get_by_test_id("picture").get_by_role("button", name="full size").click()
    await expect(page.get_by_test_id("lightbox").get_by_role("img")).to_have_attribute("alt", words)
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("lightbox")).to_have_count(0)

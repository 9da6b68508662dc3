from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.bot_client import discord
from tests.playground.browser import said

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_thread_hangs_below_its_channel_and_calls_for_whom_it_names(
    page: Page, bot_client: BotClient, ann: Person
) -> None:
    message = await bot_client.room().send("A match")
    thread = await message.create_thread(name="Match #1")
    await thread.send(f"<@{ann.id}>, your move", allowed_mentions=discord.AllowedMentions.all())
    row = page.get_by_test_id(f"channel-{thread.id}")
    await expect(row).to_have_attribute("data-mentions", "1")
    await page.get_by_test_id("thread-card").click()
    await expect(page.get_by_test_id("title")).to_have_text("Match #1")
    await expect(said(page, "@Ann, your move")).to_have_count(1)
    await expect(row).to_have_attribute("data-unread", "false")
    await page.reload()
    await expect(page.get_by_test_id("title")).to_have_text("Match #1")
    await page.locator("[data-name=games]").click()
    await page.reload()
    await expect(page.get_by_test_id("title")).to_have_text("#games")
    await expect(row).to_have_attribute("data-mentions", "0")

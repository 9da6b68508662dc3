from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.bot_client import discord
from tests.playground.browser import said, write
from tests.playground.client import Person

if TYPE_CHECKING:
    from playwright.async_api import Page

    from playground import Playground
    from tests.playground.bot_client import BotClient

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.thorough
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


@pytest.mark.thorough
async def test_archived_threads_fold_away_and_a_message_wakes_one(
    page: Page, playground: Playground, bot_client: BotClient
) -> None:
    thread = await bot_client.room().create_thread(name="Match #1", type=discord.ChannelType.public_thread)
    row = page.get_by_test_id(f"channel-{thread.id}")
    await expect(row).to_be_visible()
    playground.archive(thread.id)
    await expect(row).to_have_count(0)
    await page.get_by_role("button", name="1 archived thread").click()
    await row.click()
    await expect(page.get_by_test_id("archived")).to_contain_text("Write something to reopen it")
    await write(page, "still here?")
    await expect(page.get_by_test_id("archived")).to_be_hidden()
    await expect(page.get_by_role("button", name="1 archived thread")).to_have_count(0)


@pytest.mark.thorough
async def test_in_a_locked_thread_nothing_can_be_written(
    page: Page, playground: Playground, bot_client: BotClient
) -> None:
    thread = await bot_client.room().create_thread(name="Match #1", type=discord.ChannelType.public_thread)
    await thread.send("the end")
    await page.get_by_test_id(f"channel-{thread.id}").click()
    playground.archive(thread.id, locked=True)
    await expect(page.get_by_test_id("archived")).to_contain_text("This thread is locked")
    await expect(page.get_by_test_id("composer")).to_be_hidden()
    await said(page, "the end").hover()
    await expect(page.get_by_test_id("action-more")).to_be_visible()
    await expect(page.get_by_test_id("action-reply")).to_have_count(0)


@pytest.mark.thorough
async def test_a_private_thread_is_started_and_archived_from_the_menus(page: Page, playground: Playground) -> None:
    await page.get_by_test_id("channel-menu").click()
    await page.get_by_role("menuitem", name="New private thread").click()
    await page.get_by_test_id("thread-name").fill("Analysis")
    await page.get_by_test_id("thread-name").press("Enter")
    await expect(page.get_by_test_id("title")).to_have_text("Analysis")
    await page.get_by_test_id("channel-menu").click()
    await page.get_by_role("menuitem", name="Archive", exact=True).click()
    await expect(page.get_by_test_id("archived")).to_contain_text("This thread is archived")
    async with Person(playground, "Dan") as dan:
        assert "Analysis" not in [one["name"] for one in (await dan.view())["channels"]]

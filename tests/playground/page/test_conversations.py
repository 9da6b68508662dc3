"""Conversations on the page: what is said in channels, threads, forums and direct messages, and pictures in them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image
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
async def test_a_group_is_opened_and_only_its_people_see_it(page: Page, playground: Playground) -> None:
    await page.get_by_test_id("new-group").click()
    for name in ("Bob", "Cleo"):
        await page.get_by_test_id("picker-choice").filter(has_text=name).click()
    await page.get_by_test_id("group-open").click()
    await expect(page.get_by_test_id("title")).to_have_text("Bob, Cleo")
    await write(page, "just us")
    await expect(said(page, "just us")).to_have_count(1)
    async with Person(playground, "Dan") as dan, Person(playground, "Cleo") as cleo:
        assert await cleo.channel("Ann, Bob")
        assert "Ann, Bob" not in [one["name"] for one in (await dan.view())["channels"]]


@pytest.mark.thorough
async def test_an_installed_app_answers_where_it_is_not_a_member(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("hello")
    await said(page, "hello").get_by_test_id("author").click()
    await page.get_by_test_id("install").click()
    await page.get_by_test_id("new-group").click()
    await page.get_by_test_id("picker-choice").filter(has_text="Bob").click()
    await page.get_by_test_id("group-open").click()
    await expect(page.get_by_test_id("absent")).to_contain_text("Turnpost isn't here")
    await page.get_by_test_id("composer").fill("/rules")
    await page.get_by_test_id("composer").press("Enter")
    await page.get_by_role("button", name="Run /rules").press("Enter")
    await expect(said(page, "the rules").get_by_test_id("used")).to_have_text("Ann used /rules")


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


FORUM = 15


@pytest.mark.thorough
async def test_the_posts_of_a_forum_are_listed_with_their_tags(page: Page, playground: Playground, ann: Person) -> None:
    forum = playground.add_room(FORUM, "puzzles", tags=("chess", "go"))
    mate = playground.start_post(forum, "Bob", "Mate in three", "White to **move**.", ("chess",))
    playground.start_post(forum, "Cleo", "A ladder", "Does it work?", ("go",))
    await ann.say("Qh7", str(mate))
    await page.locator("[data-name=puzzles]").click()
    posts = page.get_by_test_id("post")
    await expect(posts).to_contain_text(["White to move.1 message", "Does it work?0 messages"])
    await expect(posts.first.get_by_test_id("tag")).to_have_text("chess")
    await expect(page.get_by_test_id("composer")).to_be_hidden()
    await page.get_by_role("group", name="Show posts with a tag").get_by_role("button", name="go").click()
    await expect(posts).to_have_count(1)
    await posts.click()
    await expect(page.get_by_test_id("title")).to_have_text("A ladder")
    await expect(said(page, "Does it work?")).to_have_attribute("data-author", "Cleo")


@pytest.mark.thorough
async def test_an_archived_post_stands_below_the_others(page: Page, playground: Playground) -> None:
    forum = playground.add_room(FORUM, "puzzles")
    playground.start_post(forum, "Bob", "Mate in three", "White to move.")
    old = playground.start_post(forum, "Cleo", "A ladder", "Does it work?")
    playground.archive(old)
    await page.locator("[data-name=puzzles]").click()
    await expect(page.get_by_test_id("post")).to_contain_text(["Mate in three", "A ladder"])
    await expect(page.get_by_role("list", name="Posts").get_by_role("heading")).to_have_text("Older posts")


@pytest.mark.thorough
async def test_a_post_is_written_with_a_tag(page: Page, playground: Playground) -> None:
    playground.add_room(FORUM, "puzzles", tags=("chess", "go"), requires_tag=True)
    await page.locator("[data-name=puzzles]").click()
    await page.get_by_test_id("new-post").click()
    await page.get_by_test_id("post-title").fill("Mate in three")
    await page.get_by_test_id("post-text").fill("White to move, @Bob")
    await page.get_by_test_id("post-send").click()
    await expect(page.get_by_test_id("post-error")).to_have_text("Choose a tag.")
    await page.get_by_label("chess").check(force=True)
    await page.get_by_test_id("post-send").click()
    await expect(page.get_by_test_id("title")).to_have_text("Mate in three")
    await expect(said(page, "White to move, @Bob")).to_have_attribute("data-author", "Ann")
    await expect(page.locator("#beginning").get_by_test_id("tag")).to_have_text("chess")


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

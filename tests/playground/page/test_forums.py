from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.browser import said

if TYPE_CHECKING:
    from playwright.async_api import Page

    from playground import Playground
    from tests.playground.client import Person

pytestmark = pytest.mark.asyncio(loop_scope="package")
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

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

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

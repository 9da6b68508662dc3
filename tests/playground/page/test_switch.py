from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.bot_page import Board
from tests.playground.browser import said, write

if TYPE_CHECKING:
    from playwright.async_api import Page, Route

    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.thorough
async def test_a_visitor_writes_as_one_person_and_then_as_another(page: Page, ann: Person) -> None:
    await write(page, "hello @Bob")
    await expect(page.get_by_test_id("person-Bob")).to_have_attribute("data-calls", "1")
    await page.get_by_test_id("person-Bob").click()
    await expect(page.get_by_test_id("person-Bob")).to_have_attribute("aria-pressed", "true")
    await write(page, "hello yourself")
    await expect(page.get_by_test_id("message")).to_have_count(2)
    await expect(said(page, "hello @Bob")).to_have_attribute("data-author", "Ann")
    await expect(said(page, "hello yourself")).to_have_attribute("data-author", "Bob")
    assert [one["author"]["username"] for one in await ann.messages()] == ["ann", "bob"]
    await page.reload()
    await expect(page.get_by_test_id("person-Bob")).to_have_attribute("aria-pressed", "true")


@pytest.mark.thorough
async def test_the_hint_leads_a_newcomer_to_the_challenge(page: Page, bot_client: BotClient) -> None:
    await page.get_by_test_id("hint-write").click()
    await page.get_by_test_id("composer").press("Enter")
    await expect(said(page, "!challenge @Bob")).to_have_count(1)
    await bot_client.room().send("Ann challenges Bob", view=Board())
    await page.get_by_test_id("hint-switch").click()
    await page.get_by_role("button", name="Accept").click()
    await expect(said(page, "Bob accepts")).to_have_count(1)
    await page.get_by_test_id("hint-dismiss").click()
    await page.reload()
    await expect(said(page, "Bob accepts")).to_have_count(1)
    await expect(page.get_by_test_id("hint")).to_be_hidden()


@pytest.mark.thorough
async def test_nothing_can_be_pressed_in_the_name_of_the_person_being_left(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("Ann challenges Bob", view=Board())
    loads = asyncio.Event()

    async def load_later(route: Route) -> None:
        await loads.wait()
        await route.continue_()

    await page.route("**/view?*", load_later)
    await page.get_by_test_id("person-Bob").click()
    await expect(page.locator("#main")).to_have_attribute("inert", "")
    press = asyncio.create_task(page.get_by_role("button", name="Accept", include_hidden=True).click())
    loads.set()
    await press
    await expect(said(page, "Bob accepts")).to_have_count(1)

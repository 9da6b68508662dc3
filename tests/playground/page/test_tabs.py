from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.playground.bot_page import Board
from tests.playground.browser import open_as, said, write
from tests.playground.running_page import clear

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Browser, Page

    from tests.playground.running_page import Site

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(loop_scope="package")
async def tabs(browser: Browser, site: Site) -> AsyncGenerator[tuple[Page, Page]]:
    """Two tabs of one browser, as Ann and as Bob."""
    context = await browser.new_context()
    ann, bob = await context.new_page(), await context.new_page()
    await open_as(ann, site.playground, "Ann")
    await open_as(bob, site.playground, "Bob")
    yield ann, bob
    await context.close()
    clear(site.playground)


@pytest.mark.thorough
async def test_each_tab_keeps_its_person_and_shows_nothing_of_the_other(tabs: tuple[Page, Page], site: Site) -> None:
    ann, bob = tabs
    await site.bot_client.room().send("ready?", view=Board())
    await ann.get_by_role("button", name="Whisper").click()
    await expect(said(ann, "psst")).to_have_count(1)
    await ann.get_by_test_id("composer").fill("half a mo")
    await write(bob, "hello @Ann")
    await expect(said(ann, "hello @Ann")).to_have_attribute("data-author", "Bob")
    for tab, name in ((ann, "Ann"), (bob, "Bob")):
        await tab.reload()
        await expect(tab.get_by_test_id(f"person-{name}")).to_have_attribute("aria-pressed", "true")
        await expect(said(tab, "hello @Ann")).to_have_count(1)
    await expect(said(ann, "psst")).to_have_count(1)
    await expect(said(bob, "psst")).to_have_count(0)
    await expect(ann.get_by_test_id("composer")).to_have_value("half a mo")
    await expect(bob.get_by_test_id("composer")).to_have_value("")


@pytest.mark.thorough
async def test_what_is_read_in_one_tab_no_longer_calls_in_another(tabs: tuple[Page, Page]) -> None:
    ann, bob = tabs
    await bob.locator("[data-name=lounge]").click()
    await write(ann, "hello @Bob")
    await expect(ann.get_by_test_id("person-Bob")).to_have_attribute("data-calls", "1")
    await bob.locator("[data-name=games]").click()
    await expect(ann.get_by_test_id("person-Bob")).to_have_attribute("data-calls", "0")

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.playground.bot_components import Menus
from tests.playground.browser import NoChromium, chromium, page_of, said
from tests.playground.running_page import PHONE, clear

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Browser, Page

    from tests.playground.running_page import Site

LOW = """() => [...document.querySelectorAll("button, [role=option], input, textarea")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".author, .mention"))
    .filter((one) => one.offsetHeight < 40).map((one) => one.outerHTML)"""
"""Finds what is pressed or filled in, but for names in a line of text, and less than 40 pixels high."""

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(loop_scope="package")
async def phone(browser: Browser, site: Site) -> AsyncGenerator[Page]:
    async with page_of(browser, site.playground, viewport=PHONE, has_touch=True) as page:
        yield page
    clear(site.playground)


@pytest.mark.thorough
async def test_on_a_phone_the_channels_are_in_a_drawer(phone: Page) -> None:
    lounge = phone.locator("[data-name=lounge]")
    await expect(lounge).to_be_hidden()
    await phone.get_by_test_id("drawer").click()
    await lounge.click()
    await expect(phone.get_by_test_id("title")).to_have_text("#lounge")
    await expect(lounge).to_be_hidden()
    assert await phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


async def test_what_a_thumb_presses_is_at_least_40_pixels_high(phone: Page, site: Site) -> None:
    message = await site.bot_client.room().send("Which game?", view=Menus())
    await site.ann.react(str(message.id), "👍")
    await site.ann.say("my own")
    await said(phone, "my own").click()
    await said(phone, "my own").get_by_test_id("action-reply").click()
    await expect(phone.get_by_test_id("reaction")).to_have_count(1)
    assert await phone.evaluate(LOW) == []
    await phone.locator("[data-custom-id=opponents]").click()
    assert await phone.evaluate(LOW) == []
    await phone.keyboard.press("Escape")
    await phone.get_by_test_id("me").click()
    await phone.get_by_test_id("be-Bob").click()
    await expect(phone.get_by_test_id("me")).to_have_text("BBob")
    await phone.get_by_test_id("drawer").click()
    assert await phone.evaluate(LOW) == []


async def test_without_chromium_the_test_fails_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoChromium, match="needs Chromium on the PATH"):
        chromium()

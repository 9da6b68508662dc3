from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.playground.browser import NoChromium, chromium, page_of
from tests.playground.running_page import PHONE, clear

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Browser, Page

    from tests.playground.running_page import Site

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(loop_scope="package")
async def phone(browser: Browser, site: Site) -> AsyncGenerator[Page]:
    async with page_of(browser, site.playground, viewport=PHONE, has_touch=True) as page:
        yield page
    clear(site.playground)


async def test_on_a_phone_the_channels_are_in_a_drawer(phone: Page) -> None:
    lounge = phone.locator("[data-name=lounge]")
    await expect(lounge).to_be_hidden()
    await phone.get_by_test_id("menu").click()
    await lounge.click()
    await expect(phone.get_by_test_id("title")).to_have_text("#lounge")
    await expect(lounge).to_be_hidden()
    assert await phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


async def test_without_chromium_the_test_fails_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoChromium, match="needs Chromium on the PATH"):
        chromium()

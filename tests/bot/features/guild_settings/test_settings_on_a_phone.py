"""The settings of a server on a phone, changed on the page by a manager with the menu and its forms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.browser import chromium_running, page_of, said
from tests.playground.running_page import PHONE
from tests.wire.process import ROOT

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from tests.wire.fixtures import Environment

PICTURES = ROOT / "build" / "settings"


async def open_form(page: Page, name: str) -> None:
    """Choose a setting in the menu, and wait for its form."""
    await page.locator("[data-testid=select][data-custom-id=setting]").click()
    await choice(page, re.compile(rf"^{name}")).click()
    await expect(page.get_by_test_id("modal")).to_contain_text(name)


def choice(page: Page, text: str | re.Pattern[str]) -> Locator:
    """Return the choices of an open menu that hold a text."""
    return page.get_by_test_id("picker-choice").filter(has_text=text)


async def submit(page: Page, settings: Locator, expected: str) -> None:
    """Send the form back, and wait until the settings hold a text."""
    await page.get_by_test_id("modal-submit").click()
    await expect(settings).to_contain_text(expected)
    await expect(page.get_by_test_id("modal")).to_have_count(0)


@pytest.mark.thorough
async def test_a_manager_changes_settings_on_a_phone(env: Environment) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    async with chromium_running() as browser, page_of(browser, env.playground, viewport=PHONE) as page:
        await page.get_by_test_id("composer").press_sequentially("/server set")
        await page.get_by_test_id("composer").press("Enter")
        await page.get_by_role("button", name="Run /server settings").click()
        settings = said(page, "Settings of this server:")
        await expect(settings).to_contain_text("threads yes")
        await page.screenshot(path=PICTURES / "1-settings.png")
        await page.locator("[data-testid=select][data-custom-id=setting]").click()
        await page.screenshot(path=PICTURES / "2-menu.png")
        await page.keyboard.press("Escape")

        await open_form(page, "clock")
        await expect(page.get_by_test_id("modal-value")).to_have_value("none")
        await page.get_by_test_id("modal-value").fill("soon")
        await page.screenshot(path=PICTURES / "3-clock.png")
        await submit(page, settings, "Nothing was changed. I can't read the clock soon")
        await expect(settings.get_by_text("Nothing was changed.")).to_be_in_viewport()
        await page.screenshot(path=PICTURES / "4-rejected.png")
        await open_form(page, "clock")
        await page.get_by_test_id("modal-value").fill("3d+1d cap 5d")
        await submit(page, settings, "clock 3d+1d cap 5d")
        await expect(settings.get_by_text("Saved:")).to_be_in_viewport()
        await expect(settings).not_to_contain_text("Nothing was changed.")

        await open_form(page, "threads")
        await page.get_by_test_id("modal-value").click()
        await choice(page, "a match lives in the channel").click()
        await page.screenshot(path=PICTURES / "5-threads.png")
        await submit(page, settings, "threads no")

        await open_form(page, "finished")
        await page.get_by_test_id("modal-value").click()
        await choice(page, "lounge").click()
        await page.get_by_test_id("picker-done").click()
        await page.screenshot(path=PICTURES / "6-finished.png")
        await submit(page, settings, "matches that ended are shown in #lounge")
        await expect(settings).to_have_count(1)
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        await page.screenshot(path=PICTURES / "7-changed.png")

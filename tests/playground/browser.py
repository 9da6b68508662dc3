"""The playground's page in a real Chromium."""

from __future__ import annotations

import os
import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from playwright.async_api import async_playwright, expect

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page

    from playground import Playground

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")

expect.set_options(timeout=60_000)  # for a slow machine: nothing that works waits so long


class NoChromium(AssertionError):  # noqa: N818 - the name says what is wrong
    """There is no Chromium to test the page with."""

    def __init__(self) -> None:
        super().__init__(
            f"The page's test needs Chromium on the PATH (as {', '.join(NAMES)}): install it, then run again."
        )


def chromium() -> str:
    """Return the path of Chromium. Raises NoChromium."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise NoChromium
    return found


@asynccontextmanager
async def chromium_running() -> AsyncGenerator[Browser]:
    """Start Chromium, and stop it in the end."""
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=[*QUIET, *sandbox])
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def page_of(browser: Browser, playground: Playground, name: str = "Ann", **options: Any) -> AsyncGenerator[Page]:
    """Open a page of its own as one of the people; `options` are those of a browser context (`viewport`)."""
    context = await browser.new_context(**options)
    try:
        page = await context.new_page()
        async with without_failures(page):
            await open_as(page, playground, name)
            yield page
    finally:
        await context.close()


@asynccontextmanager
async def without_failures(page: Page) -> AsyncGenerator[None]:
    """Make sure in the end that no script on the page failed."""
    failures: list[str] = []

    def on_console(said: ConsoleMessage) -> None:
        if said.type == "error":
            failures.append(said.text)

    def on_error(error: Error) -> None:
        failures.append(str(error))

    page.on("pageerror", on_error)
    page.on("console", on_console)
    yield
    page.remove_listener("pageerror", on_error)
    page.remove_listener("console", on_console)
    assert failures == []


async def open_as(page: Page, playground: Playground, name: str = "Ann") -> None:
    """Load the page anew as one of the people."""
    await page.goto("about:blank")
    await page.goto(f"{playground.url}/#{name.lower()}")
    await expect(page.get_by_test_id(f"person-{name}")).to_have_attribute("aria-pressed", "true")


def said(page: Page, text: str) -> Locator:
    """Return the messages that hold a text."""
    return page.get_by_test_id("message").filter(has_text=text)


async def write(page: Page, text: str) -> None:
    """Write a message and send it."""
    await page.get_by_test_id("composer").fill(text)
    await page.get_by_test_id("composer").press("Enter")

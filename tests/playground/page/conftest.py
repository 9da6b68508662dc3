"""One Chromium, one playground and one bot for all tests of the page: to start them takes longer than most tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.playground.browser import chromium_running, open_as, without_failures
from tests.playground.running_page import DESK, Environment, clear, start_site

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Browser, Page

    from playground import Playground
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person
    from tests.playground.running_page import Site


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncGenerator[Browser]:
    async with chromium_running() as browser:
        yield browser


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def site() -> AsyncGenerator[Site]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        async with start_site(monkeypatch) as site:
            yield site


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def tab(browser: Browser) -> Page:
    """A page that is loaded anew for each test: to open another costs twice as much."""
    return await browser.new_page(viewport=DESK)


@pytest_asyncio.fixture(loop_scope="package")
async def env(tab: Page, site: Site) -> AsyncGenerator[Environment]:
    """The page as Ann; what was said, opened and remembered meanwhile is removed in the end."""
    async with without_failures(tab):
        await open_as(tab, site.playground)
        yield Environment(site, tab)
    await tab.unroute_all()
    await tab.evaluate("localStorage.clear(); sessionStorage.clear()")
    clear(site.playground)


@pytest.fixture
def playground(env: Environment) -> Playground:
    return env.playground


@pytest.fixture
def page(env: Environment) -> Page:
    return env.page


@pytest.fixture
def bot_client(env: Environment) -> BotClient:
    return env.bot_client


@pytest.fixture
def ann(env: Environment) -> Person:
    return env.ann

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.browser import page_of
from tests.playground.running_page import clear, start_env

if TYPE_CHECKING:
    from playwright.async_api import Browser, WebSocketRoute

    from tests.playground.running_page import Site

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.thorough
async def test_the_page_catches_up_after_its_connection_was_cut(browser: Browser, site: Site) -> None:
    bot_client = site.bot_client
    await bot_client.room().send("before")
    lines: list[WebSocketRoute] = []
    cut = False

    async def relay(line: WebSocketRoute) -> None:
        if cut:
            await line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    async with page_of(browser, site.playground) as page:
        await page.route_web_socket("**/watch*", relay)
        await page.reload()
        await expect(page.get_by_test_id("message")).to_have_count(1)
        cut = True
        await lines[0].close()
        await expect(page.get_by_test_id("lost")).to_be_visible()
        await bot_client.room().send("meanwhile")
        cut = False
        await expect(page.get_by_test_id("message")).to_have_count(2)
        await expect(page.get_by_test_id("lost")).to_be_hidden()
        await bot_client.room().send("after")
        await expect(page.get_by_test_id("message")).to_have_count(3)
    clear(site.playground)


@pytest.mark.thorough
async def test_the_page_tells_that_the_bot_is_offline(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_env(browser, monkeypatch) as env:
        await expect(env.page.get_by_test_id("offline")).to_be_hidden()
        await env.bot_client.close()
        await expect(env.page.get_by_test_id("offline")).to_contain_text("Turnpost is offline")


@pytest.mark.thorough
async def test_without_the_intent_the_page_tells_what_the_bot_can_read(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_env(browser, monkeypatch, message_content=False) as env:
        await expect(env.page.get_by_test_id("content-off")).to_contain_text("Message content intent off")
        await expect(env.page.get_by_test_id("hint")).to_contain_text("/challenge @Bob")

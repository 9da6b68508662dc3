"""The page beside others and over time: people who take turns, several tabs, a phone, a lost connection."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.playground.bot_components import Menus
from tests.playground.bot_page import Board
from tests.playground.browser import NoChromium, chromium, open_as, page_of, said, write
from tests.playground.running_page import PHONE, clear, start_env

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Browser, Page, Route, WebSocketRoute

    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person
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


LOW = """() => [...document.querySelectorAll("button, [role=option], input, textarea")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".author, .mention"))
    .filter((one) => one.offsetHeight < 40).map((one) => one.outerHTML)"""
"""Finds what is pressed or filled in, but for names in a line of text, and less than 40 pixels high."""


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

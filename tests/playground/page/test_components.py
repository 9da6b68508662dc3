from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
import pytest
from PIL import Image
from playwright.async_api import expect

from tests.playground.bot_components import MatchCard, Menus
from tests.playground.browser import said

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from tests.playground.bot_client import BotClient

pytestmark = pytest.mark.asyncio(loop_scope="package")


def menu(page: Page, name: str) -> Locator:
    return page.locator(f"[data-testid=select][data-custom-id={name}]")


async def test_one_choice_of_a_menu_is_sent_at_once_and_stays_shown(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("What?", view=Menus())
    await menu(page, "game").click()
    await page.get_by_test_id("picker-choice").filter(has_text="Play go").click()
    await expect(said(page, "game: go")).to_have_count(1)
    await expect(menu(page, "game")).to_contain_text("go")
    await expect(menu(page, "themes")).to_contain_text("dark")


@pytest.mark.thorough
async def test_people_are_chosen_by_keyboard_and_the_focus_returns(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("Who?", view=Menus())
    await menu(page, "opponents").focus()
    await page.keyboard.press("ArrowDown")
    for key in ("ArrowDown", "Enter", "ArrowDown", "Enter"):
        await page.keyboard.press(key)
    await expect(page.get_by_role("option", selected=True)).to_have_text(["BBob", "CCleo"])
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(said(page, "opponents: Bob, Cleo")).to_have_count(1)
    await expect(menu(page, "opponents")).to_be_focused()


@pytest.mark.thorough
async def test_escape_leaves_a_menu_as_it_was(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("Which?", view=Menus())
    await menu(page, "themes").click()
    await page.get_by_test_id("picker-choice").filter(has_text="light").click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("picker")).to_have_count(0)
    await expect(menu(page, "themes")).to_have_accessible_name("Themes: dark")


@pytest.mark.thorough
async def test_channels_and_roles_are_offered_by_their_menus(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("Where?", view=Menus())
    await menu(page, "channel").click()
    await page.get_by_test_id("picker-choice").filter(has_text="lounge").click()
    await expect(said(page, "channel: lounge")).to_have_count(1)
    await menu(page, "readers").click()
    await page.get_by_test_id("picker-search").fill("@reg")
    await expect(page.get_by_test_id("picker-choice").filter(visible=True)).to_contain_text(["@Regulars"])
    await page.keyboard.press("Enter")
    await expect(said(page, "readers: Regulars")).to_have_count(1)


@pytest.mark.thorough
async def test_a_card_shows_texts_pictures_files_and_buttons(page: Page, bot_client: BotClient) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (300, 200), "red").save(picture, "PNG")
    picture.seek(0)
    files = [discord.File(picture, "board.png"), discord.File(io.BytesIO(b"1. e4"), "record.txt")]
    await bot_client.room().send(view=MatchCard("attachment://board.png", "attachment://record.txt"), files=files)
    card = page.get_by_test_id("container")
    await expect(card.get_by_role("heading")).to_have_text("Ann against Bob")
    await expect(card.get_by_test_id("file")).to_have_text("record.txt5 bytes")
    await expect(card.get_by_test_id("image").first).to_have_js_property("naturalWidth", 300)
    await card.get_by_role("button", name="Spoiler: show The solution").click()
    await expect(card.get_by_role("button", name="Show full size: The solution")).to_be_focused()
    await expect(page.get_by_role("button", name="Resign")).to_be_disabled()
    await expect(page.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.org/rules")
    await card.get_by_role("button", name="Watch").click()
    await expect(said(page, "You watch.")).to_have_attribute("data-private", "true")

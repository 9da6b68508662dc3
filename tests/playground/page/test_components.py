"""What the bot's messages have people do on the page: buttons and menus, forms, menus of messages and of people."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
import pytest
from PIL import Image
from playwright.async_api import expect

from tests.playground.bot_components import MatchCard, Menus, SetupButton
from tests.playground.bot_page import Board, UnansweredView
from tests.playground.browser import said, write
from tests.playground.client import Person
from tests.playground.running_page import start_env

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page

    from playground import Playground
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


@pytest.mark.thorough
async def test_a_private_answer_is_seen_by_one_only(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=Board())
    await expect(page.get_by_role("button", name="Off")).to_be_disabled()
    await page.get_by_role("button", name="Whisper").click()
    whisper = page.locator("[data-private=true]")
    await expect(whisper).to_contain_text("Only you can see this")
    await page.get_by_test_id("person-Cleo").click()
    await expect(page.get_by_test_id("person-Cleo")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("button", name="Accept")).to_be_visible()
    await expect(whisper).to_have_count(0)
    await page.get_by_test_id("person-Ann").click()
    await page.get_by_test_id("dismiss").click()
    await expect(whisper).to_have_count(0)


@pytest.mark.thorough
async def test_a_button_that_the_bot_ignores_says_so(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_env(browser, monkeypatch, patience=0.2) as env:
        await env.bot_client.room().send("anybody?", view=UnansweredView(timeout=None))
        await env.page.get_by_role("button", name="Deaf").click()
        await expect(env.page.get_by_test_id("failure")).to_have_text("This interaction failed")
        await expect(env.page.get_by_role("button", name="Deaf")).to_be_enabled()


@pytest.mark.thorough
async def test_a_form_is_filled_in_and_sent(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=Board())
    await page.get_by_role("button", name="Form").click()
    await page.get_by_test_id("modal-move").fill("c4")
    await page.get_by_test_id("modal-move").press("Enter")
    await expect(said(page, "form: c4")).to_have_count(1)
    await expect(page.get_by_test_id("modal")).to_have_count(0)


async def test_the_menu_of_a_message_offers_what_the_bot_does_with_it(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("Match #1")
    await said(page, "Match #1").click(button="right")
    await page.get_by_test_id("app-command").click()
    await expect(said(page, "the match of Match #1")).to_have_attribute("data-private", "true")


@pytest.mark.thorough
async def test_the_menu_of_a_person_is_reached_by_keyboard(page: Page) -> None:
    await write(page, "hello")
    await said(page, "hello").focus()
    await page.keyboard.press("Shift+F10")
    await expect(page.get_by_role("menuitem", name="Add a reaction")).to_be_focused()
    await page.get_by_role("menuitem", name="Ann").press("Enter")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await expect(said(page, "profile of Ann")).to_have_attribute("data-private", "true")


@pytest.mark.thorough
async def test_a_reaction_is_picked_counted_and_taken_back(
    page: Page, playground: Playground, bot_client: BotClient
) -> None:
    message = await bot_client.room().send("Good game")
    await said(page, "Good game").hover()
    await page.get_by_test_id("action-react").click()
    await page.get_by_test_id("emoji-search").fill("handshake")
    await page.keyboard.press("Enter")
    chip = page.get_by_test_id("reaction")
    await expect(chip).to_have_attribute("aria-pressed", "true")
    async with Person(playground, "Bob") as bob:
        await bob.react(str(message.id), "🤝")
    await expect(chip).to_have_text("🤝2")
    await expect(chip).to_have_accessible_name("🤝: Ann, Bob")
    await chip.click()
    await expect(chip).to_have_attribute("aria-pressed", "false")
    await expect(chip).to_have_text("🤝1")


@pytest.mark.thorough
async def test_a_pinned_message_is_found_again(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("The rules")
    await bot_client.room().send("later")
    await expect(page.get_by_test_id("pins")).to_be_hidden()
    await said(page, "The rules").click(button="right")
    await page.get_by_role("menuitem", name="Pin").click()
    await expect(page.get_by_role("img", name="Pinned")).to_have_count(1)
    await page.get_by_test_id("pins").click()
    await page.get_by_test_id("pin").click()
    await expect(said(page, "The rules")).to_be_focused()


@pytest.mark.thorough
async def test_an_emoji_of_the_application_is_a_picture(page: Page, bot_client: BotClient) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(picture, "PNG")
    emoji = await bot_client.create_application_emoji(name="rook", image=picture.getvalue())
    await bot_client.room().send(f"Your {emoji}")
    image = page.get_by_role("img", name=":rook:")
    await expect(image).to_have_js_property("naturalWidth", 8)


async def test_a_form_takes_choices_boxes_and_files(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=SetupButton())
    await page.get_by_role("button", name="Set up").click()
    await expect(page.get_by_test_id("modal").locator("strong")).to_have_text("you")
    await page.get_by_test_id("modal-rival").click()
    await page.get_by_test_id("picker-choice").filter(has_text="Cleo").click()
    await expect(page.get_by_test_id("modal-rival")).to_be_focused()
    await page.get_by_test_id("modal-submit").click()
    await expect(page.get_by_test_id("modal-error")).to_have_text("Pace: choose one.")
    await page.get_by_label("3 days a move").check()
    await page.get_by_label("notes").check()
    await page.get_by_test_id("modal-record").set_input_files(
        {"name": "a.txt", "mimeType": "text/plain", "buffer": b"e4"}
    )
    await page.get_by_test_id("modal-submit").click()
    await expect(said(page, "setup: Cleo; 3; notes; a.txt=e4")).to_have_count(1)
    await expect(page.get_by_test_id("modal")).to_have_count(0)

"""First minutes on the page in real Chromium: a newcomer with another or alone, and a stranger with a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from games import GAMES
from tests.bot.features.computer.newcomer import LEVELS, Newcomer
from tests.playground.browser import chromium_running, page_of, said, write
from tests.playground.running_page import PHONE
from tests.wire.process import ROOT

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from tests.wire.fixtures import Environment

SCREENSHOT = ROOT / "build" / "playground.png"


async def become(page: Page, name: str) -> None:
    await page.get_by_test_id(f"person-{name}").click()
    await expect(page.get_by_test_id(f"person-{name}")).to_have_attribute("aria-pressed", "true")


async def new_board(page: Page, text: str) -> Locator:
    """Wait for the board whose post holds a text, picture loaded."""
    board = said(page, text)
    await expect(board).to_have_count(1)
    await expect(board.get_by_test_id("image")).to_have_js_property("complete", value=True)
    assert await board.get_by_test_id("image").evaluate("image => image.naturalWidth") == 1000
    return board


@pytest.mark.thorough
async def test_several_turns_are_played_on_the_page(env: Environment) -> None:
    async with (
        chromium_running() as browser,
        page_of(browser, env.playground, viewport={"width": 1280, "height": 900}) as page,
    ):
        await expect(page.get_by_test_id("hint")).to_be_visible()
        steps_done = page.get_by_test_id("hint").locator("li.done")
        await write(page, "@Turnpost")
        await expect(page.get_by_role("button", name="Play me")).to_be_visible()
        await expect(steps_done).to_have_count(0)
        await write(page, "!challenge @Bob xero-g seat=south")
        await expect(steps_done).to_have_count(1)
        await become(page, "Bob")
        post = said(page, "challenges")
        await post.get_by_role("button", name="How to play").click()
        await expect(page.locator("[data-private=true]").first).to_contain_text("Xero-G")
        await post.get_by_role("button", name="Accept").click()
        await page.get_by_role("link", name="Xero-G #1").or_(page.get_by_test_id("thread-card")).first.click()
        await expect(page.get_by_test_id("title")).to_contain_text("Xero-G #1: Ann - Bob")

        await become(page, "Ann")
        await write(page, "321123")
        board = await new_board(page, "1. Ann lays 3 2 1 1 2 3")

        await become(page, "Bob")
        await board.hover()
        await board.get_by_test_id("action-reply").click()
        await write(page, "123321")
        await new_board(page, "2. Bob lays 1 2 3 3 2 1")

        await become(page, "Ann")
        await write(page, "b1-b4")
        await expect(said(page, "b1 is a medium ship: it flies exactly 2 steps")).to_have_count(1)
        await page.get_by_test_id("composer").press_sequentially("/mov")
        await page.get_by_test_id("composer").press("Enter")
        await page.get_by_test_id("option-move").press_sequentially("d1xe1@b")
        await page.get_by_test_id("choice").filter(has_text="d1xe1@b3").click()
        await page.get_by_test_id("option-move").press("Enter")
        board = await new_board(page, "3. Ann flies d1 onto e1")
        await expect(board.get_by_test_id("image")).to_have_attribute("alt", re.compile("d1xe1@b3"))

        await become(page, "Bob")
        await write(page, "@Turnpost move d6-b5")
        await new_board(page, "4. Bob flies d6 to b5")
        SCREENSHOT.parent.mkdir(exist_ok=True)
        await page.screenshot(path=SCREENSHOT)


NEWCOMER_PICTURES = ROOT / "build" / "playing-alone"


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.thorough)])
async def test_one_press_on_the_first_card_begins_a_match_that_is_answered(env: Environment, width: int) -> None:
    NEWCOMER_PICTURES.mkdir(parents=True, exist_ok=True)
    async with (
        chromium_running() as browser,
        page_of(browser, env.playground, viewport={"width": width, "height": 844}) as page,
    ):
        await expect(page.get_by_test_id("hint-play")).to_be_visible()
        card = page.get_by_test_id("hint")
        await expect(card).to_contain_text("A first match of Xero-G, by pressing Move")
        await expect(card).to_contain_text("!challenge @Bob xero-g")
        await page.screenshot(path=NEWCOMER_PICTURES / f"{width}-1-card.png")
        await page.get_by_test_id("hint-play").click()
        await expect(page.get_by_test_id("title")).to_contain_text("Xero-G #1: Ann - Turnpost (level 1)")
        board = said(page, "lay your six ships")
        await expect(board.get_by_test_id("image")).to_have_js_property("complete", value=True)
        await page.screenshot(path=NEWCOMER_PICTURES / f"{width}-2-match.png")
        match = (await env.ann.messages())[-1]
        assert "Xero-G #1" in match["content"]
        thread = match["content"].split("<#")[1].split(">")[0]
        await env.ann.say("321123", thread)
        await expect(said(page, "2. Turnpost (level 1) lays")).to_have_count(1)
        await page.screenshot(path=NEWCOMER_PICTURES / f"{width}-3-answer.png")


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "level"), LEVELS)
async def test_a_newcomers_match_on_the_page_goes_to_its_end(env: Environment, key: str, level: int) -> None:
    async with chromium_running() as browser, page_of(browser, env.playground, viewport=PHONE) as page:
        await write(page, f"!challenge @Turnpost {key} level={level} seat={GAMES[key].info.seats[0]}")
        begun = await env.ann.hear(
            lambda one: " #1**, " in one["content"] and "<#" in one["content"], "the match begins"
        )
        await page.get_by_test_id("thread-card").first.click()
        await expect(page.get_by_test_id("title")).to_contain_text("#1: Ann - Turnpost")
        newcomer = Newcomer(env, key, "1", thread=begun["content"].split("<#")[1].split(">")[0])
        await newcomer.play(lambda text: write(page, text))
        await expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        assert await newcomer.differences() == []


SPECTATOR_PICTURES = ROOT / "build" / "spectators"


async def run_command(page: Page, typed: str) -> None:
    """Choose a slash command by the beginning of its name."""
    await page.get_by_test_id("composer").press_sequentially(typed)
    await page.get_by_test_id("composer").press("Enter")


@pytest.mark.thorough
async def test_a_stranger_invites_a_friend_watches_a_match_and_sees_who_won(env: Environment) -> None:
    SPECTATOR_PICTURES.mkdir(parents=True, exist_ok=True)
    async with chromium_running() as browser, page_of(browser, env.playground, viewport=PHONE) as page:
        await run_command(page, "/play")
        await page.get_by_test_id("add-option-game").click()
        await page.get_by_test_id("option-game").press_sequentially("Mart")
        await page.get_by_test_id("choice").filter(has_text="Martian Life").click()
        await page.get_by_test_id("add-option-opponent").click()
        await page.screenshot(path=SPECTATOR_PICTURES / "1-challenge.png")
        await page.get_by_test_id("option-opponent").press_sequentially("Bo")
        await page.get_by_test_id("choice").filter(has_text="Bob").click()
        await page.get_by_test_id("option-opponent").press("Enter")
        await expect(said(page, "challenges")).to_have_count(1)
        await page.screenshot(path=SPECTATOR_PICTURES / "2-challenged.png")
    async with chromium_running() as browser, page_of(browser, env.playground, "Bob", viewport=PHONE) as page:
        await said(page, "challenges").get_by_role("button", name="Accept").click()
        await expect(said(page, "Martian Life #1").get_by_role("button", name="Watch")).to_be_visible()
    async with chromium_running() as browser, page_of(browser, env.playground, "Eve", viewport=PHONE) as page:
        post = said(page, "Martian Life #1")
        await page.screenshot(path=SPECTATOR_PICTURES / "3-running.png")
        await run_command(page, "/matches")
        await page.get_by_role("button", name="Run /matches").click()
        await expect(said(page, "Now (1)")).to_have_count(1)
        await page.screenshot(path=SPECTATOR_PICTURES / "4-matches.png")
        await post.get_by_role("button", name="Watch").click()
        await expect(said(page, "I'll send you one message when #1 ends.")).to_have_count(1)
        await env.all_posted()
        thread = next(one["id"] for one in (await env.ann.view())["channels"] if one["name"].startswith("Martian"))
        question = await env.bob.ask_by_slash("match", thread, do="resign")
        await env.bob.press(question, "Resign #1")
        ended = said(page, "Ann beat Bob at Martian Life")
        await expect(ended.get_by_test_id("image")).to_have_js_property("complete", value=True)
        await ended.scroll_into_view_if_needed()
        await page.screenshot(path=SPECTATOR_PICTURES / "5-result.png")
        told = await env.eve.hear_bot("You watched #1")
        assert told["content"].startswith("**Ann** beat **Bob** at **Martian Life**")

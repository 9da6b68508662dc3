"""A newcomer alone: one press on the page's first card, and a match against Turnpost is played with a thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from games import GAMES
from tests.bot.features.computer.newcomer import LEVELS, Newcomer
from tests.playground.browser import chromium_running, page_of, said, write
from tests.playground.running_page import PHONE
from tests.wire.process import ROOT

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment

PICTURES = ROOT / "build" / "playing-alone"


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.thorough)])
async def test_one_press_on_the_first_card_begins_a_match_that_is_answered(env: Environment, width: int) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    async with (
        chromium_running() as browser,
        page_of(browser, env.playground, viewport={"width": width, "height": 844}) as page,
    ):
        await expect(page.get_by_test_id("hint-play")).to_be_visible()
        card = page.get_by_test_id("hint")
        await expect(card).to_contain_text("A first match of Xero-G, by pressing Move")
        await expect(card).to_contain_text("!challenge @Bob xero-g")
        await page.screenshot(path=PICTURES / f"{width}-1-card.png")
        await page.get_by_test_id("hint-play").click()
        await expect(page.get_by_test_id("title")).to_contain_text("Xero-G #1: Ann - Turnpost (level 1)")
        board = said(page, "lay your six ships")
        await expect(board.get_by_test_id("image")).to_have_js_property("complete", value=True)
        await page.screenshot(path=PICTURES / f"{width}-2-match.png")
        match = (await env.ann.messages())[-1]
        assert "Xero-G #1" in match["content"]
        thread = match["content"].split("<#")[1].split(">")[0]
        await env.ann.say("321123", thread)
        await expect(said(page, "2. Turnpost (level 1) lays")).to_have_count(1)
        await page.screenshot(path=PICTURES / f"{width}-3-answer.png")


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

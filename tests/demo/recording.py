"""The moving pictures of the README, of turns on a phone: one that is typed, and one by the button Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.async_api import expect

from tests.demo.demo import FIRST, WITH_PLAN, begin
from tests.demo.film import LOOK, READ, Film
from tests.playground.browser import chromium_running, page_of, said
from tests.playground.running_page import PHONE
from tests.wire.phone import MENU, Phone

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser

    from tests.demo.stage import Stage
    from tests.wire.match import Contest

SCREEN: dict[str, Any] = {
    "viewport": PHONE,
    "device_scale_factor": 2,
    "has_touch": True,
    "color_scheme": "dark",
}
TYPED, TAPPED = 12, 10
"""How many moves are played before the recorded one."""


async def record(stage: Stage, folder: Path) -> list[Path]:
    """Play the beginnings of two matches, record a turn of each in a folder, and return the files."""
    async with chromium_running() as browser:
        return [
            await _record_typed_turn(stage, browser, folder / "turn.webp"),
            await _record_move_button(stage, browser, folder / "move-button.webp"),
        ]


async def _record_typed_turn(stage: Stage, browser: Browser, file: Path) -> Path:
    contest, moves = await begin(stage, FIRST, "Ann", "Bob")
    await stage.play(contest, moves[:TYPED])
    async with page_of(browser, stage.env.playground, "Ann", **SCREEN) as page:
        phone, film = Phone(page), Film(page)
        await phone.open_thread(contest.number)
        await film.take(READ)

        async def type_move(*_: Any) -> None:
            field = page.get_by_test_id("composer")
            await film.type(field, moves[TYPED])
            await film.take(LOOK)
            await field.press("Enter")
            await expect(said(page, moves[TYPED]).last).to_be_visible()
            await film.take(LOOK)

        await contest.turn(type_move, moves[TYPED])
        await _show_board(phone, film, contest)
        await stage.move(contest, moves[TYPED + 1])
        await _show_board(phone, film, contest)
        film.save(file)
    return file


async def _record_move_button(stage: Stage, browser: Browser, file: Path) -> Path:
    contest, moves = await begin(stage, WITH_PLAN, "Ann", "Bob")
    await stage.play(contest, moves[:TAPPED])
    async with page_of(browser, stage.env.playground, "Ann", **SCREEN) as page:
        phone, film = Phone(page), Film(page)
        await phone.open_thread(contest.number)
        await film.take(READ)
        await film.tap(page.get_by_role("button", name="Move", exact=True).last)
        await expect(phone.guide).to_contain_text(f"move {contest.ply + 1}.")
        await film.take(READ)
        await _choose(phone, film, contest, moves[TAPPED])

        async def play(*_: Any) -> None:
            await film.tap(phone.guide.get_by_role("button", name="Play", exact=True))
            await expect(phone.guide).to_contain_text("is played in")

        await contest.turn(play, moves[TAPPED])
        await _show_board(phone, film, contest)
        film.save(file)
    return file


async def _choose(phone: Phone, film: Film, contest: Contest, target: str) -> None:
    """Choose part after part of a move from the menus of the guide."""
    text = ""
    while text != target:
        step = contest.game.guide(contest.state, text)
        choice = max((one for one in step.choices if target.startswith(one.text)), key=lambda one: len(one.text))
        at = step.choices.index(choice)
        await film.tap(phone.guide.get_by_test_id("select").nth(at // MENU))
        picked = phone.page.get_by_test_id("picker-choice").nth(at % MENU)
        await picked.scroll_into_view_if_needed()
        await film.take(LOOK)
        await film.tap(picked)
        await expect(phone.guide.locator("code").filter(has_text=choice.label).first).to_be_visible()
        await film.take(READ)
        text = choice.text


async def _show_board(phone: Phone, film: Film, contest: Contest) -> None:
    """Wait until the board of the last move is on the page, and show it."""
    board = phone.page.get_by_test_id("message").filter(has_text=f"move {contest.ply} ").last
    await expect(board).to_be_visible()
    await board.scroll_into_view_if_needed()
    await film.take(READ)

"""The moving pictures of the README, of turns on a phone: typed, by the button Move, and tapped on the board."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.async_api import expect

from bot.referee.turns.aids import find_step
from tests.demo.demo import FIRST, OF_THREE, SHIPS, WITH_PLAN, begin, queue_moves
from tests.playground.browser import chromium_running, page_of, said
from tests.playground.running_page import PHONE
from tests.wire.phone import Phone, find_towards

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser, Locator, Page

    from tests.demo.demo import Stage
    from tests.wire.match import Contest

KEYSTROKE, LOOK, READ = 90, 700, 2200
"""Milliseconds that a picture is shown: while somebody types, after a tap, and when there is a board to look at."""
QUALITY = 80
_FINGER = """([x, y]) => {
    const finger = document.createElement("div")
    finger.id = "finger"
    finger.style.cssText = `position: fixed; left: ${x - 22}px; top: ${y - 22}px; width: 44px; height: 44px;
        z-index: 9999; border-radius: 50%; background: #ffffff55; border: 2px solid #ffffffcc; pointer-events: none`
    const dialog = document.querySelector("dialog[open]")
    ;(dialog ?? document.body).append(finger)
}"""


class Film:
    """The pictures of a page so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._pictures: list[Image.Image] = []
        self._durations: list[int] = []

    async def take(self, milliseconds: int) -> None:
        """Take a picture, once all pictures on the page are there; one like the last prolongs it."""
        await self.page.mouse.move(195, 2)  # nothing is hovered over on a phone
        await self.page.evaluate("Promise.all([...document.images].map(image => image.decode().catch(() => {})))")
        shot = Image.open(BytesIO(await self.page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
        if self._pictures and shot.tobytes() == self._pictures[-1].tobytes():
            self._durations[-1] += milliseconds
            return
        self._pictures.append(shot)
        self._durations.append(milliseconds)

    async def type(self, field: Locator, text: str) -> None:
        """Type a text letter by letter."""
        await field.tap()
        for letter in text:
            await field.press_sequentially(letter)
            await self.take(KEYSTROKE)

    async def tap(self, target: Locator) -> None:
        """Tap on something, and show the finger."""
        await target.scroll_into_view_if_needed()
        box = await target.bounding_box()
        assert box
        await self.page.evaluate(_FINGER, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        await self.take(LOOK)
        await self.page.evaluate("document.getElementById('finger').remove()")
        await target.tap()

    def save(self, file: Path) -> None:
        """Store it as an animated WebP that begins anew in the end."""
        first, *others = self._pictures
        first.save(
            file, save_all=True, append_images=others, duration=self._durations, loop=0, quality=QUALITY, method=6
        )


SCREEN: dict[str, Any] = {
    "viewport": PHONE,
    "device_scale_factor": 2,
    "has_touch": True,
    "color_scheme": "dark",
}
TYPED, CHOSEN, TAPPED = 12, 10, SHIPS + 6
"""How many moves are played before the recorded one."""


async def record(stage: Stage, folder: Path) -> list[Path]:
    """Play the beginnings of three matches, record a turn of each in a folder, and return the files."""
    async with chromium_running() as browser:
        return [
            await _record_typed_turn(stage, browser, folder / "turn.webp"),
            await _record_move_button(stage, browser, folder / "move-button.webp"),
            await _record_taps(stage, browser, folder / "tap.webp"),
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
    await stage.play(contest, moves[:CHOSEN])
    async with page_of(browser, stage.env.playground, "Ann", **SCREEN) as page:
        phone, film = Phone(page), Film(page)
        await phone.open_thread(contest.number)
        await film.take(READ)
        await film.tap(page.get_by_role("button", name="Move", exact=True).last)
        await expect(phone.guide).to_contain_text(f"move {contest.ply + 1}.")
        await film.take(READ)
        await _choose(phone, film, contest, moves[CHOSEN])

        async def play(*_: Any) -> None:
            await film.tap(phone.guide.get_by_role("button", name="Play", exact=True))
            await expect(phone.guide.get_by_role("button", name="Play", exact=True)).to_have_count(0)

        await contest.turn(play, moves[CHOSEN])
        await _show_board(phone, film, contest)
        film.save(file)
    return file


async def _record_taps(stage: Stage, browser: Browser, file: Path) -> Path:
    contest, moves = await begin(stage, OF_THREE, "Ann", "Bob", "Cleo")
    await queue_moves(stage, contest, moves[:SHIPS])
    await stage.play(contest, moves[SHIPS:TAPPED])
    async with page_of(browser, stage.env.playground, "Ann", **SCREEN) as page:
        phone, film = Phone(page), Film(page)
        await phone.open_thread(contest.number)
        await film.take(READ)
        await film.tap(page.get_by_role("button", name="Move", exact=True).last)
        await expect(phone.guide).to_contain_text(f"move {contest.ply + 1}.")
        await film.take(LOOK)
        async with page.context.expect_page() as opened:
            await film.tap(phone.guide.get_by_role("link", name="Open the board"))
        film.page = board = await opened.value
        await film.take(READ)
        await film.tap(board.get_by_role("button", name="Sign in as Ann"))
        await expect(board.locator("#board .pressed")).to_have_count(1)  # its scripts run
        await film.take(READ)

        async def tap(*_: Any) -> None:
            for place in moves[TAPPED].split("x"):
                shown = await board.locator("#board img").get_attribute("srcset")
                await film.tap(board.locator(f'#board [role=button][data-place="{place}"]'))
                await expect(board.locator("#board img")).not_to_have_attribute("srcset", shown or "")
                await film.take(READ)
            await film.tap(board.get_by_role("button", name="Play", exact=True))
            await expect(board.locator("#status")).to_contain_text("Bob's turn")
            await film.take(READ)

        await contest.turn(tap, moves[TAPPED])
        await board.close()
        film.page = page
        await _show_board(phone, film, contest)
        film.save(file)
    return file


async def _choose(phone: Phone, film: Film, contest: Contest, target: str) -> None:
    """Choose part after part of a move by the guide."""
    text = ""
    while text != target:
        text, step = find_step(contest.game, contest.state, text, turned=False)
        choice = find_towards(contest.game, contest.state, step, target)
        assert choice, target
        for item in phone.find_choice(step, choice)[0]:
            await item.scroll_into_view_if_needed()
            await film.take(LOOK)
            await film.tap(item)
        await expect(phone.guide.locator("code").filter(has_text=choice.label).first).to_be_visible()
        await film.take(READ)
        text = choice.text


async def _show_board(phone: Phone, film: Film, contest: Contest) -> None:
    """Wait until the board of the last move is on the page, and show it."""
    board = phone.page.get_by_test_id("message").filter(has_text=f"move {contest.ply} ").last
    await expect(board).to_be_visible()
    await board.scroll_into_view_if_needed()
    await film.take(READ)

"""A moving picture of a page: single pictures with how long each is shown, stored as one animated WebP."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Locator, Page

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
        await self.page.wait_for_function("[...document.images].every(image => image.complete)")
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

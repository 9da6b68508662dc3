"""A phone with the playground's page, on which a person plays by the button Move."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from playwright.async_api import expect

from bot.features.guide.turns import CHOOSE, MORE, SO_FAR
from games.translation import ENGLISH, gettext, in_language
from tests.playground.browser import chromium_running, page_of
from tests.playground.running_page import PHONE

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from playwright.async_api import Locator, Page

    from games.contract import Choice, Step
    from tests.wire.environment import Environment

PAGE_OF_CHOICES, MENU = 100, 25


class Phone:
    """A player's page, in the thread of a match. `language` is that of what only they see."""

    def __init__(self, page: Page, language: str = ENGLISH) -> None:
        self.page, self.home, self.language = page, page.url, language
        self._chosen: list[str] = []

    @property
    def guide(self) -> Locator:
        """The latest private message."""
        return self.page.locator("[data-testid=message][data-private=true]").last

    async def open_thread(self, number: int) -> None:
        """Go to the thread of a match."""
        await self.page.goto("about:blank")
        await self.page.goto(self.home)
        await self.page.get_by_test_id("thread-card").filter(has_text=f"#{number}").first.click()
        await expect(self.page.get_by_test_id("title")).to_contain_text(f"#{number}")

    def written(self, message: str) -> str:
        """Return a message as the player reads it."""
        with in_language(self.language):
            return gettext(message)

    async def press(self, label: str) -> None:
        """Press a button of the latest private message, by its English label."""
        await self.guide.get_by_role("button", name=self.written(label), exact=True).click()

    async def begin(self, ply: int) -> None:
        """Press Move under the board of a ply, and wait for the first question."""
        button = self.page.get_by_role("button", name="Move", exact=True)
        board = self.page.get_by_test_id("message").filter(has=button).last
        if ply > 1:
            await expect(board).to_contain_text(f"move {ply - 1} ")
        await board.get_by_role("button", name="Move", exact=True).click()
        await expect(self.guide).to_contain_text(f" {ply}.")
        self._chosen.clear()

    async def choose(self, step: Step, choice: Choice) -> None:
        """Choose from the menu that has the choice, on its page of menus."""
        at = step.choices.index(choice)
        for _ in range(at // PAGE_OF_CHOICES):
            await self.press(MORE)
        menu = self.guide.get_by_test_id("select").nth(at % PAGE_OF_CHOICES // MENU)
        await expect(menu).to_contain_text(
            step.choices[at - at % MENU].label if len(step.choices) > MENU else self.written(CHOOSE)
        )
        await menu.click()
        await self.page.get_by_test_id("picker-choice").nth(at % MENU).click()
        self._chosen.append(choice.label)
        # All choices, because the label of the last one can be part of what the message said before.
        await expect(self.guide).to_contain_text(self.written(SO_FAR).format(choices=" ".join(self._chosen)))


@asynccontextmanager
async def open_phones(env: Environment, languages: Mapping[str, str]) -> AsyncGenerator[dict[str, Phone]]:
    """Give a phone to each of the first three people, by name; those without a language read English."""
    screen: dict[str, Any] = {"viewport": PHONE, "has_touch": True}
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(chromium_running())
        names = [person.name for person in env.people[:3]]
        pages = [await stack.enter_async_context(page_of(browser, env.playground, name, **screen)) for name in names]
        yield {name: Phone(page, languages.get(name, ENGLISH)) for name, page in zip(names, pages, strict=True)}

"""A phone with the playground's page, on which a person plays by the button Move."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from playwright.async_api import expect

from bot.features.guide.turns import MORE, SO_FAR
from bot.features.menus import MAX_BUTTONS, MAX_LINES, are_buttons, split_into_menus
from games.translation import ENGLISH, gettext, in_language
from tests.playground.browser import chromium_running, page_of
from tests.playground.running_page import PHONE

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from playwright.async_api import Locator, Page

    from games.contract import Choice, Game, Step
    from tests.wire.environment import Environment


def find_towards(game: Game[Any, Any], state: Any, step: Step, target: str) -> Choice | None:
    """Return the choice that leads to a move, at once or by the next step; None if none does."""
    fitting = [choice for choice in step.choices if target.startswith(choice.text)]
    if fitting:
        return max(fitting, key=lambda choice: len(choice.text))
    for choice in step.choices:
        if any(target.startswith(later.text) for later in game.guide(state, choice.text).choices):
            return choice
    return None


class Phone:
    """A player's page, in the thread of a match. `language` is that of what only they see."""

    def __init__(self, page: Page, language: str = ENGLISH) -> None:
        self.page, self.home, self.language = page, page.url, language
        self._chosen: list[str] = []
        self.taps = 0
        """How often the player has tapped since the board: a menu takes two taps, one to open it."""

    @property
    def private(self) -> Locator:
        """What only the player sees."""
        return self.page.locator("[data-testid=message][data-private=true]")

    @property
    def guide(self) -> Locator:
        """The latest private message."""
        return self.private.last

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
        await self._tap(self.guide.get_by_role("button", name=self.written(label), exact=True))

    async def begin(self, ply: int) -> None:
        """Press Move under the board of a ply, and wait for the first question."""
        button = self.page.get_by_role("button", name="Move", exact=True)
        board = self.page.get_by_test_id("message").filter(has=button).last
        if ply > 1:
            await expect(board).to_contain_text(f"move {ply - 1} ")
        self.taps = 0
        await self._tap(board.get_by_role("button", name="Move", exact=True))
        await expect(self.guide).to_contain_text(f" {ply}.")
        self._chosen.clear()

    async def choose(self, step: Step, choice: Choice) -> None:
        """Choose how the move goes on, by a button or from a menu, on the page that has it."""
        items, page = self.find_choice(step, choice)
        for _ in range(page):
            await self.press(MORE)
        for item in items:
            await self._tap(item)
        self._chosen.append(choice.label)
        # All choices, because the label of the last one can be part of what the message said before.
        await expect(self.guide).to_contain_text(self.written(SO_FAR).format(choices=" ".join(self._chosen)))

    def find_choice(self, step: Step, choice: Choice) -> tuple[tuple[Locator, ...], int]:
        """Return what has to be tapped, one after the other, to choose something, and on which page that is."""
        if are_buttons(step.choices):
            button = self.guide.get_by_test_id("button").filter(has=self.page.get_by_text(choice.label, exact=True))
            return (button,), step.choices.index(choice) // (MAX_LINES * MAX_BUTTONS)
        with in_language(self.language):
            menus = split_into_menus(step.choices)
        page, at = divmod(next(number for number, menu in enumerate(menus) if choice in menu.choices), MAX_LINES)
        menu = menus[page * MAX_LINES + at]
        select = self.guide.get_by_test_id("select").nth(at).filter(has_text=menu.name)
        return (select, self.page.get_by_test_id("picker-choice").nth([*menu.choices].index(choice))), page

    async def _tap(self, item: Locator) -> None:
        await item.click()
        self.taps += 1


@asynccontextmanager
async def open_phones(env: Environment, languages: Mapping[str, str]) -> AsyncGenerator[dict[str, Phone]]:
    """Give a phone to each of the first three people, by name; those without a language read English."""
    screen: dict[str, Any] = {"viewport": PHONE, "has_touch": True}
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(chromium_running())
        names = [person.name for person in env.people[:3]]
        pages = [await stack.enter_async_context(page_of(browser, env.playground, name, **screen)) for name in names]
        yield {name: Phone(page, languages.get(name, ENGLISH)) for name, page in zip(names, pages, strict=True)}

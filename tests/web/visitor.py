"""People at the page of a board in real Chromium, who choose among what it offers: by tapping, by keys, or by names."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from playwright.async_api import expect

from bot.referee.turns.aids import walk_choices
from games.translation import ENGLISH, gettext, in_language
from tests.playground.browser import without_failures
from tests.playground.running_page import DESK, PHONE
from tests.wire.phone import find_towards

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
    from random import Random

    from playwright.async_api import Browser, Locator, Page, ViewportSize

    from bot.referee.turns.aids import Walk
    from games.contract import Game
    from tests.playground.client import Person
    from tests.web.site import Site

Way: TypeAlias = "Callable[[Visitor, Offer], Awaitable[None]]"

OFFERED = """() => {
    const seen = (each) => each.checkVisibility();
    const places = [...document.querySelectorAll("#board [role=button]")].filter(seen);
    const chips = [...document.querySelectorAll("#chips button")].filter(seen);
    return [
        ...places.map((each) => ({place: each.dataset.place, name: each.getAttribute("aria-label"), label: ""})),
        ...chips.map((each) => ({
            place: "", name: each.ariaLabel ?? each.textContent.trim(), label: each.querySelector("b").textContent,
        })),
    ];
}"""
"""What can be chosen now."""

MIDDLE = """(place) => {
    const group = document.querySelector(`#board [data-place="${CSS.escape(place)}"][role=button]`);
    group.scrollIntoView({block: "center", behavior: "instant"});
    const box = group.firstElementChild.getBoundingClientRect();
    const hit = (x, y) => document.elementFromPoint(x, y)?.closest("[data-place]") === group;
    const at = (part, length, from) => from + length * part / 12;
    const points = [];
    for (let row = 1; row < 12; row++)
        for (let column = 1; column < 12; column++) {
            const [x, y] = [at(column, box.width, box.left), at(row, box.height, box.top)];
            if (hit(x, y)) points.push([Math.hypot(column - 6, row - 6), x, y]);
        }
    return points.sort((one, other) => one[0] - other[0])[0]?.slice(1) ?? null;
}"""
"""The point of a place that is nearest to its middle and that a tap there reaches, null if there's none."""

REACHED = """() => {
    const buttons = [...document.querySelectorAll("#board [role=button]")];
    const found = new Set(), next = [document.querySelector("#board [tabindex='0']")];
    while (next.length) {
        const from = next.pop();
        if (found.has(from)) continue;
        found.add(from);
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
            from.focus();
            for (const each of buttons) each.setAttribute("tabindex", each === from ? "0" : "-1");
            from.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
            next.push(document.activeElement);
        }
    }
    return buttons.filter((each) => !found.has(each)).map((each) => each.dataset.place);
}"""
"""The places at which the arrow keys never arrive."""

WAY = """(place) => {
    const middle = (each) => {
        const box = each.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const here = document.activeElement;
    const there = document.querySelector(`#board [role=button][data-place="${CSS.escape(place)}"]`);
    const [[x, y], [right, down]] = [middle(here), middle(there)];
    return [here.dataset.place, right - x, down - y];
}"""
"""The place that has the focus, and how far another one is to its right and below it."""

DRAWN = """(address) => {
    const picture = document.querySelector("#board img");
    return picture.srcset.startsWith(address) && !document.querySelector("#board .pressed").firstChild;
}"""
"""Whether the picture of an address is shown."""


MOST_KEYS = 80
"""Presses of keys that lead from any place or chip to any other, with a way around what is between them."""


class Offer(NamedTuple):
    """What a page lets a person choose: a place of the board or a chip (with a label), and its accessible name."""

    place: str
    name: str
    label: str = ""


class Played(NamedTuple):
    """A move as a page sent it, and how many choices or presses of keys led to it, without *Play*."""

    move: str
    taps: int
    keys: int = 0


@dataclass
class Visitor:
    """A person at a page, who chooses in some way: `tap`, `type_keys` or `call_by_name`."""

    page: Page
    way: Way
    language: str = ENGLISH
    keys: int = 0
    """How often a key was pressed."""

    def written(self, message: str) -> str:
        """Return a sentence or a word of the page as the person reads it."""
        with in_language(self.language):
            return gettext(message)

    async def take_up(self, way: Way) -> None:
        """Go on in another way, on the screen that goes with it."""
        if way is not self.way:
            self.way = way
            await self.page.set_viewport_size(_screen(way))

    async def wait_for_turn(self) -> None:
        """Wait until the page offers a move, as it does by itself when the opponent has played."""
        anything = self.page.locator("#board [role=button], #chips button, #play:not([hidden])")
        await expect(anything.first).to_be_visible()

    async def offered(self) -> list[Offer]:
        """Return all that can be chosen now."""
        return [Offer(**each) for each in await self.page.evaluate(OFFERED)]

    async def can_play(self) -> bool:
        """Return whether what was chosen is a whole move."""
        return await self.page.locator("#play").is_visible()

    async def choose(self, offer: Offer) -> Any:
        """Choose something, wait for the picture of what comes next, and return that step as the page got it."""
        async with self.page.expect_response(lambda answer: "/step?" in answer.url) as answered:
            await self.way(self, offer)
        step = await (await answered.value).json()
        await self.page.wait_for_function(DRAWN, arg=step["picture"])
        assert await self.page.locator("#notice").text_content() == ""
        offered = await self.offered()
        assert {each.place for each in offered if each.place} == {*step["places"]}
        labels = [choice["label"] for choice in step["choices"]]
        assert [each for each in labels if not any(each in one.name for one in offered)] == []
        return step

    async def press(self, key: str) -> None:
        """Press a key, and count it."""
        await self.page.keyboard.press(key)
        self.keys += 1

    async def play(self) -> str:
        """Press *Play*, and return the move that the page sent."""
        async with self.page.expect_response(lambda answer: answer.url.endswith("/play")) as answered:
            await self.way(self, Offer("", self.written("Play")))
        answer = await answered.value
        assert answer.status == 200
        return json.loads(answer.request.post_data or "")["move"]

    async def act(self, label: str) -> None:
        """Press a button beside the board."""
        await self.page.locator(".side").get_by_role("button", name=self.written(label), exact=True).click()

    async def confirm(self, label: str, text: str | None = None) -> None:
        """Answer the question before an action, with what it asks for, and wait until it's done."""
        dialog = self.page.get_by_role("dialog")
        if text is not None:
            await dialog.get_by_role("textbox").fill(text)
        async with self.page.expect_response(lambda answer: answer.url.endswith("/do")):
            await dialog.get_by_role("button", name=self.written(label), exact=True).click()

    async def cancel(self) -> None:
        """Answer the question before an action with no."""
        dialog = self.page.get_by_role("dialog")
        await dialog.get_by_role("button", name=self.written("Cancel"), exact=True).click()
        await expect(dialog).to_be_hidden()

    async def move(self, chance: Random) -> Played:
        """Choose at random until there's a move, and play it."""
        taps, before = 0, self.keys
        while True:
            offered = await self.offered()
            if await self.can_play() and (not offered or chance.random() < 0.5):
                keys = self.keys - before
                return Played(await self.play(), taps, keys)
            assert offered, await self.page.locator("main").aria_snapshot()
            chips = [each for each in offered if not each.place]
            await self.choose(chance.choice(chips if chips and taps else offered))
            taps += 1

    async def make(self, game: Game[Any, Any], state: Any, move: str, *, turned: bool) -> Played:
        """Choose what leads to a move, and play it: places where there are any, else chips.

        `turned` says that the page shows the board from the far side.
        """
        taps, before = 0, self.keys
        labels: Sequence[str] = ()
        tapped: Sequence[str] = ()
        while True:
            with in_language(self.language):
                walk = walk_choices(game, state, labels, tapped, turned=turned)
                if walk.step.move == move:
                    keys = self.keys - before
                    return Played(await self.play(), taps, keys)
                wanted = _find_offer(game, state, walk, move, await self.offered(), turned=turned)
            step = await self.choose(wanted)
            labels, tapped = step["so_far"], step["taps"]
            taps += 1


def _find_offer(
    game: Game[Any, Any], state: Any, walk: Walk, move: str, offered: Sequence[Offer], *, turned: bool
) -> Offer:
    """Return what leads farthest on the way to a move: a place, or the chip of the choice if no place does."""
    wanted = find_towards(game, state, walk.step, move)
    assert wanted, f"no choice leads to {move}"
    best: tuple[tuple[int, int], Offer] | None = None
    for offer in offered:
        if offer.place in wanted.places:
            after = walk_choices(game, state, walk.labels, (*walk.taps, offer.place), turned=turned)
            progress = len(after.labels), -len(after.step.choices)
            leads = after.step.move == move or find_towards(game, state, after.step, move)
            if leads and (best is None or progress > best[0]):
                best = progress, offer
    return best[1] if best else next(each for each in offered if each.label == wanted.label)


@asynccontextmanager
async def sit_down(
    browser: Browser, site: Site, person: Person, path: str, way: Way, language: str = ENGLISH, **options: Any
) -> AsyncGenerator[Visitor]:
    """Sign a new browser in as a person, with the board at a path: a phone for those who tap, else a desk's screen.

    `options` are those of a browser context. No script on the page may fail.
    """
    settings: dict[str, Any] = {"viewport": _screen(way), "has_touch": way is tap, "base_url": site.url} | options
    context = await browser.new_context(**settings)
    try:
        page = await context.new_page()
        async with without_failures(page):
            await page.goto(await site.link(person, path))
            await page.locator("main form button").click()
            await page.wait_for_url(f"**{path}")
            yield Visitor(page, way, language)
    finally:
        await context.close()


def _screen(way: Way) -> ViewportSize:
    return PHONE if way is tap else DESK


async def tap(visitor: Visitor, offer: Offer) -> None:
    """Tap the middle of a place or of a button with a finger."""
    if offer.place:
        point = await visitor.page.evaluate(MIDDLE, offer.place)
        assert point, f"{offer.place} is covered"
        await visitor.page.touchscreen.tap(*point)
    else:
        await _button(visitor, offer).tap()


async def type_keys(visitor: Visitor, offer: Offer) -> None:
    """Go to a place by arrow keys, or to a button by `/` and Tab, and press Enter."""
    if offer.place:
        await _walk(visitor, offer.place)
    else:
        await visitor.press("/")
        for _ in range(MOST_KEYS):
            if await _button(visitor, offer).evaluate("button => button === document.activeElement"):
                break
            await visitor.press("Tab")
        else:
            raise AssertionError(f"Tab doesn't lead to {offer.name}")
    await visitor.press("Enter")


async def call_by_name(visitor: Visitor, offer: Offer) -> None:
    """Activate what has a name in the accessibility tree, as a screen reader or a voice does."""
    part = "Board" if offer.place else "Your move"
    role: Any = "group" if offer.place else "region"
    within = visitor.page.get_by_role(role, name=visitor.written(part), exact=True)
    await within.get_by_role("button", name=offer.name, exact=True).dispatch_event("click")


def _button(visitor: Visitor, offer: Offer) -> Locator:
    return visitor.page.locator("#turn").get_by_role("button", name=offer.name, exact=True)


async def _walk(visitor: Visitor, place: str) -> None:
    """Press arrow keys until a place has the focus: towards it, around what is in the way."""
    page = visitor.page
    if not await page.evaluate("document.querySelector('#board svg').contains(document.activeElement)"):
        assert await page.evaluate(REACHED) == []
        await visitor.press("ArrowUp")
    been: dict[str, int] = {}
    for _ in range(MOST_KEYS):
        here, right, down = await page.evaluate(WAY, place)
        if here == place:
            return
        across, along = ("ArrowRight" if right > 0 else "ArrowLeft"), ("ArrowDown" if down > 0 else "ArrowUp")
        keys = [across, along] if abs(right) > abs(down) else [along, across]
        keys += [key for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft") if key not in keys]
        been[here] = been.get(here, -1) + 1
        await visitor.press(keys[been[here] % 4])
    raise AssertionError(f"the arrow keys don't lead to {place}")

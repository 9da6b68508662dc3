"""Matches of every game on their pages in real Chromium: by tapping, by keys, and by the names of the tree alone."""

from __future__ import annotations

import shutil
from contextlib import AsyncExitStack
from random import Random
from statistics import median
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.new_game import write_package
from games.translation import ENGLISH
from tests.packages import describe_package, lay_down_example, let_be_found
from tests.playground.browser import chromium_running
from tests.thorough import first_quick
from tests.web.site import start_site
from tests.web.visitor import call_by_name, sit_down, tap, type_keys
from tests.wire.match import Contest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from pathlib import Path

    from playwright.async_api import Browser

    from games.contract import Options
    from tests.web.site import Site
    from tests.web.visitor import Visitor, Way

# One bot and one Chromium for all tests here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
GERMAN = "de"
LOCALES = {ENGLISH: "en-US", GERMAN: "de"}
"""What Discord calls the languages."""
FEW = 4
"""Moves of each match in `make test`."""
MOST = 120
"""Moves after which somebody resigns: by chance some matches have no end."""
SEATS: dict[str, tuple[Way, ...]] = {
    "xero-g": (tap, type_keys),
    "martian-life": (tap, type_keys),
    "xong": (tap, call_by_name),
    "force-field-factions": (tap, call_by_name),
    "zyrcan": (tap, call_by_name, type_keys),
}
"""How each seat moves: on a phone or on a desk's screen. The second one reads German."""
PACKAGES: dict[str, tuple[tuple[Way, ...], Options]] = {
    "three-stones": ((tap, call_by_name), {}),
    "hex": ((tap, type_keys), {"size": 5}),
}
"""Games of packages, the first as `turnpost new-game` writes it: how each seat moves, and the options."""
USUAL_TAPS = {"xero-g": 2, "martian-life": 1, "xong": 4, "force-field-factions": 2, "zyrcan": 2}
"""At most so many taps lead to a usual move, that on *Play* not counted."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with chromium_running() as browser:
        yield browser


async def play(contest: Contest, site: Site, visitors: Sequence[Visitor], moves: int) -> list[int]:
    """Play some moves, each by whoever's turn it is, and return how many taps each took.

    What the record has of the match is what was chosen, and nothing else.
    """
    chance, taps, sent = Random(contest.key), list[int](), list[str]()
    while (seat := contest.game.to_move(contest.state)) and len(sent) < moves:
        visitor = visitors[seat - 1]
        await visitor.wait_for_turn()
        played = await visitor.move(chance)
        contest.follow([played.move])
        assert contest.move == played.move
        taps.append(played.taps)
        sent.append(played.move)
    log = site.rows("SELECT kind, text FROM events WHERE match_id = ? ORDER BY seq", contest.number)
    assert log == [("move", text) for text in sent]
    return taps


async def end(contest: Contest, site: Site, visitors: Sequence[Visitor]) -> None:
    """Let one player after the other resign on the page until the match is over, and check that all pages say so."""
    while seat := contest.game.to_move(contest.state):
        await visitors[seat - 1].act("Resign")
        await visitors[seat - 1].confirm("Resign")
        contest.state = contest.game.leave(contest.state, seat)
    for visitor in visitors:
        await expect(visitor.page.locator("#actions button")).to_have_count(0)
    assert site.value("SELECT ended_at FROM matches WHERE id = ?", contest.number)


async def play_on_pages(
    browser: Browser, site: Site, key: str, moves: int, options: Options | None = None, seats: tuple[Way, ...] = ()
) -> tuple[Contest, list[int]]:
    """Begin a match and play it on pages, to its end if `moves` are `MOST`; return it, and the taps of each move."""
    ways = seats or SEATS[key]
    contest = Contest(key, site.env.people[: len(ways)], options, site.env.bot.data, redraws=False)
    await contest.begin()
    path = site.path(contest)
    async with AsyncExitStack() as stack:
        visitors: list[Visitor] = []
        for number, (person, way) in enumerate(zip(contest.people, ways, strict=True)):
            language = GERMAN if number == 1 else ENGLISH
            await person.change_settings(locale=LOCALES[language])
            await person.ask_by_slash("match", contest.thread)
            visitors.append(await stack.enter_async_context(sit_down(browser, site, person, path, way, language)))
        taps = await play(contest, site, visitors, moves)
        if moves == MOST:
            await end(contest, site, visitors)
        for visitor in visitors:
            assert await visitor.page.locator("html").get_attribute("lang") == visitor.language
    return contest, taps


@pytest.mark.parametrize("key", SEATS)
async def test_some_moves_are_tapped_typed_and_named(browser: Browser, bare_site: Site, key: str) -> None:
    contest, _taps = await play_on_pages(browser, bare_site, key, FEW)
    assert contest.ply == FEW or contest.game.result(contest.state)


@pytest.mark.thorough
@pytest.mark.parametrize("key", SEATS)
async def test_a_whole_match_is_played_on_pages_in_few_taps_a_move(browser: Browser, bare_site: Site, key: str) -> None:
    _contest, taps = await play_on_pages(browser, bare_site, key, MOST)
    assert median(taps) <= USUAL_TAPS[key]


@pytest.mark.parametrize("key", first_quick(PACKAGES))
async def test_a_game_of_a_package_is_played_to_its_end_on_pages(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    packages = tmp_path / "packages"
    if key == "hex":
        lay_down_example("hex", packages)
    else:
        module = "turnpost_three_stones"
        shutil.copytree(write_package("Three Stones", tmp_path) / module, packages / module)
        describe_package(packages, module, f"{key} = {module}:THREE_STONES")
    let_be_found(monkeypatch, packages)
    seats, options = PACKAGES[key]
    async with start_site(tmp_path, proxies="", packages=packages) as site:
        contest, taps = await play_on_pages(browser, site, key, MOST, options, seats)
    assert contest.game.result(contest.state)
    assert set(taps) == {1}

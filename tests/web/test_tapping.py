"""Matches of every game on their pages in real Chromium: by tapping, by keys, and by the names of the tree alone."""

from __future__ import annotations

import shutil
from contextlib import AsyncExitStack
from functools import partial
from random import Random
from statistics import median
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.new_game import write_package
from engines import engine_of
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
    from tests.web.visitor import Played, Visitor, Way

# One bot and one Chromium for all tests here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
GERMAN = "de"
LOCALES = {ENGLISH: "en-US", GERMAN: "de"}
"""What Discord calls the languages."""
WAYS: dict[str, Way] = {"taps": tap, "keys": type_keys, "names": call_by_name}
"""How a match is played: by tapping at 390 pixels, by the keyboard alone, and by names of a screen reader's tree."""
FEW = 4
"""Moves of each match in `make test`, at least one in each way."""
MATCHES = {"xero-g": (2, 10), "martian-life": (2, 2), "xong": (2, 1), "force-field-factions": (2, 2), "zyrcan": (3, 1)}
"""How many play each game, and the seed of a match that comes to its end in some twenty moves or more."""
LEVELS = {"martian-life": (1, 1), "force-field-factions": (3, 1)}
"""The levels at which each seat's moves are thought out, where matches by chance end too soon or never."""
NODES = 100
"""What is thought about before each of these moves."""
PACKAGES: dict[str, tuple[tuple[Way, ...], Options]] = {
    "three-stones": ((tap, call_by_name), {}),
    "hex": ((tap, type_keys), {"size": 5}),
}
"""Games of packages, the first as `turnpost new-game` writes it: how they are played, and the options."""
USUAL_TAPS = {"xero-g": 2, "martian-life": 1, "xong": 4, "force-field-factions": 4, "zyrcan": 2}
"""At most so many taps lead to a usual move, that on *Play* not counted."""
USUAL_KEYS = {"xero-g": 8, "martian-life": 8, "xong": 30, "force-field-factions": 14, "zyrcan": 7}
"""The same in presses of keys."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with chromium_running() as browser:
        yield browser


async def play(
    contest: Contest, site: Site, visitors: Sequence[Visitor], ways: Sequence[Way], moves: int = 0
) -> list[Played]:
    """Play a match to its end, or some moves, each by whoever's turn it is, and return what was played.

    The `ways` take turns. What the record has of the match is what was chosen, and nothing else.
    """
    seed, levels = MATCHES.get(contest.key, (0, 0))[1], LEVELS.get(contest.key)
    chance = Random(seed)
    sent: list[Played] = []
    while (seat := contest.game.to_move(contest.state)) and not (moves and len(sent) == moves):
        visitor = visitors[seat - 1]
        await visitor.take_up(ways[len(sent) % len(ways)])
        await visitor.wait_for_turn()
        if levels:
            thought = partial(engine_of(contest.game).think, nodes=NODES)
            wanted = thought(contest.state, levels[seat - 1], seed * 1000 + contest.ply).move
            info = contest.game.info
            turned = info.homes and seat == info.far_seat
            played = await visitor.make(contest.game, contest.state, wanted, turned=turned)
            assert played.move == wanted
        else:
            played = await visitor.move(chance)
        contest.follow([played.move])
        assert contest.move == played.move
        sent.append(played)
    log = site.rows("SELECT kind, text FROM events WHERE match_id = ? ORDER BY seq", contest.number)
    assert log == [("move", each.move) for each in sent]
    return sent


async def play_on_pages(
    browser: Browser,
    site: Site,
    key: str,
    ways: Sequence[Way],
    moves: int = 0,
    *,
    players: int = 2,
    options: Options | None = None,
) -> list[Played]:
    """Begin a match and play it on pages, to its end or some moves; return what was played.

    All pages say how it has ended.
    """
    contest = Contest(key, site.env.people[:players], options, site.env.bot.data, redraws=False)
    await contest.begin()
    path = site.path(contest)
    async with AsyncExitStack() as stack:
        visitors: list[Visitor] = []
        for number, person in enumerate(contest.people):
            language = GERMAN if number == 1 else ENGLISH
            await person.change_settings(locale=LOCALES[language])
            await person.ask_by_slash("match", contest.thread)
            visitors.append(await stack.enter_async_context(sit_down(browser, site, person, path, ways[0], language)))
        sent = await play(contest, site, visitors, ways, moves)
        for visitor in visitors:
            assert await visitor.page.locator("html").get_attribute("lang") == visitor.language
            if not moves:
                await expect(visitor.page.locator("#actions button")).to_have_count(0)
    if not moves:
        assert contest.game.result(contest.state)
        assert site.value("SELECT ended_at FROM matches WHERE id = ?", contest.number)
    return sent


@pytest.mark.parametrize("key", MATCHES)
async def test_some_moves_are_tapped_typed_and_named(browser: Browser, bare_site: Site, key: str) -> None:
    players, _seed = MATCHES[key]
    assert len(await play_on_pages(browser, bare_site, key, [*WAYS.values()], FEW, players=players)) == FEW


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("key", MATCHES)
async def test_a_whole_match_is_played_in_one_way_alone(browser: Browser, bare_site: Site, key: str, way: str) -> None:
    players, _seed = MATCHES[key]
    sent = await play_on_pages(browser, bare_site, key, [WAYS[way]], players=players)
    assert median(played.taps for played in sent) <= USUAL_TAPS[key]
    if way == "keys":
        assert 0 < median(played.keys for played in sent) <= USUAL_KEYS[key]


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
    ways, options = PACKAGES[key]
    async with start_site(tmp_path, proxies="", packages=packages) as site:
        sent = await play_on_pages(browser, site, key, ways, options=options)
    assert {played.taps for played in sent} == {1}

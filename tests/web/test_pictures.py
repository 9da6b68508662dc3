"""Pictures of a page are drawn once, as early as possible, and show what their address says."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.images import boards as images
from bot.images.boards import BoardImages, PriorityExecutor
from bot.metrics import Metrics
from bot.referee.context import Context
from games import GAMES
from renderers import RENDERERS
from storage.engine.database import Database, file_url
from storage.queries.web_sessions import Session
from tests.wire.match import bare, begin_match
from web.boards import Chosen, Services
from web.studies import PuzzleBoard
from web.visitors import Visitor

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.images.boards import Picture
    from renderers.board.scene import Renderer, Scene
    from tests.web.site import Site

NOW = datetime(2026, 3, 1, tzinfo=UTC)


class Drawings:
    """What was drawn: the size of each picture. Drawing waits for `may_go_on`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[str] = []
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        draw = images.draw_scene

        def watched(renderer: Renderer, scene: Scene) -> Any:
            self.may_go_on.wait(60)
            self.sizes.append(scene.size)
            return draw(renderer, scene)

        monkeypatch.setattr(images, "draw_scene", watched)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Drawings:
    return Drawings(monkeypatch)


@pytest.fixture
async def services(tmp_path: Path) -> AsyncGenerator[Services]:
    database, worker = await Database.open(file_url(tmp_path / "turnpost.db")), PriorityExecutor()
    context = Context(database, GAMES, now=lambda: NOW, rng=Random(1))
    yield Services(context, BoardImages(RENDERERS, worker, Metrics()))
    worker.close()
    await database.close()


def puzzle(services: Services, session: int = 1) -> PuzzleBoard:
    """Return a puzzle in a browser of Ann's."""
    return PuzzleBoard(services, Visitor(7, "dark", Session(session, 7, "", NOW, NOW)), "xero-g", 1)


async def choices(services: Services) -> list[Chosen]:
    """Return what can be tapped first in the puzzle."""
    first = await puzzle(services, session=99).step(Chosen())
    return [Chosen("", (choice["label"],), marked=True) for choice in first["choices"]]


async def draw(services: Services, chosen: Chosen, session: int = 1) -> Picture:
    """Draw a large picture for Ann."""
    board = puzzle(services, session)
    match = (await board.snapshot("")).match
    return await board.draw(chosen, replace(await board.display(match), size="large"))


async def drawn(services: Services) -> None:
    """Wait until everything is drawn that was begun."""
    for each in services.drawing.values():
        await each


async def test_a_step_is_drawn_before_its_picture_is_asked_for(services: Services, drawings: Drawings) -> None:
    chosen, *_ = await choices(services)
    await draw(services, Chosen(marked=True))
    assert drawings.sizes == ["large"]
    await puzzle(services).step(chosen)
    await drawn(services)
    assert drawings.sizes == ["large", "large"]
    assert (await draw(services, chosen)).png
    assert drawings.sizes == ["large", "large"]


async def test_nothing_is_drawn_for_a_browser_that_never_asked_for_a_picture(
    services: Services, drawings: Drawings
) -> None:
    chosen, *_ = await choices(services)
    await draw(services, Chosen(marked=True), session=2)
    await puzzle(services, session=1).step(chosen)
    await drawn(services)
    assert drawings.sizes == ["large"]


async def test_of_many_steps_asked_for_at_once_one_is_drawn(services: Services, drawings: Drawings) -> None:
    several = await choices(services)
    assert len(several) > 1
    await draw(services, Chosen(marked=True))
    drawings.may_go_on.clear()
    for chosen in several:
        await puzzle(services).step(chosen)
    drawings.may_go_on.set()
    await drawn(services)
    assert len(drawings.sizes) == 2
    await puzzle(services).step(several[-1])
    await drawn(services)
    assert len(drawings.sizes) == 3


@pytest.mark.asyncio(loop_scope="module")
async def test_a_move_in_place_of_one_removed_from_an_analysis_has_its_own_picture(site: Site) -> None:
    contest = await begin_match((site.env.ann, site.env.bob))
    await contest.turn(bare, "e4+")
    ann = await site.sign_in(site.env.ann, f"{site.path(contest)}/analysis")
    seen: list[tuple[str, bytes]] = []
    for move in ("b7", "d7"):
        assert (await ann.play(move)).status == 200
        answer = await ann.get(f"{ann.state['picture']}&size=normal")
        assert answer.headers["Cache-Control"] == "no-store"
        seen.append((ann.state["picture"], answer.body))
        assert (await ann.do("remove")).status == 200
    (address, before), (same_address, after) = seen
    assert address == same_address
    assert before != after
    of_match = await ann.get(f"{ann.state['picture'].replace('/analysis', '')}&size=normal")
    assert of_match.headers["Cache-Control"] == "private, max-age=3600"

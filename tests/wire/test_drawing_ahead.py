"""A board is drawn while its move is stored: before anybody asks for it, once, and as it is then posted."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.images import boards
from renderers.martian_life.renderer import MartianLifeRenderer
from tests.wire.match import Contest, by_text
from tests.wire.scripts import SCRIPTS
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from PIL import Image

    from renderers import Scene


async def test_a_board_is_drawn_once_and_while_its_move_still_waits_to_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    draw, loop, begun = MartianLifeRenderer.draw, asyncio.get_running_loop(), asyncio.Event()

    def draw_and_count(self: MartianLifeRenderer, scene: Scene) -> Image.Image:
        drawn.append(scene.ply)
        loop.call_soon_threadsafe(begun.set)
        return draw(self, scene)

    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        contest = Contest("martian-life", (env["Ann"], env["Bob"]))
        await contest.begin()
        await env["Ann"].ask_by_text("!games", contest.thread)  # the thread's read marker is stored with that
        monkeypatch.setattr(MartianLifeRenderer, "draw", draw_and_count)
        monkeypatch.setattr(boards, "MAX_AHEAD", 1)
        for ply, text in enumerate(SCRIPTS["martian-life"].split()[:4], 1):
            begun.clear()
            since = contest.people[0].seen_so_far()
            async with env.bot.context.database.write():
                await by_text(contest.mover, contest.thread, contest.board, text)
                await asyncio.wait_for(begun.wait(), 60)
            await contest.people[0].hear_bot(f"**{ply}.**", since=since)
            contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
        assert drawn == [1, 2, 3, 4]

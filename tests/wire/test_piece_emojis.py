"""Pieces as emojis of the application: uploaded once, renewed when their picture changes, and never in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot import plugins
from renderers.board.scene import PieceRenderer
from tests.wire.environment import start_env
from tests.wire.fast_clock import run_fast

if TYPE_CHECKING:
    from pathlib import Path

UPLOAD = "POST /applications/{app}/emojis"
DRAWN = [each.draw_pieces() for each in plugins.read().renderers.values() if isinstance(each, PieceRenderer)]
TOTAL = sum(map(len, DRAWN))
UP_TO_DATE = f"There are emojis of all {TOTAL} pieces"


@pytest.mark.thorough
@pytest.mark.parametrize("status", [400, 403])
async def test_emojis_are_uploaded_once_and_renewed_when_a_picture_changes(tmp_path: Path, status: int) -> None:
    async with start_env(tmp_path, program=run_fast) as env:
        playground, bot = env.playground, env.bot
        playground.faults.fail(status, method="POST", path="/emojis$")
        await bot.logged("The emojis of the pieces could not be brought up to date; trying again: ")
        assert await env.ann.ask_by_text("!games")

        await bot.stop()
        await bot.start()
        await bot.logged(UP_TO_DATE)
        emojis = playground.state.emojis
        assert (len(emojis), playground.calls[UPLOAD]) == (TOTAL, TOTAL)

        changed = next(iter(emojis.values()))
        changed["name"], name = f"{changed['name'][:-8]}00000000", changed["name"]
        await env.ann.say("!challenge @Bob martian-life seat=1")
        await env.bob.press(await env.bob.hear_bot("challenges"), "Accept")
        step = await env.ann.ask_by_press(await env.ann.hear_bot("place a small"), "Move")
        (menu,) = step["components"][0]["components"]
        assert menu["options"][0]["emoji"]["name"].startswith("red_small_")

        emojis[1] = changed | {"id": "1", "name": "smile"}
        await bot.stop()
        await bot.start()
        await bot.logged(UP_TO_DATE, 2)
        assert playground.calls[UPLOAD] == TOTAL + 1
        assert int(changed["id"]) not in emojis
        assert [each["name"] for each in emojis.values()].count(name) == 1
        assert len(emojis) == TOTAL + 1, "somebody else's stays"

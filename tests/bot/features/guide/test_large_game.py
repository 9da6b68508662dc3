"""The button Move in a game with more choices than fit in a message, and posts of boards too long for an alt text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.images.boards import Picture
from bot.interactions.replies import caption
from tests.bot.features.guide.large_game import NAMES
from tests.bot.features.guide.presses import buttons, changed, choose, offered, press_move
from tests.test_adding_a_game import offer
from tests.wire.environment import start_env
from tests.wire.match import Contest

if TYPE_CHECKING:
    import pytest

    from tests.playground.client import Person

SOURCE = Path(__file__).with_name("large_game.py")


async def test_more_leads_to_the_last_choices_and_one_of_them_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    offer(site, "turnpost_large", SOURCE.read_text("utf-8"))
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    async with start_env(tmp_path, packages=site) as env:
        contest = Contest("large", (env.ann, env.bob))
        await contest.begin()
        assert "For screen readers" not in contest.board["content"]
        opened = await press_move(env.ann, contest.board)
        assert offered(opened) == list(NAMES[:100])
        assert buttons(opened) == ["More", "Type it"]
        more = await changed(env.ann, opened, "More")
        assert more["content"] == opened["content"]
        assert offered(more) == list(NAMES[100:])
        first = await changed(env.ann, more, "More")
        assert offered(first) == offered(opened), "behind the last page comes the first"
        shown = await choose(env.ann, await changed(env.ann, first, "More"), "j15")
        assert buttons(shown) == ["Play", "Back", "Type it"]
        assert shown["content"].endswith("\n-# For screen readers: Taken: j15.")

        async def play(person: Person, *_: object) -> None:
            await person.press(shown, "Play")

        board = await contest.turn(play, "j15")
        assert board["content"].endswith("\n-# For screen readers: Taken: j15.")
        opened = await press_move(env.bob, board)
        assert opened["content"].endswith("\n-# For screen readers: Taken: j15.")


def test_what_no_alt_text_has_room_for_is_below_a_post_that_has_room() -> None:
    picture = Picture(b"", "", "", "Taken: a1.")
    assert caption("x" * 1966, picture) == f"{'x' * 1966}\n-# For screen readers: Taken: a1."
    assert len(caption("x" * 1966, picture)) == 2000
    assert caption("x" * 1967, picture) == "x" * 1967

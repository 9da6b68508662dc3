"""Whole matches on phones: what only Ann sees is German, what only the others see English, posts are the server's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot import plugins
from tests.wire.phone import open_phones
from tests.wire.test_move_button import GAMES, play_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.wire.fixtures import Environment
    from tests.wire.phone import Phone

# One bot and one Chromium for all matches here.
pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]
GERMAN = "de"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def phones(shared_env: Environment) -> AsyncGenerator[dict[str, Phone]]:
    """A phone for each of three people, the first one's in German."""
    plugins.read()  # this process looks labels up, too
    await shared_env.ann.change_settings(locale=GERMAN)
    async with open_phones(shared_env, {shared_env.ann.name: GERMAN}) as opened:
        yield opened


@pytest.mark.parametrize("key", GAMES)
async def test_ann_moves_in_german_where_the_others_move_in_english(
    shared_env: Environment, phones: dict[str, Phone], key: str
) -> None:
    contest = await play_match(shared_env, phones, key, 400)
    assert contest.game.result(contest.state) is not None, contest.ply

"""Whole matches of a newcomer against every level of every game, from the challenge to the last board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import GAMES
from tests.bot.features.computer.conversation import challenge
from tests.bot.features.computer.newcomer import LEVELS, Newcomer
from tests.wire.environment import start_env

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "level"), LEVELS)
async def test_a_newcomers_match_against_each_level_goes_to_its_end(tmp_path: Path, key: str, level: int) -> None:
    async with start_env(tmp_path) as env:
        seat = GAMES[key].info.seats[0]
        match, begun = await challenge(env.ann, f"!challenge @Turnpost {key} level={level} seat={seat}")
        newcomer = Newcomer(env, key, match, thread=begun.split("<#")[1].split(">")[0])
        await newcomer.play(lambda text: env.ann.say(text, newcomer.thread))
        assert await newcomer.differences() == []

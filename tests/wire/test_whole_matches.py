"""Whole matches from challenge to win, over the wire, through every way of moving."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wire import match
from tests.wire.match import Contest
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment
    from tests.wire.match import Way

# One bot, and so one event loop, for all matches here: to start it takes longer than most of them.
pytestmark = pytest.mark.asyncio(loop_scope="module")

WAYS: list[Way] = [match.by_text, match.by_slash, match.by_reply, match.by_mention, match.bare, match.directly]
WAYS_WITHOUT_CONTENT: list[Way] = [match.by_slash, match.by_reply, match.by_mention, match.directly]


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[] if key == "xero-g" else pytest.mark.thorough) for key in SCRIPTS]
)
async def test_a_match_is_played_to_its_win(shared_env: Environment, key: str) -> None:
    env = shared_env
    contest = Contest(key, (env.ann, env.bob))
    await contest.begin()
    await play(contest, WAYS)
    contest.check_win()


@pytest.mark.thorough
@pytest.mark.parametrize("key", SCRIPTS)
async def test_a_match_is_played_to_its_win_without_the_content_intent(
    shared_env_without_content: Environment, key: str
) -> None:
    env = shared_env_without_content
    contest = Contest(key, (env.ann, env.bob))
    await contest.begin_by_slash()
    await play(contest, WAYS_WITHOUT_CONTENT)
    contest.check_win()


async def play(contest: Contest, ways: list[Way]) -> None:
    """Play a whole match in all ways by turns; each round begins one way later, so that each seat has each way."""
    for ply, text in enumerate(SCRIPTS[contest.key].split()):
        await contest.turn(ways[(ply + ply // len(ways)) % len(ways)], text)


@pytest.mark.thorough
async def test_a_match_goes_on_after_a_restart_at_any_turn(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin()
    texts = SCRIPTS["xero-g"].split()
    for ply, text in enumerate(texts):
        if ply in (1, len(texts) // 2):
            assert await env.bot.stop() == 0
            await env.bot.start()
        await contest.turn(WAYS[ply % len(WAYS)], text)
    contest.check_win()

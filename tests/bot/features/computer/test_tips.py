"""Tips over the wire: under the boards of a person's first match of a game, against level 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import GAMES
from tests.bot.features.computer.conversation import challenge, hear_turn, seq_of

if TYPE_CHECKING:
    from tests.wire.environment import Environment

together = pytest.mark.asyncio(loop_scope="module")
FIRST, SECOND, *_, FIFTH = GAMES["martian-life"].info.tips


def test_every_game_here_has_five_tips() -> None:
    assert {len(set(game.info.tips)) for game in GAMES.values()} == {5}


@together
async def test_the_first_turns_of_a_first_match_come_with_tips(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, _ = await challenge(ann, "!challenge @Turnpost martian-life seat=red")
    board = await hear_turn(ann, match, 0)
    assert f"\n**Tip**: {FIRST}\n-# #{match}" in board["content"]
    for own_turn, tip in enumerate(GAMES["martian-life"].info.tips[1:], 1):
        choices = await ann.autocomplete("move", "move", board["channel_id"], move="")
        await ann.say(choices[0]["value"], board["channel_id"])
        board = await hear_turn(ann, match, 2 * own_turn)
        assert f"**Tip**: {tip}" in board["content"]
    choices = await ann.autocomplete("move", "move", board["channel_id"], move="")
    await ann.say(choices[0]["value"], board["channel_id"])
    assert "**Tip**" not in (await hear_turn(ann, match, 10))["content"]
    await ann.say(f"!takeback #{match}")
    assert f"**Tip**: {FIFTH}" in (await hear_turn(ann, match, 11))["content"]
    match, _ = await challenge(ann, "!challenge @Turnpost martian-life seat=red")
    assert "**Tip**" not in (await hear_turn(ann, match, 0))["content"]


@together
async def test_a_tip_comes_after_a_move_of_turnpost_too(shared_env: Environment) -> None:
    bob = shared_env.bob
    match, _ = await challenge(bob, "!challenge @Turnpost martian-life seat=yellow")
    board = await hear_turn(bob, match, 1)
    assert f"**Tip**: {FIRST}" in board["content"]
    await bob.say("b2", board["channel_id"])
    assert f"**Tip**: {SECOND}" in (await hear_turn(bob, match, seq_of(board) + 2))["content"]


@together
async def test_against_a_higher_level_there_are_no_tips(shared_env: Environment) -> None:
    cleo = shared_env.cleo
    match, _ = await challenge(cleo, "!challenge @Turnpost martian-life level=2 seat=red")
    assert "**Tip**" not in (await hear_turn(cleo, match, 0))["content"]

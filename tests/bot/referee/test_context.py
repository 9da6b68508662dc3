"""What a referee call gets from its context: games by their keys, times, lanes, and transactions with what follows."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.context import Context, MatchState, lane
from bot.referee.endings import resign
from bot.referee.errors import RequestRejected, RulesMissing
from bot.referee.requests import MoveText
from bot.referee.turns.play import play_move
from engines import engine_of
from games import GAMES
from games.contract import IllegalMove
from games.martian_life import MartianLife
from storage.queries import events, matches
from tests.bot.referee.clock_context import ANN, BOB, HOUR

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.engine.database import Tx
    from tests.bot.referee.clock_context import ClockContext


async def test_a_game_is_known_by_its_key_and_another_has_no_rules_but_a_title(here: ClockContext) -> None:
    context, game = here.context, GAMES["martian-life"]
    assert context.title("martian-life") == "Martian Life"
    assert context.rules("martian-life") is game
    assert context.package("martian-life") == "games"
    assert context.engine("martian-life") is engine_of(game)
    engine: Any = object()
    assert replace(context, engines={"martian-life": engine}).engine("martian-life") is engine
    assert context.title("chess") == "chess"
    for call in (context.rules, context.package, context.engine):
        with pytest.raises(RequestRejected, match="chess"):
            call("chess")


async def test_only_an_ended_match_is_read_by_other_rules_than_its_own(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    assert here.context.game(match).info is GAMES["martian-life"].info
    other = replace(match, rules=99)
    with pytest.raises(RequestRejected, match=f"#{match.id}"):
        here.context.game(other)
    assert here.context.game(replace(other, ended_at=here.time)).info is GAMES["martian-life"].info


class Stricter(MartianLife):
    """A later version of the rules, under which no small piece is placed."""

    info = replace(MartianLife.info, rules=2)

    def parse(self, state: Any, text: str) -> Any:
        if not text.endswith("+"):
            raise IllegalMove("illegal", "No small pieces.")
        return super().parse(state, text)


async def test_of_an_ended_match_other_rules_can_read_the_last_position_alone(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    for person, text in ((ANN, "e4+"), (BOB, "b7")):
        await play_move(here.context, here.request(person), MoveText(text, match.id))
    await resign(here.context, here.request(ANN), match.id)
    match, newest = await here.match(match.id), Stricter()
    later = Context(here.context.database, {"martian-life": newest}, now=lambda: here.time, rng=Random(1))
    async with later.database.read() as tx:
        reached = await later.match_state(tx, match)
        assert (newest.position(reached.state), reached.ply) == (match.position, 2)
        for seq in range(match.seq):
            with pytest.raises(RulesMissing):
                await later.match_state(tx, match, seq)


async def test_no_time_is_before_the_last_event_of_a_match(here: ClockContext) -> None:
    match = await here.begin("none")
    for shift in (-HOUR, timedelta(), HOUR):
        here.time = match.since + shift
        assert here.context.now_in(match) == max(match.since, here.time)


async def test_a_match_is_posted_in_the_lane_of_its_challenge(here: ClockContext) -> None:
    match = await here.begin("none")
    assert lane(match) == f"c{match.challenge_id}"
    assert lane(replace(match, challenge_id=None)) == f"m{match.id}"


async def test_states_of_all_events_are_replayed_once(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    for _ in range(3):
        match = await here.move(match.id)
    fresh = Context(here.context.database, GAMES, now=lambda: here.time, rng=Random(1))
    game = fresh.game(match)
    async with fresh.database.read() as tx:
        reached = [await fresh.match_state(tx, match, seq) for seq in range(4)]
        assert [each.ply for each in reached] == [0, 1, 2, 3]
        assert game.position(reached[-1].state) == match.position
        assert await fresh.match_state(tx, match) is reached[-1]
        assert await fresh.state(tx, match, 1) is reached[1].state
        known = MatchState(reached[0].state, 7)
        fresh.cache_state(match.id, 1, known)
        assert await fresh.match_state(tx, match, 1) is known
        assert [event.seq for event in await events.of_match(tx, match.id)] == [1, 2, 3]


async def test_what_follows_a_transaction_is_called_once_it_is_committed(here: ClockContext) -> None:
    said: list[str] = []

    async def before(tx: Tx) -> Callable[[], None]:
        said.append(f"before, {await matches.get(tx, 1)}")
        return lambda: said.append("after")

    here.context.before_commit.append(before)
    async with here.context.write():
        said.append("within")
    assert said == ["within", "before, None", "after"]
    with pytest.raises(KeyError):
        async with here.context.write():
            raise KeyError
    assert said == ["within", "before, None", "after"]

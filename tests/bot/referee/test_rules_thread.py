"""The rules are never thought about while a transaction is open, however little is known of a match beforehand."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee import boards, endings, replays
from bot.referee.context import Context, rules_outside_transaction, run_rules
from bot.referee.endings import claim_match
from bot.referee.errors import RequestRejected
from bot.referee.offers.offers import answer_offer, make_offer
from bot.referee.requests import AlreadyDone, AmbiguousMatch, MovePlayed, MoveText
from bot.referee.turns import aids, find_match_of_move, play
from bot.referee.turns.aids import complete_move
from games import GAMES
from storage.engine.database import in_transaction
from tests.bot.referee.clock_context import ANN, BOB, DAY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext


def forget(here: ClockContext) -> None:
    """Have nothing known any more of what events lead to, as after a start."""
    here.context = Context(
        here.context.database, GAMES, now=here.context.now, rng=Random(1), outage_after=here.context.outage_after
    )


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was thought about; the test fails at what is thought about within a transaction."""
    found: list[str] = []
    to_thread = asyncio.to_thread

    async def outside(call: Callable[..., Any], /, *args: Any) -> Any:
        assert not in_transaction()
        found.append(getattr(call, "__name__", ""))
        return await to_thread(call, *args)

    monkeypatch.setattr(asyncio, "to_thread", outside)
    return found


def requests(here: ClockContext, match: Match) -> list[Callable[[], Awaitable[object]]]:
    """Return what may be asked of a match in which Ann is to move, after two moves of Martian Life."""
    ann, bob, number = lambda: here.request(ANN), lambda: here.request(BOB), match.id
    return [
        lambda: complete_move(here.context, ann(), MoveText("", number), 5),
        lambda: aids.get_destinations(here.context, ann(), MoveText("", number)),
        lambda: boards.find_earlier_point(here.context, match, 1),
        lambda: replays.find_replay_match(here.context, ann(), replays.ReplayRequest(number)),
        lambda: find_match_of_move.resolve_match(here.context, ann(), MoveText("f5", number)),
        lambda: play.preview_move(here.context, ann(), MoveText("f5", number)),
        lambda: play.play_text(here.context, ann(), MoveText("f5", number)),
        lambda: play.play_move(here.context, bob(), MoveText("d6", number)),
        lambda: play.confirm_move(here.context, ann(), number, 4, "e3"),
        lambda: make_offer(here.context, ann(), number, "takeback"),
        lambda: answer_offer(here.context, bob(), number, "takeback", agrees=True),
        lambda: endings.resign(here.context, bob(), number),
    ]


async def test_rules_of_every_request_run_outside_of_transactions(here: ClockContext, thoughts: list[str]) -> None:
    match = await here.begin("none", "martian-life")
    for person, text in ((ANN, "e4+"), (BOB, "b7")):
        done = await play.play_move(here.context, here.request(person), MoveText(text, match.id))
        assert isinstance(done, MovePlayed)
        match = done.match
    for ask in requests(here, match):
        forget(here)
        done = await ask()
        assert not isinstance(done, AlreadyDone | AmbiguousMatch)
    assert (await here.match(match.id)).ended_at is not None
    assert len(thoughts) > len(requests(here, match))


async def test_time_that_is_up_is_thought_about_outside_of_transactions(
    here: ClockContext, thoughts: list[str]
) -> None:
    match = await here.begin("1d", "martian-life")
    forget(here)
    here.time += 2 * DAY
    await claim_match(here.context, here.request(BOB), match.id)
    assert (await here.match(match.id)).ended_at is not None
    assert len(thoughts) == 2


async def test_what_a_transaction_needs_is_known_when_it_is_begun_again(
    here: ClockContext, thoughts: list[str]
) -> None:
    begun = 0

    @rules_outside_transaction
    async def work() -> int:
        nonlocal begun
        async with here.context.database.read():
            begun += 1
            return await run_rules(int, "3") + await run_rules(len, "four")

    assert await work() == 7
    assert begun == 3
    assert len(thoughts) == 2


async def test_what_the_rules_refuse_is_refused_where_it_was_asked(here: ClockContext) -> None:
    def refuse() -> None:
        raise RequestRejected("no")

    @rules_outside_transaction
    async def work() -> str:
        async with here.context.database.read():
            try:
                await run_rules(refuse)
            except RequestRejected as refused:
                return refused.reason
        return ""

    assert await work() == "no"

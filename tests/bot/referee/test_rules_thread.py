"""The rules are never thought about while a transaction is open, however little is known of a match beforehand."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee import replays, resign, snapshots
from bot.referee.claim import claim_match
from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.offers.answer import answer_offer
from bot.referee.offers.make import make_offer
from bot.referee.request_results import AlreadyDone, AmbiguousMatch, MovePlayed
from bot.referee.requests import MoveText
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.turns import destinations, find_match_of_move, play, preview
from bot.referee.turns.completion import complete_move
from games import GAMES
from storage.engine.database import in_transaction
from tests.bot.referee.clock_context import ANN, BOB, DAY, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


def forget(at: ClockContext) -> None:
    """Have nothing known any more of what events lead to, as after a start."""
    at.context = Context(
        at.context.database, GAMES, now=at.context.now, rng=Random(1), outage_after=at.context.outage_after
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


def requests(at: ClockContext, match: Match) -> list[Callable[[], Awaitable[object]]]:
    """Return what may be asked of a match in which Ann is to move, after two moves of Martian Life."""
    ann, bob, number = lambda: at.request(ANN), lambda: at.request(BOB), match.id
    return [
        lambda: complete_move(at.context, ann(), MoveText("", number), 5),
        lambda: destinations.get_destinations(at.context, ann(), MoveText("", number)),
        lambda: snapshots.find_earlier_point(at.context, match, 1),
        lambda: replays.find_replay_match(at.context, ann(), replays.ReplayRequest(number)),
        lambda: find_match_of_move.resolve_match(at.context, ann(), MoveText("f5", number)),
        lambda: preview.preview_move(at.context, ann(), MoveText("f5", number)),
        lambda: play.play_text(at.context, ann(), MoveText("f5", number)),
        lambda: play.play_move(at.context, bob(), MoveText("d6", number)),
        lambda: preview.confirm_move(at.context, ann(), number, 4, "e3"),
        lambda: make_offer(at.context, ann(), number, "takeback"),
        lambda: answer_offer(at.context, bob(), number, "takeback", agrees=True),
        lambda: resign.resign(at.context, bob(), number),
    ]


async def test_rules_of_every_request_run_outside_of_transactions(at: ClockContext, thoughts: list[str]) -> None:
    match = await at.begin("none", "martian-life")
    for person, text in ((ANN, "e4+"), (BOB, "b7")):
        done = await play.play_move(at.context, at.request(person), MoveText(text, match.id))
        assert isinstance(done, MovePlayed)
        match = done.match
    for ask in requests(at, match):
        forget(at)
        done = await ask()
        assert not isinstance(done, AlreadyDone | AmbiguousMatch)
    assert (await at.match(match.id)).ended_at is not None
    assert len(thoughts) > len(requests(at, match))


async def test_time_that_is_up_is_thought_about_outside_of_transactions(at: ClockContext, thoughts: list[str]) -> None:
    match = await at.begin("1d", "martian-life")
    forget(at)
    at.time += 2 * DAY
    await claim_match(at.context, at.request(BOB), match.id)
    assert (await at.match(match.id)).ended_at is not None
    assert len(thoughts) == 2


async def test_what_a_transaction_needs_is_known_when_it_is_begun_again(at: ClockContext, thoughts: list[str]) -> None:
    begun = 0

    @rules_outside_transaction
    async def work() -> int:
        nonlocal begun
        async with at.context.database.read():
            begun += 1
            return await run_rules(int, "3") + await run_rules(len, "four")

    assert await work() == 7
    assert begun == 3
    assert len(thoughts) == 2


async def test_what_the_rules_refuse_is_refused_where_it_was_asked(at: ClockContext) -> None:
    def refuse() -> None:
        raise RequestRejected("no")

    @rules_outside_transaction
    async def work() -> str:
        async with at.context.database.read():
            try:
                await run_rules(refuse)
            except RequestRejected as refused:
                return refused.reason
        return ""

    assert await work() == "no"

"""What a referee call gets from its context: games by their keys, times, lanes, and transactions with what follows."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee import boards, endings, find_match, replays
from bot.referee.context import (
    LONGEST_LOGGED,
    Context,
    MatchState,
    guard,
    is_seat,
    is_texts,
    lane,
    rules_outside_transaction,
    run_rules,
)
from bot.referee.endings import claim_match, resign
from bot.referee.errors import GameFailed, RequestRejected, RulesMissing
from bot.referee.offers import answer_offer, make_offer
from bot.referee.requests import AlreadyDone, AmbiguousMatch, MovePlayed, MoveText
from bot.referee.turns import aids, play
from bot.referee.turns.aids import complete_move
from bot.referee.turns.play import play_move
from engines import engine_of
from games import GAMES
from games.contract import BadOption, IllegalMove, Result, TooManyMoves
from games.martian_life import MartianLife
from storage.engine.database import in_transaction
from storage.queries import events, matches
from tests.bot.referee.clock_context import ANN, BOB, DAY, HOUR

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from storage.engine.database import Tx
    from storage.queries.rows import Match
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


GAME = GAMES["martian-life"]
START = GAME.start(2, {}, 1)


@pytest.mark.parametrize(
    ("value", "seat"),
    [(None, True), (1, True), (4, True), (0, False), (-1, False), ("1", False), (1.0, False)],
)
def test_a_seat_is_a_number_from_1_or_nobody(value: object, *, seat: bool) -> None:
    assert is_seat(value) is seat


@pytest.mark.parametrize(
    ("value", "texts"),
    [([], True), ((), True), (["a"], True), (("a", "b"), True), ("ab", False), ({"a"}, False), (["a", 1], False)],
)
def test_texts_are_a_list_or_tuple_of_nothing_else(value: object, *, texts: bool) -> None:
    assert is_texts(value) is texts


class Answer:
    """Rules that give one answer to every call, or raise it."""

    info = GAME.info

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __getattr__(self, name: str) -> Any:
        def call(*_: object) -> object:
            if isinstance(self.answer, BaseException):
                raise self.answer
            return self.answer

        return call

    def position(self, state: object) -> str:
        return GAME.position(state)


def guarded(answer: object) -> Any:
    rules: Any = Answer(answer)
    return guard(rules, "#{number}", 42)


GOOD = {
    "start": START,
    "to_move": 2,
    "parse": 0,
    "format": "",
    "play": START,
    "legal": (),
    "suggest": ["a1"],
    "destinations": GAME.destinations(START, ""),
    "result": Result((1, 2), "9 points to 7"),
    "points": (9, 7),
    "can_queue": False,
    "leave": START,
    "parse_position": START,
    "describe": "",
    "task": "",
    "news": (),
}
BAD = {
    **dict.fromkeys(GOOD, object()),
    "to_move": 0,
    "parse": None,
    "suggest": "a1",
    "result": (),
    "points": [1, 2],
    "can_queue": None,
    "news": [1],
}


@pytest.mark.parametrize("name", GOOD)
def test_what_a_call_may_return_passes_and_nonsense_fails(name: str) -> None:
    assert getattr(guarded(GOOD[name]), name)(START) is GOOD[name]
    with pytest.raises(GameFailed, match=GAME.info.title):
        getattr(guarded(BAD[name]), name)(START)


@pytest.mark.parametrize("verdict", [IllegalMove("illegal", "no"), BadOption("no"), TooManyMoves("no")])
def test_verdicts_pass_as_they_are(verdict: Exception) -> None:
    with pytest.raises(type(verdict)) as raised:
        guarded(verdict).play(START, 1)
    assert raised.value is verdict


def test_other_errors_are_logged_without_what_people_wrote(caplog: pytest.LogCaptureFixture) -> None:
    for error in (ValueError("x"), SystemExit(1)):
        with caplog.at_level(logging.ERROR), pytest.raises(GameFailed, match="#42"):
            guarded(error).parse(START, "secret")
    assert len(caplog.records) == 2
    for record in caplog.records:
        assert f"at #42 of martian-life, asked for parse({GAME.position(START)!r}" in record.getMessage()
        assert record.getMessage().endswith(", a text of 6 characters)")


def test_only_positions_that_are_read_may_be_wrong() -> None:
    with pytest.raises(ValueError, match="x"):
        guarded(ValueError("x")).parse_position("x")


def test_nonsense_and_arguments_are_cut_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(GameFailed):
        guarded("y" * 9 * LONGEST_LOGGED).to_move(range(10**9), *range(10**4))
    (record,) = caplog.records
    asked = record.getMessage().partition("to_move(")[2].removesuffix(")")
    assert len(asked) == LONGEST_LOGGED
    assert record.exc_info
    assert len(str(record.exc_info[1])) == len("it returned ") + LONGEST_LOGGED


def test_a_guarded_game_has_the_calls_of_a_game_and_no_others() -> None:
    game: Any = guard(GAME, "#{number}", 42)
    assert game.info is GAME.info
    assert game.to_move(START) == 1
    with pytest.raises(AttributeError, match="cheat"):
        _ = game.cheat


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
        lambda: find_match.resolve_match(here.context, ann(), MoveText("f5", number)),
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

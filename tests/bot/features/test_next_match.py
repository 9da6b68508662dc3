"""The button Next over the wire: what else waits for a player who moved, one board after the other."""

from __future__ import annotations

import base64
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee.clocks.clock import NOT_PAUSED
from bot.referee.lists import MatchEntry, Round, next_in_round
from playground.model.resources.user import BOT_ID
from storage.queries import matches
from tests.bot.features.guide.presses import changed
from tests.bot.features.guide.test_guide import BUTTON, forge
from tests.bot.features.match_sample import MATCH, NOON
from tests.playground.client import labels, parts_of
from tests.thorough import first_quick
from tests.wire.environment import start_env
from tests.wire.match import Contest, by_mention
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment, MakeEnvironment

BEGIN = Round.begin(NOON)


@pytest.fixture(params=first_quick([True, False]), ids=["content", "no content"])
async def env(request: pytest.FixtureRequest, make_env: MakeEnvironment) -> AsyncGenerator[Environment]:
    async with make_env(content=request.param) as ready:
        yield ready


def waiting(number: int, hours: int | None, *, since: datetime = NOON) -> MatchEntry:
    """Return a match that waits, with a deadline in so many hours or none."""
    deadline = None if hours is None else NOON + timedelta(hours=hours)
    return MatchEntry(replace(MATCH, id=number, since=since), deadline, NOT_PAUSED, None)


def go_round(entries: Sequence[MatchEntry], going: Round = BEGIN) -> list[int]:
    """Return the numbers of the matches that a round shows from a point on."""
    shown: list[int] = []
    while entry := next_in_round(entries, going):
        shown.append(entry.match.id)
        going = going.after(entry)
    return shown


def test_a_round_shows_every_match_once_the_most_urgent_first() -> None:
    entries = sorted([waiting(4, None), waiting(9, 5), waiting(2, 5), waiting(3, None)], key=lambda one: one.urgency)
    assert go_round(entries) == [2, 9, 3, 4]
    assert go_round([]) == []


def test_what_comes_later_waits_for_the_next_round() -> None:
    later = NOON + timedelta(milliseconds=1)
    shown, urgent = waiting(5, 3), waiting(1, 1, since=later)
    assert go_round([urgent, shown, waiting(7, None, since=later)]) == [5]
    assert go_round([urgent, shown, waiting(7, 9)], BEGIN.after(shown)) == [7]
    assert go_round([urgent, shown], Round.begin(later)) == [1, 5]
    earlier = waiting(8, None, since=NOON - timedelta(days=1))
    assert go_round([earlier, waiting(6, None)]) == [8, 6]


def test_a_round_is_told_in_whole_milliseconds_of_utc() -> None:
    assert Round.begin(datetime(1970, 1, 1, 0, 0, 2, 345999, tzinfo=UTC)) == Round(2345, 0, 0, 0)
    assert BEGIN.after(waiting(7, None))[1:] == (1, BEGIN.began, 7)
    assert BEGIN.after(waiting(7, 1)) == Round(BEGIN.began, 0, BEGIN.began + 3_600_000, 7)


async def begin(env: Environment, *others: Person) -> list[Contest]:
    """Begin matches of Ann with others, in which she moves first."""
    contests = [Contest("martian-life", (env.ann, other)) for other in others]
    for contest in contests:
        await contest.begin_by_slash()
    return contests


async def play(person: Person, contest: Contest, text: str) -> Json:
    """Play by `/move` in the thread of the match, and return the private answer."""
    since = person.seen_so_far()
    told = await person.ask_by_slash("move", contest.thread, move=text)
    contest.follow([text])
    await contest.hear_board(since)
    return told


async def play_board(person: Person, shown: Json, contest: Contest, text: str) -> Json:
    """Play a move by *Move* under a private board, typed in its form; return the line that stays."""
    asked = await person.ask_by_press(shown, "Move")
    form = await person.press(asked, "Type it")
    since = person.seen_so_far()
    preview = await person.answer_to(await person.modal(form, text=text), "the form", since, asked["id"])
    since = person.seen_so_far()
    told = await changed(person, preview, "Play")
    contest.follow([text])
    await contest.hear_board(since)
    return told


async def test_a_move_says_what_else_waits_and_leads_through_it(env: Environment) -> None:
    first, second, third = await begin(env, env.bob, env.cleo, env.dan)
    told = await play(env.ann, first, "e4+")
    assert (told["content"], labels(told)) == ("2 more wait for you.", ["Plan", "Next"])
    assert told["ephemeral"]
    board = await changed(env.ann, told, "Next")
    assert board["id"] == told["id"]
    assert board["content"].startswith(f"**Martian Life #{second.number}** with **Cleo**: <#{second.thread}>\n")
    assert "**Ann** to move, since" in board["content"]
    assert labels(board) == ["Move", "Next"]
    assert board["attachments"][0]["description"].startswith("Martian Life, 0 moves played")
    async with env.down():
        pass
    board = await changed(env.ann, board, "Next")
    assert f"#{third.number}** with **Dan**" in board["content"]
    done = await changed(env.ann, board, "Next")
    assert (done["content"], labels(done)) == ("That's all. 2 still wait for you.", ["Next"])
    assert not done["attachments"]
    again = await changed(env.ann, done, "Next")
    assert f"#{second.number}**" in again["content"]


async def test_a_round_goes_on_after_a_move_and_skips_what_was_played(env: Environment) -> None:
    first, second, third, fourth = await begin(env, env.bob, env.cleo, env.dan, env.eve)
    told = await play(env.ann, first, "e4+")
    board = await changed(env.ann, told, "Next")
    assert f"#{second.number}**" in board["content"]
    board = await changed(env.ann, board, "Next")
    assert f"#{third.number}**" in board["content"], "the second was passed over"
    line = await play_board(env.ann, board, third, "e4+")
    assert line["content"] == f"Move 1, `e4+`, is played in <#{third.thread}>. 2 more wait for you."
    assert labels(line) == ["Plan", "Next"]
    await env.ann.wait_for(lambda event: event["type"] == "delete" and event["id"] == board["id"])
    board = await changed(env.ann, line, "Next")
    assert f"#{fourth.number}**" in board["content"], "the second isn't shown again"
    await play(env.ann, second, "e4+")
    done = await changed(env.ann, board, "Next")
    assert done["content"] == "That's all. 1 still waits for you."
    told = await play(env.ann, fourth, "e4+")
    assert told["content"] == "", "nothing waits, so nothing is said"
    done = await changed(env.ann, done, "Next")
    assert (done["content"], labels(done)) == ("That's all.", [])


async def test_at_its_end_a_round_begins_again_after_a_move(env: Environment) -> None:
    first, second, third = await begin(env, env.bob, env.cleo, env.dan)
    board = await changed(env.ann, await play(env.ann, first, "e4+"), "Next")
    board = await changed(env.ann, board, "Next")
    line = await play_board(env.ann, board, third, "e4+")
    assert line["content"].endswith(" 1 more waits for you.")
    board = await changed(env.ann, line, "Next")
    assert f"#{second.number}**" in board["content"], "it was passed over, and nothing else is left"


async def test_a_line_that_takes_a_move_back_leads_on_too(env: Environment) -> None:
    (contest,) = await begin(env, env.bob)
    seat = contest.game.info.seats[0]
    begun = await env.ann.ask_by_slash("play", game="martian-life", opponent=str(BOT_ID), seat=seat, more="level=1")
    assert begun["ephemeral"]
    board = await env.ann.hear(
        lambda one: f"<@{env.ann.id}>" in one["content"] and f"#{contest.number + 1}" in str(one)
    )
    preview = await env.ann.ask_by_slash("move", board["channel_id"], move="c3", preview=True)
    line = await changed(env.ann, preview, "Play it")
    assert line["content"] == "Move 1, `c3`, is played. 1 more waits for you."
    assert labels(line) == ["Take back", "Plan", "Next"]


async def test_the_line_goes_when_the_player_moves_again(env: Environment) -> None:
    first, *_ = await begin(env, env.bob, env.cleo)
    told = await play(env.ann, first, "e4+")
    assert told["content"] == "1 more waits for you."
    await first.turn(by_mention, "b7")
    assert not [event for event in env.ann.seen if event["type"] == "delete" and event["id"] == told["id"]]
    await play(env.ann, first, "f5")
    await env.ann.wait_for(lambda event: event["type"] == "delete" and event["id"] == told["id"])


async def test_queued_moves_tell_what_else_waits_once_one_was_played(env: Environment) -> None:
    (other,) = await begin(env, env.bob)
    contest = Contest("zyrcan", (env.ann, env.cleo, env.dan))
    await contest.begin_by_slash()
    free = list(contest.game.destinations(contest.state, "").places)
    told = await env.ann.ask_by_slash("move", contest.thread, move=f"1@{free[0]}, 1@{free[1]}")
    assert told["content"].endswith(" 1 more waits for you.")
    assert labels(told) == ["Cancel them", "Plan", "Next"]
    board = await changed(env.ann, told, "Next")
    assert f"#{other.number}** with **Bob**" in board["content"]
    told = await env.ann.ask_by_slash("move", contest.thread, move=f"1@{free[2]}")
    assert "wait" not in told["content"].rpartition(".")[0].rpartition(".")[2], "none of them was played"
    assert "Next" not in labels(told)


async def test_the_board_can_be_opened_on_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", site=True) as timed:
        contests = [Contest("martian-life", (timed["Ann"], timed["Bob"])) for _ in range(2)]
        for contest in contests:
            await contest.begin_by_slash()
        first, second = contests
        told = await play(timed["Ann"], first, "e4+")
        board = await changed(timed["Ann"], told, "Next")
        assert f"#{second.number}**" in board["content"]
        assert labels(board) == ["Move", "Open the board", "Next"]
        link = next(part["url"] for part in parts_of(board) if part.get("label") == "Open the board")
        async with timed.bot.context.database.read() as tx:
            public_id = (await matches.require(tx, second.number)).public_id
        assert f"/b/{public_id}" in base64.urlsafe_b64decode(link.rsplit("/", 1)[1].split(".")[0] + "==").decode()


async def test_matches_of_other_servers_are_played_from_there(tmp_path: Path) -> None:
    async with start_env(tmp_path, guilds=2) as env:
        here, other = await begin(env, env.bob, env.dan)
        there = Contest("martian-life", (env.ann, env.cleo), channel="games-2")
        await there.begin()
        told = await play(env.ann, here, "e4+")
        assert told["content"] == "2 more wait for you."
        board = await changed(env.ann, told, "Next")
        assert f"#{other.number}**" in board["content"]
        board = await changed(env.ann, board, "Next")
        assert f"#{there.number}**" in board["content"]
        line = await play_board(env.ann, board, there, "e4+")
        assert line["content"] == f"Move 1, `e4+`, is played in <#{there.thread}>. 1 more waits for you."
        assert labels(line) == ["Next"], "a plan can't be made from here"
        reply = await env.cleo.ask_by_slash("move", here.thread, move=f"#{there.number} b7")
        assert reply["content"] == f"There's no match #{there.number} on this server."


async def test_only_the_presser_learns_what_waits_for_them(env: Environment) -> None:
    (contest,) = await begin(env, env.bob)
    forged = await forge(env, env.cleo, {**BUTTON, "custom_id": "next:0:0:0:0"}, "Hm")
    assert forged == "That's all."
    shown = await forge(env, env.ann, {**BUTTON, "custom_id": "next:0:0:0:0"}, "Hm")
    assert shown.startswith(f"**Martian Life #{contest.number}** with **Bob**")
    assert (
        await forge(env, env.ann, {**BUTTON, "custom_id": f"next:{'9' * 20}:0:0:0"}, "Hm")
        == "That button isn't one of mine."
    )


async def test_typed_moves_are_told_nothing_new(env: Environment) -> None:
    _, contest = await begin(env, env.bob, env.cleo)
    await env.all_posted()
    before = len(await env.ann.messages(contest.thread))
    await contest.turn(by_mention, "e4+")
    await env.all_posted()
    assert len(await env.ann.messages(contest.thread)) == before + 2

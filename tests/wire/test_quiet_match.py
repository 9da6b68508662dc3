"""How much a match leaves behind: one post a round against Turnpost, and nothing of what only its player saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import GAMES
from tests.bot.features.computer.conversation import challenge, custom_ids, hear_turn, seq_of
from tests.bot.features.computer.newcomer import Newcomer
from tests.playground.client import labels
from tests.wire.match import ask_in_panel, bare, begin_match

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.environment import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
MOST_ROUNDS = 10


async def list_posts(person: Person, thread: str) -> list[Json]:
    """Return what a person sees in the thread of a match, private answers among it."""
    return await person.messages(thread)


async def begin_alone(env: Environment, person: Person, key: str = "martian-life") -> tuple[Newcomer, Json]:
    """Begin a match against Turnpost at level 1 in which the person sits first, and return its first board."""
    seat = GAMES[key].info.seats[0]
    match, begun = await challenge(person, f"!challenge @Turnpost {key} level=1 seat={seat}")
    return Newcomer(env, key, match, begun.split("<#")[1].split(">")[0]), await hear_turn(person, match, 0)


async def test_a_match_alone_takes_as_many_posts_as_the_player_has_turns(shared_env: Environment) -> None:
    ann = shared_env.ann
    newcomer, board = await begin_alone(shared_env, ann)
    rounds = 0
    while rounds < MOST_ROUNDS and f"rematch:{newcomer.match}" not in custom_ids(board):
        last, rounds = seq_of(board), rounds + 1
        await ann.say(newcomer.choose(rounds), newcomer.thread)
        board = await ann.hear(lambda one, after=last: newcomer.is_next(one, after), f"the board of round {rounds}")
    await shared_env.all_posted()
    boards = [one for one in await list_posts(ann, newcomer.thread) if one["attachments"]]
    thinking = [one for one in boards if "is thinking" in one["content"]]  # on a machine that is busy
    assert len(boards) - len(thinking) == rounds + 1
    assert len(thinking) <= rounds // 2
    assert await newcomer.differences() == []
    await leave(ann, newcomer)


async def test_a_board_tells_the_move_and_the_answer_in_its_first_line(shared_env: Environment) -> None:
    bob = shared_env.bob
    newcomer, board = await begin_alone(shared_env, bob)
    await bob.say("c3", newcomer.thread)
    board = await hear_turn(bob, newcomer.match, 2)
    first, second, *_ = board["content"].splitlines()
    assert first.startswith("**1.** **Bob** `c3`, **2.** **Turnpost ")
    assert second.startswith(f"<@{bob.id}>")
    assert board["attachments"][0]["description"].startswith("Martian Life, 2 moves played.")
    await leave(bob, newcomer)


async def leave(person: Person, newcomer: Newcomer) -> None:
    """End a person's match, so that it doesn't wait for them while others are played."""
    question = await person.ask_by_slash("match", newcomer.thread, do="resign")
    if f"Resign #{newcomer.match}" in labels(question):
        await person.ask_by_press(question, f"Resign #{newcomer.match}")


async def test_what_the_guide_said_becomes_one_line_that_takes_the_move_back(shared_env: Environment) -> None:
    cleo = shared_env.cleo
    newcomer, board = await begin_alone(shared_env, cleo)
    hint = await ask_in_panel(cleo, board, "hint")
    await cleo.ask_by_press(board, "Where?")
    await cleo.ask_by_press(board, "Move")
    await cleo.ask_by_slash("move", newcomer.thread, move="c3", preview=True)
    line = await cleo.ask_by_press(hint, "Play it")
    assert line["id"] == hint["id"]
    assert line["content"].startswith("Move 1, `")
    assert line["content"].endswith("`, is played.")
    assert labels(line) == ["Take back"]
    board = await hear_turn(cleo, newcomer.match, 2)
    assert await ids_of_private(cleo, newcomer.thread) == [line["id"]]
    await cleo.ask_by_press(line, "Take back")
    board = await cleo.hear(lambda one: "takes back move 1" in one["content"], "the takeback")
    assert await ids_of_private(cleo, newcomer.thread) == []
    assert f"move:{newcomer.match}:3" in custom_ids(board)


async def ids_of_private(person: Person, thread: str) -> list[str]:
    return [one["id"] for one in await list_posts(person, thread) if one["ephemeral"]]


async def test_an_earlier_line_takes_back_no_later_move_and_goes_with_it(shared_env: Environment) -> None:
    dan = shared_env.dan
    newcomer, board = await begin_alone(shared_env, dan)
    preview = await dan.ask_by_slash("move", newcomer.thread, move="c3", preview=True)
    line = await dan.ask_by_press(preview, "Play it")
    board = await hear_turn(dan, newcomer.match, 2)
    async with shared_env.down():  # the answers of before are not known any more
        pass
    await dan.say(newcomer.choose(), newcomer.thread)
    await hear_turn(dan, newcomer.match, seq_of(board) + 2)
    told = await dan.ask_by_press(line, "Take back")
    assert told["content"] == (
        f"Move 1 isn't your last one any more. `/match do:takeback #{newcomer.match}` takes back the last one."
    )


async def test_between_people_nothing_stays_of_what_a_player_asked(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:2])
    ann, bob = contest.people
    where = await ann.ask_by_press(contest.board, "Where?")
    preview = await ann.ask_by_slash("move", contest.thread, move="e4+", preview=True)
    mine = await ann.ask_by_press(contest.board, "My view")
    assert await ids_of_private(ann, contest.thread) == [where["id"], preview["id"], mine["id"]]

    async def play(person: Person, *_: object) -> None:
        await person.ask_by_press(preview, "Play it")

    await contest.turn(play, "e4+")
    await ann.wait_for(lambda event: event["type"] == "delete" and event["id"] == where["id"])
    assert await ids_of_private(ann, contest.thread) == [mine["id"]]
    where = await bob.ask_by_press(contest.board, "Where?")
    await contest.turn(bare, "b7")
    await bob.wait_for(lambda event: event["type"] == "delete" and event["id"] == where["id"])
    assert await ids_of_private(bob, contest.thread) == []
    await contest.resign(1)


async def test_rules_stand_only_under_a_players_first_board_of_a_game(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[3:5], key="xero-g")
    four = ["Move", "Where?", "My view", "More"]
    assert labels(contest.board) == [*four, "Rules"]
    await contest.turn(bare, "321123")
    assert labels(contest.board) == [*four, "Rules"], "the other player's first one"
    await contest.turn(bare, "123321")
    assert labels(contest.board) == four
    again = await begin_match(shared_env.people[3:5], key="xero-g")
    assert labels(again.board) == four
    await again.resign(1)
    assert labels(again.board) == ["Rematch", "Replay", "More"]


async def test_a_slash_command_leaves_nothing_in_the_thread_and_says_where_elsewhere(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:2])
    ann, bob = contest.people
    since = ann.seen_so_far()
    gone = await ann.ask_by_slash("move", contest.thread, move="e4+")
    assert gone["content"] == ""
    contest.follow(["e4+"])
    await contest.hear_board(since)
    assert await ids_of_private(ann, contest.thread) == []
    told = await bob.ask_by_slash("move", move=f"#{contest.number} b7")
    assert told["content"] == f"Move 2, `b7`, is played in <#{contest.thread}>."
    told = await ann.ask_by_slash("move", contest.thread, move="f5, if b6: c3")
    assert "Your plan waits" in told["content"]

"""Open seats where a match has no thread, where it is played in direct messages, and before computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.features.computer.conversation import hear_turn
from tests.bot.features.forum_posts.forums import check_record
from tests.bot.features.test_open_seats import closed, open_seat
from tests.playground.client import GAMES, labels
from tests.wire.match import Contest

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment, MakeEnvironment

together = pytest.mark.asyncio(loop_scope="module")


async def begin_in_channel(env: Environment) -> Contest:
    """Begin a match of Ann, Bob and Cleo where the bot can make no threads, so that it lives in the channel."""
    contest = Contest("zyrcan", env.people[:3])
    contest.thread = await env.ann.channel(GAMES)
    env.playground.deny(int(contest.thread), "CREATE_PUBLIC_THREADS")
    await env.ann.slash("challenge", opponent=env.bob.id, game="zyrcan", seat="1", more=f"<@{env.cleo.id}>")
    post = await env.bob.hear(lambda one: "-# challenge " in one["content"], "the challenge")
    await env.bob.press(post, "Accept")
    await env.cleo.press(post, "Accept")
    begun = await env.bob.hear(lambda one: one["id"] == post["id"] and "here in the channel" in one["content"])
    contest.number = int(begun["content"].partition("#")[2].partition("*")[0])
    contest.people = tuple(sorted(contest.people, key=lambda person: begun["content"].index(f"**{person.name}**")))
    await hear_turn(env.ann, str(contest.number), 0)
    return contest


@pytest.mark.thorough
@pytest.mark.parametrize("content", [True, False])
async def test_a_match_without_a_thread_offers_its_seat_among_its_boards(
    make_env: MakeEnvironment, *, content: bool
) -> None:
    async with make_env(content=content) as env:
        contest = await begin_in_channel(env)
        channel = contest.thread
        post = await open_seat(contest, env.ann, env.bob, env.cleo)
        assert post["channel_id"] == channel
        assert f"in **Zyrcan #{contest.number}** is open: <#{channel}>. It's that seat's turn." in post["content"]
        since = env.dan.seen_so_far()
        taken = await env.dan.ask_by_press(post, "Take the seat")
        assert taken["content"].startswith(f"You play on in #{contest.number}: <#{channel}>.")
        board = await hear_turn(env.dan, str(contest.number), 1)
        assert "**Ann** leaves, and **Dan** plays on." in board["content"]
        told = await closed(env.dan, post, since)
        assert told.startswith(f"**Dan** plays on for **Ann** in **Zyrcan #{contest.number}**: <#{channel}>.")
        await env.dan.say("1@c3", channel, to=board)
        await hear_turn(contest.people[1], str(contest.number), 2)
        again = await open_seat(contest, contest.people[1], contest.people[2], env.dan)
        assert again["id"] != post["id"]
        await check_record(env)


@pytest.mark.thorough
@pytest.mark.parametrize("content", [True, False])
async def test_a_match_in_direct_messages_has_no_open_seats_but_substitutes(
    make_env: MakeEnvironment, *, content: bool
) -> None:
    async with make_env(content=content) as env:
        place = await env.ann.dm(env.bob, env.cleo)
        await env.ann.change_settings(installed=True)
        people = {"opponent": env.bob.id, "more": f"<@{env.cleo.id}>"}
        await env.ann.slash("challenge", place, game="zyrcan", seat="1", **people)
        post = await env.bob.hear(lambda one: one["channel_id"] == place, "the challenge")
        await env.bob.press(post, "Accept")
        await env.cleo.press(post, "Accept")
        await hear_turn(env.ann, "1", 0)
        refused = await env.ann.ask_by_slash("match", await env.ann.dm(), do="substitute anyone")
        assert refused["content"] == (
            "#1 is played in direct messages, where nobody else could see an open seat. "
            "`/match do:substitute #1` has me play on instead."
        )
        since = {person: person.seen_so_far() for person in (env.bob, env.cleo)}
        await env.ann.ask_by_slash("match", await env.ann.dm(), do="substitute", match="#1")
        for person, seen in since.items():
            question = await person.hear(
                lambda one: "I can play on for **Ann** in **Zyrcan #1**" in one["content"], "the question", since=seen
            )
            await person.press(question, "Agree")
        board = await env.bob.hear_bot("**Turnpost for Ann \\(level 2\\)** plays on", since=since[env.bob])
        assert board["channel_id"] == await env.bob.dm()
        await check_record(env)


async def begin_before_turnpost(env: Environment) -> tuple[str, Person, Person]:
    """Begin a match of Ann, Bob and Turnpost, up to the turn of the person before Turnpost.

    Returns its number, that person and the other one.
    """
    since = env.bob.seen_so_far()
    await env.ann.say("!challenge @Bob @Turnpost zyrcan seat=1 level=1")
    post = await env.bob.hear(lambda one: "-# challenge " in one["content"], "the challenge", since=since)
    await env.bob.press(post, "Accept")
    begun = await env.bob.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], "the match", since=since)
    number = begun["content"].partition("#")[2].partition("*")[0]
    board = await hear_turn(env.ann, number, 0)
    if begun["content"].index("**Turnpost") < begun["content"].index("**Bob**"):
        return number, env.ann, env.bob
    await env.ann.say("1@c3", board["channel_id"], to=board)
    await hear_turn(env.bob, number, 1)
    return number, env.bob, env.ann


async def leave(person: Person, number: str) -> None:
    question = await person.ask_by_slash("match", do="resign", match=f"#{number}")
    await person.press(question, f"Resign #{number}")


async def open_after_turnpost(number: str, left: Person, other: Person) -> tuple[Json, str]:
    """Let a person open the seat that another one left, after Turnpost has moved; return the post and a legal move."""
    since = other.seen_so_far()
    await leave(left, number)
    board = await other.hear(lambda one: f"<@{other.id}>" in one["content"], "the board of the turn", since=since)
    assert "**Turnpost \\(level 1\\)**" in board["content"], "it has moved"
    asks = f"`/match do:substitute #{number}` finds somebody to play on in **{left.name}**'s seat."
    line = f"Until one of you moves, {asks}"
    assert line in board["content"].split("\n")
    answer = await other.ask_by_slash("match", match=f"#{number}", do="substitute anyone")
    assert answer["content"].startswith(f"The seat in #{number} is open: the post is in <#")
    post = await other.hear(lambda one: "-# open seat " in one["content"], "the open seat", since=since)
    assert f"It closes when one of the others moves, because **{left.name}** has left." in post["content"]
    assert labels(post) == ["Take the seat", "Let Turnpost play on", "Rules"]
    return post, "1@b2" if "on b2" not in board["content"] else "1@d4"


async def check_seat_before_turnpost(env: Environment) -> None:
    """Open a seat that left right before Turnpost's turn, let Dan take it, and play on from before Turnpost's move."""
    number, left, other = await begin_before_turnpost(env)
    post, _ = await open_after_turnpost(number, left, other)
    shown = await other.ask_by_slash("board", match=f"#{number}")
    assert f"Until one of you moves, **{left.name}**'s seat is open to anybody" in shown["content"]
    since = other.seen_so_far()
    await env.dan.press(post, "Take the seat")
    board = await hear_turn(env.dan, number)
    told = board["content"].split("\n")[0]
    assert told.startswith(f"**{left.name}** leaves, and **Dan** plays on from before move {1 + (left is env.bob)}, `")
    assert (await closed(other, post, since)).startswith(
        f"**Dan** plays on for **{left.name}** in **Zyrcan #{number}**"
    )
    history = await other.ask_by_slash("match", do="history", match=f"#{number}")
    struck = [line for line in history["content"].split("\n") if "~~" in line]
    assert len(struck) == 2
    assert f"**{left.name}** resigned~~" in struck[0]
    assert "**Turnpost \\(level 1\\)**" in struck[1]
    since = other.seen_so_far()
    await env.dan.say("1@b2", board["channel_id"], to=board)
    board = await other.hear(lambda one: f"<@{other.id}>" in one["content"], "the board of the turn", since=since)
    assert "**Turnpost \\(level 1\\)**" in board["content"]
    assert "seat" not in board["content"]
    await check_record(env)


@pytest.mark.thorough
@together
async def test_a_seat_that_left_before_turnposts_turn_can_be_opened(shared_env: Environment) -> None:
    await check_seat_before_turnpost(shared_env)


@pytest.mark.thorough
@together
async def test_it_does_without_the_content_intent(shared_env_without_content: Environment) -> None:
    await check_seat_before_turnpost(shared_env_without_content)


@pytest.mark.thorough
@together
async def test_a_move_of_the_other_person_closes_it(shared_env: Environment) -> None:
    number, left, other = await begin_before_turnpost(shared_env)
    post, move = await open_after_turnpost(number, left, other)
    since = other.seen_so_far()
    await other.ask_by_slash("move", move=f"#{number} {move}")
    told = await closed(other, post, since)
    assert told.startswith(f"Nobody took **{left.name}**'s seat in **Zyrcan #{number}**")
    await check_record(shared_env)

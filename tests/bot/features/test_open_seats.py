"""Open seats over the wire: agreed to, posted in the channel around, and taken once, also through crashes."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from tests.bot.features.computer.conversation import custom_ids, hear_turn
from tests.bot.features.forum_posts.forums import add_forum, check_record, choose_forum
from tests.playground.client import labels
from tests.wire.fixtures import crash_env
from tests.wire.match import Contest
from tests.wire.timed_environment import DAY, HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment, MakeEnvironment

together = pytest.mark.asyncio(loop_scope="module")


async def begin(env: Environment) -> Contest:
    """Begin a match of Ann, Bob and Cleo."""
    contest = Contest("zyrcan", env.people[:3])
    await contest.begin_by_slash()
    return contest


async def open_seat(contest: Contest, asker: Person, *others: Person, seat: str = "") -> Json:
    """Ask by slash command, let the others agree by button, and return the post of the open seat."""
    since = asker.seen_so_far()
    await asker.ask_by_slash("match", contest.thread, do=f"substitute anyone {seat}")
    question = await asker.hear(lambda one: "can be opened to anybody" in one["content"], "the question", since=since)
    assert labels(question) == ["Agree", "Decline"]
    for person in others:
        await person.press(question, "Agree")
    post = await asker.hear(lambda one: "-# open seat " in one["content"], "the open seat", since=since)
    assert labels(post) == ["Take the seat", "Let Turnpost play on", "Rules"]
    return post


async def closed(person: Person, post: Json, since: SeenCount | None = None) -> str:
    """Wait until the post of an open seat has no buttons any more, and return its text."""
    left = await person.hear(lambda one: one["id"] == post["id"] and not one["components"], "its end", since=since)
    return left["content"]


async def check_taking(env: Environment) -> None:
    """Open the seat to move, let Dan and Eve press at once, and let the first of them play on."""
    contest = await begin(env)
    number, title = contest.number, f"**Zyrcan #{contest.number}**"
    post = await open_seat(contest, env.ann, env.bob, env.cleo)
    assert post["channel_id"] == await env.ann.channel("games")
    seat = contest.game.info.seats[0]
    opening = f"**Ann**'s seat ({seat}) in {title} is open: <#{contest.thread}>. It's that seat's turn."
    assert post["content"].startswith(opening)
    assert "The first to press **Take the seat** plays on." in post["content"]
    refused = await env.bob.ask_by_press(post, "Take the seat")
    assert f"You've had a seat in #{number}" in refused["content"]
    since = {person: person.seen_so_far() for person in (env.dan, env.eve)}
    answers = await asyncio.gather(
        env.dan.ask_by_press(post, "Take the seat"), env.eve.ask_by_press(post, "Take the seat")
    )
    texts = [one["content"] for one in answers]
    newcomer = (env.dan, env.eve)["You play on" not in texts[0]]
    assert f"You play on in #{number}: <#{contest.thread}>. The board there says whose turn it is." in texts
    assert f"**{newcomer.name}** was faster and has that seat now: #{number}." in texts
    board = await newcomer.hear(
        lambda one: one["channel_id"] == contest.thread and "**Ann** leaves, and" in one["content"],
        since=since[newcomer],
    )
    assert [user["id"] for user in board["mentions"]] == [newcomer.id]
    assert f"**Ann** leaves, and **{newcomer.name}** plays on." in board["content"]
    told = await closed(newcomer, post, since[newcomer])
    assert told.startswith(f"**{newcomer.name}** plays on for **Ann** in {title}: <#{contest.thread}>.")
    contest.people = (newcomer, *contest.people[1:])
    await newcomer.ask_by_slash("move", contest.thread, move="1@c3")
    board = await hear_turn(contest.people[1], str(number), 2)
    assert f"**{newcomer.name}**" in board["content"]
    gone = await env.ann.ask_by_slash("match", do="resign", match=f"#{number}")
    assert "You don't play in" in gone["content"]
    await check_record(env)


@together
async def test_the_first_who_presses_plays_on(shared_env: Environment) -> None:
    await check_taking(shared_env)


@pytest.mark.thorough
@together
async def test_it_needs_no_content_intent(shared_env_without_content: Environment) -> None:
    await check_taking(shared_env_without_content)


@pytest.mark.thorough
@together
async def test_a_seat_that_left_comes_back_and_its_player_comes_last(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin(env)
    since = env.bob.seen_so_far()
    question = await env.ann.ask_by_slash("match", contest.thread, do="resign")
    await env.ann.press(question, f"Resign #{contest.number}")
    board = await env.bob.hear(lambda one: "**Ann** resigned" in one["content"], "the board", since=since)
    hint = f"`/match do:substitute #{contest.number}` finds somebody to play on in **Ann**'s seat."
    assert f"Until one of you moves, {hint}" in board["content"]
    post = await open_seat(contest, env.bob, env.cleo)
    assert "It's that seat's turn" not in post["content"]
    assert "It closes when one of the others moves, because **Ann** has left." in post["content"]
    shown = await env.bob.ask_by_slash("board", match=f"#{contest.number}")
    assert "Until one of you moves, **Ann**'s seat is open to anybody: the post is in <#" in shown["content"]
    since = env.bob.seen_so_far()
    await env.dan.press(post, "Take the seat")
    board = await env.bob.hear(lambda one: "**Ann** leaves, and **Dan** plays on." in one["content"], since=since)
    assert [user["id"] for user in board["mentions"]] == [env.dan.id]
    history = await env.bob.ask_by_slash("match", contest.thread, do="history")
    assert "~~**Ann** resigned~~" in history["content"]
    assert "**Dan** plays on for **Ann**" in history["content"]
    since = env.bob.seen_so_far()
    for person in (env.bob, env.cleo):
        question = await person.ask_by_slash("match", contest.thread, do="resign")
        await person.press(question, f"Resign #{contest.number}")
    heading = "Places of those who began the match:"
    end = await env.bob.hear(lambda one: heading in one["content"], "the last board", since=since)
    places = end["content"].split(f"{heading}\n")[1].split("\n")[:3]
    assert places == ["1. **Cleo**", "2. **Bob**", "3. **Ann** (left; **Dan** played on)"]
    assert "**Dan** wins **Zyrcan" in end["content"]
    await env.all_posted()
    second, third = (person.name for person in contest.people[1:])
    outcome = f"**Dan** won **Zyrcan** against **{second}** and **{third}**"
    result = f"{outcome} (**Cleo** resigned; **Ann** left, **Dan** played on).\n-# #{contest.number}: "
    assert [one["content"] for one in await env.bob.messages() if f"-# #{contest.number}: " in one["content"]] == [
        f"{result}<#{contest.thread}>"
    ]
    await check_record(env)


@together
async def test_a_match_is_found_by_the_person_who_left_it(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin(env)
    number = f"#{contest.number}"
    post = await open_seat(contest, env.ann, env.bob, env.cleo)
    await env.dan.ask_by_press(post, "Take the seat")
    await env.all_posted()
    for person in (env.ann, env.dan, env.bob):
        listed = await env.eve.ask_by_slash("matches", person=person.id)
        assert f"[{number}](" in listed["content"].split("**Ended**")[0], f"{person.name}'s matches have it"
    since = env.bob.seen_so_far()
    for person in (env.bob, env.cleo):
        question = await person.ask_by_slash("match", contest.thread, do="resign")
        await person.press(question, f"Resign {number}")
    heading = "Places of those who began the match:"
    await env.bob.hear(lambda one: heading in one["content"], "the last board", since=since)
    await env.all_posted()
    listed = await env.eve.ask_by_slash("matches", person=env.ann.id, game="zyrcan")
    assert f"[{number}](" in listed["content"].split("**Ended**")[1]
    strangers = await env.ann.ask_by_slash("matches", person=env.eve.id)
    assert f"[{number}](" not in strangers["content"]
    history = await env.ann.ask_by_slash("match", await env.ann.dm(), do="history", match=number)
    assert "**Dan** plays on for **Ann**" in history["content"]
    refused = await env.eve.ask_by_slash("match", await env.eve.dm(), do="history", match=number)
    assert "plays on for" not in refused["content"]


@pytest.mark.thorough
@together
async def test_a_player_of_the_match_gives_the_seat_to_turnpost(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin(env)
    post = await open_seat(contest, env.ann, env.bob, env.cleo)
    since = env.bob.seen_so_far()
    await env.bob.press(post, "Let Turnpost play on")
    told = await closed(env.bob, post, since)
    assert told.startswith("**Turnpost for Ann \\(level 2\\)** plays on in **Zyrcan")
    await hear_turn(contest.people[1], str(contest.number), 2)
    await check_record(env)


@pytest.mark.thorough
@together
async def test_a_player_keeps_an_open_seat(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin(env)
    post = await open_seat(contest, env.cleo, env.ann, env.bob)
    shown = await env.ann.ask_by_slash("board", match=f"#{contest.number}")
    assert "**Cleo**'s seat is open to anybody: the post is in <#" in shown["content"]
    refused = await env.cleo.ask_by_press(post, "Let Turnpost play on")
    assert f"The other players of #{contest.number} decide" in refused["content"]
    since = env.bob.seen_so_far()
    kept = await env.cleo.ask_by_press(post, "Take the seat")
    assert kept["content"] == f"You keep your seat in #{contest.number}."
    assert (await closed(env.bob, post, since)).startswith("**Cleo** keeps that seat in **Zyrcan")
    await check_record(env)


@pytest.mark.thorough
@together
async def test_a_newcomer_in_another_players_turn_is_mentioned_once(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin(env)
    post = await open_seat(contest, env.cleo, env.ann, env.bob)
    since = env.bob.seen_so_far()
    await env.dan.press(post, "Take the seat")
    board = await env.bob.hear(lambda one: "**Cleo** leaves, and" in one["content"], "the board", since=since)
    assert [user["id"] for user in board["mentions"]] == [env.dan.id]
    assert f"**Cleo** leaves, and <@{env.dan.id}> plays on." in board["content"]
    assert "**Ann**" in board["content"].split("plays on.")[1]
    await check_record(env)


@pytest.mark.thorough
@together
async def test_the_board_of_an_open_seats_turn_mentions_nobody(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin(env)
    first, second, third = contest.people
    post = await open_seat(contest, second, first, third)
    await first.ask_by_slash("move", contest.thread, move="1@c3")
    board = await first.hear(lambda one: f"move:{contest.number}:1" in custom_ids(one), "the board after the move")
    assert board["mentions"] == []
    place = await first.channel("games")
    assert f"**{second.name}**'s seat is open to anybody: the post is in <#{place}>.\n" in board["content"]
    waiting = await second.ask_by_slash("games")
    assert "a seat is open to anybody" in waiting["content"]
    await env.dan.press(post, "Take the seat")
    board = await hear_turn(env.dan, str(contest.number), 2)
    assert "is open to anybody" not in board["content"]
    await check_record(env)


@together
async def test_words_that_name_nobody_are_rejected(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin(env)
    for text, expected in (
        ("!substitute", "can play on for **Cleo**"),
        (f"!substitute #{contest.number} me", "`turnpost` or `anyone`, not `me`"),
        ("!substitute anyone two", "Name a seat by its number"),
        ("!substitute anyone 1", "**Ann** is still playing"),
    ):
        since = env.cleo.seen_so_far()
        await env.cleo.say(text, contest.thread)
        await env.cleo.hear(lambda one, expected=expected: expected in one["content"], expected, since=since)


@pytest.mark.thorough
@together
async def test_a_match_of_a_forum_offers_its_seat_where_its_challenge_was(shared_env: Environment) -> None:
    env = shared_env
    await choose_forum(env, add_forum(env))
    contest = await begin(env)
    await choose_forum(env, None)
    post = await open_seat(contest, env.ann, env.bob, env.cleo)
    assert post["channel_id"] == await env.ann.channel("games")
    since = env.bob.seen_so_far()
    await env.dan.press(post, "Take the seat")
    await env.bob.hear(lambda one: "**Dan** plays on." in one["content"], "the board", since=since)
    await check_record(env)


@pytest.mark.thorough
async def test_where_the_channel_is_barred_the_seat_is_offered_in_the_thread(make_env: MakeEnvironment) -> None:
    async with make_env() as env:
        contest = await begin(env)
        await env.all_posted()
        env.playground.deny(int(await env.ann.channel("games")), "SEND_MESSAGES")
        post = await open_seat(contest, env.ann, env.bob, env.cleo)
        assert post["channel_id"] == contest.thread
        since = env.bob.seen_so_far()
        await env.bob.press(post, "Let Turnpost play on")
        await closed(env.bob, post, since)
        await check_record(env)


@pytest.mark.thorough
async def test_where_nothing_can_be_posted_the_players_are_told(make_env: MakeEnvironment) -> None:
    async with make_env() as env:
        contest = await begin(env)
        await env.all_posted()
        since = env.bob.seen_so_far()
        await env.ann.ask_by_slash("match", contest.thread, do="substitute anyone")
        question = await env.bob.hear(lambda one: "opened to anybody" in one["content"], "the question", since=since)
        await env.bob.press(question, "Agree")
        await env.bob.hear(lambda one: "So far **Bob** agrees." in one["content"], "that he agrees", since=since)
        env.playground.deny(int(await env.ann.channel("games")), "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
        await env.cleo.press(question, "Agree")
        told = f"so nobody sees that **Ann**'s seat in #{contest.number} is open."
        for person in (env.bob, env.cleo):
            await person.hear(lambda one: told in one["content"], "a direct message")


@pytest.mark.thorough
async def test_an_open_seat_outlives_a_restart(make_env: MakeEnvironment) -> None:
    async with make_env() as env:
        contest = await begin(env)
        post = await open_seat(contest, env.ann, env.bob, env.cleo)
        await env.bot.stop(signal.SIGKILL)
        await env.bot.start()
        since = env.bob.seen_so_far()
        await env.dan.press(post, "Take the seat")
        await env.bob.hear(lambda one: "**Dan** plays on." in one["content"], "the board", since=since)
        await check_record(env)


async def test_a_late_players_seat_is_opened_by_button_and_falls_to_turnpost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        await ann.say("!challenge @Bob @Cleo zyrcan 10h seat=1")
        challenge = await bob.hear_bot("-# challenge ")
        number, *_ = await accept_challenge(env, challenge, bob, cleo, terms="10 hours a move")
        await env.pass_time(11 * HOUR)
        up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
        await bob.press(up, "Open the seat")
        question = await cleo.hear_bot(f"**Ann**'s seat in **Zyrcan #{number}** can be opened to anybody")
        await cleo.press(question, "Agree")
        post = await cleo.hear_bot("-# open seat ")
        assert "The clock is paused until somebody plays on." in post["content"]
        refused = await bob.ask_by_press(up, "Claim")
        assert "open to anybody, and the clock is paused" in refused["content"]
        await env.pass_time(7 * DAY)
        assert (await closed(bob, post)).startswith("**Turnpost for Ann")
        await bob.hear(lambda one: f"move:{number}:2" in custom_ids(one), "the board after Turnpost's move")


STEPS = {
    "the seat is posted": ("agree", "POST", r"/channels/{games}/messages$"),
    "the newcomer's board is posted": ("take", "POST", r"/channels/{thread}/messages$"),
    "the post says who plays on": ("take", "PATCH", r"/channels/{games}/messages/\d+$"),
}
"""What is sent to Discord, each with the act of a person that leads to it."""


env = crash_env


@together
@pytest.mark.thorough
@pytest.mark.parametrize("applied", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS)
async def test_a_crash_before_or_after_a_step_leaves_one_of_each(env: Environment, step: str, applied: bool) -> None:  # noqa: FBT001 - a parameter
    """Open the seat to move and let Dan take it, with the bot killed at a step; check what is there then."""
    act, method, path = STEPS[step]
    games, contest = await env.ann.channel("games"), await begin(env)
    await env.all_posted()

    def arm(now: str) -> bool:
        if now == act:
            where = path.format(games=games, thread=contest.thread)
            env.playground.faults.slow(60, method=method, path=where, applied=applied)
        return now == act

    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("match", contest.thread, do="substitute anyone")
    question = await env.bob.hear(lambda one: "can be opened to anybody" in one["content"], "the question", since=since)
    await env.bob.press(question, "Agree")
    killed = arm("agree")
    await env.cleo.press(question, "Agree")
    await kill_if(env, killed)
    post = await env.dan.hear(lambda one: is_open_seat_of(one, contest.number), "the open seat")
    await env.all_posted()
    killed = arm("take")
    await env.dan.press(post, "Take the seat")
    await kill_if(env, killed)
    await env.all_posted()
    posts = [one for one in await env.dan.messages(games) if is_open_seat_of(one, contest.number)]
    assert [(one["id"], bool(one["components"])) for one in posts] == [(post["id"], False)]
    assert posts[0]["content"].startswith("**Dan** plays on for **Ann**")
    boards = [one for one in await env.dan.messages(contest.thread) if "and **Dan** plays on." in one["content"]]
    assert len(boards) == 1
    await check_record(env)


def is_open_seat_of(message: dict[str, str], number: int) -> bool:
    """Return whether a message is the post of an open seat of a match."""
    return "-# open seat " in message["content"] and f"#{number}**" in message["content"]


async def kill_if(env: Environment, killed: bool) -> None:  # noqa: FBT001 - the whole condition
    """Kill the bot at the request that was armed, and start it again."""
    if killed:
        await env.playground.faults.used_up()
        await env.bot.stop(signal.SIGKILL)
        env.playground.faults.clear()
        await env.bot.start()

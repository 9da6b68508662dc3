"""What runs and what ended on a server, as spectators see it, and matches that not everybody can see."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.lists import MOST_LISTED, matches_page, my_matches_post, time_listed
from bot.interactions.replies import MAX_LENGTH
from bot.referee.clocks.clock import NOT_PAUSED, PauseStatus
from bot.referee.lists import PAGE_SIZE, ListedMatch, MatchEntry, MyMatches, ServerPage
from games import GAMES
from playground.model.resources.user import BOT_ID
from storage.queries import rows
from storage.queries.rows import Match, Post
from tests.bot.features.guide.test_guide import BUTTON, forge
from tests.bot.features.match_sample import AGO, AT, BOB, BOLD_BOB, MATCH, NOON, THEN
from tests.playground.client import labels
from tests.wire.environment import start_env
from tests.wire.match import Contest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment, MakeEnvironment

ENTRY = MatchEntry(MATCH, THEN, NOT_PAUSED, None)


@pytest.mark.parametrize(("count", "more"), [(MOST_LISTED, []), (MOST_LISTED + 2, ["- and 2 more"])])
def test_matches_beyond_the_most_are_counted(count: int, more: list[str]) -> None:
    first, *lines = my_matches_post(MyMatches(BOB.id, [ENTRY] * count, [], []), str.title).splitlines()
    assert first == f"Your move in {count} of {count}:"
    assert [line for line in lines if "#7 Xero-G" not in line] == more
    assert len(lines) == MOST_LISTED + len(more)


def test_a_list_says_until_when_or_that_it_is_paused_and_who_is_away() -> None:
    assert time_listed(MATCH, THEN, NOT_PAUSED) == f"until {AT} ({AGO})"
    assert time_listed(MATCH, None, NOT_PAUSED) == f"since <t:{int(NOON.timestamp())}:f>"
    assert time_listed(MATCH, THEN, PauseStatus(away=THEN)) == f"until {AT} ({AGO}) ({BOLD_BOB} is away until {AT})"
    assert time_listed(MATCH, THEN, PauseStatus(late=True)) == f"time ran out {AGO}"
    assert time_listed(MATCH, None, PauseStatus(paused=True, away=THEN)) == "paused by agreement"


@pytest.fixture(params=[True, pytest.param(False, marks=pytest.mark.thorough)], ids=["content", "no content"])
async def env(request: pytest.FixtureRequest, make_env: MakeEnvironment) -> AsyncGenerator[Environment]:
    async with make_env(content=request.param) as ready:
        yield ready


async def begin(people: tuple[Person, ...], key: str = "martian-life") -> Contest:
    contest = Contest(key, people)
    await contest.begin_by_slash()
    return contest


def last_board(env: Environment, contest: Contest) -> str:
    """Return the address of the last board of a match."""
    guild = next(iter(env.playground.state.guilds))
    return f"https://discord.com/channels/{guild}/{contest.thread}/{contest.board['id']}"


def menu_of(message: Json) -> Json:
    """Return the select menu under a message."""
    return next(item for line in message["components"] for item in line["components"] if item["type"] == 3)


async def test_a_server_where_nobody_played_says_how_to_begin(env: Environment) -> None:
    told = await env.eve.ask_by_slash("matches")
    assert told["ephemeral"]
    assert told["content"].startswith("Nobody has played here yet. `/play` begins a match")
    assert not told["components"]


async def test_spectators_see_what_runs_and_what_ended_and_watch_one(env: Environment) -> None:
    first = await begin((env.ann, env.bob))
    second = await begin((env.bob, env.cleo))
    await first.resign(1)
    await env.all_posted()
    shown = await env.eve.ask_by_slash("matches")
    now, ended = shown["content"].split("**Ended** (1):")
    assert now.startswith(
        f"**Now** (1):\n- [#{second.number}]({last_board(env, second)}) **Martian Life**: "
        "**Bob** and **Cleo**, no moves yet, **Bob** to move · <t:"
    )
    line = f"- [#{first.number}]({last_board(env, first)}) **Bob** beat **Ann** at **Martian Life** (**Ann** resigned)"
    assert f"{line} · <t:" in ended
    menu = menu_of(shown)
    assert [option["label"] for option in menu["options"]] == [f"#{second.number} Martian Life: Bob and Cleo"]
    since = env.eve.seen_so_far()
    await env.eve.press(shown, menu["custom_id"], str(second.number))
    told = await env.eve.hear_bot(f"I'll send you one message when #{second.number} ends.", since=since)
    assert labels(told) == ["Stop watching"]
    await second.resign(2)
    message = await env.eve.hear_bot(f"You watched #{second.number}:")
    assert message["channel_id"] == await env.eve.dm()
    assert message["content"].startswith("**Bob** beat **Cleo** at **Martian Life** (**Cleo** resigned).")
    assert f"/{second.thread}/{second.board['id']}" in message["content"]
    await env.all_posted()
    heard = [each for each in await env.eve.messages(await env.eve.dm()) if "You watched" in each["content"]]
    assert len(heard) == 1


@pytest.mark.thorough
async def test_the_challenges_post_has_a_button_to_watch_until_the_end(env: Environment) -> None:
    since = env.eve.seen_so_far()
    contest = await begin((env.ann, env.bob))
    post = await env.eve.hear(lambda one: labels(one) == ["Watch"], since=since)
    told = await env.eve.ask_by_press(post, "Watch")
    player = await env.ann.ask_by_press(post, "Watch")
    assert player["content"] == f"You play in #{contest.number}, so you'll see how it ends."
    stopped = await env.eve.ask_by_press(told, "Stop watching")
    assert stopped["content"] == f"You no longer watch #{contest.number}."
    await env.dan.ask_by_press(post, "Watch")
    await env.dan.ask_by_press(post, "Watch")
    since = env.dan.seen_so_far()
    await contest.resign(1)
    await env.dan.hear_bot("You watched", since=since)
    ended = await env.eve.hear(lambda one: one["id"] == post["id"] and "beat" in one["content"])
    assert not ended["components"]
    await env.all_posted()
    assert not [each for each in env.eve.seen if "You watched" in str(each)]


@pytest.mark.thorough
async def test_a_persons_menu_lists_their_matches_alone(env: Environment) -> None:
    mine, other = await begin((env.ann, env.bob)), await begin((env.cleo, env.dan))
    shown = await env.eve.ask_by_text(f"@Turnpost matches <@{env.ann.id}> martian-life")
    assert f"[#{mine.number}]" in shown["content"]
    assert "**Now** (1)" in shown["content"]
    shown = await env.eve.ask_by_menu("Matches", env.ann)
    assert f"[#{mine.number}]" in shown["content"]
    assert f"[#{other.number}]" not in shown["content"]
    shown = await env.eve.ask_by_slash("matches", person=env.cleo.id)
    assert f"[#{other.number}]" in shown["content"]
    assert f"[#{mine.number}]" not in shown["content"]
    await env.dan.ask_by_slash("challenge", opponent=str(BOT_ID), game="martian-life", level=1)
    await env.dan.hear_bot(r"**Turnpost \(level 1\)**")
    shown = await env.eve.ask_by_slash("matches", person=str(BOT_ID))
    assert "**Now** (1)" in shown["content"]
    assert r"**Turnpost \(level 1\)**" in shown["content"]
    none = await env.eve.ask_by_slash("matches", game="xong")
    assert none["content"].startswith("There are no such matches here.")


@pytest.mark.thorough
async def test_long_lists_have_pages(env: Environment) -> None:
    contests = [await begin((env.ann, env.bob)) for _ in range(3)]
    for contest in contests:
        await contest.resign(1)
    for _ in range(PAGE_SIZE - 1):
        await begin((env.ann, env.bob))
    await env.all_posted()  # so that each number links to a board
    first = await env.eve.ask_by_slash("matches")
    assert [item.get("label") for line in first["components"] for item in line["components"]] == [None, "Older"]
    assert "page 1 of 2" in first["content"]
    second = await env.eve.ask_by_press(first, "Older")
    assert second["content"].count("\n- [#") == 2
    assert "**Now**" not in second["content"]
    back = await env.eve.ask_by_press(second, "Newer")
    assert back["content"] == first["content"]


ID = 1_574_395_691_587_862_528


def listed(name: str, seats: int) -> ListedMatch:
    people = tuple(rows.Person(number, name) for number in range(1, seats + 1))
    match = Match(
        ID, "zyrcan", 1, {}, 0, ID, ID, ID, people, 9, "", 1, NOON, NOON, None, None, {}, frozenset()
    )  # fmt: skip
    return ListedMatch(match, Post(1, "", "board", {}, ID, None, 9, NOON, 1, NOON, ID, ID), 250)


@pytest.mark.parametrize(
    ("name", "seats", "shown"),
    [("Ann", 2, "**Ann** and **Ann**"), ("_" * 32, 2, r"**\_\_\_"), ("_" * 32, 4, r"**\_\_\_**")],
)
def test_a_page_is_one_message_whatever_people_are_called(name: str, seats: int, shown: str) -> None:
    page = ServerPage([listed(name, seats)] * PAGE_SIZE, [], 10_000, 0, 1, 1_250)
    text = matches_page(page, GAMES, narrowed=False)
    assert len(text) <= MAX_LENGTH
    assert text.count(shown) >= PAGE_SIZE
    assert text.endswith("-# page 2 of 1251")


def test_a_match_whose_rules_are_missing_is_listed_without_its_result() -> None:
    one = listed("Ann", 2)
    ended = replace(one, match=replace(one.match, game="gone", ended_at=NOON, to_move=None))
    text = matches_page(ServerPage([], [ended], 0, 1, 0, 0), GAMES, narrowed=False)
    assert text.startswith("**Ended** (1):\n- [#")
    assert f") **gone**: **Ann** and **Ann** · <t:{int(NOON.timestamp())}:R>" in text


async def begin_in_private(env: Environment) -> tuple[str, int]:
    """Begin a match of Ann and Bob in a private thread of theirs, and return the thread and the match's number."""
    thread = await env.ann.start_thread("secret", private=True)
    for user in (str(BOT_ID), env.bob.id):
        await env.ann.add_to_thread(thread, user)
    env.playground.deny(int(await env.ann.channel("games")), "SEND_MESSAGES")
    await env.ann.ask_by_slash("challenge", thread["id"], opponent=env.bob.id, game="martian-life", seat="1")
    post = await env.bob.hear_bot("-# challenge ")
    assert post["channel_id"] == thread["id"]
    since = env.ann.seen_so_far()
    await env.bob.press(post, "Accept")
    seated = await env.ann.hear(lambda one: one["id"] == post["id"] and "here in the channel" in one["content"])
    await env.ann.hear_bot("place a small", since=since)
    return thread["id"], int(seated["content"].split("#")[1].split("*")[0])


@pytest.mark.thorough
@pytest.mark.parametrize("content", [True, False])
async def test_a_match_in_a_private_thread_is_for_those_in_it(tmp_path: Path, content: bool) -> None:  # noqa: FBT001 - a parameter
    async with start_env(tmp_path, content=content) as env:
        thread, number = await begin_in_private(env)
        await env.all_posted()
        here = await env.bob.ask_by_slash("matches", thread)
        assert f"[#{number}]" in here["content"]
        for shown in (
            await env.cleo.ask_by_slash("matches"),
            await env.cleo.ask_by_slash("matches", person=env.ann.id),
            await env.cleo.ask_by_menu("Matches", env.ann),
        ):
            assert f"#{number}" not in shown["content"]
        press = {**BUTTON, "custom_id": f"watch:{number}"}
        assert await forge(env, env.cleo, press, "Hm") == f"There's no match #{number} on this server."


async def test_servers_see_their_own_matches_alone(tmp_path: Path) -> None:
    async with start_env(tmp_path, guilds=2) as env:
        contest = Contest("martian-life", (env.ann, env.bob))
        await contest.begin()
        elsewhere = await env.cleo.ask_by_slash("matches", "games-2")
        assert elsewhere["content"].startswith("Nobody has played here yet.")
        told = await env.cleo.ask_by_text("@Turnpost matches")
        assert f"[#{contest.number}]" in told["content"]
        assert await env.cleo.ask_by_text("!matches", await env.cleo.dm(), holds="That needs a server")
        for page, shown in (
            (f"{10**9}:0:-", f"[#{contest.number}]"),
            (f"0:{env.cleo.id}:-", "There are no such matches here."),
            ("0:0:chess", "There are no such matches here."),
            (f"{'9' * 20}:0:-", "That button isn't one of mine."),
        ):
            assert shown in await forge(env, env.cleo, {**BUTTON, "custom_id": f"matches:{page}"}, "Hm")

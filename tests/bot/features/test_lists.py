"""What runs and what ended on a server, as spectators see it, and watching a match to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.lists import MOST_LISTED, my_matches_post, time_listed
from bot.referee.clocks.pauses import NOT_PAUSED, PauseStatus
from bot.referee.lists import PAGE_SIZE, MatchEntry, MyMatches
from playground.model.resources.user import BOT_ID
from tests.bot.features.match_sample import AGO, AT, BOB, BOLD_BOB, MATCH, NOON, THEN
from tests.playground.client import labels
from tests.wire.match import Contest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

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
    assert told["content"].startswith("Nobody has played here yet. `/challenge` begins a match")
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

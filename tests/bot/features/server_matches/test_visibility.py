"""Matches that not everybody can see: in private threads, on other servers; what runs where nobody asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.lists import matches_page
from bot.interactions.replies import MAX_LENGTH
from bot.referee.lists import PAGE_SIZE, ListedMatch, ServerPage
from games import GAMES
from playground.model.resources.user import BOT_ID
from storage.queries.rows import Match, Person, Post
from tests.bot.features.guide.test_guide import BUTTON, forge
from tests.storage.samples import NOON
from tests.wire.environment import start_env
from tests.wire.match import Contest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment

ID = 1_574_395_691_587_862_528


def listed(name: str, seats: int) -> ListedMatch:
    people = tuple(Person(number, name) for number in range(1, seats + 1))
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
        assert await forge(env, env.cleo, press, "Hm") == f"There is no match #{number} on this server."


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

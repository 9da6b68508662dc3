"""Matches that live in posts of a forum: their first message, their tags, and where they live if they can't."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from playground.model.resources.channel import MEDIA
from tests.bot.features.forum_posts.forums import (
    ALL_TAGS,
    MANAGED,
    TURNS,
    add_forum,
    available,
    begin,
    check_record,
    choose_forum,
    posts_of,
    tags,
)
from tests.playground.client import labels
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS
from tests.wire.match import SCRIPTS, bare, by_slash
from tests.wire.settings_form import change_settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches of a module.
pytestmark = pytest.mark.asyncio(loop_scope="module")
OTHER_TROUBLE = [pytest.param(each, marks=pytest.mark.thorough) for each in ("barred", "hidden", "media")]
TEXTS = SCRIPTS["xero-g"].split()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """An environment in which the bot may manage channels, but for those that deny it."""
    folder = tmp_path_factory.mktemp("shared")
    async with start_env(folder, granted=MANAGED, settings=GENEROUS) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env_without_content(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """The same with the message content intent off."""
    folder = tmp_path_factory.mktemp("shared")
    async with start_env(folder, content=False, granted=MANAGED, settings=GENEROUS) as ready:
        yield ready


async def play_whole_match(env: Environment, *, content: bool) -> None:
    """Play a match in a forum post to its end, with the right tags after every turn."""
    forum = add_forum(env)
    shown = await choose_forum(env, forum)
    assert f"forum matches get posts in <#{forum}>, with tags" in shown
    assert available(env, forum) == ALL_TAGS
    contest = await begin(env, key="xero-g", content=content)
    assert posts_of(env, forum) == [int(contest.thread)]
    post = env.playground.state.channels[int(contest.thread)]
    assert post.name == f"Xero-G #{contest.number}: Ann - Bob"
    first = (await env.ann.messages(contest.thread))[0]
    assert first["id"] == contest.thread
    assert first["content"].startswith(f"**Xero-G #{contest.number}**, **Ann** (South) against **Bob** (North)\n")
    challenge = next(one for one in await env.ann.messages() if f"<#{contest.thread}>" in one["content"])
    assert f"/{challenge['id']}" in first["content"]
    assert labels(first) == ["How to play"]
    assert (await env.cleo.ask_by_press(first, "How to play"))["attachments"]
    for ply, text in enumerate(TEXTS):
        assert await tags(env, contest) == [TURNS[ply % 2], "Xero-G"]
        await contest.turn(bare if content else by_slash, text)
    assert await tags(env, contest) == ["Over", "Xero-G"]
    contest.check_win()


@pytest.mark.thorough
async def test_a_whole_match_is_played_in_a_forum_post_whose_tags_tell_how_it_stands(shared_env: Environment) -> None:
    await play_whole_match(shared_env, content=True)


@pytest.mark.thorough
async def test_a_whole_match_is_played_in_a_forum_post_without_the_content_intent(
    shared_env_without_content: Environment,
) -> None:
    await play_whole_match(shared_env_without_content, content=False)


@pytest.mark.thorough
async def test_a_match_of_three_tells_whose_turn_it_is_and_verify_finds_nothing(shared_env: Environment) -> None:
    env = shared_env
    await choose_forum(env, add_forum(env))
    contest = await begin(env, key="zyrcan", players=3)
    for turn in range(6):
        assert contest.game.to_move(contest.state) == turn % 3 + 1
        assert await tags(env, contest) == [TURNS[turn % 3], "Zyrcan"]
        first = next(iter(contest.game.legal(contest.state)))
        await contest.turn(bare, contest.game.format(contest.state, first))
    await check_record(env)


@pytest.mark.thorough
async def test_a_rematch_has_a_post_of_its_own(shared_env: Environment) -> None:
    env = shared_env
    forum = add_forum(env)
    await choose_forum(env, forum)
    contest = await begin(env)
    await contest.turn(bare, "e4+")
    await contest.resign(2)
    assert await tags(env, contest) == ["Over", "Martian Life"]
    since, bobs = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.ann.press(contest.board, "Rematch")
    await env.bob.press(await env.bob.hear_bot("**Ann** challenges", since=bobs), "Accept")
    await env.ann.hear_bot("place a small", since=since)
    await env.all_posted()
    first, second = posts_of(env, forum)
    assert first == int(contest.thread)
    assert env.playground.state.channels[second].name.endswith(": Bob - Ann")
    assert await tags(env, contest) == ["Over", "Martian Life"]


@pytest.mark.thorough
async def test_people_may_add_tags_that_stay(shared_env: Environment) -> None:
    env = shared_env
    forum = add_forum(env, tags=["Friendly", "1ST TO MOVE"])
    await choose_forum(env, forum)
    assert available(env, forum) == ["Friendly", "1ST TO MOVE", *ALL_TAGS[1:]]
    contest = await begin(env)
    assert await tags(env, contest) == ["1ST TO MOVE", "Martian Life"]
    post, tag = (
        env.playground.state.channels[int(contest.thread)],
        env.playground.state.channels[forum].available_tags[0],
    )
    post.applied_tags.append(int(tag["id"]))
    await contest.turn(bare, "e4+")
    assert await tags(env, contest) == ["Friendly", "2nd to move", "Martian Life"]


async def test_an_archived_post_gets_its_tags(shared_env: Environment) -> None:
    env = shared_env
    await choose_forum(env, add_forum(env))
    contest = await begin(env)
    env.playground.archive(int(contest.thread))
    await contest.turn(bare, "e4+")
    assert await tags(env, contest) == ["2nd to move", "Martian Life"]


async def test_where_the_bot_may_not_make_tags_it_takes_those_that_there_are(shared_env: Environment) -> None:
    env = shared_env
    forum = add_forum(env, tags=["over", "martian life", "2nd to move"], managed=False)
    shown = await choose_forum(env, forum)
    assert "It's missing the tags `1st to move`, `3rd to move`" in shown
    assert "`Xong` and `Force Field Factions`. People with Manage Channels can add them" in shown
    contest = await begin(env)
    assert await tags(env, contest) == ["martian life"]
    await contest.turn(bare, "e4+")
    assert await tags(env, contest) == ["martian life", "2nd to move"]
    await contest.turn(bare, "b7")
    assert await tags(env, contest) == ["martian life"]
    await contest.resign(1)
    assert await tags(env, contest) == ["over", "martian life"]
    assert len(available(env, forum)) == 3


@pytest.mark.thorough
async def test_a_full_forum_has_no_room_for_more_tags(shared_env: Environment) -> None:
    env = shared_env
    forum = add_forum(env, tags=[*(f"topic {n}" for n in range(1, 19)), "1st to move"])
    assert "A forum has at most 20 tags" in await choose_forum(env, forum)
    assert len(available(env, forum)) == 20
    contest = await begin(env)
    assert await tags(env, contest) == ["1st to move"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("given", "taken"), [(["Xong", "martian life"], "martian life"), (["Xong"], "Xong"), ([], None)]
)
async def test_a_forum_that_requires_a_tag_gets_one_or_no_post(
    shared_env: Environment, given: list[str], taken: str | None
) -> None:
    env = shared_env
    forum = add_forum(env, tags=given, requires_tag=True, managed=False)
    await choose_forum(env, forum)
    contest = await begin(env)
    if taken is None:
        assert posts_of(env, forum) == []
        assert env.playground.state.channels[int(contest.thread)].parent_id == int(await env.ann.channel("games"))
        assert env.bot.log.read_text().count(f"Match #{contest.number} has no post in the forum") == 1
    else:
        assert posts_of(env, forum) == [int(contest.thread)]
        assert await tags(env, contest) == [taken]
    await contest.turn(bare, "e4+")
    await check_record(env)


@pytest.mark.parametrize("trouble", ["deleted", *OTHER_TROUBLE])
async def test_where_the_forum_takes_no_posts_the_match_gets_a_thread(shared_env: Environment, trouble: str) -> None:
    env = shared_env
    forum = add_forum(env)
    await choose_forum(env, forum)
    match trouble:
        case "deleted":
            env.playground.remove(forum)
        case "barred":
            env.playground.deny(forum, "SEND_MESSAGES")
        case "media":
            env.playground.state.channels[forum].type = MEDIA
        case _:
            env.playground.deny(forum, "VIEW_CHANNEL")
    contest = await begin(env)
    assert env.playground.state.channels[int(contest.thread)].parent_id == int(await env.ann.channel("games"))
    assert env.bot.log.read_text().count(f"Match #{contest.number} has no post in the forum {forum}") == 1
    await contest.turn(bare, "e4+")
    shown = (await env.bob.ask_by_text("!settings"))["content"]
    barred, gone = "I can't keep matches there, so they get threads. Allow me Create Posts.", "I can't see that forum"
    assert f"\n  - {barred if trouble == 'barred' else gone}" in shown


async def test_settings_take_forums_alone_and_only_where_the_bot_can_post(shared_env: Environment) -> None:
    env = shared_env
    forum, media = add_forum(env), add_forum(env, kind=MEDIA)
    games = await env.ann.channel("games")
    for other in (media, games):
        answer = await env.ann.ask_by_text(f"!settings forum=<#{other}>")
        assert f"<#{other}> isn't a forum of this server" in answer["content"]
    env.playground.deny(forum, "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    answer = await env.ann.ask_by_text(f"!settings forum=<#{forum}>")
    assert f"I can't keep matches in <#{forum}>. Allow me Create Posts and Send Messages in Posts" in answer["content"]
    env.playground.allow(forum)
    answer = await env.ann.ask_by_text(f"!settings forum=<#{forum}>")
    assert f"matches get posts in <#{forum}>" in answer["content"]
    answer = await env.ann.ask_by_text("!settings forum=none")
    assert "- forum `none`: matches get no forum posts" in answer["content"]
    contest = await begin(env)
    assert env.playground.state.channels[int(contest.thread)].parent_id == int(games)


async def test_a_change_of_the_turn_is_one_change_of_the_tags(shared_env: Environment) -> None:
    env = shared_env
    await choose_forum(env, add_forum(env))
    contest = await begin(env)
    before = env.playground.calls["PATCH /channels/{channel}"]
    for text in ("e4+", "b7", "f5"):
        await contest.turn(bare, text)
        await env.all_posted()
    assert env.playground.calls["PATCH /channels/{channel}"] - before == 3


@pytest.mark.thorough
async def test_a_match_against_turnpost_is_tagged_with_peoples_turns(shared_env: Environment) -> None:
    env = shared_env
    forum = add_forum(env)
    await choose_forum(env, forum)
    since = env.ann.seen_so_far()
    await env.ann.say("!challenge @Turnpost martian-life seat=1 level=1")
    board = await env.ann.hear_bot("place a small", since=since)
    assert [str(post) for post in posts_of(env, forum)] == [board["channel_id"]]
    before = env.playground.calls["PATCH /channels/{channel}"]
    await env.ann.say("e4+", board["channel_id"])
    await env.ann.hear_bot("**2.**", since=since)
    await env.all_posted()
    post = env.playground.state.channels[int(board["channel_id"])]
    names = {int(tag["id"]): tag["name"] for tag in env.playground.state.channels[forum].available_tags}
    assert sorted(names[tag] for tag in post.applied_tags) == ["1st to move", "Martian Life"]
    assert env.playground.calls["PATCH /channels/{channel}"] == before


@pytest.mark.thorough
async def test_tags_for_moderators_alone_are_left_to_them(shared_env: Environment) -> None:
    env = shared_env
    forum = add_forum(env, tags=ALL_TAGS)
    for tag in env.playground.state.channels[forum].available_tags[:2]:
        tag["moderated"] = True
    shown = await choose_forum(env, forum)
    assert "I can't use `1st to move` and `2nd to move` there: only moderators can apply them." in shown
    contest = await begin(env)
    assert await tags(env, contest) == ["Martian Life"]


async def test_a_takeback_gives_the_tag_back(shared_env: Environment) -> None:
    env = shared_env
    await choose_forum(env, add_forum(env))
    contest = await begin(env)
    await contest.turn(bare, "e4+")
    since = env.bob.seen_so_far()
    await env.ann.say("!takeback", contest.thread)
    await env.bob.press(await env.bob.hear_bot("asks to take back", since=since), "Agree")
    await env.bob.hear_bot("takes back", since=since)
    assert await tags(env, contest) == ["1st to move", "Martian Life"]


@pytest.mark.thorough
async def test_a_challenge_in_another_post_leads_to_a_post_also_where_matches_have_no_threads(
    shared_env: Environment,
) -> None:
    env = shared_env
    forum, talk = add_forum(env), add_forum(env)
    await change_settings(env.ann, forum=[str(forum)], threads="no")
    place = env.playground.start_post(talk, "Ann", "Who plays?", "I would like a game.")
    since, bobs = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.ann.say("!challenge @Bob martian-life seat=1", str(place))
    await env.bob.press(await env.bob.hear_bot("**Ann** challenges", since=bobs), "Accept")
    board = await env.ann.hear_bot("place a small", since=since)
    assert [str(post) for post in posts_of(env, forum)] == [board["channel_id"]]
    await env.ann.say("e4+", board["channel_id"])
    await env.ann.hear_bot("**1.** **Ann**", since=since)
    await change_settings(env.ann, threads="yes")


@pytest.mark.thorough
async def test_a_match_brings_the_tags_that_it_needs_once_the_bot_may_make_them(shared_env: Environment) -> None:
    env = shared_env
    forum = add_forum(env, managed=False)
    await choose_forum(env, forum)
    assert await tags(env, await begin(env)) == []
    env.playground.allow(forum)
    contest = await begin(env)
    assert available(env, forum) == ["Martian Life", "1st to move", "2nd to move", "Over"]
    assert await tags(env, contest) == ["Martian Life", "1st to move"]

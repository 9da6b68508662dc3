"""Where a challenge is posted, and every command in group messages and on a server without the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.client.commands import PANELS
from playground.model.resources.channel import FORUM, MEDIA, STAGE, VOICE
from tests.bot.features.challenges.test_foreign_places import BOOKS, hear_board
from tests.playground.client import text_of
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS
from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json
    from tests.wire.environment import Environment

# One bot, and so one event loop, for all places: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def start_post(env: Environment, kind: int = FORUM) -> tuple[str, str]:
    """Start a post in a new forum; return the ids of both."""
    forum = env.playground.add_room(kind, "ideas")
    post = env.playground.start_post(forum, "Ann", "Who plays?", "I would like a game.")
    return str(forum), str(post)


async def play_in(env: Environment, place: str, challenge: Json) -> None:
    """Accept a challenge and play two moves, all of it in one place, which the match shares with other talk."""
    assert challenge["channel_id"] == place
    since, bobs = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.bob.press(challenge, "Accept")
    board = await env.ann.hear_bot("place a small", since=since)
    assert board["channel_id"] == place
    await env.ann.say("e4+", place, to=board)
    board = await env.bob.hear_bot("**1.** **Ann**", since=bobs)
    assert board["channel_id"] == place
    number = board["content"].rpartition("-# #")[2].split()[0]
    await env.bob.say("b7", place)  # other talk
    await env.bob.say(f"#{number} b6", place)
    board = await env.ann.hear_bot("**2.** **Bob** places a small on b6", since=since)
    assert board["channel_id"] == place


@pytest.mark.parametrize("kind", [FORUM, pytest.param(MEDIA, marks=pytest.mark.thorough)], ids=["forum", "media"])
@pytest.mark.parametrize("way", ["text", pytest.param("mention", marks=pytest.mark.thorough), "slash"])
async def test_a_challenge_in_a_forum_post_is_posted_and_played_there(
    shared_env: Environment, kind: int, way: str
) -> None:
    env = shared_env
    forum, post = await start_post(env, kind)
    since = env.bob.seen_so_far()
    match way:
        case "text":
            await env.ann.say("!challenge @Bob martian-life seat=1", post)
        case "mention":
            await env.ann.say("@Turnpost, challenge @Bob martian-life seat=1", post)
        case _:
            answer = await env.ann.ask_by_slash("challenge", post, opponent=env.bob.id, game="martian-life", seat="1")
            assert answer["content"] == ""
    challenge = await env.bob.hear_bot("**Ann** challenges", since=since)
    await play_in(env, post, challenge)
    assert await env.ann.messages(forum) == []
    told = [one["message"]["channel_id"] for one in env.ann.seen[since:] if one["type"] == "message"]
    assert await env.ann.dm() not in told, "nobody is told directly that it can't be posted"


async def test_an_open_challenge_in_a_forum_post_stays_there(shared_env: Environment) -> None:
    env = shared_env
    _, post = await start_post(env)
    since = env.bob.seen_so_far()
    await env.ann.say("!open martian-life seat=1", post)
    table = await env.bob.hear_bot("challenges anyone here to **Martian Life**", since=since)
    assert table["channel_id"] == post


async def test_a_rematch_in_a_forum_post_is_asked_for_there(shared_env: Environment) -> None:
    env = shared_env
    _, post = await start_post(env)
    since = env.bob.seen_so_far()
    await env.ann.say("!challenge @Bob martian-life seat=1", post)
    await env.bob.press(await env.bob.hear_bot("**Ann** challenges", since=since), "Accept")
    board = await env.bob.hear_bot("place a small", since=since)
    number = board["content"].rpartition("-# #")[2].strip()
    question = await env.bob.ask_by_slash("match", post, do="resign", match=f"#{number}")
    await env.bob.press(question, f"Resign #{number}")
    await env.bob.hear_bot(f"wins **Martian Life #{number}**", since=since)
    since = env.bob.seen_so_far()
    await env.ann.say(f"!rematch #{number}", post)
    again = await env.bob.hear_bot("**Ann** challenges", since=since)
    assert again["channel_id"] == post


@pytest.mark.parametrize("kind", [VOICE, pytest.param(STAGE, marks=pytest.mark.thorough)], ids=["voice", "stage"])
async def test_a_challenge_in_the_chat_of_a_voice_channel_is_played_there(shared_env: Environment, kind: int) -> None:
    env = shared_env
    place = str(env.playground.add_room(kind, "talk"))
    since = env.bob.seen_so_far()
    await env.ann.say("!challenge @Bob martian-life seat=1", place)
    await play_in(env, place, await env.bob.hear_bot("**Ann** challenges", since=since))


async def test_a_challenge_in_a_thread_is_posted_in_the_channel_around(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    since = env.cleo.seen_so_far()
    await env.ann.say("!challenge @Cleo xero-g", contest.thread)
    challenge = await env.cleo.hear_bot("**Ann** challenges", since=since)
    assert challenge["channel_id"] == await env.ann.channel("games")


async def test_where_the_bot_may_not_post_around_a_thread_it_posts_in_the_thread(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    games = int(await env.ann.channel("games"))
    since = env.cleo.seen_so_far()
    env.playground.deny(games, "SEND_MESSAGES")
    try:
        await env.ann.say("!challenge @Cleo xero-g", contest.thread)
        challenge = await env.cleo.hear_bot("**Ann** challenges", since=since)
    finally:
        env.playground.allow(games)
    assert challenge["channel_id"] == contest.thread
    await contest.turn(bare, "e4+")


OF_A_MATCH = {
    "move": {"move": "321123"},
    "preview": {"move": "321123", "preview": True},
    "board": {"text": "grid"},
    "match": {},
    **{
        f"match do:{do}": {}
        for do in (
            *("draw", "agree", "refuse", "retract", "takeback", "substitute", "pause", "resume", "claim", "calloff"),
            *("givetime 1d", "hint", "moves", "words", "rules", "catalogue", "history", "export", "replay", "review"),
            *("guess", "view", "rematch", "playon", "note remember", "notes", "analyse", "plan", "resign"),
        )
    },
}
"""Options by the name of a command and what it does."""
OTHERS = {
    "games": {},
    "profile": {},
    "standings": {"game": "xero-g"},
    "stats": {},
    "help": {"game": "xero-g"},
    "match do:accept": {},
    "match do:decline": {},
    "match do:find xero-g": {},
    "me": {},
    "me do:challenges": {},
    "me do:look theme=light": {},
    "me do:preferences": {},
    "me do:profile": {},
    "me do:vacation": {},
    "me do:privacy show": {},
    "me do:privacy delete": {},
    "puzzle": {"game": "xero-g"},
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """Ann has installed the bot; she and Bob play #1, begun in a group, and #2, begun on a server without the bot."""
    folder = tmp_path_factory.mktemp("anywhere")
    async with start_env(folder, content=False, other_guilds=1, settings=GENEROUS) as ready:
        await ready.ann.change_settings(installed=True)
        for place in (await ready.ann.dm(ready.bob), await ready.ann.channel(BOOKS)):
            since = ready.bob.seen_so_far()
            await ready.ann.slash("challenge", place, game="xero-g", opponent=ready.bob.id, seat="south")
            post = await ready.bob.hear(lambda one, place=place: one["channel_id"] == place, since=since)
            await ready.bob.press(post, "Accept")
        for number in "12":
            await hear_board(ready.ann, number, 0)
        yield ready


async def test_all_that_is_offered_is_tried(env: Environment) -> None:
    place = await env.ann.dm(env.bob)
    view = await env.ann.view()
    kind = next(one["place"] for one in view["channels"] if one["id"] == place)
    offered = {one["id"]: one for one in view["commands"]}
    names = {
        f"{one['name']} {part['name']}" if part["type"] == 1 else one["name"]
        for one in (offered[key] for key in view["commands_in"][kind])
        if one["type"] == 1
        for part in one["options"] or [{"type": 3}]
    }
    tried = {*OF_A_MATCH, *OTHERS}
    assert names | {"preview"} == {each.partition(" do:")[0] for each in tried} | {"challenge", "play"}
    done = {each.partition("match do:")[2].partition(" ")[0] for each in tried}
    assert set(PANELS["match"]) <= done


@pytest.mark.parametrize("where", ["group", pytest.param("server", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", [*OF_A_MATCH, *OTHERS])
async def test_it_is_answered_privately(env: Environment, name: str, where: str) -> None:
    place = await env.ann.dm(env.bob) if where == "group" else await env.ann.channel(BOOKS)
    number = "1" if where == "group" else "2"
    options = dict({**OF_A_MATCH, **OTHERS}[name])
    if name in {"move", "preview"}:
        options["move"] = f"#{number} {options['move']}"
    elif name in OF_A_MATCH:
        options["match"] = f"#{number}"
    command, __, do = name.replace("preview", "move").partition(" do:")
    answer = await env.ann.ask_by_slash(command, place, **options, **({"do": do} if do else {}))
    assert answer["ephemeral"]
    assert answer["channel_id"] == place
    assert "went wrong" not in text_of(answer)
    assert "on this server" not in text_of(answer)


async def test_what_needs_a_server_is_offered_on_servers_with_the_bot_alone(env: Environment) -> None:
    view = await env.ann.view()
    commands = {one["id"]: one["name"] for one in view["commands"]}
    for place in (await env.ann.dm(env.bob), await env.ann.channel(BOOKS), await env.ann.dm()):
        kind = next(one["place"] for one in view["channels"] if one["id"] == place)
        assert not {"server", "matches", "Matches"} & {commands[key] for key in view["commands_in"][kind]}

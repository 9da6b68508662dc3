"""Where a challenge is posted: in the channel around a thread, or in place where that takes no messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from playground.state import FORUM, MEDIA, STAGE, VOICE
from tests.wire.match import bare, begun

if TYPE_CHECKING:
    from tests.playground.client import Json
    from tests.wire.fixtures import Stage

# One bot, and so one event loop, for all places: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def start_post(stage: Stage, kind: int = FORUM) -> tuple[str, str]:
    """Start a post in a new forum; return the ids of both."""
    forum = stage.playground.add_room(kind, "ideas")
    post = stage.playground.start_post(forum, "Ann", "Who plays?", "I would like a game.")
    return str(forum), str(post)


async def play_in(stage: Stage, place: str, challenge: Json) -> None:
    """Accept a challenge and play two moves, all of it in one place, which the match shares with other talk."""
    assert challenge["channel_id"] == place
    since = len(stage.ann.seen)
    await stage.bob.press(challenge, "Accept")
    board = await stage.ann.hear_bot("place a small", since=since)
    assert board["channel_id"] == place
    await stage.ann.say("e4+", place, to=board)
    board = await stage.bob.hear_bot("**1.** **Ann**", since=since)
    assert board["channel_id"] == place
    number = board["content"].rpartition("-# #")[2].split()[0]
    await stage.bob.say("b7", place)  # other talk
    await stage.bob.say(f"#{number} b6", place)
    board = await stage.ann.hear_bot("**2.** **Bob** places a small on b6", since=since)
    assert board["channel_id"] == place


@pytest.mark.parametrize("kind", [FORUM, MEDIA], ids=["forum", "media"])
@pytest.mark.parametrize("way", ["text", "mention", "slash"])
async def test_a_challenge_in_a_forum_post_is_posted_and_played_there(
    lasting_stage: Stage, kind: int, way: str
) -> None:
    stage = lasting_stage
    forum, post = await start_post(stage, kind)
    since = len(stage.bob.seen)
    match way:
        case "text":
            await stage.ann.say("!challenge @Bob martian-life seat=1", post)
        case "mention":
            await stage.ann.say("@Turnpost, challenge @Bob martian-life seat=1", post)
        case _:
            answer = await stage.ann.ask_by_slash(
                "challenge", post, opponent=stage.bob.id, game="martian-life", seat="1"
            )
            assert f"is posted in <#{post}>" in answer["content"]
    challenge = await stage.bob.hear_bot("**Ann** challenges", since=since)
    await play_in(stage, post, challenge)
    assert await stage.ann.messages(forum) == []
    told = [one["message"]["channel_id"] for one in stage.ann.seen[since:] if one["type"] == "message"]
    assert await stage.ann.dm() not in told, "nobody is told directly that it can't be posted"


async def test_a_table_in_a_forum_post_stands_there(lasting_stage: Stage) -> None:
    stage = lasting_stage
    _, post = await start_post(stage)
    since = len(stage.bob.seen)
    await stage.ann.say("!open martian-life seat=1", post)
    table = await stage.bob.hear_bot("challenges anyone here to **Martian Life**", since=since)
    assert table["channel_id"] == post


async def test_a_rematch_in_a_forum_post_is_asked_for_there(lasting_stage: Stage) -> None:
    stage = lasting_stage
    _, post = await start_post(stage)
    since = len(stage.bob.seen)
    await stage.ann.say("!challenge @Bob martian-life seat=1", post)
    await stage.bob.press(await stage.bob.hear_bot("**Ann** challenges", since=since), "Accept")
    board = await stage.bob.hear_bot("place a small", since=since)
    number = board["content"].rpartition("-# #")[2].strip()
    question = await stage.bob.ask_by_slash("resign", post, match=f"#{number}")
    await stage.bob.press(question, f"Resign #{number}")
    await stage.bob.hear_bot(f"wins **Martian Life #{number}**", since=since)
    since = len(stage.bob.seen)
    await stage.ann.say(f"!rematch #{number}", post)
    again = await stage.bob.hear_bot("**Ann** challenges", since=since)
    assert again["channel_id"] == post


@pytest.mark.parametrize("kind", [VOICE, STAGE], ids=["voice", "stage"])
async def test_a_challenge_in_the_chat_of_a_voice_channel_is_played_there(lasting_stage: Stage, kind: int) -> None:
    stage = lasting_stage
    place = str(stage.playground.add_room(kind, "talk"))
    since = len(stage.bob.seen)
    await stage.ann.say("!challenge @Bob martian-life seat=1", place)
    await play_in(stage, place, await stage.bob.hear_bot("**Ann** challenges", since=since))


async def test_a_challenge_in_a_thread_is_posted_in_the_channel_around(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2])
    since = len(stage.cleo.seen)
    await stage.ann.say("!challenge @Cleo xero-g", contest.thread)
    challenge = await stage.cleo.hear_bot("**Ann** challenges", since=since)
    assert challenge["channel_id"] == await stage.ann.channel("games")


async def test_where_the_bot_may_not_post_around_a_thread_it_posts_in_the_thread(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2])
    games = int(await stage.ann.channel("games"))
    since = len(stage.cleo.seen)
    stage.playground.deny(games, "SEND_MESSAGES")
    try:
        await stage.ann.say("!challenge @Cleo xero-g", contest.thread)
        challenge = await stage.cleo.hear_bot("**Ann** challenges", since=since)
    finally:
        stage.playground.allow(games)
    assert challenge["channel_id"] == contest.thread
    await contest.turn(bare, "e4+")

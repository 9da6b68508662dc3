"""Commands written while the bot is away: carried out if they are young, else asked for again, once."""

from __future__ import annotations

import re
import signal
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from sqlalchemy import update

from bot.backfill import MAX_COMMAND_AGE, PAGE_SIZE
from storage import schema
from storage.engine.database import Database, file_url
from storage.queries import read_markers as heard
from tests.playground.client import answered
from tests.wire.environment import Environment, start_env
from tests.wire.match import begin_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.playground.client import Json, Person

pytestmark = pytest.mark.asyncio(loop_scope="module")
GAMES = "games"
MINUTE = timedelta(minutes=1)
AWAY = "I was away when you sent this"


class DiscordClock:
    """Discord's clock, which may be set back behind the bot's, so that what is written then is old."""

    def __init__(self) -> None:
        self.behind = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) - self.behind


@pytest.fixture
def clock() -> DiscordClock:
    return DiscordClock()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    async with start_env(tmp_path_factory.mktemp("away"), nonce_window=timedelta(0)) as ready:
        yield ready


async def forget_read_markers(env: Environment) -> None:
    """Let the next start read again everything that was read before."""
    database = await Database.open(file_url(env.bot.data / "turnpost.db"))
    async with database.write() as tx:
        await tx.execute(update(schema.read_markers).values(message_id=1))
    await database.close()


async def read_markers(env: Environment) -> dict[int, int]:
    """Return up to which message each channel was read, of those on record."""
    database = await Database.open_existing(file_url(env.bot.data / "turnpost.db"))
    try:
        async with database.read() as tx:
            return {channel: each.message_id for channel, each in (await heard.load_all(tx)).items()}
    finally:
        await database.close()


async def make_known(person: Person, channel: str = GAMES) -> None:
    """Let the bot be spoken to in a channel, and have answered."""
    await person.ask_by_text("!games", channel)


def replies_to(env: Environment, command: Json) -> list[str]:
    """Return what the bot replied to a message."""
    said = env.playground.state.said[int(command["channel_id"])].values()
    users = env.playground.state.users
    replies = [one for one in said if (one.reference or {}).get("message_id") == int(command["id"])]
    return [one.content for one in replies if users[one.author_id].bot]


def said_by_bot(env: Environment) -> int:
    """Return how many messages the bot has sent."""
    state = env.playground.state
    return sum(state.users[one.author_id].bot for channel in state.said.values() for one in channel.values())


async def restarted(env: Environment, witness: Person) -> None:
    """Let the bot read everything again, and wait until it has: what comes after is taken up after it."""
    async with env.down():
        await forget_read_markers(env)
    await make_known(witness)


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("!challenge @Bob xero-g", "**Ann** challenges"),
        pytest.param(
            "!open zyrcan 4", "**Ann** challenges anyone here to **Zyrcan**", marks=pytest.mark.thorough, id="open"
        ),
        pytest.param(
            "@Turnpost challenge @Bob martian-life", "**Ann** challenges", marks=pytest.mark.thorough, id="mention"
        ),
    ],
)
async def test_a_challenge_written_while_it_is_down_is_issued_once(
    env: Environment, how: signal.Signals, command: str, answer: str
) -> None:
    await make_known(env.cleo)
    since = env.ann.seen_so_far()
    async with env.down(how):
        await env.ann.say(command)
    await env.ann.hear_bot(answer, since=since)
    await env.ann.ask_by_text("!games")
    before = said_by_bot(env)
    await restarted(env, env.cleo)
    assert said_by_bot(env) == before + 1, "the answer to the witness"


@pytest.mark.thorough
async def test_a_question_written_while_it_is_down_is_answered_once(env: Environment) -> None:
    await make_known(env.cleo)
    async with env.down():
        commands = [await env.ann.say(text) for text in ("!help", "@Turnpost games", "!rules xong", "!nonsense")]
    for each in commands[:3]:
        await env.ann.hear(lambda one, each=each: answered(one) == each["id"], f"an answer to {each['content']}")
    await restarted(env, env.cleo)
    assert [len(replies_to(env, each)) > 0 for each in commands] == [True, True, True, False]
    counts = [len(replies_to(env, each)) for each in commands]
    await restarted(env, env.cleo)
    assert [len(replies_to(env, each)) for each in commands] == counts


@pytest.mark.thorough
async def test_a_board_asked_for_in_a_channel_while_it_is_down_comes_once(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    await make_known(env.cleo)
    async with env.down():
        command = await env.dan.say(f"!board #{contest.number}")
    shown = await env.dan.hear(lambda one: answered(one) == command["id"], "the board")
    assert shown["attachments"]
    await restarted(env, env.cleo)
    assert len(replies_to(env, command)) == 1


@pytest.mark.thorough
async def test_a_rematch_asked_for_in_an_ended_match_s_thread_while_it_is_down_is_offered(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    await contest.resign(2)
    async with env.down():
        await env.ann.say("!rematch", contest.thread)
    await env.ann.hear(
        lambda one: one["channel_id"] == contest.thread and f"Rematch of #{contest.number}" in one["content"],
        "the rematch in the thread",
    )


async def test_the_first_direct_message_of_somebody_challenged_is_read(env: Environment) -> None:
    await env.ann.say("!challenge @Eve xero-g")
    await env.eve.hear_bot("challenges **Eve**")
    async with env.down():
        command = await env.eve.say("!games", await env.eve.dm())
    await env.eve.hear(lambda one: answered(one) == command["id"], "an answer by direct message")


@pytest.mark.parametrize(
    ("text", "channel"),
    [("!games", "lounge"), ("!chalenge @Bob xong", "lounge"), pytest.param("hello", "", marks=pytest.mark.thorough)],
)
async def test_the_first_message_to_the_bot_is_read_again_if_it_dies_while_answering(
    tmp_path: Path, text: str, channel: str
) -> None:
    async with start_env(tmp_path, nonce_window=timedelta(0)) as env:
        place = channel or await env.ann.dm()
        env.playground.faults.slow(60, method="POST", path=r"/channels/\d+/messages$", applied=False)
        command = await env.ann.say(text, place)
        await env.playground.faults.used_up()
        await env.bot.stop(signal.SIGKILL)
        env.playground.faults.clear()
        await env.bot.start()
        await env.ann.hear(lambda one: answered(one) == command["id"], "the answer, after all")


@pytest.mark.thorough
async def test_read_markers_follow_all_that_is_said_where_the_bot_was_spoken_to(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        games, lounge = [int(await env.cleo.channel(name)) for name in (GAMES, "lounge")]
        await make_known(env.cleo)
        for _ in range(2):
            await env.cleo.say("well, well", "lounge")
            last = await env.cleo.say("well, well")
            await make_known(env.cleo, await env.cleo.dm())  # taken up after both
            await env.bot.stop()
            markers = await read_markers(env)
            assert markers[games] == int(last["id"])
            assert lounge not in markers
            await env.bot.start()


@pytest.mark.thorough
async def test_only_the_newest_thousand_messages_of_a_channel_are_read(env: Environment) -> None:
    await make_known(env.cleo)
    state, channel = env.playground.state, await env.cleo.channel(GAMES)
    async with env.down():
        buried = await env.bob.say("!games")
        for _ in range(PAGE_SIZE):
            state.add_message(state.channels[int(channel)], int(env.cleo.id), "well, well")
        command = await env.dan.say("!games")
    await env.dan.hear(lambda one: answered(one) == command["id"], "an answer to !games")
    assert replies_to(env, buried) == []


@pytest.mark.thorough
async def test_late_commands_are_asked_for_again_once_a_person(tmp_path: Path, clock: DiscordClock) -> None:
    clock.behind = MAX_COMMAND_AGE + MINUTE
    async with start_env(tmp_path, nonce_window=timedelta(0), clock=clock) as env:
        await make_known(env.cleo)
        async with env.down():
            commands = [await env.ann.say(text) for text in ("!challenge @Bob xero-g", "!open zyrcan 4", "!games")]
            others = await env.bob.say("@Turnpost board #1")
            changed = await env.dan.say("!games")
            await env.dan.edit(changed, "!help")
            await env.cleo.say("well, well")
        for latest, person in ((commands[-1], env.ann), (others, env.bob), (changed, env.dan)):
            told = await person.hear(lambda one, latest=latest: answered(one) == latest["id"], "the late answer")
            assert told["content"].startswith(AWAY)
            assert re.search(r"<t:\d+:R>", told["content"])
            assert told["content"].endswith("please send it again.")
        before = said_by_bot(env)
        await restarted(env, env.cleo)
        assert said_by_bot(env) == before + 1
        assert [replies_to(env, each) for each in commands[:2]] == [[], []]


async def test_what_is_older_than_players_are_promised_is_not_read(tmp_path: Path, clock: DiscordClock) -> None:
    promised = timedelta(days=14)
    clock.behind = promised + MINUTE
    async with start_env(tmp_path, nonce_window=timedelta(0), clock=clock) as env:
        await make_known(env.cleo)
        async with env.down():
            old = await env.ann.say("!games")
            clock.behind = promised - MINUTE
            young = await env.bob.say("!games")
        told = await env.bob.hear(lambda one: answered(one) == young["id"], "the late answer")
        assert told["content"].startswith(AWAY)
        assert replies_to(env, old) == []


@pytest.mark.thorough
async def test_a_plan_stored_just_before_a_kill_is_not_asked_for_again(tmp_path: Path, clock: DiscordClock) -> None:
    clock.behind = MAX_COMMAND_AGE + MINUTE
    async with start_env(tmp_path, nonce_window=timedelta(0), clock=clock) as env:
        contest = await begin_match(env.people[:2])
        messages = await env.bob.dm()
        env.playground.faults.slow(60, method="POST", path=rf"/channels/{messages}/messages$", applied=False)
        planned = await env.bob.say(f"!plan #{contest.number} if c4: d5", messages)
        await env.playground.faults.used_up()
        async with env.down(signal.SIGKILL):
            env.playground.faults.clear()
            clock.behind = timedelta()
        shown = await env.bob.ask_by_text(f"!plan #{contest.number}", messages)
        assert "1. `if c4: d5`" in shown["content"]
        assert replies_to(env, planned) == []


async def test_a_command_just_young_enough_is_carried_out(tmp_path: Path, clock: DiscordClock) -> None:
    clock.behind = MAX_COMMAND_AGE - MINUTE
    async with start_env(tmp_path, nonce_window=timedelta(0), clock=clock) as env:
        await make_known(env.cleo)
        async with env.down():
            await env.ann.say("!open xero-g")
        await env.ann.hear_bot("**Ann** challenges anyone here")


@pytest.mark.thorough
async def test_a_late_move_is_played_however_it_is_written(tmp_path: Path, clock: DiscordClock) -> None:
    clock.behind = timedelta(hours=3)
    async with start_env(tmp_path, nonce_window=timedelta(0), clock=clock) as env:
        contest = await begin_match(env.people[:2])
        async with env.down():
            await env.ann.say("!move e4+", contest.thread)
            await env.bob.say("b7", contest.thread)
            await env.ann.say(f"@Turnpost move #{contest.number} f5")
            late = await env.bob.say("!draw", contest.thread)
        await env.ann.hear_bot(f"-# #{contest.number} \u00b7 move 3 \u00b7 `f5`")
        told = await env.bob.hear(lambda one: answered(one) == late["id"], "an answer to the late command")
        assert told["content"].startswith(AWAY)


@pytest.mark.thorough
async def test_without_the_content_intent_commands_by_mention_are_read(tmp_path: Path) -> None:
    async with start_env(tmp_path, content=False, nonce_window=timedelta(0)) as env:
        await env.cleo.ask_by_text("@Turnpost games")
        async with env.down():
            hidden = await env.ann.say("!open martian-life")
            await env.ann.say("@Turnpost open xero-g")
        await env.ann.hear_bot("**Ann** challenges anyone here to **Xero-G**")
        assert replies_to(env, hidden) == []

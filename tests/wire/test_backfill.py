"""What people write while the bot is down counts once, in the order of writing. Discord here forgets every nonce."""

from __future__ import annotations

import re
import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from sqlalchemy import update

from bot.backfill import PAGE_SIZE
from storage import schema
from storage.engine.database import Database, file_url
from storage.queries import read_markers
from storage.queries.read_markers import ReadMarker
from tests.playground.client import answered, labels
from tests.wire.environment import start_env
from tests.wire.fast_clock import run_fast
from tests.wire.match import Contest, bare, begin_match, by_reply, by_slash

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playground.model.resources.message import Message
    from tests.wire.environment import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")
POSTS = r"/channels/\d+/messages$"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    async with start_env(tmp_path_factory.mktemp("shared"), nonce_window=timedelta(0), program=run_fast) as ready:
        yield ready


async def reset_read_markers(env: Environment, *directly: ReadMarker) -> None:
    """Let the next start read everything again, as if nothing had been heard, in Cleo's direct messages too."""
    database = await Database.open(file_url(env.bot.data / "turnpost.db"))
    async with database.write() as tx:
        await read_markers.advance(tx, {int(await env.cleo.dm()): each for each in directly})
        await tx.execute(update(schema.read_markers).values(message_id=1))
    await database.close()


async def settled(env: Environment, contest: Contest) -> list[str]:
    """Return what the bot posted in a match's thread for all, once all that was said there is taken up and posted."""
    last = await env.cleo.say("!board", contest.thread)
    await env.cleo.hear(lambda one: answered(one) == last["id"], "the board asked for last")
    await env.all_posted()
    said = [one for one in env.playground.state.said[int(contest.thread)].values() if by_bot(env, one)]
    return [one.content for one in said if one.reference is None]


def by_bot(env: Environment, message: Message) -> bool:
    return env.playground.state.users[message.author_id].bot


def everything_by_bot(env: Environment) -> list[int]:
    """Return the ids of all messages of the bot's, but for the boards that only `settled` asked for."""
    said = [one for channel in env.playground.state.said.values() for one in channel.values()]
    commands = {one.id for one in said if str(one.author_id) == env.cleo.id and one.content == "!board"}
    return [one.id for one in said if by_bot(env, one) and (one.reference or {}).get("message_id") not in commands]


async def boards(env: Environment, contest: Contest) -> list[str]:
    """Return the moves whose boards stand in the thread, in order."""
    played = [text for text in await settled(env, contest) if text.startswith("**")]
    return [re.findall(r"move \d+ · `([^`]+)`", text)[-1] for text in played]


@pytest.mark.thorough
async def test_moves_of_both_players_are_played_in_the_order_of_writing(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    async with env.down():
        await env.bob.say("b7", contest.thread)
        early = await env.bob.say(f"!move #{contest.number} b7", contest.thread)
        await env.ann.say("e4+", contest.thread, to=contest.board)
        await env.bob.say("nice one, e4+ it is", contest.thread)
        await env.bob.say(f"#{contest.number} b7", await env.bob.dm())
        await env.ann.say("!move f5", contest.thread)
        await env.bob.say("d6", contest.thread)
        mistake = await env.ann.say("d4", contest.thread)
        await env.ann.say("!challenge @Cleo xero-g", contest.thread)
    await env.cleo.hear_bot("**Ann** challenges")
    await env.bob.hear_bot("Move 2, `b7`, is played in")
    refusal = await env.ann.hear(lambda one: answered(one) == mistake["id"])
    assert "`d4` is occupied" in refusal["content"]
    await env.bob.hear(lambda one: answered(one) == early["id"] and "It's **Ann**'s turn" in one["content"])
    assert await boards(env, contest) == ["e4+", "b7", "f5", "d6"]


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["", "!move "])
async def test_a_repeated_move_read_after_an_outage_is_not_played_in_another_match(env: Environment, how: str) -> None:
    meant, other = (Contest("martian-life", (env.cleo, env.dan)) for _ in range(2))
    for contest in (meant, other):
        await contest.begin()
    async with env.down():
        await env.cleo.say(f"#{meant.number} e4+", await env.cleo.dm())
        again = await env.cleo.say(f"{how}e4+", await env.cleo.dm())
    question = await env.cleo.hear(lambda one: answered(one) == again["id"])
    assert question["content"] == "Which match is `e4+` for?"
    assert {f"#{each.number} Martian Life" for each in (meant, other)} <= set(labels(question))
    assert await boards(env, meant) == ["e4+"]
    assert await boards(env, other) == []
    await env.cleo.say("e4+", other.thread)
    await env.dan.hear_bot(f"-# #{other.number} \u00b7 move 1")


@pytest.mark.thorough
async def test_a_first_direct_message_is_taken_up_before_those_written_later(env: Environment) -> None:
    contest, faults = Contest("martian-life", (env.dan, env.eve)), env.playground.faults
    await contest.begin()
    await env.bot.stop(signal.SIGKILL)
    direct = await env.dan.dm()
    await env.dan.say(f"#{contest.number} e4+", direct)
    faults.slow(20, method="POST", path="/users/@me/channels$")
    await env.bot.start()
    await faults.used_up()
    await env.dan.say(f"#{contest.number} f5", direct)
    await env.cleo.ask_by_text("!help", "lounge")  # where nothing waits, so that this has been heard by now
    faults.release()
    assert await boards(env, contest) == ["e4+"]


@pytest.mark.thorough
async def test_nobody_waits_for_more_conversations_than_discord_opens_at_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    newcomers = [f"Guest{number}" for number in range(1, 11)]
    async with start_env(tmp_path_factory.mktemp("many"), more_people=newcomers) as env:
        contest, faults = Contest("martian-life", (env.ann, env.bob)), env.playground.faults
        await contest.begin_by_slash()
        for name in newcomers:
            await env.cleo.say(f"!challenge {name} martian-life")
        await env.cleo.ask_by_text("!help")  # which is answered after all these
        await env.bot.stop(signal.SIGKILL)
        await env.ann.say("e4+", contest.thread)
        faults.slow(0, 8, method="POST", path="/users/@me/channels$")
        held = faults.slow(60, None, method="POST", path="/users/@me/channels$")
        await env.bot.start()
        await env.bob.hear_bot("**1.** **Ann**")
        await faults.used_up()
        held.end()


@pytest.mark.thorough
async def test_what_was_said_while_a_session_was_lost_for_good_counts(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    async with env.playground.outage(resumable=False):
        await env.ann.say("e4+", contest.thread)
        await env.bob.say("b7", contest.thread)
    await env.playground.bot_ready()
    await env.ann.say("f5", contest.thread)
    assert await boards(env, contest) == ["e4+", "b7", "f5"]
    await env.playground.invalidate_session()
    await env.playground.bot_ready()
    await env.bob.say("d6", contest.thread)
    assert await boards(env, contest) == ["e4+", "b7", "f5", "d6"]


async def test_nothing_is_done_twice_when_all_of_it_is_read_again(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    direct = await env.bob.dm()
    await contest.turn(by_reply, "e4+")
    since = env.bob.seen_so_far()
    for text, channel, answer in (
        ("e4", contest.thread, "`e4`"),
        ("!move c1", contest.thread, "It's **Bob**'s turn"),
        ("!resign", contest.thread, "Resign "),
        ("!replay", contest.thread, "replay"),
        ("!rules martian-life", contest.thread, "Martian Life"),
        ("!challenge @Bob xero-g", contest.thread, "is posted in"),
        ("!challenge @Bob chess", contest.thread, "There's no game called"),
    ):
        person = env.bob if text == "e4" else env.ann
        said = await person.say(text, channel)
        await env.ann.hear(lambda one, said=said: answered(one) == said["id"], answer)
    await env.bob.say("!accept", direct)
    await env.bob.hear_bot("begins in", since=since)
    await env.bob.hear_bot("lay your six ships", since=since)
    await env.bob.say(f"#{contest.number} b7", direct)
    await env.bob.hear_bot("`b7`, is played in", since=since)
    await env.ann.say("!challenge @Bob martian-life")
    await env.bob.hear(lambda one: one["components"] and "**Martian Life**" in one["content"], since=since)
    played = await boards(env, contest)
    before = everything_by_bot(env)
    async with env.down():
        await reset_read_markers(env)
    assert await boards(env, contest) == played == ["e4+", "b7"]
    assert everything_by_bot(env) == before


async def test_a_text_is_never_a_move_of_a_later_turn_than_the_one_it_was_written_in(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    await env.bob.say("b7", contest.thread)
    rejected_move = await env.bob.say("!move b7", contest.thread)
    await env.bob.hear(lambda one: answered(one) == rejected_move["id"])
    await contest.turn(by_slash, "e4+")
    before = everything_by_bot(env)
    async with env.down():
        await reset_read_markers(env)
    assert await boards(env, contest) == ["e4+"]
    assert everything_by_bot(env) == before
    await contest.turn(bare, "b7")


async def test_edits_and_deletions_while_the_bot_is_down_make_no_move(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    thinking = await env.ann.say("let me think", contest.thread)
    chat = await env.bob.say("take your time", contest.thread)
    await settled(env, contest)
    async with env.down():
        gone = await env.ann.say("c1", contest.thread)
        await env.ann.delete(gone)
        changed = await env.ann.say("c2", contest.thread)
        for message, text in ((thinking, "e3"), (changed, "c3"), (chat, "b7")):
            await env.bob.edit(message, text) if message is chat else await env.ann.edit(message, text)
        talk = await env.ann.edit(await env.ann.say("well", contest.thread), "well, well")
        command = await env.ann.edit(await env.ann.say("!game", contest.thread), "!games")
        await reset_read_markers(env)
    for message in (changed, command):
        question = await env.ann.hear(lambda one, message=message: answered(one) == message["id"])
        assert "You edited this while I was away" in question["content"]
    assert await boards(env, contest) == []
    assert talk["id"] not in [answered(one) for one in await env.ann.messages(contest.thread)]
    await contest.turn(bare, "e4+")


@pytest.mark.thorough
async def test_what_the_gateway_delivers_again_has_no_effect(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    await contest.turn(bare, "e4+")
    rejected_move = await env.bob.say("e4", contest.thread)
    await env.bob.hear(lambda one: answered(one) == rejected_move["id"])
    await env.ann.say("!games", contest.thread)
    played = await boards(env, contest)
    before = everything_by_bot(env)
    await env.playground.deliver_again(4)
    assert await boards(env, contest) == played
    assert everything_by_bot(env) == before


@pytest.mark.thorough
async def test_a_crash_between_a_move_and_its_board_leads_to_one_board(env: Environment) -> None:
    contest, faults = Contest("martian-life", (env.eve, env.cleo)), env.playground.faults
    await contest.begin()
    direct = await env.cleo.dm()
    said = len(await env.cleo.messages(direct))
    await settled(env, contest)
    # The board arrives, but its receipt doesn't; then neither the board nor the private answer to the move arrives.
    for text, place, posts, applied in (("e4+", contest.thread, 1, True), ("!move b7", direct, 2, False)):
        faults.slow(60, posts, method="POST", path=POSTS, applied=applied)
        await contest.mover.say(text, place)
        await faults.used_up()
        await env.bot.stop(signal.SIGKILL)
        faults.clear()
        await reset_read_markers(env, ReadMarker(1, int(env.cleo.id)))
        await env.bot.start()
        played = contest.game.parse(contest.state, text.removeprefix("!move "))
        contest.state = contest.game.play(contest.state, played)
    assert await boards(env, contest) == ["e4+", "b7"]
    assert len(await env.cleo.messages(direct)) == said + 1, "her own move, and nothing against it"


@pytest.mark.thorough
async def test_a_move_below_a_thousand_messages_counts(env: Environment) -> None:
    contest = await begin_match(env.people[:2])
    state = env.playground.state
    async with env.down():
        await env.ann.say("e4+", contest.thread)
        for _ in range(PAGE_SIZE):
            state.add_message(state.channels[int(contest.thread)], int(env.cleo.id), "well, well")
        await env.bob.say("b7", contest.thread)
    await env.ann.say("f5", contest.thread)
    assert await boards(env, contest) == ["e4+", "b7", "f5"]


@pytest.mark.thorough
async def test_channels_that_can_not_be_read_stop_nobody(env: Environment) -> None:
    gone, barred, later, archived = [await begin_match(env.people[:2]) for _ in range(4)]
    async with env.down(signal.SIGTERM):
        env.playground.remove(int(gone.thread))
        for contest in (barred, later, archived):
            await env.ann.say("e4+", contest.thread)
        env.playground.deny(int(barred.thread), "VIEW_CHANNEL")
        env.playground.faults.fail(503, method="GET", path=rf"/channels/{later.thread}/messages")
        env.playground.archive(int(archived.thread))
    await env.bob.say("b7", later.thread)
    assert await boards(env, archived) == ["e4+"]
    assert await boards(env, later) == ["e4+", "b7"]
    log = env.bot.log.read_text()
    for unread in (gone, barred, later):
        assert f"What was written in channel {unread.thread} can't be read" in log
    env.playground.allow(int(barred.thread))


@pytest.mark.thorough
async def test_without_the_content_intent_it_asks_once_for_what_it_can_not_read(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with start_env(tmp_path_factory.mktemp("blind"), content=False, nonce_window=timedelta(0)) as env:
        contest = Contest("martian-life", (env.ann, env.bob))
        await contest.begin_by_slash()
        async with env.down():
            await env.ann.say("@Turnpost move e4+", contest.thread)
            await env.ann.say("well, well", contest.thread)
            unread = await env.bob.say("b7", contest.thread)
            await env.bob.say("b7!", contest.thread)
        question = await env.bob.hear_bot("I was away, and here I can't read")
        assert answered(question) == unread["id"]
        assert "**Bob**, if you sent your move" in question["content"]
        assert not question["mentions"], "the board of his turn is the one that mentions him"
        board = await env.bob.hear_bot("**1.** **Ann**")
        before = everything_by_bot(env)
        async with env.down():
            await reset_read_markers(env)
        for _ in range(2):  # the first is answered when all is read, the second after whatever is asked then
            wanted = await env.cleo.say("@Turnpost board", contest.thread)
            await env.cleo.hear(lambda one, wanted=wanted: answered(one) == wanted["id"])
        await env.bob.say("b7", contest.thread, to=board)
        await env.ann.hear_bot("**2.** **Bob**")
        assert len(everything_by_bot(env)) == len(before) + 2 + 1, "two boards asked for, and Bob's"

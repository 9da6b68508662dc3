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
from storage.engine.database import Database, file_url
from storage.tables import read_markers, schema
from storage.tables.read_markers import ReadMarker
from tests.playground.client import answered, labels
from tests.wire.match import Contest, bare, begun, by_reply, by_slash
from tests.wire.stage import staged

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playground.state import Message
    from tests.wire.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")
POSTS = r"/channels/\d+/messages$"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Stage]:
    async with staged(tmp_path_factory.mktemp("lasting"), nonce_window=timedelta(0)) as ready:
        yield ready


async def forget_what_was_heard(stage: Stage, *directly: ReadMarker) -> None:
    """Let the next start read everything again, as if nothing had been heard, in Cleo's direct messages too."""
    database = await Database.open(file_url(stage.bot.data / "turnpost.db"))
    async with database.write() as tx:
        await read_markers.advance(tx, {int(await stage.cleo.dm()): each for each in directly})
        await tx.execute(update(schema.read_markers).values(message_id=1))
    await database.close()


async def settled(stage: Stage, contest: Contest) -> list[str]:
    """Return what the bot posted in a match's thread for all, once all that was said there is taken up and posted."""
    last = await stage.cleo.say("!board", contest.thread)
    await stage.cleo.hear(lambda one: answered(one) == last["id"], "the board asked for last")
    await stage.all_posted()
    said = [one for one in stage.playground.state.said[int(contest.thread)].values() if by_bot(stage, one)]
    return [one.content for one in said if one.reference is None]


def by_bot(stage: Stage, message: Message) -> bool:
    return stage.playground.state.users[message.author_id].bot


def everything_by_bot(stage: Stage) -> list[int]:
    """Return the ids of all messages of the bot's, but for the boards that only `settled` asked for."""
    said = [one for channel in stage.playground.state.said.values() for one in channel.values()]
    asked = {one.id for one in said if str(one.author_id) == stage.cleo.id and one.content == "!board"}
    return [one.id for one in said if by_bot(stage, one) and (one.reference or {}).get("message_id") not in asked]


async def boards(stage: Stage, contest: Contest) -> list[str]:
    """Return the moves whose boards stand in the thread, in order."""
    played = [text for text in await settled(stage, contest) if text.startswith("**")]
    return [re.findall(r"move \d+ · `([^`]+)`", text)[-1] for text in played]


async def test_moves_of_both_players_are_played_in_the_order_of_writing(stage: Stage) -> None:
    contest = await begun(stage.people[:2])
    async with stage.down():
        await stage.bob.say("b7", contest.thread)
        early = await stage.bob.say(f"!move #{contest.number} b7", contest.thread)
        await stage.ann.say("e4+", contest.thread, to=contest.board)
        await stage.bob.say("nice one, e4+ it is", contest.thread)
        await stage.bob.say(f"#{contest.number} b7", await stage.bob.dm())
        await stage.ann.say("!move f5", contest.thread)
        await stage.bob.say("d6", contest.thread)
        mistake = await stage.ann.say("d4", contest.thread)
        await stage.ann.say("!challenge @Cleo xero-g", contest.thread)
    await stage.cleo.hear_bot("**Ann** challenges")
    await stage.bob.hear_bot("Move 2, `b7`, is played in")
    refusal = await stage.ann.hear(lambda one: answered(one) == mistake["id"])
    assert "`d4` is occupied" in refusal["content"]
    await stage.bob.hear(lambda one: answered(one) == early["id"] and "It's **Ann**'s turn" in one["content"])
    assert await boards(stage, contest) == ["e4+", "b7", "f5", "d6"]


@pytest.mark.parametrize("how", ["", "!move "])
async def test_a_move_said_again_without_its_match_before_it_was_seen_is_not_taken_for_another_match(
    stage: Stage, how: str
) -> None:
    meant, other = (Contest("martian-life", (stage.cleo, stage.dan)) for _ in range(2))
    for contest in (meant, other):
        await contest.begin()
    async with stage.down():
        await stage.cleo.say(f"#{meant.number} e4+", await stage.cleo.dm())
        again = await stage.cleo.say(f"{how}e4+", await stage.cleo.dm())
    question = await stage.cleo.hear(lambda one: answered(one) == again["id"])
    assert question["content"] == "Which match is `e4+` for?"
    assert {f"#{each.number} Martian Life" for each in (meant, other)} <= set(labels(question))
    assert await boards(stage, meant) == ["e4+"]
    assert await boards(stage, other) == []
    await stage.cleo.say("e4+", other.thread)
    await stage.dan.hear_bot(f"-# #{other.number} \u00b7 move 1")


async def test_a_first_direct_message_is_taken_up_before_those_written_later(stage: Stage) -> None:
    contest, faults = Contest("martian-life", (stage.dan, stage.eve)), stage.playground.faults
    await contest.begin()
    await stage.bot.stop(signal.SIGKILL)
    direct = await stage.dan.dm()
    await stage.dan.say(f"#{contest.number} e4+", direct)
    faults.slow(20, method="POST", path="/users/@me/channels$")
    await stage.bot.start()
    await faults.used_up()
    await stage.dan.say(f"#{contest.number} f5", direct)
    await stage.cleo.ask_by_text("!help", "lounge")  # where nothing waits, so that this has been heard by now
    faults.release()
    assert await boards(stage, contest) == ["e4+"]


async def test_what_was_said_while_a_session_was_lost_for_good_counts(stage: Stage) -> None:
    contest = await begun(stage.people[:2])
    async with stage.playground.outage(resumable=False):
        await stage.ann.say("e4+", contest.thread)
        await stage.bob.say("b7", contest.thread)
    await stage.playground.bot_ready()
    await stage.ann.say("f5", contest.thread)
    assert await boards(stage, contest) == ["e4+", "b7", "f5"]
    await stage.playground.invalidate_session()
    await stage.playground.bot_ready()
    await stage.bob.say("d6", contest.thread)
    assert await boards(stage, contest) == ["e4+", "b7", "f5", "d6"]


async def test_nothing_is_done_twice_when_all_of_it_is_read_again(stage: Stage) -> None:
    contest = await begun(stage.people[:2])
    direct = await stage.bob.dm()
    await contest.turn(by_reply, "e4+")
    since = len(stage.bob.seen)
    for text, channel, answer in (
        ("e4", contest.thread, "`e4`"),
        ("!move c1", contest.thread, "It's **Bob**'s turn"),
        ("!resign", contest.thread, "Resign "),
        ("!replay", contest.thread, "replay"),
        ("!rules martian-life", contest.thread, "Martian Life"),
        ("!challenge @Bob xero-g", contest.thread, "is posted in"),
        ("!challenge @Bob chess", contest.thread, "There's no game called"),
    ):
        person = stage.bob if text == "e4" else stage.ann
        said = await person.say(text, channel)
        await stage.ann.hear(lambda one, said=said: answered(one) == said["id"], answer)
    await stage.bob.say("!accept", direct)
    await stage.bob.hear_bot("begins in", since=since)
    await stage.bob.hear_bot("lay your six ships", since=since)
    await stage.bob.say(f"#{contest.number} b7", direct)
    await stage.bob.hear_bot("`b7`, is played in", since=since)
    await stage.ann.say("!challenge @Bob martian-life")
    await stage.bob.hear(lambda one: one["components"] and "**Martian Life**" in one["content"], since=since)
    played = await boards(stage, contest)
    before = everything_by_bot(stage)
    async with stage.down():
        await forget_what_was_heard(stage)
    assert await boards(stage, contest) == played == ["e4+", "b7"]
    assert everything_by_bot(stage) == before


async def test_a_text_is_never_a_move_of_a_later_turn_than_the_one_it_was_written_in(stage: Stage) -> None:
    contest = await begun(stage.people[:2])
    await stage.bob.say("b7", contest.thread)
    refused = await stage.bob.say("!move b7", contest.thread)
    await stage.bob.hear(lambda one: answered(one) == refused["id"])
    await contest.turn(by_slash, "e4+")
    before = everything_by_bot(stage)
    async with stage.down():
        await forget_what_was_heard(stage)
    assert await boards(stage, contest) == ["e4+"]
    assert everything_by_bot(stage) == before
    await contest.turn(bare, "b7")


async def test_edits_and_deletions_while_the_bot_is_down_make_no_move(stage: Stage) -> None:
    contest = await begun(stage.people[:2])
    thinking = await stage.ann.say("let me think", contest.thread)
    chat = await stage.bob.say("take your time", contest.thread)
    await settled(stage, contest)
    async with stage.down():
        gone = await stage.ann.say("c1", contest.thread)
        await stage.ann.delete(gone)
        changed = await stage.ann.say("c2", contest.thread)
        for message, text in ((thinking, "e3"), (changed, "c3"), (chat, "b7")):
            await stage.bob.edit(message, text) if message is chat else await stage.ann.edit(message, text)
        await forget_what_was_heard(stage)
    asked = await stage.ann.hear(lambda one: answered(one) == changed["id"])
    assert "You edited this while I was away" in asked["content"]
    assert await boards(stage, contest) == []
    await contest.turn(bare, "e4+")


async def test_what_the_gateway_delivers_again_has_no_effect(stage: Stage) -> None:
    contest = await begun(stage.people[:2])
    await contest.turn(bare, "e4+")
    refused = await stage.bob.say("e4", contest.thread)
    await stage.bob.hear(lambda one: answered(one) == refused["id"])
    await stage.ann.say("!games", contest.thread)
    played = await boards(stage, contest)
    before = everything_by_bot(stage)
    await stage.playground.deliver_again(4)
    assert await boards(stage, contest) == played
    assert everything_by_bot(stage) == before


async def test_a_crash_between_a_move_and_its_board_leads_to_one_board(stage: Stage) -> None:
    contest, faults = Contest("martian-life", (stage.eve, stage.cleo)), stage.playground.faults
    await contest.begin()
    direct = await stage.cleo.dm()
    said = len(await stage.cleo.messages(direct))
    await settled(stage, contest)
    # The board arrives, but its receipt doesn't; then neither the board nor the private answer to the move arrives.
    for text, place, posts, applied in (("e4+", contest.thread, 1, True), ("!move b7", direct, 2, False)):
        faults.slow(60, posts, method="POST", path=POSTS, applied=applied)
        await contest.mover.say(text, place)
        await faults.used_up()
        await stage.bot.stop(signal.SIGKILL)
        faults.clear()
        await forget_what_was_heard(stage, ReadMarker(1, int(stage.cleo.id)))
        await stage.bot.start()
        played = contest.game.parse(contest.state, text.removeprefix("!move "))
        contest.state = contest.game.play(contest.state, played)
    assert await boards(stage, contest) == ["e4+", "b7"]
    assert len(await stage.cleo.messages(direct)) == said + 1, "her own move, and nothing against it"


async def test_a_move_below_a_thousand_messages_counts(stage: Stage) -> None:
    contest = await begun(stage.people[:2])
    state = stage.playground.state
    async with stage.down():
        await stage.ann.say("e4+", contest.thread)
        for _ in range(PAGE_SIZE):
            state.add_message(state.channels[int(contest.thread)], int(stage.cleo.id), "well, well")
        await stage.bob.say("b7", contest.thread)
    await stage.ann.say("f5", contest.thread)
    assert await boards(stage, contest) == ["e4+", "b7", "f5"]


async def test_channels_that_can_not_be_read_stop_nobody(stage: Stage) -> None:
    gone, barred, later, archived = [await begun(stage.people[:2]) for _ in range(4)]
    async with stage.down(signal.SIGTERM):
        stage.playground.remove(int(gone.thread))
        for contest in (barred, later, archived):
            await stage.ann.say("e4+", contest.thread)
        stage.playground.deny(int(barred.thread), "VIEW_CHANNEL")
        stage.playground.faults.fail(503, method="GET", path=rf"/channels/{later.thread}/messages")
        stage.playground.archive(int(archived.thread))
    await stage.bob.say("b7", later.thread)
    assert await boards(stage, archived) == ["e4+"]
    assert await boards(stage, later) == ["e4+", "b7"]
    log = stage.bot.log.read_text()
    for unread in (gone, barred, later):
        assert f"What was written in channel {unread.thread} can't be read" in log
    stage.playground.allow(int(barred.thread))


async def test_without_the_content_intent_it_asks_once_for_what_it_can_not_read(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with staged(tmp_path_factory.mktemp("blind"), content=False, nonce_window=timedelta(0)) as stage:
        contest = Contest("martian-life", (stage.ann, stage.bob))
        await contest.begin_by_slash()
        async with stage.down():
            await stage.ann.say("@Turnpost move e4+", contest.thread)
            await stage.ann.say("well, well", contest.thread)
            unread = await stage.bob.say("b7", contest.thread)
            await stage.bob.say("b7!", contest.thread)
        asked = await stage.bob.hear_bot("I was away, and here I can't read")
        assert answered(asked) == unread["id"]
        assert "**Bob**, if you sent your move" in asked["content"]
        assert not asked["mentions"], "the board of his turn is the one that mentions him"
        board = await stage.bob.hear_bot("**1.** **Ann**")
        before = everything_by_bot(stage)
        async with stage.down():
            await forget_what_was_heard(stage)
        for _ in range(2):  # the first is answered when all is read, the second after whatever is asked then
            wanted = await stage.cleo.say("@Turnpost board", contest.thread)
            await stage.cleo.hear(lambda one, wanted=wanted: answered(one) == wanted["id"])
        await stage.bob.say("b7", contest.thread, to=board)
        await stage.ann.hear_bot("**2.** **Bob**")
        assert len(everything_by_bot(stage)) == len(before) + 2 + 1, "two boards asked for, and Bob's"

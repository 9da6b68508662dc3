"""Moves shown before they are played, over the wire: previews, and questions to players who want to confirm a move."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.referee import formatting
from renderers import encode
from renderers.board.preview import draw_scene
from tests.playground.client import answered, labels
from tests.wire.match import WAITING, Contest, bare, begin_match, by_mention, by_reply, by_slash, by_text
from tests.wire.pairing import numbered

if TYPE_CHECKING:
    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment
    from tests.wire.match import Way

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
POINTER = "Not played yet: please confirm it in your direct messages."
PREVIEW, QUESTION = "**Preview: nothing has been played.**", "**Not played yet: is this what you mean?**"


async def check_preview(contest: Contest, person: Person, shown: Json, text: str, side: int | None = None) -> Json:
    """Check that a message shows the board as it would be after a move, drawn from a side; return the message."""
    game = contest.game
    move = game.parse(contest.state, text)
    after, canonical = game.play(contest.state, move), game.format(contest.state, move)
    scene = replace(contest.scene, state=after, ply=contest.ply + 1, move=canonical, side=side, preview=True)
    (file,) = shown["attachments"]
    assert await person.fetch(file["url"]) == encode(draw_scene(contest.renderer, scene))
    assert file["description"] == f"Not played: {contest.renderer.alt(scene)}"[:1024]
    assert f"**{contest.ply + 1}.** **{person.name}** {game.describe(contest.state, move)}" in shown["content"]
    seat = game.to_move(after)
    if seat:
        assert f"Then it would be **{contest.people[seat - 1].name}**'s turn." in shown["content"]
    assert shown["content"].endswith(f"\n-# #{contest.number} \u00b7 move {contest.ply + 1} \u00b7 `{canonical}`")
    assert not shown["mentions"]
    return shown


async def send_and_expect_question(contest: Contest, way: Way, text: str, side: int | None = None) -> Json:
    """Send a move as a player who confirms moves, and return the question, checked."""
    person, since = contest.mover, contest.mover.seen_so_far()
    await way(person, contest.thread, contest.board, text)
    question = await person.hear(lambda one: QUESTION in one["content"], "a question", since=since)
    assert labels(question) == ["Play it", "Don't play it"]
    return await check_preview(contest, person, question, text, side)


async def press_play(contest: Contest, text: str, shown: Json) -> None:
    """Press the button that plays a move, twice, and check the one board, and that it can't be pressed any more.

    A private preview goes, or says that other matches wait for the mover.
    """
    mover, since = contest.mover, contest.mover.seen_so_far()

    async def press(person: Person, *_: object) -> None:
        await asyncio.gather(*(person.press(shown, "Play it") for _ in range(2)), return_exceptions=True)

    await contest.turn(press, text)
    played = f"Move {contest.ply}, {formatting.code(contest.move or '')}, is played in <#{contest.thread}>."
    if not shown["ephemeral"] and shown["channel_id"] != contest.thread:
        await expect_content(mover, shown, played, since)
        return

    def is_done(event: Json) -> bool:
        now = event.get("message", {})
        said = now.get("id") == shown["id"] and WAITING.search(now["content"])
        return bool(said) or (event["type"], event.get("id")) == ("delete", shown["id"])

    await mover.wait_for(is_done, since=since)


async def expect_content(person: Person, shown: Json, text: str, since: SeenCount | None = None) -> None:
    """Wait until a post says just this, and check that it has nothing else any more."""
    now = await person.hear(lambda one: one["id"] == shown["id"] and one["content"] == text, text, since=since)
    assert not now["attachments"]
    assert not now["components"]


async def request_preview(contest: Contest, text: str, side: int | None = None) -> Json:
    """Ask for a preview by slash command, and return what only the mover sees, checked."""
    person = contest.mover
    shown = await person.ask_by_slash("move", contest.thread, move=text, preview=True)
    assert shown["content"].startswith(PREVIEW)
    assert labels(shown) == ["Play it"]
    return await check_preview(contest, person, shown, text, side)


async def choose_confirm(person: Person, choice: str = "always") -> None:
    """Set when a person is asked before a move is played."""
    answer = await person.ask_by_slash("me", do=f"preferences confirm={choice}")
    assert f"- confirm `{choice}`: " in answer["content"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def contest(shared_env: Environment) -> Contest:
    """A match in which Ann flies next; the tests that take it only preview."""
    return await begin_match(shared_env.people[:2], "321123", "123321", key="xero-g")


async def test_a_preview_by_text_comes_by_direct_message(shared_env: Environment, contest: Contest) -> None:
    ann, since = shared_env.ann, shared_env.ann.seen_so_far()
    said = await ann.say("!preview 3. c1-c2", contest.thread)
    here = await ann.hear(lambda one: answered(one) == said["id"], since=since)
    assert here["content"] == "The preview is in your direct messages. Nothing has been played."
    assert not here["attachments"]
    there = await ann.hear(lambda one: one["content"].startswith(PREVIEW), since=since)
    assert there["channel_id"] == await ann.dm()
    await check_preview(contest, ann, there, "c1-c2", side=1)
    since = ann.seen_so_far()
    await ann.say(f"!preview #{contest.number} a1-a4", await ann.dm())
    await check_preview(contest, ann, await ann.hear_bot(PREVIEW, since=since), "a1-a4", side=1)
    boards = [one for one in await ann.messages(contest.thread) if one["attachments"] and not one["ephemeral"]]
    assert boards[-1]["id"] == contest.board["id"], "nothing was posted of all this"


async def test_a_preview_completes_what_a_move_completes(shared_env: Environment, contest: Contest) -> None:
    choices = [
        await shared_env.ann.autocomplete("move", "move", contest.thread, move="c1", preview=preview)
        for preview in (True, False)
    ]
    assert choices[0] == choices[1] != []


async def test_a_move_that_cannot_be_previewed_says_why(shared_env: Environment, contest: Contest) -> None:
    env, ann = shared_env, shared_env.ann
    for person, text, why in (
        (env.bob, "a6-a3", "It's **Ann**'s turn (since <t:"),
        (env.cleo, "b1-b3", f"You don't play in #{contest.number}."),
        (ann, "2. b1-b3", "Move 2 was already played: `123321`."),
        (ann, "hello", "That isn't a flight"),
    ):
        answer = await person.ask_by_slash("move", contest.thread, move=text, preview=True)
        assert why in answer["content"], text
    answer = await ann.ask_by_slash("move", contest.thread, move="a1-a2", preview=True)
    assert labels(answer) == ["Show me"]


async def test_where_direct_messages_are_barred_a_preview_names_the_slash_command(
    shared_env: Environment, contest: Contest
) -> None:
    env, ann = shared_env, shared_env.ann
    env.playground.deny(int(await ann.dm()), "SEND_MESSAGES")
    await ann.say("!preview c1-c2", contest.thread)
    await ann.hear_bot("I can't send you direct messages, and everyone here would see your move. Use `/move` with")
    env.playground.allow(int(await ann.dm()))


@pytest.mark.thorough
async def test_a_preview_plays_its_move_after_a_restart_and_only_in_its_turn(shared_env: Environment) -> None:
    env, ann = shared_env, shared_env.ann
    contest = await begin_match(env.people[:2], "321123", "123321", key="xero-g")
    first, second = [await request_preview(contest, text, side=1) for text in ("b1-b3", "c1-c2")]
    await env.bot.stop()
    await env.bot.start()
    await press_play(contest, "c1-c2", second)
    since = ann.seen_so_far()
    await ann.press(first, "Play it")
    note = f"Move 3 was already played: `c1-c2`. #{contest.number} is at move 3."
    await expect_content(ann, first, note, since)


async def test_a_player_who_confirms_moves_is_asked_however_the_move_comes(shared_env: Environment) -> None:
    env, ann = shared_env, shared_env.ann
    contest = await begin_match(env.people[:2])
    await ann.say("!preferences confirm=always")
    await ann.hear_bot("- confirm `always`: ")

    since = ann.seen_so_far()
    question = await send_and_expect_question(contest, bare, "e4+")
    assert question["channel_id"] == await ann.dm()
    await ann.hear(lambda one: one["content"] == POINTER and one["channel_id"] == contest.thread, since=since)
    await ann.press(question, "Don't play it")
    await expect_content(ann, question, f"Move 1 of #{contest.number}, `e4+`, wasn't played.")

    directly = numbered(contest)
    for way, mine, others in ((by_reply, "e4+", "b7"), (directly, "f5", "d6"), (by_slash, "e3", "d7")):
        left, question = (
            await send_and_expect_question(contest, by_text, "a1"),
            await send_and_expect_question(contest, way, mine),
        )
        assert question["ephemeral"] == (way is by_slash)
        assert (question["channel_id"] == contest.thread) == (way is by_slash)
        await press_play(contest, mine, question)
        await contest.turn(bare, others)
        await ann.press(left, "Play it")
        note = f"Move {contest.ply - 1} was already played: `{mine}`. #{contest.number} is at move {contest.ply}."
        await expect_content(ann, left, note)
    await choose_confirm(ann, "never")
    await contest.turn(bare, "e7")


@pytest.mark.thorough
async def test_a_question_survives_a_restart_and_moves_sent_meanwhile_are_confirmed(shared_env: Environment) -> None:
    env, bob = shared_env, shared_env.bob
    contest = await begin_match(env.people[:2], "e4+")
    await choose_confirm(bob)
    question = await send_and_expect_question(contest, bare, "b7")
    await env.bot.stop()
    since = bob.seen_so_far()
    late = await bob.say("d6", contest.thread)
    await env.bot.start()
    await bob.hear(lambda one: answered(one) == late["id"] and one["content"] == POINTER, since=since)
    other = await bob.hear(lambda one: QUESTION in one["content"], "a question", since=since)
    await check_preview(contest, bob, other, "d6")
    await press_play(contest, "b7", question)
    await choose_confirm(bob, "never")


async def test_the_match_of_a_preview_or_a_question_can_be_picked(shared_env: Environment) -> None:
    env, cleo = shared_env, shared_env.cleo
    first, second = [Contest("martian-life", (env.cleo, env.dan)) for _ in range(2)]
    for contest in (first, second):
        await contest.begin()
    await choose_confirm(cleo)
    shown: list[Json] = []
    for preview, kind in ((True, PREVIEW), (False, QUESTION)):
        answer = await cleo.ask_by_slash("move", move="e4+", preview=preview)
        assert answer["content"] == "Which match is `e4+` for?"
        answer = await cleo.ask_by_press(answer, f"#{second.number} Martian Life")
        assert answer["content"].startswith(kind)
        shown.append(await check_preview(second, cleo, answer, "e4+"))
    early, question = shown
    since = cleo.seen_so_far()
    await press_play(second, "e4+", early)
    await cleo.wait_for(lambda event: (event["type"], event.get("id")) == ("delete", question["id"]), since=since)
    await choose_confirm(cleo, "never")


@pytest.mark.thorough
async def test_among_three_a_seat_that_leaves_makes_a_question_stale(
    shared_env: Environment,
) -> None:
    contest = await begin_match(shared_env.people[:3], "3@e5", key="zyrcan")
    mover = contest.mover
    await choose_confirm(mover)
    question = await send_and_expect_question(contest, bare, "1@c3")
    await contest.resign(1)
    await mover.press(question, "Play it")
    note = f"#{contest.number} has gone another way, so move 2, `1@c3`, wasn't played."
    await expect_content(mover, question, note)
    await press_play(contest, "1@c3", await send_and_expect_question(contest, bare, "1@c3"))
    await choose_confirm(mover, "never")


async def test_a_move_longer_than_a_button_can_hold(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2], "give F(L(L)R)RLLRLRLRRLRRRRR", key="xong")
    text = "place d1sw>F(L(L)R)RLLRLRLRRLRRRRR give FLR"
    assert len(contest.game.format(contest.state, contest.game.parse(contest.state, text))) > 100
    await press_play(contest, text, await request_preview(contest, text))


async def test_where_direct_messages_are_barred_the_question_comes_where_the_move_was_sent(
    shared_env: Environment,
) -> None:
    env, ann = shared_env, shared_env.ann
    contest = await begin_match(env.people[:2])
    await choose_confirm(ann)
    env.playground.deny(int(await ann.dm()), "SEND_MESSAGES")
    question = await send_and_expect_question(contest, bare, "e4+")
    assert question["channel_id"] == contest.thread
    assert answered(question) is not None
    for button in ("Play it", "Don't play it"):
        answer = await env.bob.ask_by_press(question, button)
        assert answer["content"] == "It's somebody else's move."
    env.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = ann.seen_so_far()
    await ann.say("e3", contest.thread)
    in_words = await ann.hear_bot(QUESTION, since=since)
    assert "```" in in_words["content"]
    env.playground.allow(int(contest.thread))
    env.playground.allow(int(await ann.dm()))
    await press_play(contest, "e4+", question)
    await choose_confirm(ann, "never")


@pytest.mark.thorough
async def test_where_the_bot_may_not_write_the_question_comes_all_the_same(shared_env: Environment) -> None:
    env, ann = shared_env, shared_env.ann
    contest = await begin_match(env.people[:2])
    await choose_confirm(ann)
    env.playground.deny(int(contest.thread), "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    question = await send_and_expect_question(contest, bare, "e4+")
    assert question["channel_id"] == await ann.dm()
    env.playground.allow(int(contest.thread))
    await press_play(contest, "e4+", question)
    await choose_confirm(ann, "never")


@pytest.mark.thorough
async def test_previews_and_questions_without_the_content_intent(
    shared_env_without_content: Environment,
) -> None:
    env, ann = shared_env_without_content, shared_env_without_content.ann
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin_by_slash()
    early = await request_preview(contest, "321123", side=1)
    await ann.say("@Turnpost preview 123321", contest.thread)
    there = await ann.hear(lambda one: "`123321`" in one["content"] and one["content"].startswith(PREVIEW))
    assert there["channel_id"] == await ann.dm()
    await choose_confirm(env.bob)
    await press_play(contest, "321123", early)
    question = await send_and_expect_question(contest, by_mention, "123321", side=2)
    await press_play(contest, "123321", question)

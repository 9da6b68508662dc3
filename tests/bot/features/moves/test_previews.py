"""Moves shown before they are played, over the wire: previews, and the question for who wants to be asked first."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee import formatting
from renderers import encode
from tests.playground.client import answered, labels
from tests.wire.match import Contest, bare, begun, by_mention, by_reply, by_slash, by_text
from tests.wire.pairing import numbered

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Stage
    from tests.wire.match import Way

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
PREVIEW, QUESTION = "**A preview, nothing is played.**", "**Not played yet: is this what you mean?**"


async def check(contest: Contest, person: Person, shown: Json, text: str, side: int | None = None) -> Json:
    """Check that a message shows the board as it would be after a move, drawn from a side; return the message."""
    game = contest.game
    move = game.parse(contest.state, text)
    after, canonical = game.play(contest.state, move), game.format(contest.state, move)
    scene = replace(contest.scene, state=after, ply=contest.ply + 1, move=canonical, side=side)
    (file,) = shown["attachments"]
    assert await person.fetch(file["url"]) == encode(contest.renderer.draw(scene))
    assert file["description"] == f"Not played: {contest.renderer.alt(scene)}"[:1024]
    assert f"**{contest.ply + 1}.** **{person.name}** {game.describe(contest.state, move)}" in shown["content"]
    seat = game.to_move(after)
    if seat:
        assert f"Then **{contest.people[seat - 1].name}** would be to move." in shown["content"]
    assert shown["content"].endswith(f"\n-# #{contest.number} \u00b7 move {contest.ply + 1} \u00b7 `{canonical}`")
    assert not shown["mentions"]
    return shown


async def asked(contest: Contest, way: Way, text: str, side: int | None = None) -> Json:
    """Send a move as somebody who wants to be asked, and return the question, checked."""
    person, since = contest.mover, len(contest.mover.seen)
    await way(person, contest.thread, contest.board, text)
    question = await person.hear(lambda one: QUESTION in one["content"], "a question", since=since)
    assert labels(question) == ["Play it", "Leave it"]
    return await check(contest, person, question, text, side)


async def played(contest: Contest, text: str, shown: Json) -> None:
    """Press the button that plays a move, twice, and check the one board, and that nothing is left to press."""
    mover, since = contest.mover, len(contest.mover.seen)

    async def press(person: Person, *_: object) -> None:
        await asyncio.gather(*(person.press(shown, "Play it") for _ in range(2)), return_exceptions=True)

    await contest.turn(press, text)
    await became(
        mover,
        shown,
        f"Move {contest.ply}, {formatting.code(contest.move or '')}, is played in <#{contest.thread}>.",
        since,
    )


async def became(person: Person, shown: Json, text: str, since: int = 0) -> None:
    """Wait until a post says just this, and check that it has nothing else any more."""
    now = await person.hear(lambda one: one["id"] == shown["id"] and one["content"] == text, text, since=since)
    assert not now["attachments"]
    assert not now["components"]


async def previewed(contest: Contest, text: str, side: int | None = None) -> Json:
    """Ask for a preview by slash command, and return what only the mover sees, checked."""
    person = contest.mover
    shown = await person.ask_by_slash("preview", contest.thread, text=text)
    assert shown["content"].startswith(PREVIEW)
    assert labels(shown) == ["Play it"]
    return await check(contest, person, shown, text, side)


async def wants_to_be_asked(person: Person, choice: str = "always") -> None:
    answer = await person.ask_by_slash("preferences", confirm=choice)
    assert f"- confirm `{choice}`: " in answer["content"]


async def test_a_preview_is_for_who_asks_alone_and_its_button_plays_the_move(lasting_stage: Stage) -> None:
    stage, ann = lasting_stage, lasting_stage.ann
    contest = await begun(stage.people[:2], "321123", "123321", key="xero-g")
    board, number = contest.board, contest.number
    early = await previewed(contest, "b1-b3", side=1)
    offered = await ann.autocomplete("preview", "text", contest.thread, text="c1")
    assert offered == await ann.autocomplete("move", "text", contest.thread, text="c1")
    assert offered

    since, said = len(ann.seen), await ann.say("!preview 3. c1-c2", contest.thread)
    here = await ann.hear(lambda one: answered(one) == said["id"], since=since)
    assert here["content"] == "The preview is in your direct messages. Nothing is played."
    assert not here["attachments"]
    there = await ann.hear(lambda one: one["content"].startswith(PREVIEW), since=since)
    assert there["channel_id"] == await ann.dm()
    await check(contest, ann, there, "c1-c2", side=1)

    since = len(ann.seen)
    await ann.say(f"!preview #{number} a1-a4", await ann.dm())
    await check(contest, ann, await ann.hear_bot(PREVIEW, since=since), "a1-a4", side=1)

    for person, text, why in (
        (stage.bob, "a6-a3", "It's **Ann**'s turn (since <t:"),
        (stage.cleo, "b1-b3", f"You don't play in #{number}."),
        (ann, "2. b1-b3", "Move 2 was already played: `123321`."),
        (ann, "hello", "That isn't a flight"),
    ):
        answer = await person.ask_by_slash("preview", contest.thread, text=text)
        assert why in answer["content"], text
    answer = await ann.ask_by_slash("preview", contest.thread, text="a1-a2")
    assert labels(answer) == ["Show me"]
    stage.playground.deny(int(await ann.dm()), "SEND_MESSAGES")
    await ann.say("!preview c1-c2", contest.thread)
    await ann.hear_bot("I can't write to you directly, and here all would see what you plan. `/preview` shows it")
    stage.playground.allow(int(await ann.dm()))
    boards = [one for one in await ann.messages(contest.thread) if one["attachments"] and not one["ephemeral"]]
    assert boards[-1]["id"] == board["id"], "nothing was posted of all this"

    await stage.bot.stop()
    await stage.bot.start()
    await played(contest, "c1-c2", there)
    since = len(ann.seen)
    await ann.press(early, "Play it")
    await became(ann, early, f"Move 3 was already played: `c1-c2`. #{number} stands at move 3.", since)


async def test_who_wants_to_be_asked_is_asked_however_the_move_comes(lasting_stage: Stage) -> None:
    stage, ann = lasting_stage, lasting_stage.ann
    contest = await begun(stage.people[:2])
    await ann.say("!preferences confirm=always")
    await ann.hear_bot("- confirm `always`: ")

    question = await asked(contest, bare, "e4+")
    assert question["channel_id"] == contest.thread
    assert answered(question) is not None
    for button in ("Play it", "Leave it"):
        answer = await stage.bob.ask_by_press(question, button)
        assert answer["content"] == "This move is for somebody else to play."
    await ann.press(question, "Leave it")
    await became(ann, question, f"You left it: move 1 of #{contest.number}, `e4+`, was not played from here.")

    directly = numbered(contest)
    for way, mine, others in ((by_reply, "e4+", "b7"), (directly, "f5", "d6"), (by_slash, "e3", "d7")):
        left, question = await asked(contest, by_text, "a1"), await asked(contest, way, mine)
        assert question["ephemeral"] == (way is by_slash)
        assert (question["channel_id"] == contest.thread) == (way is not directly)
        await played(contest, mine, question)
        await contest.turn(bare, others)
        await ann.press(left, "Play it")
        note = f"Move {contest.ply - 1} was already played: `{mine}`. #{contest.number} stands at move {contest.ply}."
        await became(ann, left, note)
    await wants_to_be_asked(ann, "never")
    await contest.turn(bare, "e7")


async def test_a_question_survives_restarts_and_what_was_sent_meanwhile_is_asked_about(lasting_stage: Stage) -> None:
    stage, bob = lasting_stage, lasting_stage.bob
    contest = await begun(stage.people[:2], "e4+")
    await wants_to_be_asked(bob)
    question = await asked(contest, bare, "b7")
    await stage.bot.stop()
    since = len(bob.seen)
    late = await bob.say("d6", contest.thread)
    await stage.bot.start()
    other = await bob.hear(lambda one: answered(one) == late["id"], since=since)
    await check(contest, bob, other, "d6")
    await played(contest, "b7", question)
    await wants_to_be_asked(bob, "never")


async def test_a_picked_match_is_asked_about_and_previewed(lasting_stage: Stage) -> None:
    stage, cleo = lasting_stage, lasting_stage.cleo
    first, second = [Contest("martian-life", (stage.cleo, stage.dan)) for _ in range(2)]
    for contest in (first, second):
        await contest.begin()
    await wants_to_be_asked(cleo)
    shown: list[Json] = []
    for command, kind in (("preview", PREVIEW), ("move", QUESTION)):
        answer = await cleo.ask_by_slash(command, text="e4+")
        assert answer["content"] == "Which match is `e4+` for?"
        answer = await cleo.ask_by_press(answer, f"#{second.number} Martian Life")
        assert answer["content"].startswith(kind)
        shown.append(await check(second, cleo, answer, "e4+"))
    early, question = shown
    await played(second, "e4+", early)
    await cleo.press(question, "Play it")
    await became(cleo, question, f"Move 1, `e4+`, is played in <#{second.thread}>.")
    await wants_to_be_asked(cleo, "never")


async def test_of_three_only_the_mover_is_asked_and_a_seat_that_leaves_makes_the_question_stale(
    lasting_stage: Stage,
) -> None:
    contest = await begun(lasting_stage.people[:3], "3@e5", key="zyrcan")
    mover = contest.mover
    await wants_to_be_asked(mover)
    question = await asked(contest, bare, "1@c3")
    await contest.resign(1)
    await mover.press(question, "Play it")
    note = f"#{contest.number} went another way meanwhile, so move 2, `1@c3`, is not played."
    await became(mover, question, note)
    await played(contest, "1@c3", await asked(contest, bare, "1@c3"))
    await wants_to_be_asked(mover, "never")


async def test_a_move_longer_than_a_button_can_hold(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2], "give F(L(L)R)RLLRLRLRRLRRRRR", key="xong")
    text = "place d1sw>F(L(L)R)RLLRLRLRRLRRRRR give FLR"
    assert len(contest.game.format(contest.state, contest.game.parse(contest.state, text))) > 100
    await played(contest, text, await previewed(contest, text))


async def test_where_pictures_or_words_are_barred_the_question_comes_all_the_same(lasting_stage: Stage) -> None:
    stage, ann = lasting_stage, lasting_stage.ann
    contest = await begun(stage.people[:2])
    await wants_to_be_asked(ann)
    stage.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = len(ann.seen)
    await ann.say("e4+", contest.thread)
    question = await ann.hear_bot(QUESTION, since=since)
    assert "```" in question["content"]
    stage.playground.deny(int(contest.thread), "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    since = len(ann.seen)
    await ann.say("e4+", contest.thread)
    there = await ann.hear_bot(QUESTION, since=since)
    assert there["channel_id"] == await ann.dm()
    stage.playground.allow(int(contest.thread))
    await played(contest, "e4+", question)
    await wants_to_be_asked(ann, "never")


async def test_without_the_content_intent_both_work_by_slash_and_mention(
    lasting_stage_without_content: Stage,
) -> None:
    stage, ann = lasting_stage_without_content, lasting_stage_without_content.ann
    contest = Contest("xero-g", (stage.ann, stage.bob))
    await contest.begin_by_slash()
    early = await previewed(contest, "321123", side=1)
    await ann.say("@Turnpost preview 123321", contest.thread)
    there = await ann.hear(lambda one: "`123321`" in one["content"] and one["content"].startswith(PREVIEW))
    assert there["channel_id"] == await ann.dm()
    await wants_to_be_asked(stage.bob)
    await played(contest, "321123", early)
    question = await asked(contest, by_mention, "123321", side=2)
    await played(contest, "123321", question)

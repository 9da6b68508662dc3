"""Draws, takebacks, pauses and substitutes over the wire: by text, slash command and button, also after a crash."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from bot.features.offers import parse_substitute
from bot.referee.errors import RequestRejected
from tests.bot.features.computer.conversation import challenge, custom_ids, hear_turn, seq_of
from tests.playground.client import labels
from tests.wire.match import Contest, bare, begin_match, by_reply, by_slash
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment

# One bot for all matches here.
together = pytest.mark.asyncio(loop_scope="module")


async def became(person: Person, post: Json, text: str) -> Json:
    """Wait until a post has been rewritten to hold a text."""
    return await person.hear(lambda one: one["id"] == post["id"] and text in one["content"], text)


async def took_back(contest: Contest, since: SeenCount, *kept: str) -> Json:
    """Check the board of a takeback, with the move that now stands last, and let the contest go on from there."""
    contest.state = contest.game.start(len(contest.people), {}, 0)
    contest.ply, contest.move = len(kept), None
    for text in kept:
        move = contest.game.parse(contest.state, text)
        contest.move = contest.game.format(contest.state, move)
        contest.state = contest.game.play(contest.state, move)
    board = await contest.hear_board(since)
    assert "takes back move" in board["content"]
    return board


@together
@pytest.mark.parametrize("name", ["agree", "refuse"])
async def test_somebody_in_several_matches_is_told_how_to_name_one(shared_env: Environment, name: str) -> None:
    dan, matches = shared_env.dan, [await begin_match((shared_env.dan, shared_env.eve)) for _ in range(2)]
    named = await dan.ask_by_text(f"!{name}")
    assert all(f"`/match do:{name} #{match.number}`" in named["content"] for match in matches)


@together
async def test_a_draw_is_offered_by_text_agreed_to_by_button_and_told_everywhere(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    await env.ann.say("!draw", contest.thread)
    post = await env.bob.hear_bot("offers a draw")
    assert post["channel_id"] == contest.thread
    assert not post["mentions"], "his turn's board has mentioned him"
    assert "**Bob**, do you agree?" in post["content"]
    assert labels(post) == ["Agree", "Decline"]
    for person, answer in ((env.cleo, "You don't play in"), (env.ann, "This is your own offer")):
        told = await person.ask_by_press(post, "Agree")
        assert answer in told["content"]
    since = env.bob.seen_so_far()
    await asyncio.gather(env.bob.press(post, "Agree"), env.bob.press(post, "Agree"))
    board = await env.bob.hear_bot("is drawn**: by agreement, after 1 move", since=since)
    assert not board["mentions"]
    assert "Drawn: by agreement." in board["attachments"][0]["description"]
    assert "Replay" in labels(board)
    assert not labels(await became(env.bob, post, "offered a draw"))
    told = await env.bob.ask_by_slash("board", match=f"#{contest.number}")
    assert f"**Martian Life #{contest.number} is drawn**: by agreement." in told["content"]
    await env.ann.say("!replay", contest.thread)
    await env.ann.hear_bot(f"Replay of Martian Life #{contest.number}, move 1 of 1")
    drawn = [one for one in await env.ann.messages(contest.thread) if "is drawn" in one["content"]]
    assert len(drawn) == 1


@together
async def test_an_offer_agreed_to_from_elsewhere_is_rewritten_in_an_archived_thread(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:3], key="zyrcan")
    first, second, third = contest.people
    await first.say("!draw", contest.thread)
    post = await third.hear(lambda one: one["channel_id"] == contest.thread and "offers a draw" in one["content"])
    env.playground.archive(int(contest.thread))
    await second.ask_by_slash("match", match=f"#{contest.number}", do="agree draw")
    await became(third, post, f"So far **{second.name}** agrees.")


@together
@pytest.mark.thorough
async def test_a_takeback_by_slash_and_text_and_the_new_move_after_a_restart(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+", "b7", "f5")
    await env.ann.ask_by_slash("match", contest.thread, do="takeback")
    post = await env.bob.hear_bot("asks to take back move 3, `f5`")
    await env.bot.stop()
    await env.bot.start()
    since = env.ann.seen_so_far()
    await env.bob.say("!agree", contest.thread)
    await took_back(contest, since, "e4+", "b7")
    await became(env.bob, post, ": agreed.")
    await contest.turn(bare, "f5")
    since, bobs = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.ann.say(f"!takeback #{contest.number}")
    post = await env.bob.hear_bot("asks to take back move 3, `f5`", since=bobs)
    await env.ann.hear_bot("You ask **Bob**", since=since)
    since = env.ann.seen_so_far()
    await env.bob.press(post, "Agree")
    await took_back(contest, since, "e4+", "b7")
    since = env.bob.seen_so_far()
    await env.ann.say("!move 3. c5", contest.thread)
    await env.bob.hear_bot("**3.** **Ann**", since=since)


@together
async def test_a_move_cancels_an_offer_and_a_declined_one_waits_for_the_next_move(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    since = env.bob.seen_so_far()
    await env.ann.say("!draw", contest.thread)
    post = await env.bob.hear_bot("offers a draw", since=since)
    await contest.turn(bare, "e4+")
    assert not labels(await became(env.bob, post, ": the match went on."))
    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("match", contest.thread, do="draw")
    post = await env.bob.hear_bot("offers a draw", since=since)
    await env.bob.press(post, "Decline")
    await became(env.ann, post, ": declined by **Bob**.")
    await env.ann.say("!draw", contest.thread)
    await env.ann.hear_bot("You can ask again after your next move.")


@together
async def test_an_offer_is_declined_by_text_and_another_one_agreed_to_by_slash(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    since = env.bob.seen_so_far()
    await env.ann.say("!takeback", contest.thread)
    post = await env.bob.hear_bot("take back", since=since)
    await env.bob.say("!refuse takeback", contest.thread)
    await became(env.ann, post, ": declined by **Bob**.")
    await env.ann.say("!draw", contest.thread)
    await env.bob.hear_bot("offers a draw", since=since)
    await env.bob.ask_by_slash("match", contest.thread, do="agree")
    await env.bob.hear_bot("is drawn**: by agreement, after 1 move", since=since)


@together
async def test_a_draw_of_three_needs_everybody_to_agree(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:3], key="zyrcan")
    since = env.cleo.seen_so_far()
    await contest.people[0].say("!draw", contest.thread)
    post = await env.cleo.hear_bot("offers a draw", since=since)
    others = contest.people[1:]
    assert {user["id"] for user in post["mentions"]} == {person.id for person in others}
    await others[0].press(post, "Agree")
    await became(env.cleo, post, f"So far **{others[0].name}** agrees.")
    told = f"You've already agreed to that in #{contest.number}. It's up to **{others[1].name}** now."
    for text in ("!draw", "!agree"):
        answer = await others[0].ask_by_text(text, contest.thread)
        assert answer["content"] == told
    assert (await others[0].ask_by_press(post, "Agree"))["content"] == told
    await others[1].say("!draw", contest.thread)
    await env.cleo.hear_bot(f"**Zyrcan #{contest.number} is drawn**: by agreement", since=since)


@together
async def test_a_player_who_never_accepts_takebacks_is_not_asked(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    told = await env.bob.ask_by_slash("me", do="preferences takebacks=never")
    assert "- takebacks `never`: I decline" in told["content"]
    await env.ann.say("!takeback", contest.thread)
    await env.ann.hear_bot("**Bob** never accepts takebacks.")
    await env.bob.say("!preferences takebacks=ask")
    await env.bob.hear_bot("- takebacks `ask`: I ask you")


@together
async def test_an_offer_comes_by_direct_message_when_the_thread_is_barred(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    env.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    since, direct = env.bob.seen_so_far(), await env.bob.dm()
    await env.ann.ask_by_slash("match", do="draw", match=f"#{contest.number}")
    post = await env.bob.hear_bot("offers a draw", since=since)
    assert post["channel_id"] == direct
    await env.bob.say(f"!agree #{contest.number}", direct)
    await env.bob.hear_bot(f"You agree to a draw in #{contest.number}.", since=since)
    env.playground.allow(int(contest.thread))


@together
@pytest.mark.thorough
async def test_offers_work_without_the_content_intent(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin_by_slash()
    await contest.turn(by_slash, "e4+")
    await env.ann.say("@Turnpost takeback", contest.thread)
    await env.bob.hear_bot("asks to take back move 1, `e4+`")
    since = env.ann.seen_so_far()
    await env.bob.ask_by_slash("match", contest.thread, do="agree")
    await took_back(contest, since)
    await contest.turn(by_reply, "e4+")
    await env.bob.ask_by_slash("match", contest.thread, do="draw")
    post = await env.ann.hear_bot("offers a draw")
    since = env.bob.seen_so_far()
    await env.ann.press(post, "Agree")
    await env.bob.hear_bot("is drawn**: by agreement", since=since)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ((None, None, None), (None, "substitute", None)),
        (("#42", None, None), ("#42", "substitute", None)),
        (("#42", "Anyone", "12"), ("#42", "seat", 12)),
        (("Turnpost", "2", None), (None, "substitute", 2)),
    ],
)
def test_a_match_may_be_left_out_before_who_plays_on(
    typed: tuple[str | None, str | None, str | None], expected: tuple[str | None, str, int | None]
) -> None:
    assert parse_substitute(*typed) == expected


@pytest.mark.parametrize(
    ("by", "seat", "why"), [("2", None, "I can play on, or anyone"), ("anyone", "100", "Name a seat by its number")]
)
def test_other_words_are_rejected(by: str, seat: str | None, why: str) -> None:
    with pytest.raises(RequestRejected, match=why):
        parse_substitute("#42", by, seat)


@pytest.mark.thorough
@together
async def test_turnpost_plays_on_for_a_player_who_leaves(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:3], key="zyrcan")
    first, second, third = contest.people
    number = str(contest.number)
    question = await first.ask_by_slash("match", contest.thread, do="resign")
    assert (
        f"With `/match do:substitute #{number}` I or anybody else can play on for you, if the others agree."
        in question["content"]
    )
    await first.say("!substitute", contest.thread)
    post = await second.hear_bot(f"I can play on for **{first.name}** in **Zyrcan #{number}**")
    assert f"**{third.name}**, do you agree?" in post["content"] or f"<@{third.id}>, do you agree?" in post["content"]
    assert labels(post) == ["Agree", "Decline"]
    await second.press(post, "Agree")
    await third.press(post, "Agree")
    given = await third.hear_bot(f"**{first.name}** leaves, and **Turnpost for {first.name} \\(level 2\\)** plays on.")
    assert "is thinking" in given["content"]
    board = await hear_turn(second, number, 2)
    assert seq_of(board) == 2
    refused = await first.ask_by_slash("match", do="resign", match=f"#{number}")
    assert "You don't play in" in refused["content"]
    history = await second.ask_by_slash("match", do="history", match=f"#{number}")
    assert f"**Turnpost for {first.name} \\(level 2\\)** plays on" in history["content"]


async def test_a_button_lets_turnpost_play_on_for_a_player_whose_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        await ann.say("!challenge @Bob @Cleo zyrcan 10h seat=1")
        challenge = await bob.hear_bot("-# challenge ")
        number, *_ = await accept_challenge(env, challenge, bob, cleo, terms="10 hours a move")
        await env.pass_time(11 * HOUR)
        up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
        assert "`/match do:substitute` has me or anybody play on for **Ann**, if all agree." in up["content"]
        assert labels(up) == ["Claim", "Let Turnpost play on", "Open the seat"]
        await bob.press(up, "Let Turnpost play on")
        post = await cleo.hear_bot(f"I can play on for **Ann** in **Zyrcan #{number}**, at level 2.")
        assert "So far **Bob** agrees." in post["content"]
        await cleo.press(post, "Agree")
        await cleo.hear(lambda one: f"move:{number}:2" in custom_ids(one), "the board after Turnpost's move")
        again = await bob.ask_by_press(up, "Let Turnpost play on")
        assert f"Nobody's time in #{number} is up any more." in again["content"]


STEPS = {"before it arrives": False, "after it arrived, before that is noted": True}


async def count(env: Environment, thread: str, text: str) -> int:
    return sum(text in one["content"] for one in await env.ann.messages(thread))


async def crash(env: Environment, person: Person, thread: str, text: str, method: str, *, arrives: bool) -> None:
    """Say something, and kill the bot as its answer is on its way: the first request of a method about the thread."""
    env.playground.faults.slow(60, method=method, path=f"/channels/{thread}/messages", applied=arrives)
    await person.say(text, thread)
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    await env.bot.start()
    await env.all_posted()


@together
@pytest.mark.parametrize("step", STEPS)
async def test_a_second_pause_against_turnpost_has_posts_of_its_own(
    shared_env_without_nonces: Environment, step: str
) -> None:
    env = shared_env_without_nonces
    match, _ = await challenge(env.ann, "!challenge @Turnpost xero-g level=1 1d seat=1")
    thread = (await hear_turn(env.ann, match))["channel_id"]
    asked, paused = f"**Xero-G #{match}** until the next move: agreed.", f"The clock of #{match} is paused"
    await env.ann.say("!pause", thread)
    await env.ann.hear_bot(paused)
    await env.ann.say("!resume", thread)
    await env.ann.hear_bot(f"ends the pause of #{match}")
    await env.all_posted()
    await crash(env, env.ann, thread, "!pause", "POST", arrives=STEPS[step])
    assert await count(env, thread, asked) == 2, "it says word for word what the first one says"
    assert await count(env, thread, paused) == 2


@together
@pytest.mark.thorough
@pytest.mark.parametrize("step", STEPS)
async def test_an_offer_its_answer_and_a_rejection_come_once(shared_env_without_nonces: Environment, step: str) -> None:
    env, contest = shared_env_without_nonces, Contest("xero-g", shared_env_without_nonces.people[:2])
    await contest.begin_by_slash(clock="1d")
    await env.all_posted()
    thread, number, arrives = contest.thread, contest.number, STEPS[step]
    await crash(env, env.ann, thread, "!pause", "POST", arrives=arrives)
    assert await count(env, thread, "**Ann** asks to pause the clock") == 1
    await crash(env, env.bob, thread, "!pause", "PATCH", arrives=arrives)
    assert await count(env, thread, f"**Xero-G #{number}** until the next move: agreed.") == 1
    assert await count(env, thread, f"The clock of #{number} is paused, as everyone agreed") == 1
    since = env.ann.seen_so_far()
    await crash(env, env.ann, thread, "!pause", "POST", arrives=arrives)
    await env.bob.say("!resume", thread)  # read after what was missed
    await env.ann.hear_bot(f"**Bob** ends the pause of #{number}", since=since)
    await env.all_posted()
    assert await count(env, thread, f"The clock of #{number} is paused already") == 1

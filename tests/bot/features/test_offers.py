"""Draws and takebacks over the wire: by text, slash command and button, for two and for three, after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.playground.client import labels
from tests.wire.match import Contest, bare, begin_match, by_reply, by_slash

if TYPE_CHECKING:
    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


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


async def test_an_offer_agreed_to_from_elsewhere_is_rewritten_in_an_archived_thread(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:3], key="zyrcan")
    first, second, third = contest.people
    await first.say("!draw", contest.thread)
    post = await third.hear(lambda one: one["channel_id"] == contest.thread and "offers a draw" in one["content"])
    env.playground.archive(int(contest.thread))
    await second.ask_by_slash("match agree", match=f"#{contest.number}", what="draw")
    await became(third, post, f"So far **{second.name}** agrees.")


@pytest.mark.thorough
async def test_a_takeback_by_slash_and_text_and_the_new_move_after_a_restart(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+", "b7", "f5")
    answer = await env.ann.ask_by_slash("match takeback", contest.thread)
    assert answer["content"].startswith(f"You ask **Bob** for a takeback in #{contest.number}.")
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


async def test_a_move_cancels_an_offer_and_a_declined_one_waits_for_the_next_move(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    since = env.bob.seen_so_far()
    await env.ann.say("!draw", contest.thread)
    post = await env.bob.hear_bot("offers a draw", since=since)
    await contest.turn(bare, "e4+")
    assert not labels(await became(env.bob, post, ": the match went on."))
    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("match draw", contest.thread)
    post = await env.bob.hear_bot("offers a draw", since=since)
    await env.bob.press(post, "Decline")
    await became(env.ann, post, ": declined by **Bob**.")
    await env.ann.say("!draw", contest.thread)
    await env.ann.hear_bot("You can ask again after your next move.")


async def test_an_offer_is_declined_by_text_and_another_one_agreed_to_by_slash(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    since = env.bob.seen_so_far()
    await env.ann.say("!takeback", contest.thread)
    post = await env.bob.hear_bot("take back", since=since)
    await env.bob.say("!refuse takeback", contest.thread)
    await became(env.ann, post, ": declined by **Bob**.")
    await env.ann.say("!draw", contest.thread)
    await env.bob.hear_bot("offers a draw", since=since)
    await env.bob.ask_by_slash("match agree", contest.thread)
    await env.bob.hear_bot("is drawn**: by agreement, after 1 move", since=since)


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


async def test_a_player_who_never_accepts_takebacks_is_not_asked(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    told = await env.bob.ask_by_slash("my preferences", takebacks="never")
    assert "- takebacks `never`: I decline" in told["content"]
    await env.ann.say("!takeback", contest.thread)
    await env.ann.hear_bot("**Bob** never accepts takebacks.")
    await env.bob.say("!preferences takebacks=ask")
    await env.bob.hear_bot("- takebacks `ask`: I ask you")


async def test_an_offer_comes_by_direct_message_when_the_thread_is_barred(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    env.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    since, direct = env.bob.seen_so_far(), await env.bob.dm()
    await env.ann.ask_by_slash("match draw", match=f"#{contest.number}")
    post = await env.bob.hear_bot("offers a draw", since=since)
    assert post["channel_id"] == direct
    await env.bob.say(f"!agree #{contest.number}", direct)
    await env.bob.hear_bot(f"You agree to a draw in #{contest.number}.", since=since)
    env.playground.allow(int(contest.thread))


@pytest.mark.thorough
async def test_offers_work_without_the_content_intent(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin_by_slash()
    await contest.turn(by_slash, "e4+")
    await env.ann.say("@Turnpost takeback", contest.thread)
    await env.bob.hear_bot("asks to take back move 1, `e4+`")
    since = env.ann.seen_so_far()
    await env.bob.ask_by_slash("match agree", contest.thread)
    await took_back(contest, since)
    await contest.turn(by_reply, "e4+")
    await env.bob.ask_by_slash("match draw", contest.thread)
    post = await env.ann.hear_bot("offers a draw")
    since = env.bob.seen_so_far()
    await env.ann.press(post, "Agree")
    await env.bob.hear_bot("is drawn**: by agreement", since=since)

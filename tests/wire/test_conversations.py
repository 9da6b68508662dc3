"""What people say round a match, and what the bot makes of it: chat, mistakes, questions, repeats, quick replies."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.interactions.replies import HOURGLASS
from playground.model.resources.user import BOT_ID
from tests.playground.client import answered, labels
from tests.wire.match import Contest, bare, begin_match, by_reply

if TYPE_CHECKING:
    from playground.model.state import Change
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""
NOWHERE = "#999999"
"""A match that never exists: a command about it is always answered, and changes nothing."""


async def list_replies(person: Person, channel: str) -> list[str]:
    """Return what the bot said in a channel, boards left out, after it took up all that was said there before."""
    last = await person.say(f"!move {NOWHERE} a1", channel)
    await person.hear(lambda one: answered(one) == last["id"], "the answer to the last word")
    said = [one for one in await person.messages(channel) if one["author"].get("bot") and not is_board(one)]
    return [one["content"] for one in said if NOWHERE not in one["content"]]


async def list_hourglasses(env: Environment, channel: str) -> list[str]:
    """Return the ids of the messages in a channel that the bot reacted to, oldest first."""
    await env.all_posted()
    said = env.playground.state.said[int(channel)].values()
    return [str(message.id) for message in said if BOT_ID in message.reactions.get(HOURGLASS, [])]


def is_board(message: Json) -> bool:
    return bool(message["attachments"])


@together
async def test_chat_in_the_thread_is_neither_answered_nor_taken_for_a_move(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    before = await list_replies(env.ann, contest.thread)
    for chat in (
        "nice one",
        "a1 was better?",
        "gg",
        "c4 is what I'd play now",
        "what does e4+ do?",
        "(c4)",
        "1. c4 c5 2. d4",
        "e",
    ):
        await env.ann.say(chat, contest.thread)
        await env.bob.say(chat, contest.thread)
    assert await list_replies(env.ann, contest.thread) == before
    assert await list_hourglasses(env, contest.thread) == []
    for ask in (env.ann.say("e", contest.thread, to=contest.board), env.ann.say("@Turnpost move e", contest.thread)):
        asked = await ask
        answer = await env.ann.hear(lambda one, asked=asked: answered(one) == asked["id"], "what to write after e")
        assert "`e" in answer["content"]
    await contest.turn(bare, "e4+")


@together
async def test_a_bare_move_out_of_turn_gets_an_hourglass_and_nothing_else(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    before = await list_replies(env.ann, contest.thread)
    early = await env.bob.say("b7", contest.thread)
    await env.cleo.say("b7", contest.thread)
    reply = await env.bob.say("b7", contest.thread, to=contest.board)
    await env.bob.say("nice one", contest.thread)
    assert await list_replies(env.ann, contest.thread) == before
    assert await list_hourglasses(env, contest.thread) == [early["id"], reply["id"]]
    await contest.turn(bare, "e4+")
    await env.ann.say("e4+", contest.thread)
    await list_replies(env.ann, contest.thread)
    assert len(await list_hourglasses(env, contest.thread)) == 2, "a repeat isn't early"


@together
async def test_where_reactions_are_barred_the_hourglass_is_a_message(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    env.playground.deny(int(contest.thread), "ADD_REACTIONS")
    answer = await env.bob.ask_by_text("b7", contest.thread)
    assert answer["content"] == HOURGLASS
    before = await list_replies(env.ann, contest.thread)
    await env.cleo.say("b7", contest.thread)
    await env.bob.say("nice one", contest.thread)
    assert await list_replies(env.ann, contest.thread) == before
    assert await list_hourglasses(env, contest.thread) == []
    await contest.turn(bare, "e4+")


@together
async def test_a_text_that_names_a_match_is_always_answered(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.dan, shared_env.eve))
    name = f"#{contest.number}"
    for person, text, channel, answer in (
        (env.eve, f"{name} b7", contest.thread, "It's **Dan**'s turn"),
        (env.eve, f"{name} b7", "games", "It's **Dan**'s turn"),
        (env.eve, f"{name} b7", await env.eve.dm(), "It's **Dan**'s turn"),
        (env.eve, "b7", await env.eve.dm(), "It's **Dan**'s turn"),
        (env.cleo, f"{name} b7", "games", f"You don't play in {name}"),
        (env.dan, f"{name} nonsense", "games", "`c4`"),
    ):
        assert answer in (await person.ask_by_text(text, channel))["content"]
    before = await list_replies(env.dan, "games")
    await env.cleo.say(f"{name} is a good match", "games")
    await env.dan.say("#7654 is no match", "games")
    assert await list_replies(env.dan, "games") == before
    since = env.dan.seen_so_far()
    await env.dan.say(f"{name} e4+", "games")
    await env.dan.hear_bot("**1.**", since=since)


@together
async def test_each_direct_message_and_each_mention_is_answered(shared_env: Environment) -> None:
    env = shared_env
    talk = await env.dan.dm()
    assert "board games by correspondence" in (await env.dan.ask_by_text("hello", talk))["content"]
    for _ in range(3):
        assert "`!help` shows what I can do" in (await env.dan.ask_by_text("are you there?", talk))["content"]
    for _ in range(3):
        assert "`!help" in (await env.eve.ask_by_text("@Turnpost"))["content"]


@together
async def test_a_misspelled_command_is_answered_with_the_one_that_was_meant(shared_env: Environment) -> None:
    env = shared_env
    answer = await env.dan.ask_by_text("!Chalenge @Bob xero-g", "games")
    assert answer["content"] == "There's no command `!Chalenge`. Did you mean `!challenge`?"
    for channel in (await env.dan.dm(), "games"):
        answer = await env.dan.ask_by_text("!resing", channel)
        assert answer["content"] == "There's no command `!resing`. Did you mean `!resign`?"
    answer = await env.dan.ask_by_text("!hlep", await env.dan.dm())
    assert answer["content"] == "There's no command `!hlep`. `!help` shows what I can do."


@together
async def test_a_command_that_there_is_not_is_answered_in_a_matchs_thread(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    for text, answer in (
        ("!surrender", "There's no command `!surrender`. Did you mean `!resign`?"),
        ("!clock", "There's no command `!clock`. Did you mean `!games`?"),
        ("!dance", "There's no command `!dance`. `!help` shows what I can do."),
    ):
        assert (await env.bob.ask_by_text(text, contest.thread))["content"] == answer
    before = await list_replies(env.bob, contest.thread)
    for text in ("!", "!!!", "! 5", "!5"):
        await env.bob.say(text, contest.thread)
    await contest.turn(bare, "e4+")
    assert await list_replies(env.bob, contest.thread) == before


async def test_a_question_of_somebody_without_a_match_is_answered_with_how_to_begin(env: Environment) -> None:
    for text in ("@Turnpost how do I play?", "@Turnpost can we play xero-g"):
        assert "`!help" in (await env.eve.ask_by_text(text))["content"]
    answer = await env.eve.ask_by_text("!move c4")
    assert answer["content"] == "You aren't in a match here. `/games` lists yours, `/play` starts one."
    await begin_match((env.dan, env.cleo))
    assert "It isn't your move in any match here." in (await env.cleo.ask_by_text("@Turnpost c4"))["content"]


@together
async def test_a_player_who_talks_to_the_bot_is_told_how_to_begin_and_to_move(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    answer = await env.ann.ask_by_text("@Turnpost how do I move?", contest.thread)
    assert "press **Move** under the board" in answer["content"]
    assert "`!games` lists" in (await env.bob.ask_by_text("@Turnpost, whose turn is it?", contest.thread))["content"]
    assert "`!games` lists" in (await env.ann.ask_by_text("@Turnpost thanks", contest.thread))["content"]
    assert "`c4`" in (await env.ann.ask_by_text("@Turnpost c4?", contest.thread))["content"]
    await contest.turn(bare, "e4+")


@together
async def test_a_commands_name_alone_is_answered_with_its_prefix(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    answer = await env.ann.ask_by_text("Resign", contest.thread)
    assert answer["content"] == "Did you mean `!resign`? Commands begin with `!`."
    assert (await env.bob.ask_by_text("Help?", contest.thread))["content"].startswith("I'm Turnpost")
    for text, command in (("takeback", "!takeback"), ("Challenge @Bob xong", "!challenge"), ("move #1 c4", "!move")):
        assert f"`{command}`?" in (await env.ann.ask_by_text(text, await env.ann.dm()))["content"]
    since = env.ann.seen_so_far()
    await env.ann.say("hint", contest.thread, to=contest.board)
    await env.ann.hear_bot("`!hint`", since=since)
    before = await list_replies(env.ann, "games")
    await env.ann.say("resign", "games")
    assert await list_replies(env.ann, "games") == before
    await contest.turn(bare, "e4+")


@together
async def test_commands_of_other_bots_are_not_answered(shared_env: Environment) -> None:
    env = shared_env
    before = await list_replies(env.dan, "games")
    for text in ("!status", "!unlock", "!play some music", "!level 5", "!foo", "!"):
        await env.dan.say(text, "games")
    assert await list_replies(env.dan, "games") == before


@together
async def test_several_people_talking_over_each_other_lose_no_move(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])

    async def chatter(person: Person) -> None:
        for number in range(12):
            await person.say(f"I would have thought {number} times about a{number % 8 + 1}", contest.thread)

    talking = [asyncio.create_task(chatter(person)) for person in (env.ann, env.bob, env.cleo)]
    for text in ["e4+", "b7", "f5", "d6", "e3", "d7", "e7", "d8"]:
        await contest.turn(bare, text)
    await asyncio.gather(*talking)
    boards = [one for one in await env.ann.messages(contest.thread) if is_board(one)]
    assert len(boards) == 9


@together
async def test_an_illegal_move_is_answered_with_the_rule_and_changes_nothing(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    since = env.ann.seen_so_far()
    await env.ann.say("d4", contest.thread)
    said = await env.ann.hear_bot("d4", since=since)
    assert "yellow" in said["content"].lower()
    assert said["referenced_message"]
    assert not said["mentions"]
    await contest.turn(bare, "e4+")


@together
async def test_an_unfinished_move_is_answered_with_what_can_come_next(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], key="xero-g")
    since = env.ann.seen_so_far()
    await env.ann.say("3211", contest.thread)
    said = await env.ann.hear_bot("still to lay", since=since)
    assert "2" in said["content"]
    await contest.turn(bare, "321123")


@together
async def test_a_mistake_by_slash_is_answered_privately(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    answer = await env.ann.ask_by_slash("move", contest.thread, move="d4")
    assert "d4" in answer["content"]
    answer = await env.bob.ask_by_slash("move", contest.thread, move="b7")
    assert "It's **Ann**'s turn" in answer["content"]
    answer = await env.cleo.ask_by_slash("move", contest.thread, move="b7")
    assert f"You don't play in #{contest.number}" in answer["content"]


@together
async def test_markup_round_a_move_is_read_over(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], key="xero-g")
    for typed, meant in (
        ("`321123`", "321123"),
        ("!move   1 2 3 3 2 1", "123321"),
        ("D1\u00d7E1@B3", "d1xe1@b3"),
        ("d6\u2013b5", "d6-b5"),
    ):
        since = env.ann.seen_so_far()
        await contest.mover.say(typed, contest.thread)
        contest.move = meant
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, meant))
        contest.ply += 1
        await contest.hear_board(since)


@together
async def test_boards_say_what_to_do_in_first_turns_and_where_a_phase_begins(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:2], key="xero-g")
    for text, example in (("321123", "`321123`"), ("123321", "`a1-c2`"), ("a1-c2", "`a6-b4`"), ("a6-b4", "")):
        board = await contest.turn(bare, text)
        assert ("for example" in board["content"]) == bool(example)
        assert example in board["content"]


@together
async def test_the_same_move_sent_twice_is_played_once_and_answered_once(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    await contest.turn(bare, "e4+")
    before = await list_replies(env.ann, contest.thread)
    await env.ann.say("!move e4+", contest.thread)
    await env.ann.say("!move 1. E4+", contest.thread)
    assert await list_replies(env.ann, contest.thread) == before
    boards = [one for one in await env.ann.messages(contest.thread) if is_board(one)]
    assert len(boards) == 2


@together
async def test_two_players_never_share_a_turn(shared_env: Environment) -> None:
    """Twenty commands for one turn at once: one is played, the others are told so."""
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    texts = [f"{column}{row}" for column in "abfg" for row in (1, 2, 7, 8)]
    since = env.ann.seen_so_far()
    sent = await asyncio.gather(*(env.ann.say(f"!move 1. {text}", contest.thread) for text in texts))
    refusals: dict[str | None, str] = {}

    def all_but_one(one: Json) -> bool:
        if answered(one) in {each["id"] for each in sent}:
            refusals[answered(one)] = one["content"]
        return len(refusals) == len(sent) - 1

    await env.ann.hear(all_but_one, "all answers but that to the one that was played", since=since)
    rejections = ("Move 1 was already played", "It's **Bob**'s turn")
    assert all(refusal.startswith(rejections) for refusal in refusals.values())
    (played,) = [each["content"].removeprefix("!move 1. ") for each in sent if each["id"] not in refusals]
    await env.ann.hear_bot(f"`{played}`", since=since)
    await list_replies(env.ann, contest.thread)
    said = await env.ann.messages(contest.thread)
    assert len([one for one in said if is_board(one)]) == 2
    assert sent[texts.index(played)]["id"] not in map(answered, said), "it is answered by its board alone"


@together
async def test_a_move_can_name_its_match_and_its_ply(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    await contest.turn(bare, "e4+")
    answer = await env.bob.ask_by_text(f"!move #{contest.number} 1. b7")
    assert "Move 1 was already played: `e4+`" in answer["content"]
    answer = await env.bob.ask_by_text(f"!move #{contest.number} 5. b7")
    assert "isn't due yet" in answer["content"]
    assert f"next in #{contest.number} is move 2" in answer["content"]
    since = env.ann.seen_so_far()
    confirmation = await env.bob.ask_by_text(f"!move #{contest.number} 2. b7")
    assert "Move 2, `b7`, is played in" in confirmation["content"]
    assert f"<#{contest.thread}>" in confirmation["content"]
    contest.move, contest.ply = "b7", 2
    contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, "b7"))
    await contest.hear_board(since)


async def test_where_several_matches_could_be_meant_the_bot_asks_with_buttons(env: Environment) -> None:
    first = await begin_match(env.people[:2])
    second = Contest("martian-life", (env.ann, env.bob))
    await second.begin()
    since = env.ann.seen_so_far()
    await env.ann.say("e4+", await env.ann.dm())
    question = await env.ann.hear_bot("Which match is `e4+` for?")
    both = labels(question)
    assert both == [f"#{first.number} Martian Life", f"#{second.number} Martian Life"]
    answer = await env.ann.ask_by_press(question, both[1])
    assert "is played in" in answer["content"]
    second.move, second.ply = "e4+", 1
    second.state = second.game.play(second.state, second.game.parse(second.state, "e4+"))
    await second.hear_board(since)


async def test_only_the_person_asked_can_press_a_question(env: Environment) -> None:
    await begin_match(env.people[:2])
    await begin_match(env.people[:2])
    await env.ann.say("!move e4+")
    question = await env.ann.hear_bot("Which match")
    label = question["components"][0]["components"][0]["label"]
    answer = await env.bob.ask_by_press(question, label)
    assert answer["content"] == "This question is for somebody else."
    assert answer["ephemeral"]


@together
async def test_a_reply_to_an_old_board_is_told_where_the_match_stands(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    old = contest.board
    await contest.turn(by_reply, "e4+")
    await contest.turn(bare, "b7")
    since = env.ann.seen_so_far()
    await env.ann.say("f5", contest.thread, to=old)
    shown = await env.ann.hear(lambda one: "That was the start; the match is at move 2" in one["content"], since=since)
    assert is_board(shown)
    assert not shown["mentions"]
    assert await env.ann.fetch(shown["attachments"][0]["url"]) == contest.picture
    await env.ann.say("f5", contest.thread, to=shown)
    assert "`f5`" in (await env.ann.hear_bot("**3.** **Ann**", since=since))["content"]


@together
async def test_editing_chat_or_deleting_a_message_changes_nothing(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    chat = await env.ann.say("let me think", contest.thread)
    before = await list_replies(env.ann, contest.thread)
    await env.ann.edit(chat, "let me think again")
    await contest.turn(bare, "e4+")
    played = next(one for one in await env.ann.messages(contest.thread) if one["content"] == "e4+")
    await env.ann.delete(played)
    assert await list_replies(env.ann, contest.thread) == before
    await contest.turn(bare, "b7")


@together
async def test_names_and_moves_can_neither_ping_nor_break_the_layout(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    answer = await env.ann.ask_by_slash("move", contest.thread, move="`@everyone` **boo** <@&1> \n# big")
    content = answer["content"]
    assert "@everyone" not in content
    assert not answer["mention_everyone"]
    said = await env.ann.ask_by_text("!challenge @Bob **`@everyone`**")
    assert "There's no game called" in said["content"]
    assert not said["mention_everyone"]
    assert "`**'@everyone'**`" in said["content"]


async def test_a_reply_to_a_board_is_a_move_before_its_post_is_on_record(env: Environment) -> None:
    channel = await env.ann.channel("games")
    env.playground.deny(int(channel), "CREATE_PUBLIC_THREADS")  # there a bare text is a move only as a reply
    await env.ann.say("!challenge @Bob martian-life seat=red")
    await env.bob.press(await env.bob.hear_bot("challenges"), "Accept")
    board = await env.ann.hear_bot("place a small")
    with closing(sqlite3.connect(env.bot.data / "turnpost.db", isolation_level=None)) as rival:

        def hinder(change: Change) -> None:
            if change.new and change.message and "**1.** **Ann**" in change.message.content:
                rival.execute("BEGIN IMMEDIATE")

        env.playground.state.listeners.append(hinder)
        await env.ann.say("e4+", to=board)
        board = await env.bob.hear_bot("**1.** **Ann**")
        await env.bob.say("b6", to=board)
        await env.cleo.say("!games", await env.cleo.dm())  # by the time this is answered, that was looked at
        await env.cleo.hear_bot("play")
        env.playground.state.listeners.remove(hinder)
        rival.execute("ROLLBACK")
    await env.ann.hear_bot("**2.** **Bob** places a small on b6")

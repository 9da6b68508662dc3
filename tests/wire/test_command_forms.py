"""What goes on round the moves: challenges, boards on request, listings, rules, help, resignation."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from games import GAMES
from renderers import RENDERERS
from tests.playground.client import labels
from tests.wire.match import Contest, bare, by_slash

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment


async def test_a_challenge_shows_who_what_and_how_long(env: Environment) -> None:
    await env.ann.say("!challenge @Bob martian-life target=12 seat=yellow")
    post = await env.bob.hear_bot("challenges")
    assert [user["id"] for user in post["mentions"]] == [env.bob.id]
    for part in ("**Ann** challenges", "**Martian Life**", "target 12", "**Ann** plays Yellow", ":R>"):
        assert part in post["content"]
    assert labels(post) == ["Accept", "Decline", "How to play"]


async def test_a_challenge_can_be_accepted_by_text_and_by_slash(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    await env.bob.hear_bot("challenges")
    await env.bob.say("!accept")
    await env.bob.hear_bot("lay your six ships")
    await env.ann.say("!challenge @Cleo martian-life")
    await env.cleo.hear_bot("challenge 2")
    answer = await env.cleo.ask_by_slash("accept")
    assert "Match #2 begins" in answer["content"]
    await env.cleo.hear_bot("place a small")


async def test_only_those_challenged_can_accept(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.cleo.hear_bot("challenges")
    answer = await env.cleo.ask_by_press(post, "Accept")
    assert "This challenge is for **Bob**" in answer["content"]
    answer = await env.ann.ask_by_press(post, "Accept")
    assert "for the others to accept" in answer["content"]


async def test_a_second_press_on_accept_is_acknowledged_in_silence(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.bob.hear_bot("challenges")
    outcomes = await asyncio.gather(*(env.bob.press(post, "Accept") for _ in range(2)))
    assert [outcome["type"] for outcome in outcomes] == [6, 6]
    await env.bob.hear_bot("lay your six ships")
    threads = [channel for channel in (await env.bob.view())["channels"] if channel["type"] == 11]
    assert len(threads) == 1


async def test_a_challenge_can_be_declined_and_withdrawn(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.bob.hear_bot("challenges")
    await env.bob.press(post, "Decline")
    closed = await env.ann.hear(lambda one: one["id"] == post["id"] and "declined" in one["content"])
    assert not closed["components"]
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.ann.hear_bot("challenge 2")
    await env.ann.press(post, "Decline")
    await env.ann.hear(lambda one: one["id"] == post["id"] and "withdrawn" in one["content"])
    await env.bob.say("!accept 2")
    await env.bob.hear_bot("no longer open: it was withdrawn")


async def test_wrong_challenges_are_refused_in_a_sentence(env: Environment) -> None:
    for text, answer in (
        ("!challenge", "Which game? `xero-g`, `martian-life`"),
        ("!challenge xero-g", "Mention your opponent"),
        ("!challenge @Bob chess", "There's no game called `chess`"),
        ("!challenge @Ann xero-g", "Mention each person once, and not yourself"),
        ("!challenge @Turnpost xero-g", "Bots don't play here"),
        ("!challenge @Bob @Cleo xero-g", "Xero-G is for 2 players, not 3"),
        ("!challenge @Bob martian-life target=99", "`target` is a number from 10 to 25, not `99`"),
        ("!challenge @Bob xero-g width=9", "Xero-G has no option `width`"),
        ("!challenge @Bob xero-g size=9", "`size` is `small`, `normal` or `large`, not `9`."),
        ("!challenge @Bob xero-g seat=west", "There's no seat `west` in Xero-G"),
    ):
        since = len(env.ann.seen)
        await env.ann.say(text)
        await env.ann.hear_bot(answer, since=since)
    since = len(env.ann.seen)
    await env.ann.say("!challenge @Bob xero-g", await env.ann.dm())
    await env.ann.hear_bot("needs a server", since=since)


async def test_autocomplete_offers_seats_and_options_of_the_game(env: Environment) -> None:
    chosen = {"opponent": env.bob.id, "game": "martian-life"}
    seats = await env.ann.autocomplete("challenge", "seat", **chosen, seat="")
    assert [choice["value"] for choice in seats] == ["random", "theirs", "red", "yellow"]
    options = await env.ann.autocomplete("challenge", "options", **chosen, options="supply=stash tar")
    assert "supply=stash target=12" in [choice["value"] for choice in options]


async def test_moves_are_completed_only_for_whose_turn_it_is(env: Environment) -> None:
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin()
    assert "321123" in [
        choice["value"] for choice in await env.ann.autocomplete("move", "text", contest.thread, text="32112")
    ]
    assert not await env.bob.autocomplete("move", "text", contest.thread, text="")
    choices = await env.ann.autocomplete("move", "text", text="#1 1. 32112")
    assert "#1 1. 321123" in [choice["value"] for choice in choices]


async def test_a_whole_match_can_be_played_by_autocomplete_alone(env: Environment) -> None:
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin()
    while contest.game.to_move(contest.state):
        legal = {contest.game.format(contest.state, move) for move in contest.game.legal(contest.state)}
        text = ""
        while text not in legal:
            choices = await contest.mover.autocomplete("move", "text", contest.thread, text=text)
            assert 0 < len(choices) <= 25
            texts = [choice["value"] for choice in choices]
            text = next((one for one in texts if one.endswith("base")), texts[7 * contest.ply % len(texts)])
        await contest.turn(by_slash, text)
    contest.check_win()


async def test_the_board_is_shown_on_request(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    await contest.turn(bare, "e4+")
    since = len(env.cleo.seen)
    await env.cleo.say("!board", contest.thread)
    shown = await env.cleo.hear_bot("**Bob** to move", since=since)
    assert await env.cleo.fetch(shown["attachments"][0]["url"]) == contest.picture
    assert shown["attachments"][0]["description"] == RENDERERS["martian-life"].alt(contest.scene)
    answer = await env.bob.ask_by_slash("board", match=f"#{contest.number}")
    assert await env.cleo.fetch(answer["attachments"][0]["url"]) == contest.picture
    answer = await env.cleo.ask_by_slash("board", match="#77")
    assert answer["content"] == "There is no match #77 on this server."


async def test_games_lists_mine_to_move_first(env: Environment) -> None:
    answer = await env.ann.ask_by_slash("games")
    assert "You have no matches here" in answer["content"]
    first = Contest("martian-life", (env.ann, env.bob))
    await first.begin()
    await first.turn(bare, "e4+")
    second = Contest("xero-g", (env.ann, env.cleo))
    await second.begin()
    answer = await env.ann.ask_by_slash("games")
    waiting, others = answer["content"].split("Waiting for others:")
    assert "Your move in 1 of 2" in waiting
    assert "**#2 Xero-G** with **Cleo**" in waiting
    assert "**#1 Martian Life** with **Bob**" in others
    await env.bob.say("!games", await env.bob.dm())
    await env.bob.hear_bot("Your move in 1 of 1")


async def test_rules_and_help_are_whole(env: Environment) -> None:
    for key, game in GAMES.items():
        since = len(env.ann.seen)
        await env.ann.say(f"!rules {key}")
        last = game.info.help.strip().splitlines()[-1]
        await env.ann.hear_bot(last, since=since)
        said = [
            event["message"]["content"]
            for event in env.ann.seen[since:]
            if event["type"] == "message" and event["message"]["author"].get("bot")
        ]
        assert "".join("".join(said).split()) == "".join(game.info.help.split())
    answer = await env.ann.ask_by_slash("help")
    for word in ("`!challenge @Bob xero-g`", "`!move c4`", "`!games`", "`xero-g`", "`martian-life`"):
        assert word in answer["content"]
    told = await env.ann.ask_by_text("!help", await env.ann.dm())
    assert told["content"] == answer["content"]


async def test_resigning_asks_once_and_then_ends_the_match(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    await env.cleo.say("!resign #1", contest.thread)
    await env.cleo.hear_bot("You don't play in #1")
    await env.bob.say("!resign", contest.thread)
    question = await env.bob.hear_bot("Resign Martian Life #1 against **Ann**?")
    answer = await env.ann.ask_by_press(question, "Resign #1")
    assert "Only the player who asked" in answer["content"]
    await env.bob.press(question, "Resign #1")
    ended = await env.ann.hear_bot("**Ann** wins **Martian Life #1**")
    assert "**Bob** resigned" in ended["content"]
    assert ended["attachments"]
    answer = await env.ann.ask_by_slash("move", contest.thread, text="e4+")
    assert "#1 ended" in answer["content"]
    answer = await env.bob.ask_by_slash("resign", match="1")
    assert "#1 ended" in answer["content"]


async def test_slash_commands_are_registered_once_for_an_unchanged_tree(env: Environment) -> None:
    assert env.playground.command_puts == 1
    names = {command["name"] for command in (await env.ann.view())["commands"]}
    looking = {"board", "look", "games", "rules", "help", "replay", "catalogue", "moves", "preview"}
    agreeing = {"draw", "takeback", "agree", "refuse", "preferences"}
    keeping = {"history", "export", "note", "notes", "rematch"}
    playing = {"challenge", "challenges", "open", "accept", "decline", "move", "resign", "abandon", "settings"}
    timing = {"claim", "givetime", "pause", "resume", "vacation"}
    assert names == playing | looking | agreeing | keeping | timing
    await env.bot.stop()
    await env.bot.start()
    await env.ann.ask_by_slash("help")
    assert env.playground.command_puts == 1


async def test_buttons_work_after_a_restart(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.bob.hear_bot("challenges")
    await env.bot.stop()
    await env.bot.start()
    since = len(env.bob.seen)
    await env.bob.press(post, "How to play")
    await env.bob.hear_bot("# Xero-G", since=since)  # with a page of pictures, which may take its time
    await env.bob.press(post, "Accept")
    await env.bob.hear_bot("lay your six ships")


async def test_anybody_can_join_an_open_challenge_until_it_is_full(env: Environment) -> None:
    await env.ann.say("!open xero-g seat=north")
    post = await env.cleo.hear_bot("challenges anyone here to **Xero-G** for 2")
    assert labels(post)[:2] == ["Join", "Leave"]
    answer = await env.bob.ask_by_press(post, "Leave")
    assert "You haven't joined this challenge" in answer["content"]
    await env.cleo.press(post, "Join")
    board = await env.cleo.hear_bot("lay your six ships on row 1")
    assert [user["id"] for user in board["mentions"]] == [env.cleo.id]
    await env.bob.say("!accept 1")
    await env.bob.hear_bot("Challenge 1 is no longer open: it was accepted")


async def test_an_open_challenge_can_be_withdrawn(env: Environment) -> None:
    answer = await env.ann.ask_by_slash("open", game="martian-life", options="target=12")
    assert "Challenge 1 is posted" in answer["content"]
    post = await env.ann.hear_bot("challenges anyone here to **Martian Life** for 2")
    assert "With target 12" in post["content"]
    await env.ann.press(post, "Leave")
    await env.bob.hear_bot("**Ann** challenged anyone here to **Martian Life** for 2: withdrawn")


async def test_an_open_challenge_for_four_fills_as_people_join(env: Environment) -> None:
    for text, answer in (
        ("!open zyrcan", "For how many players, 3 to 5? For example `!open zyrcan 5`."),
        ("!open zyrcan 6", "Zyrcan is for 3 to 5 players, not 6"),
        ("!open zyrcan 3 seat=5", "There's no seat 5 in a match of 3"),
    ):
        since = len(env.ann.seen)
        await env.ann.say(text)
        await env.ann.hear_bot(answer, since=since)
    await env.ann.say("!open zyrcan 4 variant=blitzkrieg seat=red")
    post = await env.ann.hear_bot("challenges anyone here to **Zyrcan** for 4")
    for person, told in ((env.bob, "2 of 4"), (env.cleo, "3 of 4")):
        await person.press(post, "Join")
        await env.ann.hear_bot(told)
    await env.bob.press(post, "Leave")
    await env.ann.hear_bot("**Ann** and **Cleo** (2 of 4)")
    for person in (env.dan, env.eve):
        await person.press(post, "Join")
    seated = await env.ann.hear(lambda one: one["id"] == post["id"] and "Zyrcan #1" in one["content"])
    assert "**Ann** (Red)" in seated["content"]
    for name in ("Cleo", "Dan", "Eve"):
        assert f"**{name}** (" in seated["content"]
    assert "Bob" not in seated["content"]
    board = await env.ann.hear(lambda one: one["attachments"])
    assert [user["id"] for user in board["mentions"]] == [env.ann.id]


async def test_a_challenge_to_several_ends_when_one_declines(env: Environment) -> None:
    await env.ann.say("!challenge @Bob @Cleo zyrcan")
    post = await env.bob.hear_bot("challenges")
    assert {user["id"] for user in post["mentions"]} == {env.bob.id, env.cleo.id}
    await env.bob.press(post, "Accept")
    await env.ann.hear_bot("**Ann** and **Bob** (2 of 3)")
    await env.cleo.press(post, "Decline")
    await env.ann.hear_bot("declined by **Cleo**")


async def test_a_player_who_left_is_out_and_the_others_go_on(env: Environment) -> None:
    contest = Contest("zyrcan", env.people[:3])
    await contest.begin()
    await contest.turn(bare, "2@e5")
    await contest.resign(2)
    assert "mentions" in contest.board
    answer = await contest.people[1].ask_by_slash("resign", contest.thread)
    assert f"You've already left #{contest.number}" in answer["content"]
    answer = await contest.people[1].ask_by_slash("games")
    assert "You have no matches here" in answer["content"]
    await contest.turn(bare, "1@e4")

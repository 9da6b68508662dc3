"""What goes on round the moves: boards on request, completion, listings, rules, help, resignation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import GAMES
from renderers import RENDERERS
from tests.playground.client import Said, labels
from tests.wire.match import Contest, bare, by_slash

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""


@together
async def test_autocomplete_offers_seats_and_options_of_the_game(shared_env: Environment) -> None:
    env = shared_env
    chosen = {"opponent": env.bob.id, "game": "martian-life"}
    seats = await env.ann.autocomplete("challenge", "seat", **chosen, seat="")
    assert [choice["value"] for choice in seats] == ["random", "theirs", "red", "yellow"]
    options = await env.ann.autocomplete("play", "more", **chosen, more="supply=stash tar")
    assert "supply=stash target=12" in [choice["value"] for choice in options]
    terms = await env.ann.autocomplete("challenge", "more", **chosen, more="supply=stash target=12 un")
    assert [each["value"] for each in terms] == ["supply=stash target=12 unrated"]
    assert terms[0]["name"].endswith("unrated (it doesn't count for ratings)")


@together
async def test_moves_are_completed_only_for_whose_turn_it_is(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin()
    assert "321123" in [
        choice["value"] for choice in await env.ann.autocomplete("move", "move", contest.thread, move="32112")
    ]
    assert not await env.bob.autocomplete("move", "move", contest.thread, move="")
    choices = await env.ann.autocomplete("move", "move", move=f"#{contest.number} 1. 32112")
    assert f"#{contest.number} 1. 321123" in [choice["value"] for choice in choices]


@together
@pytest.mark.thorough
async def test_a_whole_match_can_be_played_by_autocomplete_alone(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin()
    while contest.game.to_move(contest.state):
        legal = {contest.game.format(contest.state, move) for move in contest.game.legal(contest.state)}
        text = ""
        while text not in legal:
            choices = await contest.mover.autocomplete("move", "move", contest.thread, move=text)
            assert 0 < len(choices) <= 25
            texts = [choice["value"] for choice in choices]
            text = next((one for one in texts if one.endswith("base")), texts[7 * contest.ply % len(texts)])
        await contest.turn(by_slash, text)
    contest.check_win()


@together
async def test_the_board_is_shown_on_request(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    await contest.turn(bare, "e4+")
    since = env.cleo.seen_so_far()
    await env.cleo.say("!board", contest.thread)
    shown = await env.cleo.hear_bot("**Bob** to move", since=since)
    assert await env.cleo.fetch(shown["attachments"][0]["url"]) == contest.picture
    assert shown["attachments"][0]["description"] == RENDERERS["martian-life"].alt(contest.scene)
    answer = await env.bob.ask_by_slash("board", match=f"#{contest.number}")
    assert await env.cleo.fetch(answer["attachments"][0]["url"]) == contest.picture
    answer = await env.cleo.ask_by_slash("board", match="#77")
    assert answer["content"] == "There's no match #77 on this server."


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


@together
async def test_rules_and_help_are_whole(shared_env: Environment) -> None:
    env = shared_env
    for key, game in GAMES.items():
        since = env.ann.seen_so_far()
        cards = await env.ann.ask_by_slash("help", game=key)
        await env.ann.press(cards, "All the rules")
        await env.ann.hear_bot(game.info.help.strip().splitlines()[-1], since=since)
        said = [
            event["message"]["content"]
            for event in env.ann.seen[since:]
            if event["type"] == "message" and event["message"]["author"].get("bot")
        ]
        assert "".join("".join(said[-2:]).split()).endswith("".join(game.info.help.split()))
    answer = await env.ann.ask_by_slash("help")
    for word in ("`/play`", "`!move c4`", "`/games`", "`xero-g`", "`martian-life`"):
        assert word in answer["content"]
    start = await env.ann.ask_by_choice(answer, "help_topic", "start")
    assert "`!challenge @Bob xero-g`" in start["content"]
    assert start["id"] == answer["id"], "in place of the first page"
    told = await env.ann.ask_by_text("!help", await env.ann.dm())
    assert told["content"] == answer["content"]


@together
async def test_public_help_is_short_with_a_button_for_more(shared_env: Environment) -> None:
    env = shared_env
    shown = await env.ann.ask_by_text("!help")
    assert len(shown["content"].splitlines()) == 4
    whole = await env.bob.ask_by_press(shown, "All I can do")
    assert (whole["ephemeral"], whole["content"].splitlines()[0][:12]) == (True, "**Turnpost**")
    assert (await env.ann.ask_by_text("!help times"))["content"].startswith("**Time**: ")
    assert (await env.ann.ask_by_slash("help", topic="moving"))["content"].startswith("**Move**: ")
    assert labels(shown) == ["Play me", "All I can do"]
    assert "There's no help on `fish`" in (await env.ann.ask_by_text("!help fish"))["content"]


async def test_resigning_asks_once_and_then_ends_the_match(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    await env.cleo.say("!resign #1", contest.thread)
    await env.cleo.hear_bot("You don't play in #1")
    for answer in ("Cancel", "Resign #1"):
        since = env.bob.seen_so_far()
        told = await env.bob.ask_by_text("!resign", contest.thread)
        assert told["content"] == "Nothing is done yet: please confirm it in your direct messages."
        question = await env.bob.hear_bot("Resign Martian Life #1 against **Ann**?", since=since)
        assert question["channel_id"] == await env.bob.dm()
        assert labels(question) == ["Resign #1", "Cancel"]
        await env.bob.press(question, answer)
        done = await env.bob.hear(lambda one, asked=question["id"]: one["id"] == asked and not one["components"])
        assert done["content"] == ("Cancelled: nothing was changed." if answer == "Cancel" else "You resigned #1.")
    ended = await env.ann.hear_bot("**Ann** wins **Martian Life #1**")
    assert "**Bob** resigned" in ended["content"]
    assert ended["attachments"]
    seen = await env.cleo.ask_by_menu("My view", ended, contest.thread)
    assert "**Ann** wins **Martian Life #1**: **Bob** resigned." in seen["content"]
    answer = await env.ann.ask_by_slash("move", contest.thread, move="e4+")
    assert "#1 ended" in answer["content"]
    answer = await env.bob.ask_by_slash("match", do="resign", match="1")
    assert "#1 ended" in answer["content"]


async def commands_of(person: Person) -> dict[str, Json]:
    """Return the slash commands that a person can use on a server, by name."""
    return {command["name"]: command for command in (await person.view())["commands"] if command["type"] == 1}


@together
async def test_managers_have_a_command_of_their_own(shared_env: Environment) -> None:
    assert "server" in await commands_of(shared_env.ann)
    assert "server" not in await commands_of(shared_env.bob)
    with pytest.raises(Said, match="There is no command /server"):
        await shared_env.bob.slash("server", do="settings")
    assert "Settings of this server" in (await shared_env.bob.ask_by_text("!settings"))["content"]


@together
async def test_every_command_says_where_it_can_be_used_and_who_installs_it(shared_env: Environment) -> None:
    for name, command in (await commands_of(shared_env.ann)).items():
        on_servers_only = name in {"server", "matches", "events"}
        assert command["contexts"] == ([0] if on_servers_only else [0, 1, 2])
        assert command["integration_types"] == ([0] if on_servers_only else [0, 1])


@together
async def test_a_text_command_works_without_its_panel(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin()
    by_text = await env.dan.ask_by_text(f"!history #{contest.number}", contest.thread)
    by_slash = await env.dan.ask_by_slash("match", do="history", match=f"#{contest.number}")
    assert by_text["content"] == by_slash["content"]
    marked = await env.ann.ask_by_slash("match", contest.thread, do="moves")
    assert marked["content"] == (await env.ann.ask_by_text("!moves", contest.thread))["content"]


@pytest.mark.thorough
async def test_slash_commands_are_registered_once_for_an_unchanged_tree(env: Environment) -> None:
    assert env.playground.command_puts == 1
    top = {"challenge", "move", "board", "games", "matches", "profile", "standings", "stats", "help"}
    assert set(await commands_of(env.ann)) == top | {"match", "me", "server", "events", "play", "puzzle"}
    await env.bot.stop()
    await env.bot.start()
    await env.ann.ask_by_slash("help")
    assert env.playground.command_puts == 1


async def test_a_player_who_left_is_out_and_the_others_go_on(env: Environment) -> None:
    contest = Contest("zyrcan", env.people[:3])
    await contest.begin()
    await contest.turn(bare, "2@e5")
    await contest.resign(2)
    assert "mentions" in contest.board
    answer = await contest.people[1].ask_by_slash("match", contest.thread, do="resign")
    assert f"You've already left #{contest.number}" in answer["content"]
    answer = await contest.people[1].ask_by_slash("games")
    assert "You have no matches here" in answer["content"]
    await contest.turn(bare, "1@e4")

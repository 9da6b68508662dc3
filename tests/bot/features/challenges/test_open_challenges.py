"""Open challenges over the wire: standing ones, seats that players choose, limits of a server, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from games import GAMES
from tests.guild_settings import serve
from tests.wire.timed_environment import DAY, TimedEnvironment, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Person
    from tests.wire.fixtures import Environment

    Json = dict[str, Any]


def labels(message: Json) -> list[list[str]]:
    return [[part["label"] for part in row["components"]] for row in message["components"]]


async def posted(person: Person, number: int, text: str = "") -> Json:
    """Return the post of a challenge once it holds a text."""
    end = f"-# challenge {number}"
    return await person.hear(lambda one: one["content"].endswith(end) and text in one["content"], f"{end} with {text}")


async def seated(person: Person, post: Json) -> str:
    """Return what a challenge's post says once its match has a thread."""
    return (await person.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"]))["content"]


async def choose(env: TimedEnvironment, **chosen: Any) -> None:
    guild = next(iter(env.playground.state.guilds))
    await serve(env.bot.context, guild, **chosen)


async def test_a_standing_challenge_opens_again_by_text_and_button_until_it_is_withdrawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        for text, why in (
            ("!open xero-g standing=21", "from 1 to 20"),
            ("!open xero-g standing=often", "`standing` has to be a number"),
            ("!challenge @Bob xero-g standing=2", "Only an open challenge can lead to several matches"),
        ):
            await ann.say(text)
            await ann.hear_bot(why)
        await ann.say("!open xero-g standing=5 seat=north 3d")
        first = await posted(bob, 1)
        lines = first["content"].splitlines()
        assert lines[0] == f"**Ann** challenges anyone here to **Xero-G** for 2: {GAMES['xero-g'].info.pitch}"
        assert lines[1:4] == [
            "**Ann** plays North.",
            "3 days a move (`3d`).",
            "Opens again after each match, up to 4 more times.",
        ]
        await env.pass_time(2 * DAY)
        await bob.press(first, "Join")
        assert "**Bob** (South) against **Ann** (North)" in await seated(bob, first)
        second = await posted(cleo, 2, "up to 3 more times")
        assert second["content"].splitlines()[-2] != lines[-2]
        await cleo.say("!accept 2")
        assert "**Cleo** (South)" in await seated(cleo, second)
        third = await posted(bob, 3, "up to 2 more times")
        await bob.press(third, "Join")
        fourth = await posted(ann, 4, "Opens again once after its match.")
        await env.all_posted()  # a list links a post once it is marked as sent
        await ann.say("!challenges")
        listed = await ann.hear_bot("Yours:")
        guild = next(iter(env.playground.state.guilds))
        assert "- `4` **Xero-G**, for 2, by **Ann**, expires <t:" in listed["content"]
        assert listed["content"].endswith(f"/channels/{guild}/{fourth['channel_id']}/{fourth['id']}")
        await cleo.say("!challenges", "lounge")
        await cleo.hear_bot("Challenges you can join:\n- `4`")
        await ann.say("!decline 4 enough for now")
        await bob.hear_bot("withdrawn.\n> enough for now")
        await bob.say("!accept 4")
        await bob.hear_bot("no longer open: it was withdrawn")
        answer = await ann.ask_by_slash("me", do="challenges")
        assert "No open challenges here for you." in answer["content"]


async def test_players_choose_seats_as_they_accept_by_button_and_text_and_after_a_restart(env: Environment) -> None:
    ann, bob, cleo = env.ann, env.bob, env.cleo
    await ann.say("!open zyrcan 5 seat=theirs")
    post = await posted(bob, 1, "Red, Blue, Yellow, Green or Purple. **Ann** gets the one that's left.")
    assert labels(post) == [
        [f"Join as {seat}" for seat in ("Red", "Blue", "Yellow", "Green", "Purple")],
        ["Join, any seat", "Leave", "How to play"],
    ]
    await bob.press(post, "Join as Green")
    changed = await posted(ann, 1, "**Bob** plays Green. Choose a seat when you accept: Red, Blue, Yellow or Purple.")
    assert "Join as Green" not in labels(changed)[0]
    await env.bot.stop()
    await env.bot.start()
    await cleo.say("!accept 1 green")
    await cleo.hear_bot("Green is taken by **Bob**. You can still choose Red, Blue")
    await cleo.press(post, "Join as Red")
    await posted(ann, 1, "**Cleo** plays Red.")
    await cleo.press(post, "Join as Purple")
    await posted(ann, 1, "**Cleo** plays Purple.")
    await env.dan.say("!accept 1 red")
    await posted(ann, 1, "**Dan** plays Red.")
    await env.eve.say("!accept 1 north")
    await env.eve.hear_bot("There's no seat `north` in Zyrcan. Choose `red`, `blue`,")
    await env.eve.say("!accept 1 yellow")
    begun = await seated(ann, post)
    assert "**Dan** (Red), **Ann** (Blue), **Eve** (Yellow), **Bob** (Green) and **Cleo** (Purple)" in begun
    await ann.say("!challenge @Bob xero-g seat=theirs")
    direct = await posted(bob, 2)
    assert labels(direct)[0] == ["Accept as South", "Accept as North"]
    await bob.say("!accept north")
    assert "**Ann** (South) against **Bob** (North)" in await seated(ann, direct)


@pytest.mark.thorough
async def test_open_challenges_work_by_slash_commands_without_the_content_intent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", content=False) as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        offered = await ann.autocomplete("challenge", "seat", game="zyrcan", seat="", more="players=3")
        assert [each["value"] for each in offered] == ["random", "theirs", "red", "blue", "yellow"]
        terms = {"seat": "theirs", "more": "players=3 variant=blitzkrieg standing=2", "clock": "2d"}
        await ann.ask_by_slash("challenge", game="zyrcan", **terms)
        post = await posted(bob, 1, "Variant: Blitzkrieg.")
        choices = await bob.autocomplete("match", "do", do="accept ")
        assert [(each["name"], each["value"]) for each in choices] == [("1: Zyrcan, by Ann, 1 of 3 joined", "accept 1")]
        await bob.ask_by_slash("match", do="accept 1 blue")
        seats = await cleo.autocomplete("match", "do", do="accept 1 ")
        assert [each["value"] for each in seats] == ["accept 1 red", "accept 1 yellow"]
        told = await bob.ask_by_slash("me", do="challenges")
        assert "Joined, waiting for others:\n- `1` **Zyrcan**, for 3, by **Ann**, 2 of 3 joined" in told["content"]
        told = await cleo.ask_by_slash("me", "lounge", do="challenges")
        assert told["content"].startswith("Challenges you can join:\n- `1`")
        await cleo.ask_by_slash("match", do="accept 1 yellow")
        assert "**Ann** (Red), **Bob** (Blue) and **Cleo** (Yellow)" in await seated(ann, post)
        await posted(bob, 2, "2 days a move (`2d`).")
        await ann.ask_by_slash("challenge", game="xero-g", opponent=bob.id, seat="theirs")
        await posted(bob, 3)
        seats = await bob.autocomplete("match", "do", do="accept n")
        assert [each["value"] for each in seats] == ["accept north"]
        told = await bob.ask_by_slash("me", await bob.dm(), do="challenges")
        assert told["content"].startswith("Waiting for your answer:\n- `3` **Xero-G**, **Ann** challenges")
        choices = await ann.autocomplete("match", "do", do="decline ")
        assert [each["value"] for each in choices] == ["decline 2", "decline 3"]
        told = await ann.ask_by_slash("match", do="decline 3 tomorrow")
        assert "Challenge 3 is withdrawn." in told["content"]


async def test_server_settings_limit_where_matches_start_and_who_challenges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", "Dan") as env:
        ann, bob, cleo, dan = env["Ann"], env["Bob"], env["Cleo"], env["Dan"]
        guild = env.playground.state.guilds[next(iter(env.playground.state.guilds))]
        lounge = await ann.channel("lounge")
        await choose(env, channels=(int(lounge),), clock="2d", most=1)
        await bob.say("!challenge @Cleo xero-g")
        await bob.hear_bot(f"Matches on this server start only in <#{lounge}>.")
        await bob.say("!challenge @Cleo xero-g", lounge)
        challenge = await posted(cleo, 1, "2 days a move (`2d`).")
        await cleo.press(challenge, "Accept")
        thread = (await seated(bob, challenge)).split("<#")[1].split(">")[0]
        await bob.say("!open xero-g clock=none", thread)
        await bob.hear_bot("You play in 1 match on this server, as many as it allows at a time.")
        await ann.say("!open xero-g clock=none", thread)
        post = await posted(ann, 2, "No clock.")
        assert post["channel_id"] == lounge
        answer = await cleo.ask_by_press(post, "Join")
        assert "You play in 1 match on this server" in answer["content"]
        await choose(env, challengers=guild.regulars)
        answer = await dan.ask_by_slash("challenge", game="xero-g")
        assert f"only people with the role <@&{guild.regulars}> can challenge" in answer["content"]
        await dan.say("!open xero-g")
        await dan.hear_bot("can challenge. Everyone can accept.")
        await bob.ask_by_slash("challenge", game="xero-g")
        await dan.press(await posted(dan, 3), "Join")
        await bob.say("!open xero-g")
        await posted(dan, 4)
        await choose(env, challengers=guild.bot_role)
        await bob.say("!open zyrcan 3")
        await bob.hear_bot(f"the role <@&{guild.bot_role}> can challenge")
        await ann.say("!open zyrcan 3")  # Ann has Manage Server
        await posted(bob, 5)

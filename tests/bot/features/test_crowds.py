"""Crowds while time passes: a vote ends after its time, once, and in German."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from playground.model.resources.guild import Guild
from storage.queries import guesses
from tests.bot.features.guide.presses import changed
from tests.playground.client import labels
from tests.wire.crowd import begin, call, hear_board, propose, propose_offer, rewritten
from tests.wire.timed_environment import HOUR, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

TWO_CROWDS = "everyone here vote=6h"


@pytest.mark.parametrize("content", [True, False])
async def test_the_leader_is_played_when_the_time_of_a_vote_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", content=content) as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        words = "@Turnpost everyone here martian-life seat=1 vote=6h"
        post = await call(ann, words, bob, cleo, by_slash=not content)
        board = await begin(ann, post)
        await env.pass_time(7 * HOUR)  # nobody has voted, so nothing is played
        await propose(bob, board, "c2")
        standing = await ann.ask_by_press(board, "Vote")
        assert "1 of 3 have voted" in standing["content"]
        since = ann.seen_so_far()
        await asyncio.gather(*(env.bot.scheduler.run_due_jobs() for _process in range(2)))
        board = await hear_board(ann, since)
        assert "`c2`" in board["content"]
        await propose(cleo, board, "c2")
        await env.pass_time(6 * HOUR - timedelta(minutes=5))
        assert "1 of 3 have voted" in (await ann.ask_by_press(board, "Vote"))["content"]
        since = ann.seen_so_far()
        await env.pass_time(timedelta(minutes=6))
        assert "**3.**" in (await hear_board(ann, since))["content"]


@pytest.mark.parametrize(
    ("agree", "decline", "outcome"),
    [(1, 0, "agreed"), (1, 1, "declined"), (0, 1, "declined"), (0, 0, "declined"), (2, 1, "agreed")],
)
async def test_those_who_voted_answer_an_offer_when_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agree: int, decline: int, outcome: str
) -> None:
    names = "Ann", "Bob", "Cleo", "Dan", "Eve"
    async with start_timed_env(tmp_path, monkeypatch, *names, more_people=("Fay",)) as env:
        ann, *members = (env[name] for name in names)
        post = await call(ann, "everyone here martian-life seat=1 vote=6h", *members)
        board = await begin(ann, post)
        offer = await propose_offer(ann, board, "draw")
        for at, person in enumerate(members[: agree + decline]):
            await person.press(offer, "Agree" if at < agree else "Decline")
        await env.pass_time(6 * HOUR - timedelta(minutes=5))
        await rewritten(ann, offer, f"{agree} for it, {decline} against")
        since = ann.seen_so_far()
        await asyncio.gather(*(env.pass_time(timedelta(minutes=6)) for _process in range(2)))
        await rewritten(ann, offer, f"draw in **Martian Life #1**: {outcome}")
        if outcome == "agreed":
            assert "is drawn**: by agreement" in (await hear_board(ann, since))["content"]


async def test_a_crowd_makes_an_offer_by_those_who_voted_and_the_other_has_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", "Dan", content=False) as env:
        ann, bob, cleo, dan = env.people.values()
        await ann.slash("play", opponent=str(Guild.numbered(0).regulars), game="martian-life", more=TWO_CROWDS)
        post = await ann.hear(lambda one: "-# challenge" in one["content"], "the challenge")
        for person in (bob, cleo, dan):
            await person.press(post, "I'm in: Regulars" if person is bob else "I'm in: The crowd")
        board = await begin(ann, post)
        proposal = await propose_offer(bob, board, "draw")
        since = ann.seen_so_far()
        await env.pass_time(6 * HOUR + timedelta(minutes=1))
        await rewritten(ann, proposal, "? Agreed.")
        offer = await ann.hear(lambda one: "do you agree?" in one["content"], "the offer", since=since)
        await dan.press(offer, "Agree")
        await env.pass_time(6 * HOUR - timedelta(minutes=5))
        await rewritten(ann, offer, "1 for it, 0 against")
        await env.pass_time(timedelta(minutes=6))
        await rewritten(ann, offer, "draw in **Martian Life #1**: agreed")


async def test_a_vote_on_an_offer_is_decided_when_others_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", "Dan") as env:
        ann, bob, cleo, dan = env.people.values()
        board = await begin(ann, await call(ann, "everyone here martian-life seat=1", bob, cleo, dan))
        offer = await propose_offer(ann, board, "draw")
        await bob.press(offer, "Agree")
        await cleo.press(offer, "Decline")
        for person in (cleo, dan):
            asked = await person.ask_by_slash("match", board["channel_id"], do="resign")
            await person.press(asked, "Leave the crowd")
        await env.pass_time(timedelta(minutes=1))
        await rewritten(ann, offer, "draw in **Martian Life #1**: agreed")


async def test_members_hear_that_their_turn_began_as_each_wants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [f"Guest {n}" for n in range(1, 21)]
    async with start_timed_env(
        tmp_path, monkeypatch, "Ann", "Bob", "Cleo", "Dan", *many, more_people=many, limited=False
    ) as env:
        ann, bob, cleo, dan, *guests = env.people.values()
        for person, words in ((bob, "turns=direct"), (cleo, "turns=nothing"), (dan, "turns=mention")):
            await person.ask_by_slash("me", do=f"messages {words}")
        board = await begin(ann, await call(ann, "everyone here martian-life seat=1", bob, cleo, dan))
        assert board["content"].splitlines()[-1].startswith("-# #")
        await guests[0].ask_by_press(await ann.hear(lambda one: "I'm in" in str(one["components"])), "I'm in")
        since = ann.seen_so_far()
        await ann.say("e4+", board["channel_id"])
        board = await hear_board(ann, since)
        assert board["content"].splitlines()[-1] == f"-# <@{dan.id}> and <@{guests[0].id}>"
        assert {one["id"] for one in board["mentions"]} == {dan.id, guests[0].id}
        told = await bob.hear_bot("Your crowd is to move in **Martian Life #1**: https://discord.com/channels/")
        assert told["channel_id"] == await bob.dm()
        post = await ann.hear(lambda one: "I'm in" in str(one["components"]) and "#1" in one["content"])
        for guest in guests[1:]:
            await guest.ask_by_press(post, "I'm in")
        offer = await propose_offer(ann, board, "draw")  # their board has called them
        assert offer["mentions"] == []
        for person in (bob, cleo, dan, *guests):
            since = ann.seen_so_far()
            await propose(person, board, "c2")
        board = await hear_board(ann, since)
        assert [one["id"] for one in board["mentions"]] == [ann.id]
        offer = await propose_offer(ann, board, "draw")
        named = [bob, cleo, dan, *guests[:17]]
        names = ", ".join(f"<@{one.id}>" for one in named)
        assert offer["content"].splitlines()[-1] == f"-# {names} and 3 more"
        assert {one["id"] for one in offer["mentions"]} == {one.id for one in named}


async def test_lists_and_next_have_a_vote_that_waits_and_nothing_nags_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env.people.values()
        there = await ann.channel("games")
        await ann.ask_by_slash("server", do=f"settings overview=<#{there}> guesses=yes")
        board = await begin(ann, await call(ann, "everyone here martian-life seat=2 vote=3d", bob, cleo))
        games = (await bob.ask_by_slash("games"))["content"].splitlines()
        assert games[0] == "Your move in 1 of 1:"
        assert games[1].startswith("- **#1 Martian Life** with **Ann**, your vote, until <t:")
        assert (await ann.ask_by_slash("games"))["content"].splitlines()[1:2] == ["Waiting for others:"]
        shown = await ann.ask_by_press(board, "More")
        assert "guess" not in str(shown["components"])
        refused = await bob.ask_by_slash("match", board["channel_id"], do="guess")
        assert "You play or played in #1" in refused["content"]

        # Next leads from a match of one's own to the vote.
        await ann.say(f"!challenge <@{bob.id}> martian-life seat=2", "games")
        await bob.press(await bob.hear_bot("-# challenge 2"), "Accept")
        own = await bob.hear(lambda one: one["attachments"] and f"<@{bob.id}>, place" in one["content"], "a board")
        told = await bob.ask_by_slash("move", own["channel_id"], move="e4+")
        assert told["content"] == "1 more waits for you."
        following = await changed(bob, told, "Next")
        assert following["content"].startswith("**Martian Life #1** with **Ann**: ")
        assert labels(following) == ["Move", "Vote", "Next"]
        await propose(bob, board, "c2")
        games = (await bob.ask_by_slash("games"))["content"].splitlines()
        assert games[:2] == ["No match is waiting for you.", "Waiting for others:"]
        assert games[2].startswith("- **#1 Martian Life** with **Ann**, you've voted, until <t:")

        # The vote of others isn't anybody's to be reminded of; who hasn't voted has it in the daily list.
        await cleo.ask_by_slash("me", do="preferences digest=8")
        since = cleo.seen_so_far()
        await env.pass_time(timedelta(days=1))
        digest = await cleo.hear_bot("-# daily list of", since=since)
        assert "**#1 Martian Life** with **Ann**, your vote, until <t:" in digest["content"]
        await env.pass_time(timedelta(days=1, hours=23))
        await env.all_posted()
        assert not [
            one
            for person in (bob, cleo)
            for one in await person.messages(await person.dm())
            if "reminder" in one["content"]
        ]
        (overview,) = [one for one in await ann.messages("games") if "new_match" in str(one["components"])]
        assert "The crowd \\(2\\) and Ann; The crowd \\(2\\) to move \u00b7 <t:" in overview["content"]


async def test_the_guess_of_who_joins_a_crowd_later_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", "Dan") as env:
        ann, bob, cleo, dan = env.people.values()
        await ann.ask_by_slash("server", do="settings guesses=yes")
        post = await call(ann, "everyone here martian-life seat=2", bob)
        board = await begin(ann, post)
        for person in (cleo, dan):
            form = await person.slash("match", board["channel_id"], do="guess")
            since = person.seen_so_far()
            await person.answer_to(await person.modal(form, who="1", sure="90"), "the form", since)
        await cleo.ask_by_press(post, "I'm in")
        asked = await cleo.ask_by_slash("match", board["channel_id"], do="resign")
        await cleo.press(asked, "Leave the crowd")
        late = await cleo.ask_by_slash("match", board["channel_id"], do="guess")
        assert "You play or played in #1" in late["content"]
        asked = await ann.ask_by_slash("match", board["channel_id"], do="resign")
        await ann.press(asked, "Resign #1")
        await env.all_posted()
        await env.pass_time(timedelta(minutes=1))
        async with env.bot.context.database.read() as tx:
            assert [one.guess.user_id for one in await guesses.of_match(tx, 1)] == [int(dan.id)]
        verdicts = [each async for each in verify_matches(env.bot.context.database, env.bot.context.games)]
        assert [line for each in verdicts for line in each.differences] == []

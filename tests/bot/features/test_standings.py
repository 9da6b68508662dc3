"""Ratings and the tables of games over the wire: what counts, what doesn't, pages, and what verify says of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.features.standings import standings_page, standings_table
from bot.referee.ratings import Rating, Standing, Standings
from tests.bot.features.forum_posts.forums import check_record
from tests.playground.client import labels
from tests.process_factory import run_command
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, ask_in_panel, begin_match, by_slash
from tests.wire.process import clean_environment
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Person
    from tests.wire.fixtures import Environment

TEXTS = SCRIPTS["xero-g"].split()


async def standings(person: Person, *, everywhere: bool = False) -> str:
    """Return the table of Xero-G as one person reads it."""
    return (await person.ask_by_slash("standings", game="xero-g", everywhere=everywhere))["content"]


def turnpost(env: Environment, *arguments: str) -> str:
    """Run a command of the operator on the data of the running bot."""
    done = run_command(list(arguments), clean_environment() | {"TURNPOST_DATA": str(env.bot.data)}, 60)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


def change(env: Environment, statement: str) -> None:
    """Change the database of a bot behind its back."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as connection, connection:
        connection.execute(statement)


async def check_a_win_counts(env: Environment) -> None:
    ann, bob = env.ann, env.bob
    assert (await standings(ann)).startswith("Nobody has a rating at **Xero-G** on this server yet.")
    contest = Contest("xero-g", (ann, bob))
    await contest.begin_by_slash()
    for text in TEXTS:
        await contest.turn(by_slash, text)
    await env.all_posted()
    drawn = (await ann.ask_by_slash("standings", game="xero-g"))["attachments"][0]
    assert drawn["filename"] == "turnpost-standings-xero-g-1.png"
    assert drawn["description"] == (
        f"Xero-G. 2 people rated on this server. 1. {ann.name} (you) 1611 plus or minus 339, provisional, 1 match. "
        f"2. {bob.name} 1389 plus or minus 339, provisional, 1 match."
    )
    assert await standings(ann) == (
        "**Xero-G**, 2 people rated on this server:\n"
        f"1. **{ann.name}** (you) **1611?** ± 339, 1 match\n"
        f"2. **{bob.name}** **1389?** ± 339, 1 match\n"
        "-# ? is provisional: too few matches to be sure."
    )
    assert "2 people rated on all servers" in await standings(bob, everywhere=True)
    posted = await ann.ask_by_text("@Turnpost standings xero-g everywhere", await ann.channel("games"))
    assert f"2. **{bob.name}** **1389?**" in posted["content"]
    assert posted["attachments"]
    await check_record(env)


async def test_a_win_counts_for_both_and_the_table_tells(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        await check_a_win_counts(env)


@pytest.mark.thorough
async def test_a_win_counts_without_the_content_intent(tmp_path: Path) -> None:
    async with start_env(tmp_path, content=False) as env:
        await check_a_win_counts(env)


@pytest.mark.thorough
async def test_what_is_unrated_or_too_short_counts_for_nothing(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        ann, bob = env.ann, env.bob
        unrated = Contest("xero-g", (ann, bob))
        await unrated.begin_by_slash("unrated")
        for text in TEXTS:
            await unrated.turn(by_slash, text)
        short = await begin_match((ann, bob), *TEXTS[:3], key="xero-g")
        await short.resign(1)
        await env.all_posted()
        assert (await standings(ann)).startswith("Nobody has a rating")
        await check_record(env)


@pytest.mark.thorough
async def test_after_two_rounds_a_resignation_counts(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        contest = await begin_match((env.ann, env.bob), *TEXTS[:4], key="xero-g")
        await contest.resign(1)
        assert f"1. **{env.bob.name}** **1611?**" in await standings(env.ann)


@pytest.mark.thorough
async def test_ratings_are_rebuilt_from_the_events_and_verify_says_what_differs(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        await begin_match((env.ann, env.bob), *TEXTS, key="xero-g")
        await env.all_posted()
        table = turnpost(env, "ratings", "xero-g")
        assert table.startswith(f"xero-g: 2 people\n   1. 1611 (+-339, provisional)  {env.ann.name}  1 match\n")
        change(env, "UPDATE ratings SET mu = mu + 0.1 WHERE place = 1")
        done = run_command(["verify"], clean_environment() | {"TURNPOST_DATA": str(env.bot.data)}, 60)
        assert done.returncode == 1
        wrong = f"#1: the rating of person {env.ann.id} after it isn't what follows from the matches."
        assert wrong in done.stdout
        assert turnpost(env, "ratings", "xero-g", "--rebuild") == f"1 match rated, 2 ratings stored.\n{table}"
        await check_record(env)


@pytest.mark.thorough
async def test_a_match_that_is_called_off_counts_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        since = bob.seen_so_far()
        await ann.ask_by_slash("challenge", opponent=bob.id, game="xero-g", clock="10h", seat="1")
        challenge = await bob.hear_bot("-# challenge ", since=since)
        number, thread, _ = await accept_challenge(env, challenge, bob, terms="10 hours a move")
        for mover, text in zip((ann, bob, ann, bob), TEXTS, strict=False):
            since = mover.seen_so_far()
            await mover.ask_by_slash("move", thread, move=f"#{number} {text}")
            await mover.hear_bot(f"`{text}`", since=since)
        await env.pass_time(10 * HOUR)
        up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
        since = bob.seen_so_far()
        await bob.press(up, "Claim")
        last = await bob.hear_bot("**Ann** ran out of time", since=since)
        assert "1. **Bob** **1611?**" in await standings(ann)
        question = await ask_in_panel(bob, last, "calloff")
        since = ann.seen_so_far()
        await bob.press(question, f"Call off #{number}")
        await ann.hear_bot(f"**Bob** called off **Xero-G #{number}**", since=since)
        assert (await standings(ann)).startswith("Nobody has a rating")


@pytest.mark.thorough
async def test_a_long_table_has_pages_and_names_the_reader_on_each(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        await begin_match((env.ann, env.bob), *TEXTS, key="xero-g")
        await env.all_posted()
        change(
            env,
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION SELECT n + 1 FROM more WHERE n < 20) INSERT INTO ratings "
            "SELECT 1, 900 + n, 'xero-g', at, 2, 1.0, 24.0 - n / 10.0, 8.0 FROM ratings, more WHERE place = 1",
        )
        first = await env.bob.ask_by_slash("standings", game="xero-g")
        assert first["content"].startswith("**Xero-G**, 22 people rated on this server:\n1. **Ann** **1611?**")
        assert first["content"].count("\n") == 15 + 3, "the dots, the reader and the note"
        assert first["content"].split("\n")[-2:] == [
            f"18. **{env.bob.name}** (you) **1389?** ± 339, 1 match",
            "-# ? is provisional: too few matches to be sure.",
        ]
        assert labels(first) == ["Lower"]
        assert "page 1 of 2" in first["attachments"][0]["description"]
        second = await env.bob.ask_by_press(first, "Lower")
        assert (second["id"], labels(second)) == (first["id"], ["Higher"])
        assert "\n16. <@915>" in second["content"]
        assert [file["filename"] for file in second["attachments"]] == ["turnpost-standings-xero-g-2.png"]
        assert "page 2 of 2" in second["attachments"][0]["description"]


@pytest.mark.thorough
async def test_hidden_people_have_no_place_and_only_they_see_their_line(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        ann, bob = env.ann, env.bob
        await begin_match((ann, bob), *TEXTS, key="xero-g")
        await env.all_posted()
        chosen = await ann.ask_by_slash("me", do="preferences standings=hidden")
        assert "standings `hidden`: only you see your ratings and your profile" in chosen["content"]
        assert await standings(bob) == (
            "**Xero-G**, 1 person rated on this server:\n"
            f"1. **{bob.name}** (you) **1389?** ± 339, 1 match\n"
            "-# ? is provisional: too few matches to be sure."
        )
        own = await ann.ask_by_slash("standings", game="xero-g", everywhere=True)
        assert own["content"] == (
            "**Xero-G**, 1 person rated on all servers:\n"
            f"1. **{bob.name}** **1389?** ± 339, 1 match\n"
            f"\u2013 **{ann.name}** (you, hidden) **1611?** ± 339, 1 match\n"
            "-# ? is provisional: too few matches to be sure.\n"
            "-# Only you see your line. Show it with `/me do:preferences standings=shown`."
        )
        assert f"Hidden. {ann.name} (you) 1611" in own["attachments"][0]["description"]
        public = await ann.ask_by_text("@Turnpost standings xero-g", await ann.channel("games"))
        assert ann.name not in public["content"] + public["attachments"][0]["description"]
        await bob.ask_by_slash("me", do="preferences standings=hidden")
        alone = (await bob.ask_by_text("!standings xero-g", await bob.dm()))["content"]
        assert alone.startswith("**Xero-G**, 0 people rated on all servers:")
        assert f"**{bob.name}** (you, hidden)" in alone
        assert (await standings(env.cleo)).startswith("Nobody has a rating at **Xero-G**")
        await ann.ask_by_slash("me", do="preferences standings=shown")
        assert f"1. **{ann.name}** **1611?**" in await standings(bob)


UNSEEN = "\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}"


def test_people_whose_names_cannot_be_seen_are_called_somebody() -> None:
    rating = Rating(25.0, 2.0)
    found = Standings(
        (Standing(1, 7, UNSEEN, rating, 9), Standing(2, 8, "Ann", rating, 9), Standing(3, 9, None, rating, 9))
    )
    lines = standings_page("Chomp", found, 0, 1, here=False).splitlines()
    assert [line.split("**")[0:2] for line in lines[1:3]] == [["1. ", "somebody"], ["2. ", "Ann"]]
    assert lines[3].startswith("3. <@9> ")
    table = standings_table("Chomp", found, 0, 1, here=False)
    assert [row.name for row in table.rows] == ["somebody", "Ann", "somebody"]

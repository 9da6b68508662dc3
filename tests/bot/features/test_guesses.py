"""Guesses who wins over the wire: asked of spectators where a server wants it, hidden until the end, then told."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.features.guesses import guessers_post, summary_line
from bot.referee.guesses import Guesser, GuessSummary
from games.translation import in_language
from tests.bot.features.forum_posts.forums import check_record
from tests.bot.features.guide.test_guide import BUTTON, forge
from tests.bot.features.test_watch import begin
from tests.playground.client import labels
from tests.thorough import first_quick
from tests.wire.match import SCRIPTS, by_mention

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment, MakeEnvironment
    from tests.wire.match import Contest

MOVES = SCRIPTS["martian-life"].split()
SAVED = "Nobody else sees it before the end. You can change it until a third of a usual match is played."


@pytest.fixture(params=first_quick([True, False]), ids=["content", "no content"])
async def env(request: pytest.FixtureRequest, make_env: MakeEnvironment) -> AsyncGenerator[Environment]:
    async with make_env(content=request.param) as ready:
        yield ready


async def switch(env: Environment, word: str) -> None:
    told = await env.ann.ask_by_slash("server", do=f"settings guesses={word}")
    assert told["content"].startswith(f"**Saved:**\n- guesses `{word}`: ")


async def guess(person: Person, shown: Json, who: int, sure: int) -> Json:
    """Press *Who wins?* and fill the form in; return the answer."""
    form = await person.press(shown, "Who wins?")
    return await send(person, form, who, sure)


async def send(person: Person, form: Json, who: int, sure: int) -> Json:
    since = person.seen_so_far()
    outcome = await person.modal(form, who=str(who), sure=str(sure))
    return await person.answer_to(outcome, "the form", since)


def rows(env: Environment) -> list[tuple[int, int, int]]:
    """Return who guessed which result, and how sure."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        return record.execute("SELECT user_id, result, percent FROM guesses ORDER BY user_id").fetchall()


async def more(person: Person, contest: Contest) -> Json:
    return await person.ask_by_press(contest.board, "More")


async def more_once_judged(person: Person, contest: Contest) -> str:
    """Return the panel of a match that ended, once a due job has asked the rules who won."""
    text = ""
    while "guessed" not in text:
        await asyncio.sleep(0.5)
        text = (await more(person, contest))["content"]
    return text


def offered(panel: Json) -> bool:
    return "guess" in json.dumps(panel["components"])


async def test_without_the_setting_nothing_is_offered(make_env: MakeEnvironment) -> None:
    async with make_env() as env:
        contest, post = await begin(env)
        assert labels(await env.cleo.ask_by_press(post, "Watch")) == ["Stop watching"]
        assert not offered(await more(env.cleo, contest))
        refused = "Nobody guesses who wins on this server: its setting `guesses` is off."
        for told in (
            await env.cleo.ask_by_slash("match", contest.thread, do="guess"),
            await env.cleo.ask_by_text("@Turnpost standings guesses"),
        ):
            assert told["content"] == refused
        assert await forge(env, env.cleo, BUTTON | {"custom_id": "guessers"}, "a table") == refused
        assert "Good guessers" not in labels(await env.cleo.ask_by_slash("standings", game="martian-life"))


async def test_spectators_guess_and_learn_at_the_end_how_well(env: Environment) -> None:
    await switch(env, "yes")
    contest, post = await begin(env)
    watched = await env.cleo.ask_by_press(post, "Watch")
    assert labels(watched) == ["Stop watching", "Who wins?"]
    saved = await guess(env.cleo, watched, 1, 60)
    assert saved["ephemeral"]
    assert saved["content"] == f"Saved for #{contest.number}: **Ann** wins, and you're 60% sure.\n-# {SAVED}"
    assert labels(saved) == ["Who wins?", "Good guessers"]
    by_panel = await env.dan.ask_by_slash("match", contest.thread)
    assert offered(by_panel)
    drawn = await send(env.dan, await env.dan.slash("match", contest.thread, do="guess"), 0, 40)
    assert drawn["content"].startswith(f"Saved for #{contest.number}: nobody wins alone, and you're 40% sure.")
    form = await env.cleo.press(saved, "Who wins?")
    assert [one["value"] for one in _options(form, "sure")] == ["40", "50", "60", "70", "80", "90"]
    assert [(one["label"], bool(one.get("default"))) for one in _options(form, "who")] == [
        ("Ann", True),
        ("Bob", False),
        ("A draw", False),
    ]
    async with env.down(signal.SIGTERM):
        pass
    await send(env.cleo, form, 2, 80)
    await guess(env.eve, await env.eve.ask_by_press(post, "Watch"), 2, 90)
    ids = [int(person.id) for person in (env.cleo, env.dan, env.eve)]
    assert sorted(rows(env)) == sorted(zip(ids, [2, 0, 2], [80, 40, 90], strict=True))
    for person in (env.ann, env.bob, env.cleo):
        panel = await more(person, contest)
        assert "guess" not in panel["content"].lower()
        assert "%" not in panel["content"]
    await contest.resign(1)
    told = await more_once_judged(env.ann, contest)
    assert told.endswith("\n3 guessed who wins, 2 right. Best: **Eve**.")
    posted = [one["content"] for one in await env.ann.messages(contest.thread) if not one["ephemeral"]]
    assert not [text for text in posted if "guess" in text]
    late = await env.cleo.ask_by_press(saved, "Who wins?")
    assert late["content"].startswith(f"#{contest.number} ended")
    await check_record(env)


async def test_players_are_refused_and_a_third_of_a_usual_match_closes(env: Environment) -> None:
    await switch(env, "yes")
    contest, post = await begin(env)
    watched = await env.cleo.ask_by_press(post, "Watch")
    form = await env.cleo.press(watched, "Who wins?")
    assert not offered(await more(env.ann, contest))
    told = await env.bob.ask_by_slash("match", contest.thread, do="guess")
    assert told["content"] == f"You play or played in #{contest.number}, so you can't guess who wins."
    for text in MOVES[:9]:
        await contest.turn(by_mention, text)
    assert offered(await more(env.cleo, contest))
    await send(env.cleo, form, 1, 50)
    again = await env.cleo.press(watched, "Who wins?")
    await contest.turn(by_mention, MOVES[9])
    late = f"It's too late to guess who wins #{contest.number}: a third of a usual match is played."
    assert (await send(env.cleo, again, 1, 90))["content"] == late
    assert rows(env) == [(int(env.cleo.id), 1, 50)]
    assert not offered(await more(env.cleo, contest))
    since, bobs = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.bob.ask_by_slash("match", contest.thread, do="takeback")
    await env.ann.press(await env.ann.hear_bot("asks to take back", since=since), "Agree")
    await env.bob.hear_bot("takes back", since=bobs)
    assert not offered(await more(env.cleo, contest))
    assert (await env.cleo.ask_by_press(watched, "Who wins?"))["content"] == late


async def test_a_killed_bot_keeps_the_guess_and_the_last_one_counts(env: Environment) -> None:
    await switch(env, "yes")
    contest, post = await begin(env)
    watched = await env.cleo.ask_by_press(post, "Watch")
    for who, sure in ((1, 90), (2, 70)):
        await guess(env.cleo, watched, who, sure)
        async with env.down(signal.SIGKILL):
            pass
        assert rows(env) == [(int(env.cleo.id), who, sure)]
    question = await env.ann.ask_by_slash("server", do=f"abandon #{contest.number}")
    await env.ann.press(question, f"End #{contest.number}")
    await contest.people[0].hear_bot("ended without a winner")
    await asyncio.sleep(1)
    assert "guessed" not in (await env.ann.ask_by_slash("match", contest.thread, match=f"#{contest.number}"))["content"]
    await check_record(env)


def _options(form: Json, name: str) -> list[Json]:
    """Return the options of a field of a form."""
    parts = [part["component"] for part in form["modal"]["components"]]
    return next(part["options"] for part in parts if part["custom_id"] == name)


def test_the_table_marks_its_reader_and_says_how_points_are_made() -> None:
    ranked = [Guesser(1, 1, "Ann", 7, 41), Guesser(2, 2, "Bob", 5, -3), Guesser(None, 3, "Cleo", 2, 96)]
    how = (
        "-# A guess that is sure and right has 100 points, even odds have 0, a wrong one loses some. The mean counts, "
        "from 5 guesses on."
    )
    top = "**Good guessers** of this server:\n1. **Ann** **41**, 7 guesses\n2. **Bob** **-3**, 5 guesses"
    assert guessers_post(ranked, None) == f"{top}\n{how}"
    assert guessers_post(ranked, 3) == f"{top}\n\N{EN DASH} **Cleo** (you) **96**, 2 guesses\n{how}"
    many = [Guesser(place, place, f"P{place}", 5, 50 - place) for place in range(1, 23)]
    shown = guessers_post(many, 22).split("\n")
    assert shown[20:23] == ["20. **P20** **30**, 5 guesses", "...", "22. **P22** (you) **28**, 5 guesses"]
    assert guessers_post(many, 20).split("\n")[20:] == ["20. **P20** (you) **30**, 5 guesses", how]
    assert guessers_post([], 3) == f"Nobody on this server has made enough guesses yet.\n{how}"


def test_a_summary_is_one_line_also_in_german() -> None:
    assert summary_line(GuessSummary(1, 0, None)) == "1 guessed who wins, 0 right."
    assert summary_line(GuessSummary(5, 3, "Ann")) == "5 guessed who wins, 3 right. Best: **Ann**."
    with in_language("de"):
        assert summary_line(GuessSummary(5, 3, "Ann")) == "5 haben getippt, wer gewinnt, 3 richtig. Am besten: **Ann**."

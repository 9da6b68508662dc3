"""Events over the wire: set up, signed up for, played, corrected, and told about."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.admin.verify.matches import verify_matches
from bot.admin.verify.tables import verify_tables
from bot.features.tournaments.commands import parse_typed_terms
from bot.referee.errors import RequestRejected
from bot.referee.tournaments.sign_up import TournamentTerms
from games import GAMES
from tests.bot.features.guide.presses import changed
from tests.bot.referee.challenge_context import make_challenge_context
from tests.database_template import create_database
from tests.playground.client import labels
from tests.wire.timed_environment import DAY, HOUR, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.timed_environment import TimedEnvironment

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def seen(person: Person, *words: str, since: SeenCount | None = None) -> list[Json]:
    """Return the messages that a person has seen which contain all these words, as they were last, the oldest first."""
    heard = [event["message"] for event in person.seen[since:] if event["type"] == "message"]
    found = {one["id"]: one for one in heard}
    return [one for one in found.values() if all(word in one["content"] for word in words)]


async def set_up(env: TimedEnvironment, *people: str, kind: str = "league", game: str = "xero-g", **terms: Any) -> Json:
    """Let Ann set up an event, sign people up by its button, and return its post."""
    ann = env["Ann"]
    words = " ".join(f"{name}={value}" for name, value in terms.items())
    await ann.ask_by_slash("events", do=f"create {kind} {game} Spring Cup {words}")
    post = await ann.hear(lambda one: "Sign-up until" in one["content"], "the event")
    for name in people:
        assert "You're in" in (await env[name].ask_by_press(post, "Sign up"))["content"]
    return post


async def begin(env: TimedEnvironment, **terms: Any) -> Json:
    """Set an event up for Ann, Bob and Cleo, let it begin, and return its post."""
    post = await set_up(env, "Ann", "Bob", "Cleo", **terms)
    await env.pass_time(7 * DAY)
    await env.all_posted()
    return post


def pairs_of(env: TimedEnvironment) -> dict[int, list[str]]:
    """Return who plays the matches that began, in alphabetical order, by their numbers."""
    names = {f"<@{person.id}>": name for name, person in env.people.items()}
    pairs: dict[int, list[str]] = {}
    for post in seen(env["Ann"], "**Spring Cup**: ", " against "):
        first, *_, last = post["content"].splitlines()
        if last.startswith("-# #"):
            seated: list[str] = re.findall(r"(\*\*\w+\*\*|<@\d+>) \(", first)
            pairs[int(last.removeprefix("-# #"))] = sorted(names.get(each, each.strip("*")) for each in seated)
    return pairs


async def resign(env: TimedEnvironment, name: str, match: int) -> None:
    """Let a person resign a match, by its button."""
    question = await env[name].ask_by_slash("match", do="resign", match=f"#{match}")
    await env[name].press(question, f"Resign #{match}")
    await env.all_posted()


async def verify(env: TimedEnvironment) -> list[str]:
    """Return what `turnpost verify` finds."""
    database, games = env.bot.context.database, env.bot.context.games
    found = await verify_tables(database, games, env.now())
    verdicts = [verdict async for verdict in verify_matches(database, games, env.now(), found.unreadable)]
    return [*found.differences, *(line for verdict in verdicts for line in verdict.differences)]


async def test_people_sign_up_and_leave_by_button(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        post = await set_up(env, "Bob", "Cleo", clock="3d", most=2)
        assert labels(post) == ["Sign up", "Leave", "Rules"]
        assert (
            "3 days a move, no safety net, no pauses. At most 2 matches at a time for each person." in post["content"]
        )
        assert "You're in already" in (await env["Bob"].ask_by_press(post, "Sign up"))["content"]
        assert "off the list" in (await env["Cleo"].ask_by_press(post, "Leave"))["content"]
        await env.all_posted()
        (now,) = seen(env["Ann"], "-# event 1")
        assert "1 so far, 3 are needed" in now["content"]
        assert "**Bob**" in now["content"]
        assert "**Cleo**" not in now["content"]
        assert "didn't sign up" in (await env["Dan"].ask_by_press(post, "Leave"))["content"]
        question = await env["Bob"].ask_by_text("!event withdraw")
        assert "Leave **Spring Cup**?" in question["content"]
        assert "Only the person who asked" in (await env["Ann"].ask_by_press(question, "Withdraw"))["content"]
        assert "off the list" in (await changed(env["Bob"], question, "Withdraw"))["content"]


async def test_a_cup_of_three_friends_is_told_early_that_a_league_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = "With fewer, a league works: it needs 3."
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        ann = env["Ann"]
        made = await ann.ask_by_text("!event create cup xero-g Friends Cup signup=3d")
        assert made["content"].startswith("**Friends Cup** is set up as event 1. I'm posting it in <#")
        assert made["content"].endswith(f". A cup needs 8 people. {league}")
        post = await ann.hear_bot("Sign-up until")
        assert f"0 so far, 8 are needed. {league}" in post["content"]
        for name in NAMES[:3]:
            await env[name].press(post, "Sign up")
        assert (await ann.ask_by_text("!event start 1"))["content"].endswith(f"and 3 signed up so far. {league}")
        await env.pass_time(3 * DAY)
        await env.all_posted()
        (ended,) = seen(ann, "-# event 1")
        assert f"It was cancelled when sign-up ended: 3 signed up, and 8 were needed. {league}" in ended["content"]
        made = await ann.ask_by_text("!event create league xero-g Friends League")
        assert made["content"].endswith(">.")
        await ann.hear_bot("0 so far, 3 are needed.\n")


async def test_an_organizer_takes_people_off_the_list_by_text_and_by_slash_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        await set_up(env, "Bob", "Cleo", "Dan")
        ann, bob, cleo = (env[name] for name in NAMES[:3])
        done = await ann.ask_by_text(f"!event remove <@{bob.id}> 1")
        assert done["content"].startswith(f"<@{bob.id}> is out of **Spring Cup**")
        done = await ann.ask_by_slash("events", do=f"remove <@{cleo.id}>")
        assert done["content"].startswith(f"<@{cleo.id}> is out of **Spring Cup**")
        await env.all_posted()
        (now,) = seen(ann, "-# event 1")
        assert "1 so far, 3 are needed" in now["content"]
        assert "**Dan**" in now["content"]


async def test_a_league_is_played_to_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        post = await begin(env)
        (of_matches,) = seen(env["Ann"], "It's running")
        own = await env["Cleo"].ask_by_press(of_matches, "Table")
        assert "\u2013 **Cleo** 0 points from 0, 2 to play" in own["content"]
        assert own["attachments"][0]["description"].startswith("Spring Cup. Xero-G, 0 of 3 matches played.")
        pairs = pairs_of(env)
        assert sorted(pairs.values()) == [["Ann", "Bob"], ["Ann", "Cleo"], ["Bob", "Cleo"]]
        since = env["Ann"].seen_so_far()
        for number, names in pairs.items():
            await resign(env, names[-1], number)
        await env.pass_time(HOUR)
        await env.all_posted()
        (table,) = seen(env["Ann"], "finished", "**Ann** 4 points from 2", since=since)
        assert table["content"].splitlines()[1:4] == [
            r"1\. **Ann** 4 points from 2",
            r"2\. **Bob** 2 points from 2",
            r"3\. **Cleo** 0 points from 2",
        ]
        assert table["attachments"]
        assert seen(env["Ann"], "It's over, after 3 people played")[0]["id"] == of_matches["id"]
        (season,) = seen(env["Ann"], "**Spring Cup**, season 2", since=since)
        assert labels(season) == ["Again", "Leave", "Rules"]
        assert post["id"] != season["id"]
        assert await verify(env) == []


async def test_a_table_has_the_theme_of_the_person_who_alone_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        await begin(env)
        ann, cleo = env["Ann"], env["Cleo"]
        await cleo.ask_by_text("!look light")
        answers = [await ann.ask_by_slash("events", do="show"), await cleo.ask_by_text("!event show")]
        dark, public = [await ann.fetch(one["attachments"][0]["url"]) for one in answers]
        own = await cleo.ask_by_slash("events", do="show")
        assert public == dark
        assert await cleo.fetch(own["attachments"][0]["url"]) != dark


async def test_only_organizers_set_up_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        refused = await env["Bob"].ask_by_slash("events", do="create league xero-g Mine")
        assert "Only people with Manage Server can manage events here." in refused["content"]


@pytest.mark.thorough
async def test_a_first_loss_on_time_warns_and_a_second_withdraws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        await begin(env, clock="1d")
        await env.pass_time(2 * DAY)
        await env.all_posted()
        await env.pass_time(HOUR)
        await env.all_posted()
        told = [one["content"] for name in NAMES for one in seen(env[name], "You're withdrawn from **Spring Cup**")]
        assert told
        shown = await env["Ann"].ask_by_slash("events", do="show 1")
        assert "Withdrew: " in shown["content"]
        assert await verify(env) == []


@pytest.mark.thorough
async def test_a_corrected_result_is_told_to_both_and_changes_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        await begin(env)
        number = next(number for number, names in pairs_of(env).items() if names == ["Ann", "Bob"])
        await resign(env, "Bob", number)
        await env.pass_time(HOUR)
        refused = await env["Bob"].ask_by_slash("events", do=f"correct #{number} draw")
        assert "can manage events here" in refused["content"]
        unread = await env["Ann"].ask_by_slash("events", do=f"correct #{number} no idea")
        assert "I can't read `no idea` as a result" in unread["content"]
        done = await env["Ann"].ask_by_slash("events", do=f"correct #{number} <@{env['Bob'].id}>")
        assert f"Corrected: #{number} goes to **Bob**." in done["content"]
        await env.all_posted()
        for name in ("Ann", "Bob"):
            notice = f"An organizer corrected the result of #{number} in **Spring Cup**: it goes to **Bob**."
            assert seen(env[name], notice)
        assert r"1\. **Bob** 2 points from 1" in (await env["Ann"].ask_by_slash("events", do="show"))["content"]
        assert await verify(env) == []


@pytest.mark.parametrize(("status", "code"), [(403, 50001), pytest.param(404, 10003, marks=pytest.mark.thorough)])
async def test_an_organizer_is_told_where_an_event_cannot_be_posted_and_the_record_is_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        ann = env["Ann"]
        place = f"^/channels/{await ann.channel('games')}/messages$"
        env.playground.faults.fail(status, code=code, method="POST", path=place)
        await ann.ask_by_slash("events", do="create league xero-g Spring Cup")
        told = await ann.hear(lambda one: "I can't post in" in one["content"], "that it can't be posted")
        assert "so nobody can sign up for **Spring Cup** there" in told["content"]
        assert told["channel_id"] == await ann.dm()
        await env.all_posted()
        assert await verify(env) == []


@pytest.mark.thorough
async def test_all_is_done_by_text_without_the_content_intent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES, content=False) as env:
        ann = env["Ann"]
        made = await ann.ask_by_text("@Turnpost event create tables zyrcan Spring Cup 2d rounds=1 table=4")
        assert "**Spring Cup** is set up as event 1." in made["content"]
        post = await ann.hear(lambda one: "Sign-up until" in one["content"], "the event")
        for name in NAMES:
            await env[name].ask_by_press(post, "Sign up")
        assert "begins within a minute" in (await ann.ask_by_text("@Turnpost event start"))["content"]
        await env.pass_time(HOUR)
        await env.all_posted()
        shown = await ann.ask_by_text("@Turnpost event show 1")
        assert "\u2013 **Ann** 0 points from 0, 1 to play" in shown["content"]
        question = await env["Bob"].ask_by_text("@Turnpost event withdraw")
        assert "Withdraw from **Spring Cup**?" in question["content"]
        assert "Only the person who asked" in (await ann.ask_by_press(question, "Withdraw"))["content"]
        await env["Bob"].press(question, "Withdraw")
        await env.pass_time(HOUR)
        await env.all_posted()
        assert "Withdrew: **Bob** (results struck)." in (await ann.ask_by_text("@Turnpost event show"))["content"]
        assert seen(ann, "**Bob** withdrew from the event")
        assert "**Spring Cup** is cancelled." in (await ann.ask_by_text("@Turnpost event cancel 1"))["content"]
        assert "Spring Cup**: Zyrcan, tables, cancelled" in (await ann.ask_by_text("@Turnpost event list"))["content"]


ZYRCAN = GAMES["zyrcan"].info


async def test_a_kind_and_a_game_come_first_and_all_else_has_a_default(tmp_path: Path) -> None:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        assert parse_typed_terms(at.context, "League Zyrcan Spring Cup") == TournamentTerms(
            ZYRCAN, "league", "Spring Cup", {}
        )
        limits = "most=2 signup=2d vacation=no pauses=yes net=yes table=4 rounds=3"
        typed = f"tables zyrcan Spring 3d {limits} variant=blitzkrieg"
        assert parse_typed_terms(at.context, typed) == TournamentTerms(
            ZYRCAN,
            "tables",
            "Spring",
            {"variant": "blitzkrieg"},
            clock="3d",
            vacation=False,
            pauses=True,
            net=True,
            at_once=2,
            table_size=4,
            rounds=3,
            sign_up=timedelta(days=2),
        )
        with pytest.raises(RequestRejected, match="Name the kind"):
            parse_typed_terms(at.context, "ladder zyrcan Spring")


async def test_that_matches_be_unrated_is_not_dropped_in_silence(tmp_path: Path) -> None:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        assert parse_typed_terms(at.context, "cup zyrcan Spring unrated").options == {"rated": "no"}


async def test_the_panel_lists_events_and_shows_what_each_person_can_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        ann, bob = env["Ann"], env["Bob"]
        empty = await ann.ask_by_slash("events")
        assert "No events on this server yet." in empty["content"]
        assert labels(empty) == ["Set up an event"]
        since = ann.seen_so_far()
        form = await ann.press(empty, "Set up an event")
        terms = {"0": "league", "1": "xero-g", "2": "Spring Cup", "3": "3d no weekends", "4": "most=2 signup=2d"}
        made = await ann.answer_to(await ann.modal(form, **terms), "the form", since)
        assert "**Spring Cup**" in made["content"]
        post = await ann.hear(lambda one: "Sign-up until" in one["content"], "the event", since=since)
        assert "At most 2 matches at a time" in post["content"]
        assert "weekends" in post["content"]

        panel = await bob.ask_by_slash("events")
        assert labels(panel) == []
        shown = await bob.ask_by_choice(panel, "event_panel", "1")
        assert labels(shown) == ["Sign up"]
        assert "You're in" in (await bob.ask_by_press(shown, "Sign up"))["content"]
        shown = await bob.ask_by_choice(panel, "event_panel", "1")
        assert labels(shown) == ["Withdraw"]
        assert "Leave **Spring Cup**?" in (await bob.ask_by_press(shown, "Withdraw"))["content"]

        panel = await ann.ask_by_slash("events")
        assert labels(panel) == ["Set up an event", "Correct a result"]
        shown = await ann.ask_by_choice(panel, "event_panel", "1")
        assert labels(shown) == ["Sign up", "Begin now", "Remove someone", "Cancel event"]
        since = ann.seen_so_far()
        removed = await ann.modal(await ann.press(shown, "Remove someone"), **{"0": [bob.id]})
        assert "is out of **Spring Cup**." in (await ann.answer_to(removed, "the form", since))["content"]
        question = await ann.ask_by_press(shown, "Cancel event")
        assert question["content"] == "Cancel **Spring Cup**? You can't undo this."
        assert (await ann.ask_by_press(question, "Cancel event"))["content"].startswith("**Spring Cup** is cancelled.")
        shown = await ann.ask_by_choice(await ann.ask_by_slash("events"), "event_panel", "1")
        assert labels(shown) == []
        offered = await ann.autocomplete("events", "do", do="show ")
        assert [each["value"] for each in offered] == ["show 1"]

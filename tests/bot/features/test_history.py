"""The history of a match over the wire, page by page, and its record as files, with the text above them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from bot import plugins
from bot.features.history import PAGE, notes_that_fit, record_post, split_pages
from bot.features.notes import notes_post
from bot.interactions.replies import MAX_LENGTH
from bot.match_files import files
from bot.referee.log.notes import ShownNote
from storage.engine.database import Database, file_url
from storage.queries import events, matches
from storage.queries.rows import NewEvent
from tests.bot.features.match_sample import ANN, MATCH, NOON
from tests.playground.client import labels
from tests.wire.match import SCRIPTS, Contest, begin_match, by_mention

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
together = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()


async def long_match(env: Environment, count: int) -> int:
    """Put a match of random moves on record, as if it had been played here, and return its number."""
    chance, now, game = Random(0), datetime.now(UTC), plugins.read().games["xero-g"]
    state = game.start(2, {}, 0)
    contest = await begin_match(env.people[:2], key="xero-g")
    database = await Database.open(file_url(env.bot.data / "turnpost.db"))
    async with database.write() as tx:
        like = await matches.require(tx, contest.number)
        match = await matches.create(
            tx,
            game="xero-g",
            rules=game.info.rules,
            options={},
            seed=0,
            guild_id=like.guild_id,
            channel_id=like.channel_id,
            seats=like.seats,
            position=game.position(state),
            to_move=1,
            challenge_id=None,
            look={},
            at=now,
        )
        for _ in range(count):
            move, seat = chance.choice(list(game.legal(state))), game.to_move(state)
            text, state = game.format(state, move), game.play(state, move)
            match = await events.append(
                tx,
                match,
                NewEvent(
                    kind="move",
                    seat=seat,
                    user_id=like.seats[(seat or 1) - 1].id,
                    text=text,
                    source_id=None,
                    position=game.position(state),
                    to_move=game.to_move(state),
                ),
                at=now,
            )
    await database.close()
    return match.id


async def fetch_files(person: Person, message: Json) -> dict[str, bytes]:
    return {file["filename"]: await person.fetch(file["url"]) for file in message["attachments"]}


@together
async def test_the_history_has_every_move_with_its_number_and_time(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2], *TEXTS[:3], key="xero-g")
    await contest.resign(1)
    shown = await env.cleo.ask_by_text("!history", contest.thread)
    first, *lines = shown["content"].splitlines()
    assert first == f"**Xero-G #{contest.number}** of **Ann** and **Bob**:"
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        times = [
            at // 1_000_000 for (at,) in record.execute("SELECT at FROM events WHERE match_id = ?", (contest.number,))
        ]
    assert lines == [
        f"**1.** **Ann** `{TEXTS[0]}`, <t:{times[0]}:f>",
        f"**2.** **Bob** `{TEXTS[1]}`, <t:{times[1]}:f>",
        f"**3.** **Ann** `{TEXTS[2]}`, <t:{times[2]}:f>",
        f"**Ann** resigned, <t:{times[3]}:f>",
    ]
    assert not shown["mentions"]
    assert (await env.dan.ask_by_slash("match", "games", do="history", match=f"#{contest.number}"))["content"] == shown[
        "content"
    ]
    assert "no match #7777" in (await env.ann.ask_by_text("!history #7777", contest.thread))["content"]


@together
async def test_a_long_history_is_read_page_by_page(shared_env: Environment) -> None:
    env = shared_env
    number = await long_match(env, 90)
    latest = await env.ann.ask_by_text(f"!history #{number}", "games")
    assert "part 4 of 4" in latest["content"] or "part 3 of 3" in latest["content"]
    assert "\n**90.** " in latest["content"]
    assert labels(latest) == ["Earlier"]
    read, page = [latest["content"]], await env.bob.ask_by_press(latest, "Earlier")
    while "Earlier" in labels(page):
        assert labels(page) == ["Earlier", "Later"]
        assert len(page["content"]) <= 2000
        read.append(page["content"])
        since = env.bob.seen_so_far()
        await env.bob.press(page, "Earlier")
        page = await env.bob.hear(lambda one, was=page["id"]: one["id"] == was, since=since)
    read.append(page["content"])
    numbers = [int(line.split("*")[2].rstrip(".")) for part in reversed(read) for line in part.splitlines()[1:]]
    assert numbers == list(range(1, 91))
    assert labels(page) == ["Later"]
    assert (await env.ann.messages("games"))[-1]["content"] == latest["content"], "a page that all see stays as it is"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def finished(shared_env: Environment) -> Contest:
    """A match that is over."""
    return await begin_match(shared_env.people[:2], *TEXTS, key="xero-g")


@together
@pytest.mark.thorough
async def test_the_record_comes_as_json_that_an_import_takes(
    shared_env: Environment, finished: Contest, tmp_path: Path
) -> None:
    env, number = shared_env, finished.number
    env.playground.faults.fail(503, path=f"/channels/{finished.thread}/messages", method="POST")
    shown = await env.cleo.ask_by_text("!export", finished.thread)
    assert f"**Xero-G #{number}** of **Ann** and **Bob**, 9 moves" in shown["content"]
    found = await fetch_files(env.cleo, shown)
    assert list(found) == [f"turnpost-{number}.json", f"turnpost-{number}.txt"]
    (tmp_path / "one.json").write_bytes(found[f"turnpost-{number}.json"])
    ((match, log, *_),) = files.read_file(tmp_path / "one.json", plugins.read().games, datetime.now(UTC))
    assert [event.text for event in log] == [finished.game.format(*pair) for pair in _moves(finished)]
    assert [person.name for person in match.seats] == ["Ann", "Bob"]


@together
async def test_the_record_comes_as_text_with_what_each_move_did(shared_env: Environment, finished: Contest) -> None:
    env, number = shared_env, finished.number
    found = await fetch_files(env.dan, await env.dan.ask_by_slash("match", "games", do="export", match=f"#{number}"))
    text = found[f"turnpost-{number}.txt"].decode()
    lines = text.splitlines()
    assert lines[:3] == [f"Xero-G #{number}", "  Ann, South", "  Bob, North"]
    result = finished.game.result(finished.state)
    assert result
    assert f"wins: {result.clause}." in text
    state, move = _moves(finished)[4]
    (fifth,) = [line for line in lines if line.startswith(f"5.   Ann  {TEXTS[4]}, 20")]
    assert lines[lines.index(fifth) + 1] == f"     {finished.game.describe(state, move)}"


@together
async def test_a_record_is_given_by_direct_message_where_files_are_barred(
    shared_env: Environment, finished: Contest
) -> None:
    env, number = shared_env, finished.number
    env.playground.deny(int(finished.thread), "ATTACH_FILES")
    barred = await env.cleo.ask_by_text("!export", finished.thread)
    shows = f"`/match do:export #{number}` shows them only to you."
    assert barred["content"] == f"I'm not allowed to attach files here. {shows}"
    direct = await env.cleo.dm()
    assert "no match" in (await env.cleo.ask_by_text(f"!export #{number}", direct))["content"], "she didn't play"
    by_text = await env.ann.ask_by_text(f"!export #{number}", await env.ann.dm())
    by_slash = await env.dan.ask_by_slash("match", "games", do="export", match=f"#{number}")
    assert await fetch_files(env.ann, by_text) == await fetch_files(env.dan, by_slash)


@together
@pytest.mark.thorough
async def test_history_and_record_without_the_content_intent(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin_by_slash()
    for text in TEXTS[:3]:
        await contest.turn(by_mention, text)
    shown = await env.cleo.ask_by_text("@Turnpost history", contest.thread)
    assert f"**3.** **Ann** `{TEXTS[2]}`" in shown["content"]
    await contest.resign(1)
    found = await fetch_files(env.cleo, await env.cleo.ask_by_text("@Turnpost export", contest.thread))
    assert json.loads(found[f"turnpost-{contest.number}.json"])["match"] == contest.number
    since = env.ann.seen_so_far()
    await env.bob.say("@Turnpost rematch", contest.thread)
    post = await env.ann.hear_bot("with seats swapped", since=since)
    await env.ann.ask_by_text("@Turnpost decline not today", "games", holds="is declined")
    closed = await env.bob.hear(lambda one: one["id"] == post["id"] and "declined" in one["content"])
    assert closed["content"].endswith("\n> not today")


def _moves(contest: Contest) -> list[tuple[Any, Any]]:
    """Return each position of the script with the move made there."""
    state = contest.game.start(2, {}, 0)
    found: list[tuple[Any, Any]] = []
    for text in TEXTS:
        move = contest.game.parse(state, text)
        found.append((state, move))
        state = contest.game.play(state, move)
    return found


@pytest.mark.parametrize(("length", "latest"), [(PAGE - 3, 2), (PAGE - 2, 1)])
def test_a_page_is_as_full_as_possible(length: int, latest: int) -> None:
    lines = ["a", "b" * length, "c"]
    pages = split_pages(lines)
    assert len(pages[0]) == latest
    assert [line for page in reversed(pages) for line in page] == lines
    assert all(len("\n".join(page)) < PAGE for page in pages)


NOTE = ShownNote(ANN, 1, 0, "Hold the middle.")


def date(days: float) -> str:
    return f"<t:{int((NOON + timedelta(days=days)).timestamp())}:D>"


def test_a_match_under_way_has_the_date_of_its_beginning() -> None:
    assert f", 3 moves, since {date(0)}: Bob to move" in record_post("Xero-G", MATCH, "Bob to move", 3, ())


@pytest.mark.parametrize(
    ("hours", "dates"), [(24.9, date(0)), (25, f"{date(0)} to {date(25 / 24)}"), (72, f"{date(0)} to {date(3)}")]
)
def test_an_ended_match_has_one_date_if_it_took_less_than_the_longest_day(hours: float, dates: str) -> None:
    ended = replace(MATCH, ended_at=NOON + timedelta(hours=hours))
    assert f", 1 move, {dates}: drawn" in record_post("Xero-G", ended, "drawn", 1, ())


@pytest.mark.parametrize(("spare", "shown"), [(0, True), (1, False)])
def test_notes_are_shown_up_to_the_last_letter_of_a_message(spare: int, shown: bool) -> None:  # noqa: FBT001
    whole = notes_that_fit("Notes:", [NOTE, replace(NOTE, number=2)])
    filler = "x" * (MAX_LENGTH - len(whole) + spare)
    post = notes_that_fit("Notes:" + filler, [NOTE, replace(NOTE, number=2)])
    assert len(post) <= MAX_LENGTH
    assert ("**Ann** 2" in post, "more" in post) == (shown, not shown)


def test_where_there_are_no_notes_it_says_how_to_save_one_and_after_the_end_nothing_of_it() -> None:
    assert notes_post("Xero-G", MATCH, ()) == ("You have no notes for **Xero-G #7**. `/match do:note` saves one.")
    ended = replace(MATCH, ended_at=NOON)
    assert notes_post("Xero-G", ended, ()) == "No notes for **Xero-G #7**."
    assert notes_post("Xero-G", ended, [NOTE]).startswith(
        "Notes for **Xero-G #7**:\n- **Ann** 1, before the first move"
    )
    assert "Nobody else sees them" in notes_post("Xero-G", MATCH, [NOTE])

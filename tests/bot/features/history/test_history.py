"""What is kept of a match over the wire: history, earlier boards, the record as files, notes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bot import plugins
from bot.admin import importer
from storage.engine.database import Database, file_url
from storage.tables import events, matches
from tests.playground.client import labels
from tests.wire.match import Contest, bare, begun, by_mention
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Stage

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()
HOSTILE = "@everyone **spam** <@&1> [x](https://x.y) `code` ~~gone~~"
SHOWN = r"\@everyone \*\*spam\*\* \<\@\&1\> \[x\]\(https\:\/\/x\.y\) \`code\` \~\~gone\~\~"


async def long_match(stage: Stage, count: int) -> int:
    """Put a match of random moves on record, as if it had been played here, and return its number."""
    chance, now, game = Random(0), datetime.now(UTC), plugins.read().games["xero-g"]
    state = game.start(2, {}, 0)
    contest = await begun(stage.people[:2], key="xero-g")
    database = await Database.open(file_url(stage.bot.data / "turnpost.db"))
    async with database.write() as tx:
        like = await matches.sure(tx, contest.number)
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
                kind="move",
                seat=seat,
                user_id=like.seats[(seat or 1) - 1].id,
                text=text,
                source_id=None,
                at=now,
                position=game.position(state),
                to_move=game.to_move(state),
            )
    await database.close()
    return match.id


async def files(person: Person, message: Json) -> dict[str, bytes]:
    return {file["filename"]: await person.fetch(file["url"]) for file in message["attachments"]}


async def test_the_history_has_every_move_with_its_number_and_time(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2], *TEXTS[:3], key="xero-g")
    await contest.resign(1)
    shown = await stage.cleo.ask_by_text("!history", contest.thread)
    first, *lines = shown["content"].splitlines()
    assert first == f"**Xero-G #{contest.number}** of **Ann** and **Bob**:"
    with closing(sqlite3.connect(stage.bot.data / "turnpost.db")) as record:
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
    assert (await stage.dan.ask_by_slash("history", "games", match=f"#{contest.number}"))["content"] == shown["content"]
    assert "no match #7777" in (await stage.ann.ask_by_text("!history #7777", contest.thread))["content"]


async def test_a_long_history_is_read_page_by_page(lasting_stage: Stage) -> None:
    stage = lasting_stage
    number = await long_match(stage, 90)
    latest = await stage.ann.ask_by_text(f"!history #{number}", "games")
    assert "part 4 of 4" in latest["content"] or "part 3 of 3" in latest["content"]
    assert "\n**90.** " in latest["content"]
    assert labels(latest) == ["Earlier"]
    read, page = [latest["content"]], await stage.bob.ask_by_press(latest, "Earlier")
    while "Earlier" in labels(page):
        assert labels(page) == ["Earlier", "Later"]
        assert len(page["content"]) <= 2000
        read.append(page["content"])
        since = len(stage.bob.seen)
        await stage.bob.press(page, "Earlier")
        page = await stage.bob.hear(lambda one, was=page["id"]: one["id"] == was, since=since)
    read.append(page["content"])
    numbers = [int(line.split("*")[2].rstrip(".")) for part in reversed(read) for line in part.splitlines()[1:]]
    assert numbers == list(range(1, 91))
    assert labels(page) == ["Later"]
    assert (await stage.ann.messages("games"))[-1]["content"] == latest["content"], "a page that all see stays as it is"


async def test_any_earlier_board_is_shown_as_it_stood_and_answers_moves_as_an_old_one(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2], *TEXTS[:2], key="xero-g")
    then, picture = contest.scene, contest.picture
    for text in TEXTS[2:5]:
        await contest.turn(bare, text)
    old = await stage.cleo.ask_by_text(f"!board #{contest.number} 2", "games")
    assert f"**Xero-G #{contest.number}** as it stood after move 2 of 5 (<t:" in old["content"]
    assert "**2.** **Bob** " in old["content"]
    assert "Then **Ann** was to move." in old["content"]
    assert await stage.cleo.fetch(old["attachments"][0]["url"]) == picture
    assert old["attachments"][0]["description"] == contest.renderer.alt(then)
    said = await stage.bob.ask_by_text("!board 0", contest.thread)
    assert "as it stood at the start, before its 5 moves" in said["content"]
    now = await stage.bob.ask_by_text("!board 5.", contest.thread)
    assert "is to move since" in now["content"]
    assert await stage.bob.fetch(now["attachments"][0]["url"]) == contest.picture
    await stage.all_posted()
    since = len(stage.bob.seen)
    await stage.bob.say(TEXTS[3], to=old)
    stale = await stage.bob.hear_bot("That was move 2; the match stands at move 5. Here it is now.", since=since)
    assert await stage.bob.fetch(stale["attachments"][0]["url"]) == contest.picture
    mine = await stage.dan.ask_by_slash("board", "games", match=f"{contest.number}", ply=2, theme="light")
    assert "as it stood after move 2 of 5" in mine["content"]
    letters = await stage.dan.ask_by_slash("board", "games", match=f"{contest.number}", ply=2, text=True)
    assert f"```\n{contest.renderer.text(replace(then, side=None))}\n```" in letters["content"]
    light = Image.open(BytesIO(await stage.dan.fetch(mine["attachments"][0]["url"])))
    assert light.size == Image.open(BytesIO(picture)).size
    for text, reason in (
        ("!board 6", f"#{contest.number} has no move 6: it has 5 moves, counted from 1."),
        ("!board 2 3", "I can't read `3` here."),
        (f"!board {contest.number}x", f"I can't read `{contest.number}x` here."),
    ):
        assert reason in (await stage.ann.ask_by_text(text, contest.thread))["content"]
    told = await stage.ann.ask_by_slash("board", contest.thread, ply=-1)
    assert "has no move -1" in told["content"]


async def test_the_record_comes_as_json_that_an_import_takes_and_as_text(lasting_stage: Stage, tmp_path: Path) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2], *TEXTS, key="xero-g")
    number = contest.number
    stage.playground.faults.fail(503, path=f"/channels/{contest.thread}/messages", method="POST")
    shown = await stage.cleo.ask_by_text("!export", contest.thread)
    assert f"**Xero-G #{number}** of **Ann** and **Bob**, 9 moves" in shown["content"]
    found = await files(stage.cleo, shown)
    assert list(found) == [f"turnpost-{number}.json", f"turnpost-{number}.txt"]
    (tmp_path / "one.json").write_bytes(found[f"turnpost-{number}.json"])
    taken = importer.read(tmp_path / "one.json", plugins.read().games, datetime.now(UTC))
    ((match, log, _),) = taken
    assert [event.text for event in log] == [contest.game.format(*pair) for pair in _moves(contest)]
    assert [person.name for person in match.seats] == ["Ann", "Bob"]
    text = found[f"turnpost-{number}.txt"].decode()
    lines = text.splitlines()
    assert lines[:3] == [f"Xero-G #{number}", "  Ann, South", "  Bob, North"]
    result = contest.game.result(contest.state)
    assert result
    assert f"wins: {result.reason}." in text
    state, move = _moves(contest)[4]
    assert f"5.   Ann  {log[4].text}, {log[4].at:%Y-%m-%d %H:%M}" in lines
    assert f"     {contest.game.describe(state, move)}" in lines
    mine = await files(stage.dan, await stage.dan.ask_by_slash("export", "games", match=f"#{number}"))
    assert mine == found
    stage.playground.deny(int(contest.thread), "ATTACH_FILES")
    barred = await stage.cleo.ask_by_text("!export", contest.thread)
    assert barred["content"] == f"I may not attach files here. `/export #{number}` gives them to you alone."
    direct = await stage.cleo.dm()
    assert "no match" in (await stage.cleo.ask_by_text(f"!export #{number}", direct))["content"]
    direct = await stage.ann.dm()
    assert await files(stage.ann, await stage.ann.ask_by_text(f"!export #{number}", direct)) == found


async def test_notes_are_their_players_own_until_the_end_and_then_everybodys(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2], *TEXTS[:2], key="xero-g")
    where, direct = f"#{contest.number}", await stage.ann.dm()
    barred = await stage.ann.ask_by_text("!note I win this", contest.thread)
    assert "All here see what you write, so I did nothing. Use `/note`" in barred["content"]
    assert "Use `/notes`" in (await stage.ann.ask_by_text("!notes", contest.thread))["content"]
    noted = await stage.ann.ask_by_text(f"!note {where} {HOSTILE}", direct)
    assert noted["content"] == f"Noted to {where}. Nobody else sees it before the match is over."
    await stage.bob.ask_by_slash("note", contest.thread, text="a slip")
    await stage.bob.ask_by_slash("note", contest.thread, text="2. my\nplan")
    assert "forgotten" in (await stage.bob.ask_by_slash("notes", contest.thread, remove=1))["content"]
    assert "You have no note 1" in (await stage.bob.ask_by_slash("notes", contest.thread, remove=1))["content"]
    own = await stage.ann.ask_by_text(f"!notes {where}", direct)
    assert f"- **Ann** 1, after move 2: {SHOWN}" in own["content"]
    assert "plan" not in own["content"]
    assert not own["mention_everyone"]
    theirs = await stage.bob.ask_by_slash("notes", contest.thread)
    assert theirs["content"].splitlines()[1:] == ["- **Bob** 2, after move 2: 2\\. my plan"]
    assert "You don't play in" in (await stage.cleo.ask_by_slash("notes", contest.thread))["content"]
    assert "You don't play in" in (await stage.cleo.ask_by_slash("note", contest.thread, text="hm"))["content"]
    assert "at most 300 characters" in (await stage.bob.ask_by_slash("note", contest.thread, text="x" * 301))["content"]
    assert "What should the note say?" in (await stage.ann.ask_by_text(f"!note {where} ", direct))["content"]
    assert "I can't read `forget 1`" in (await stage.ann.ask_by_text(f"!notes {where} forget 1", direct))["content"]
    running = await files(stage.ann, await stage.ann.ask_by_slash("export", contest.thread))
    assert "plan" not in str(running)
    await contest.resign(1)
    assert (
        "Its notes are open to everyone now"
        in (await stage.bob.ask_by_slash("note", contest.thread, text="!"))["content"]
    )
    record = await stage.cleo.ask_by_press(contest.board, "Record")
    assert record["content"].splitlines()[1:] == [
        "Notes:",
        f"- **Ann** 1, after move 2: {SHOWN}",
        "- **Bob** 2, after move 2: 2\\. my plan",
    ]
    assert not record["mention_everyone"]
    text = (await files(stage.cleo, record))[f"turnpost-{contest.number}.txt"].decode()
    assert f"Ann, after move 2: {HOSTILE}\nBob, after move 2: 2. my plan\n" in text
    assert "**1.** **Ann**" in (await stage.cleo.ask_by_press(record, "Moves"))["content"]
    assert "2\\. my plan" in (await stage.cleo.ask_by_slash("notes", contest.thread))["content"]


async def test_a_player_keeps_twenty_notes_and_no_more(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2], key="xero-g")
    for number in range(20):
        await stage.ann.ask_by_slash("note", contest.thread, text=f"note {number}")
    assert "You have 20 notes" in (await stage.ann.ask_by_slash("note", contest.thread, text="one more"))["content"]
    await stage.ann.ask_by_slash("notes", contest.thread, remove=7)
    assert "Noted" in (await stage.ann.ask_by_slash("note", contest.thread, text="one more"))["content"]
    own = (await stage.ann.ask_by_slash("notes", contest.thread))["content"]
    assert "- **Ann** 21, before the first move: one more" in own
    assert "- **Ann** 7," not in own


async def test_without_the_intent_all_of_it_works_too(lasting_stage_without_content: Stage) -> None:
    stage = lasting_stage_without_content
    contest = Contest("xero-g", (stage.ann, stage.bob))
    await contest.begin_by_slash()
    for text in TEXTS[:2]:
        await contest.turn(by_mention, text)
    picture = contest.picture
    await contest.turn(by_mention, TEXTS[2])
    shown = await stage.cleo.ask_by_text("@Turnpost history", contest.thread)
    assert f"**3.** **Ann** `{TEXTS[2]}`" in shown["content"]
    old = await stage.cleo.ask_by_text("@Turnpost board 2", contest.thread)
    assert "after move 2 of 3" in old["content"]
    assert await stage.cleo.fetch(old["attachments"][0]["url"]) == picture
    barred = await stage.ann.ask_by_text("@Turnpost note mine", contest.thread)
    assert "All here see what you write" in barred["content"]
    await stage.all_posted()  # a reply that comes before the post is marked as sent is taken for chat
    since = len(stage.ann.seen)
    await stage.ann.say(TEXTS[2], contest.thread, to=old)
    await stage.ann.hear_bot("That was move 2; the match stands at move 3.", since=since)
    direct = await stage.ann.dm()
    await stage.ann.ask_by_text(f"!note #{contest.number} mine", direct, holds="Noted")
    await contest.resign(1)
    record = await stage.bob.ask_by_press(contest.board, "Record")
    assert "- **Ann** 1, after move 3: mine" in record["content"]
    found = await files(stage.cleo, await stage.cleo.ask_by_text("@Turnpost export", contest.thread))
    assert json.loads(found[f"turnpost-{contest.number}.json"])["match"] == contest.number
    since = len(stage.ann.seen)
    await stage.bob.ask_by_text("@Turnpost rematch", contest.thread, holds="is posted")
    post = await stage.ann.hear_bot("with seats swapped", since=since)
    await stage.ann.ask_by_text("@Turnpost decline not today", "games", holds="is declined")
    closed = await stage.bob.hear(lambda one: one["id"] == post["id"] and "declined" in one["content"])
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

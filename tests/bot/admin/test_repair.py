"""The lines of `turnpost outbox`."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from PIL import Image

from bot.admin.repair import list_given_up, list_requeued, list_waiting
from storage.queries.undelivered import RequeueResult, UndeliveredPost
from tests.bot.admin.match_records import golden, written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.admin.conftest import CommandLine

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
POST = UndeliveredPost(7, "m3", "board", 3, NOON, 2, None, None, None)
LOST = replace(POST, given_up_at=NOON, given_up_for="404\nUnknown Channel")


def test_an_empty_outbox_takes_a_line_for_each_kind_of_rows() -> None:
    assert list(list_waiting(0, [], NOON)) == ["0 posts wait."]
    assert list(list_given_up(0, [])) == ["0 posts were given up."]


def test_a_waiting_post_has_the_time_of_its_next_try() -> None:
    first, _, line = list_waiting(1, [POST], NOON)
    assert first == "1 post waits:"
    assert line.split() == ["7", "2026-03-01", "12:00", "m3", "board", "#3", "2", "now"]
    later = replace(POST, match_id=None, retry_at=NOON + timedelta(hours=1))
    assert list(list_waiting(1, [later], NOON))[-1].split()[-4:] == ["-", "2", "2026-03-01", "13:00"]
    assert list(list_waiting(1, [later], NOON + timedelta(hours=1)))[-1].endswith("  now")


def test_a_post_that_was_given_up_has_the_reason_on_its_line() -> None:
    first, _, line = list_given_up(1, [LOST])
    assert first == "1 post was given up:"
    assert line.split() == ["7", "2026-03-01", "12:00", "board", "#3", "2", "404", "Unknown", "Channel"]
    long = replace(LOST, given_up_for="x" * 200)
    (*_, line) = list_given_up(1, [long])
    assert (len(line), line[-4:]) == (100, "x...")


def test_older_posts_are_counted() -> None:
    assert list(list_waiting(1_003, [POST] * 2, NOON))[0::2][:2] == [
        "1,003 posts wait:",
        "          ... and 1,001 older",
    ]
    assert list(list_given_up(3, [LOST]))[0::2][:2] == ["3 posts were given up:", "          ... and 2 older"]


def test_what_is_put_back_and_what_is_not() -> None:
    assert list(list_requeued(RequeueResult([7], {9: "it wasn't given up"}))) == [
        "Post 9 isn't put back: it wasn't given up.",
        "1 post is put back; the bot sends them soon.",
    ]
    assert list(list_requeued(RequeueResult([], {}))) == ["0 posts are put back."]


def test_an_operator_shows_and_deletes_what_is_kept_of_a_person(command_line: CommandLine) -> None:
    command_line.data.mkdir()
    record = golden("xero-g-won-in-five")[0]
    command_line.does("import", written(command_line.data / "file.jsonl", record))
    person, name = command_line.sql("SELECT user_id, name FROM seats WHERE match_id = 1 AND seat = 1")[0]
    assert f"name: {name}" in command_line.does("privacy", str(person))
    kept = json.loads(command_line.does("privacy", str(person), "--json"))
    assert [row["name"] for row in kept["tables"]["seats"]] == [name]
    assert command_line.does("privacy", str(person), "--delete") == f"Everything kept of {person} is deleted.\n"
    assert command_line.does("verify").endswith("all as stored\n")
    assert command_line.sql("SELECT name FROM seats WHERE match_id = 1 AND seat = 1") == [("A former player",)]
    exported = command_line.does("export")
    assert "A former player" in exported
    assert f'"{person}"' not in exported
    assert "no person's id" in command_line.run_rejected("privacy", "--", "-101")


def test_a_record_is_reviewed_in_words_and_as_a_picture(command_line: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path / "file.jsonl", *golden("xero-g-won-in-five", "martian-life-red-wins"))
    picture = tmp_path / "curve.png"
    said = command_line.does("review", file, "--match", "1", "--picture", picture)
    assert said.startswith("Review of Xero-G #1: ")
    assert "Winning chances in Xero-G #1: after move 0 " in said
    with Image.open(picture) as curve:
        assert curve.width == 1000
    assert not command_line.place.exists()


def test_what_cannot_be_reviewed_is_said_in_one_line(command_line: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path / "file.jsonl", *golden("xero-g-won-in-five", "xero-g-south-wins"))
    assert "several matches; name one" in command_line.run_rejected("review", file, "--picture", tmp_path / "a.png")
    assert "holds no match #9 with moves" in command_line.run_rejected("review", file, "--match", "9")
    assert "cannot be read" in command_line.run_rejected("review", tmp_path / "none.jsonl")

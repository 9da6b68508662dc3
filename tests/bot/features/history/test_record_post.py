"""The text above the files of a match: its dates and its notes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.history.text import PAGE, notes_that_fit, record_post, split_pages
from bot.features.notes import notes_post
from bot.interactions.replies import MAX_LENGTH
from bot.referee.log.notes import ShownNote
from tests.bot.features.match_sample import ANN, MATCH, NOON


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
    assert notes_post("Xero-G", MATCH, ()) == ("You have no notes for **Xero-G #7**. `/match note` saves one.")
    ended = replace(MATCH, ended_at=NOON)
    assert notes_post("Xero-G", ended, ()) == "No notes for **Xero-G #7**."
    assert notes_post("Xero-G", ended, [NOTE]).startswith(
        "Notes for **Xero-G #7**:\n- **Ann** 1, before the first move"
    )
    assert "Nobody else sees them" in notes_post("Xero-G", MATCH, [NOTE])

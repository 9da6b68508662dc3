"""The checks of the rows of the outbox."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.admin.verify.checks.outbox import check_post, check_posts
from bot.admin.verify.checks.stored_match import Stored
from storage.queries.rows import Event
from storage.schema import outbox
from tests.bot.features.match_sample import MATCH

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
UNSENDABLE = "is of a kind that can't be sent"


@pytest.mark.parametrize(("done", "found"), [(None, True), ("sent_at", False), ("given_up_at", False)])
def test_a_row_of_an_unknown_kind_may_not_wait(done: str | None, found: bool) -> None:  # noqa: FBT001 - a parameter
    row: dict[str, Any] = {each.name: None for each in outbox.c}
    row |= {"kind": "old", "lane": "m1", "body": {}, "attempts": 0, "created_at": NOON}
    if done:
        row[done] = NOON
    assert (UNSENDABLE in list(check_post(row, NOON, None))) == found


@pytest.mark.parametrize(("moves", "last"), [(1, "event 1"), (9, "event 8, event 9"), (11, "event 9 and 2 more")])
def test_missing_boards_are_named_up_to_ten(moves: int, last: str) -> None:
    log = [Event(MATCH.id, seq, "move", 1, 1, "c4", seq, NOON) for seq in range(1, moves + 1)]
    missing, *_ = check_posts(Stored(replace(MATCH, challenge_id=7), log), NOON)
    assert missing.startswith("no board is here for its beginning, event 1")
    assert missing.endswith(last)

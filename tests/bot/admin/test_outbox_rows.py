"""The checks of single rows of the outbox."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.admin.verify.checks.outbox import check_post
from storage.schema import outbox

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
UNSENDABLE = "is of a kind that can't be sent"


@pytest.mark.parametrize(("done", "found"), [(None, True), ("sent_at", False), ("given_up_at", False)])
def test_a_row_of_an_unknown_kind_may_not_wait(done: str | None, found: bool) -> None:  # noqa: FBT001 - a parameter
    row: dict[str, Any] = {each.name: None for each in outbox.c}
    row |= {"kind": "old", "lane": "m1", "body": {}, "attempts": 0, "created_at": NOON}
    if done:
        row[done] = NOON
    assert (UNSENDABLE in list(check_post(row, NOON, None))) == found

"""The checks of the audit log."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.admin.verify.table_rows import check_entry

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ENTRY = {
    "action": "block",
    "user_id": 1,
    "guild_id": 1,
    "subject_id": 2,
    "match_id": None,
    "tournament_id": None,
    "details": {"reason": ""},
    "at": NOON,
}


def test_an_entry_by_any_person_on_any_server_is_sound() -> None:
    assert list(check_entry(ENTRY, NOON)) == []


@pytest.mark.parametrize("column", ["user_id", "guild_id"])
def test_an_entry_has_a_person_and_a_server(column: str) -> None:
    assert list(check_entry({**ENTRY, column: 0}, NOON)) == ["is of no person, or on no server"]

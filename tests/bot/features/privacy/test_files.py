"""The files that say what is kept of a person."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.features import privacy

if TYPE_CHECKING:
    import pytest

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ["turnpost-privacy-2026-03-01.txt", "turnpost-privacy-2026-03-01.json"]


def test_files_too_large_for_discord_are_packed_into_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = privacy.personal_files({}, 7, NOON)
    assert [each.name for each in plain] == NAMES
    size = sum(len(each.data) for each in plain)

    monkeypatch.setattr(privacy, "LARGEST", size)
    assert len(privacy.personal_files({}, 7, NOON)) == 2

    monkeypatch.setattr(privacy, "LARGEST", size - 1)
    (packed,) = privacy.personal_files({}, 7, NOON)
    assert packed.name == "turnpost-privacy-2026-03-01.zip"
    with zipfile.ZipFile(io.BytesIO(packed.data)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {each.name: each.data for each in plain}


def test_a_row_in_which_nothing_is_set_says_so() -> None:
    told = privacy.to_text({"people": [{"user_id": 7, "look": None, "zone": None}]}, 7, NOON)
    assert "Your preferences, and when your next daily list is due (1)\n- nothing set\n" in told


def test_numbers_that_other_programs_read_inexactly_are_texts_in_json() -> None:
    exact, inexact = 2**53 - 1, 2**53
    row = {"message_id": exact, "channel_id": inexact, "ids": [exact, -inexact], "body": {"user": inexact}}
    kept = json.loads(privacy.to_json({"outbox": [row]}, 7, NOON))
    (told,) = kept["tables"]["outbox"]
    assert (told["message_id"], told["channel_id"]) == (exact, str(inexact))
    assert (told["ids"], told["body"]) == ([exact, str(-inexact)], {"user": str(inexact)})

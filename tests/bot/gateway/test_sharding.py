"""Which shards the settings name."""

from __future__ import annotations

import pytest

from bot.gateway.connection import ALL, Shards, read_shards


def test_without_settings_a_process_runs_the_only_shard() -> None:
    assert read_shards(None, None) == ALL == Shards((0,), 1)
    assert ALL.alone
    assert (ALL.name, ALL.suffix) == ("0 of 1", "")


def test_shards_are_sorted_and_tell_processes_apart() -> None:
    some = read_shards("2, 0", 3)
    assert (some, some.alone, some.name, some.suffix) == (Shards((0, 2), 3), False, "0,2 of 3", "-0,2")
    every = read_shards("0,1", 2)
    assert (every.alone, every.suffix) == (True, "-0,1")
    assert read_shards("999999", 1_000_000).ids == (999_999,)


@pytest.mark.parametrize(
    ("ids", "count", "reason"),
    [
        ("0", None, "go together"),
        (None, 2, "go together"),
        ("", 2, "list of numbers"),
        ("0;1", 2, "list of numbers"),
        ("-1", 2, "list of numbers"),
        ("\u0661", 2, "list of numbers"),
        ("1000000", 10_000_000, "list of numbers"),
        ("0,0", 2, "names a shard twice"),
        ("0,2", 2, "names shard 2, but of SHARD_COUNT=2 the last is 1"),
    ],
)
def test_shards_that_make_no_sense_are_told(ids: str | None, count: int | None, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_shards(ids, count)

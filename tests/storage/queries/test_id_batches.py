"""Ids come in batches that fit into a statement: each once, in their order."""

from __future__ import annotations

import pytest

from storage.queries.id_batches import BATCH_SIZE, in_batches


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (0, []),
        (1, [1]),
        (BATCH_SIZE, [BATCH_SIZE]),
        (2 * BATCH_SIZE + 1, [BATCH_SIZE, BATCH_SIZE, 1]),
    ],
)
def test_each_id_is_in_one_batch(count: int, sizes: list[int]) -> None:
    ids = range(count, 0, -1)
    batches = list(in_batches(ids))
    assert [len(batch) for batch in batches] == sizes
    assert [each for batch in batches for each in batch] == list(ids)

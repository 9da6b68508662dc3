"""The pages of a history."""

from __future__ import annotations

import pytest

from bot.features.history.text import PAGE, split_pages


@pytest.mark.parametrize(("length", "latest"), [(PAGE - 3, 2), (PAGE - 2, 1)])
def test_a_page_is_as_full_as_possible(length: int, latest: int) -> None:
    lines = ["a", "b" * length, "c"]
    pages = split_pages(lines)
    assert len(pages[0]) == latest
    assert [line for page in reversed(pages) for line in page] == lines
    assert all(len("\n".join(page)) < PAGE for page in pages)

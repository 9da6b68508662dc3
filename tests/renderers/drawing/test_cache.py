"""Caches stay within their bytes and keep the latest results."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, strategies as st
from PIL import Image

from renderers.drawing.cache import byte_count, cache_by_bytes


@given(st.integers(0, 60), st.lists(st.integers(0, 25)))
def test_a_cache_keeps_the_latest_results_that_fit(limit: int, numbers: list[int]) -> None:
    computed: list[int] = []
    latest: list[int] = []

    @cache_by_bytes(limit, int)
    def compute(number: int) -> int:
        computed.append(number)
        return number

    for number in numbers:
        new = number not in latest
        computed.clear()
        assert compute(number) == number
        assert computed == ([number] if new else [])
        if number <= limit:
            latest = [number, *(other for other in latest if other != number)]
        while sum(latest) > limit:
            latest.pop()
        assert compute.cache_info().currsize == sum(latest)


def test_keyword_arguments_count_and_a_cache_can_be_emptied() -> None:
    computed: list[tuple[int, int]] = []

    @cache_by_bytes(100, lambda _: 1)
    def add(one: int, *, other: int) -> int:
        computed.append((one, other))
        return one + other

    assert [add(1, other=2), add(1, other=3), add(1, other=2)] == [3, 4, 3]
    assert computed == [(1, 2), (1, 3)]
    assert (add.cache_info().currsize, add.cache_info().maxsize) == (2, 100)
    add.cache_clear()
    assert (add.cache_info().currsize, add(1, other=2), len(computed)) == (0, 3, 3)


def test_many_threads_keep_the_count_right() -> None:
    def remainder(number: int) -> int:
        return number % 7 + 1

    cached_remainder = cache_by_bytes(20, int)(remainder)
    numbers = list(range(40)) * 50
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(cached_remainder, numbers)) == [remainder(number) for number in numbers]
    assert 13 < cached_remainder.cache_info().currsize <= 20


@pytest.mark.parametrize(("mode", "expected"), [("L", 35), ("P", 35), ("RGB", 140), ("RGBA", 140)])
def test_pixels_take_one_byte_with_a_palette_and_four_with_colours(mode: str, expected: int) -> None:
    assert byte_count(Image.new(mode, (5, 7))) == expected

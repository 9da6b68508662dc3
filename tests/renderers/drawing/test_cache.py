"""What is remembered stays within its bytes, and what was asked for lately is not made again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from renderers.drawing.cache import Remembering


@given(st.integers(0, 60), st.lists(st.integers(0, 25)))
def test_what_is_held_is_the_latest_that_fits(room: int, asked: list[int]) -> None:
    made: list[int] = []
    latest: list[int] = []

    def make(number: int) -> int:
        made.append(number)
        return number

    remembered = Remembering(make, room, lambda value: value)
    for number in asked:
        new = number not in latest
        made.clear()
        assert remembered(number) == number
        assert made == ([number] if new else [])
        latest = [number, *(other for other in latest if other != number)]
        while sum(latest) > room:
            latest.pop()
        assert remembered.held == sum(latest)


def test_arguments_by_name_count_and_everything_can_be_forgotten() -> None:
    made: list[tuple[int, int]] = []

    def make(one: int, *, other: int) -> int:
        made.append((one, other))
        return one + other

    remembered = Remembering(make, 100, lambda _: 1)
    assert [remembered(1, other=2), remembered(1, other=3), remembered(1, other=2)] == [3, 4, 3]
    assert made == [(1, 2), (1, 3)]
    remembered.cache_clear()
    assert (remembered.held, remembered(1, other=2), len(made)) == (0, 3, 3)


def test_many_threads_keep_the_count_right() -> None:
    def make(number: int) -> int:
        return number % 7 + 1

    remembered = Remembering(make, 20, make)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(remembered, list(range(40)) * 50)) == [number % 7 + 1 for number in list(range(40)) * 50]
    assert 13 < remembered.held <= 20

"""What the list of a server's matches says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.lists import matches_page
from bot.interactions.replies import MAX_LENGTH
from bot.referee.lists import PAGE_SIZE, ListedMatch, ServerPage
from games import GAMES
from storage.queries.rows import Match, Person, Post
from tests.storage.samples import NOON

ID = 1_574_395_691_587_862_528


def listed(name: str, seats: int) -> ListedMatch:
    people = tuple(Person(number, name) for number in range(1, seats + 1))
    match = Match(
        ID, "zyrcan", 1, {}, 0, ID, ID, ID, people, 9, "", 1, NOON, NOON, None, None, {}, frozenset()
    )  # fmt: skip
    return ListedMatch(match, Post(1, "", "board", {}, ID, None, 9, NOON, 1, NOON, ID, ID), 250)


@pytest.mark.parametrize(
    ("name", "seats", "shown"),
    [("Ann", 2, "**Ann** and **Ann**"), ("_" * 32, 2, r"**\_\_\_"), ("_" * 32, 4, r"**\_\_\_**")],
)
def test_a_page_is_one_message_whatever_people_are_called(name: str, seats: int, shown: str) -> None:
    page = ServerPage([listed(name, seats)] * PAGE_SIZE, [], 10_000, 0, 1, 1_250)
    text = matches_page(page, GAMES, narrowed=False)
    assert len(text) <= MAX_LENGTH
    assert text.count(shown) >= PAGE_SIZE
    assert text.endswith("-# page 2 of 1251")


def test_a_match_whose_rules_are_missing_is_listed_without_its_result() -> None:
    one = listed("Ann", 2)
    ended = replace(one, match=replace(one.match, game="gone", ended_at=NOON, to_move=None))
    text = matches_page(ServerPage([], [ended], 0, 1, 0, 0), GAMES, narrowed=False)
    assert text.startswith("**Ended** (1):\n- [#")
    assert f") **gone**: **Ann** and **Ann** · <t:{int(NOON.timestamp())}:R>" in text

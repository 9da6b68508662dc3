"""Which tags a post has: those that tell how the match stands, beside those that people chose."""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import pytest

from bot.features.forum_posts import first_tags, game_tag, missing_tags, next_tags
from storage.queries.rows import Match, Person

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def forum_tags(*names: str) -> list[discord.ForumTag]:
    """Return tags whose ids are their places, from 1 on."""
    tags = [discord.ForumTag(name=name) for name in names]
    for number, tag in enumerate(tags, 1):
        tag.id = number
    return tags


def match(to_move: int | None) -> Match:
    return Match(
        id=1,
        game="xero-g",
        rules=1,
        options={},
        seed=0,
        guild_id=1,
        channel_id=2,
        thread_id=3,
        seats=(Person(21, "Ann"), Person(22, "Bob")),
        gone=frozenset(),
        seq=0,
        position="",
        to_move=to_move,
        created_at=NOW,
        since=NOW,
        ended_at=None if to_move else NOW,
        challenge_id=1,
        look={},
    )


TAGS = forum_tags("Xero-G", "1st to move", "2nd to move", "Over", "a", "b", "c", "d", "e")


@pytest.mark.parametrize(
    ("applied", "to_move", "expected"),
    [
        ([1, 2], 2, [1, 3]),
        ([1, 3], None, [1, 4]),
        ([2], 2, [3]),  # somebody took the game's tag away
        ([1, 2, 3], 1, [1, 2]),
        ([5, 6, 7, 8, 9], 1, [5, 6, 7, 8, 2]),  # a post has five at most
        ([1, 99], 1, [1, 2]),  # 99 was deleted
    ],
)
def test_only_the_tag_of_the_turn_changes(applied: list[int], to_move: int | None, expected: list[int]) -> None:
    assert next_tags(TAGS, applied, match(to_move), required=False) == expected


def test_a_tag_of_another_turn_stays_only_where_one_is_required() -> None:
    some = forum_tags("Xero-G", "1st to move")
    assert next_tags(some, [1, 2], match(2), required=True) == [1]
    assert next_tags(some, [2], match(2), required=False) == []
    assert next_tags(some, [2], match(2), required=True) == [2]


def test_a_new_post_has_the_game_and_the_turn_or_what_is_required() -> None:
    assert first_tags(TAGS, "Xero-G", match(1), required=False) == TAGS[:2]
    others = forum_tags("a", "b")
    assert first_tags(others, "Xero-G", match(1), required=True) == others[:1]
    assert first_tags(others, "Xero-G", match(1), required=False) == []
    others[0].moderated = True
    assert first_tags(others, "Xero-G", match(1), required=True) == others[1:]


def test_names_are_cut_to_twenty_characters_and_told_apart_without_case() -> None:
    assert game_tag("The Very Long Title of a Game") == "The Very Long Title"
    assert missing_tags(TAGS, ["XERO-G", "over", "Xong"]) == ["Xong"]

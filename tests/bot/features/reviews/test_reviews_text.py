"""What reviews say of each kind of turning point, in Discord and on the command line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.features.reviews import PLAIN, review_text, turning_point_label
from bot.referee.reviews import ReviewedMatch
from engines.reviews.contract import Review, TurningPoint
from storage.queries.rows import Match, Person
from tests.engines.reviews.letters import GAME, played

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SEATS = (Person(1, "Ann_"), Person(2, "Bob"))
MATCH = Match(7, "letters", 1, {}, 1, 1, 1, None, SEATS, 4, "", None, NOON, NOON, NOON, None, {}, frozenset())
SOURCE = ReviewedMatch(MATCH, GAME, played("bcbz"), None)


@pytest.mark.parametrize(
    ("point", "told"),
    [
        (
            TurningPoint(1, 1, "missed", "b", "z", 1.0, 0.5, ("z",)),
            r"**1.** **Ann\_** played `b`. `z` would have won at once.",
        ),
        (
            TurningPoint(1, 1, "missed", "b", "d", 1.0, 0.5, ("d", "a", "b", "a", "z")),
            "`d` would have won: `d`, `a`, `b` and `a` and so on.",
        ),
        (
            TurningPoint(3, 1, "allowed", "b", "a", 0.5, 0.0, ("z",)),
            r"**3.** After **Ann\_**'s `b` **Bob** could win with `z`. I'd have played `a`.",
        ),
        (
            TurningPoint(2, 2, "share", "c", "a", 0.61, 0.3),
            "**Bob**'s `c` left 30% of the win. `a` would have kept 61%.",
        ),
        (TurningPoint(2, 2, "points", "c", "a", 0.5, 0.5, (), 3), "**Bob**'s `c` gave away 3 points against `a`."),
    ],
)
def test_each_kind_of_turning_point_is_told(point: TurningPoint, told: str) -> None:
    assert told in review_text(SOURCE, Review((), (point,)))


def test_a_review_without_turning_points_says_so_and_how_shares_were_found() -> None:
    text = review_text(SOURCE, Review((), (), counted=True))
    assert "no turning point" in text
    assert "counted in matches" in text
    assert "as I estimate it" in review_text(SOURCE, Review((), ()))


def test_on_the_command_line_there_is_no_markup() -> None:
    text = review_text(SOURCE, Review((), (TurningPoint(1, 1, "missed", "b", "z", 1.0, 0.5, ("z",)),)), PLAIN)
    assert "1. Ann_ played b. z would have won at once." in text
    assert not set("*`\\") & set(text)


def test_an_option_of_the_menu_has_at_most_100_characters() -> None:
    long = TurningPoint(2, 2, "points", "c" * 90, "a" * 90, 0.5, 0.5, (), 3)
    assert len(turning_point_label(SOURCE, long)) == 100

"""What people search for is told apart from the number of a match, in any order of the words."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.match_search import MatchQuery, make_query, parse_query
from games import GAMES


@pytest.fixture
def context() -> Context:
    """A context whose database isn't asked."""
    database: Any = None
    return Context(database, GAMES, now=lambda: datetime(2026, 1, 1, tzinfo=UTC), rng=Random(1))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", MatchQuery()),
        ("#42", MatchQuery()),
        ("42", MatchQuery()),
        ("10-20", MatchQuery()),
        ("backwards", MatchQuery()),
        ("won", MatchQuery(result="won")),
        ("xero-g", MatchQuery("xero-g")),
        ("Xero-G 321123 123321 LOST", MatchQuery("xero-g", "321123 123321", "lost")),
        ("time martian life e4+", MatchQuery("martian-life", "e4+", "time")),
        ("agreed fff c8: nw +clear, a2: ne", MatchQuery("force-field-factions", "c8: nw +clear, a2: ne", "draw")),
    ],
)
def test_words_are_read_in_any_order(context: Context, text: str, query: MatchQuery) -> None:
    assert parse_query(context, text) == query


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("won lost", "one result at a time"),
        ("xero-g #42", "but not both"),
        ("won #42", "but not both"),
        ("won c4 d5", "I can't read `c4`."),
    ],
)
def test_what_cannot_be_searched_for_is_rejected(context: Context, text: str, reason: str) -> None:
    with pytest.raises(RequestRejected, match=reason):
        parse_query(context, text)


def test_a_form_is_read_like_a_text(context: Context) -> None:
    assert make_query(context, None, None, None).is_empty
    assert make_query(context, "xero-g", " 321123 ", "agreed") == MatchQuery("xero-g", "321123", "draw")
    for game, opening, result, reason in (
        (None, "c4", None, "An opening of which game"),
        (None, None, "triumph", "There's no result `triumph`"),
        ("chess", None, None, "chess"),
    ):
        with pytest.raises(RequestRejected, match=reason):
            make_query(context, game, opening, result)

"""What is stored of a match that has ended, from its log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.referee.history.history import OUT_OF_TIME, WITHDREW, find_match_end
from bot.referee.history.rebuild import rebuild_state
from games import GAMES
from storage.queries.rows import Event, EventKind, MatchEnd, Outcome
from tests.bot.features.match_sample import MATCH, NOON

GAME = GAMES["martian-life"]
MATCH_OF_TWO = replace(MATCH, game="martian-life", options={}, seed=0)


def log(*last: tuple[EventKind, int | None, str]) -> list[Event]:
    """Return the log of a match of two moves that ended with some events."""
    found: list[tuple[EventKind, int | None, str]] = [("move", 1, "e4+"), ("move", 2, "b7"), *last]
    return [Event(MATCH.id, seq, kind, seat, 1, text, None, NOON) for seq, (kind, seat, text) in enumerate(found, 1)]


@pytest.mark.parametrize(
    ("last", "outcome", "leaders"),
    [
        (("leave", 1, "resigned"), Outcome("resigned", 2, 2), (2,)),
        (("leave", 2, OUT_OF_TIME), Outcome("time", 1, 2), (1,)),
        (("leave", 2, WITHDREW), Outcome("resigned", 1, 2), (1,)),
        (("draw", None, ""), Outcome("draw", None, 2), (1, 2)),
        (("end", None, "no time"), Outcome("none", None, 2), ()),
    ],
)
def test_the_last_event_says_how_a_match_ended(
    last: tuple[EventKind, int | None, str], outcome: Outcome, leaders: tuple[int, ...]
) -> None:
    events = log(last)
    found = find_match_end(GAME, MATCH_OF_TWO, events, rebuild_state(GAME, MATCH_OF_TWO, events))
    assert found == MatchEnd(outcome, leaders, ("e4+", "b7"))


def test_a_log_that_leads_to_no_end_has_an_unknown_one() -> None:
    state = rebuild_state(GAME, MATCH_OF_TWO, log())
    assert find_match_end(GAME, MATCH_OF_TWO, log(), state).outcome == Outcome("unknown", None, 2)
    assert find_match_end(GAME, MATCH_OF_TWO, [], GAME.start(2, {}, 0)) == MatchEnd(Outcome("unknown", None, 0), (), ())

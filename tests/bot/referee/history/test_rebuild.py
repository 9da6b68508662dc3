"""A log is replayed, and each of its events is checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.referee.history.rebuild import LogMismatch, check_other_rules, replay_and_check
from games import GAMES
from storage.queries.rows import Event
from tests.bot.features.match_sample import MATCH, NOON

GAME = GAMES["martian-life"]
MATCH_OF_TWO = replace(MATCH, game="martian-life", options={}, seed=0)


def moves(*texts: str) -> list[Event]:
    """Return a log of moves that the players make by turns."""
    return [
        Event(MATCH.id, seq, "move", 2 - seq % 2, 2 - seq % 2, text, None, NOON) for seq, text in enumerate(texts, 1)
    ]


def test_a_takeback_leads_back_to_the_state_before_what_it_undoes() -> None:
    taken = [*moves("e4+", "b7"), Event(MATCH.id, 3, "takeback", 2, 2, "to 1", None, NOON)]
    again = [*taken, Event(MATCH.id, 4, "move", 2, 2, "c6", None, NOON)]
    assert replay_and_check(GAME, MATCH_OF_TWO, taken) == replay_and_check(GAME, MATCH_OF_TWO, moves("e4+"))
    assert replay_and_check(GAME, MATCH_OF_TWO, again) == replay_and_check(GAME, MATCH_OF_TWO, moves("e4+", "c6"))


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (moves("e4+", "b7")[1:], "event 1 is missing: the next one is 2."),
        (
            [replace(moves("e4+")[0], seat=2)],
            "event 1 (move `e4+`) is by seat 2, but the rules have seat 1 to move.",
        ),
    ],
)
def test_what_does_not_fit_is_named(log: list[Event], sentence: str) -> None:
    with pytest.raises(LogMismatch) as wrong:
        replay_and_check(GAME, MATCH_OF_TWO, log)
    assert str(wrong.value) == sentence


def test_other_rules_must_lead_to_the_stored_position() -> None:
    log = moves("e4+", "b7")
    end = replay_and_check(GAME, MATCH_OF_TWO, log)
    stored = replace(MATCH_OF_TWO, position=GAME.position(end.state), to_move=1)
    assert check_other_rules(GAME, stored, log) == end
    for other in (replace(stored, to_move=2), replace(stored, position="elsewhere")):
        with pytest.raises(LogMismatch, match="with seat 1 to move, and it stands at something else"):
            check_other_rules(GAME, other, log)

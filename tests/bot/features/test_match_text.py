"""What is said of a match: its events, its end, and why its clock is paused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.match_text import clock_line, event_sentences, outcome_lines
from bot.referee import formatting
from bot.referee.boards import Snapshot
from bot.referee.clocks.clock import NOT_PAUSED, PauseStatus
from games import GAMES
from games.contract import Result
from storage.queries.rows import Event, Person
from tests.bot.features.match_sample import AGO, ANN, AT, BOB, BOLD_BOB, MATCH, NOON, THEN

CLEO, DAN = Person(3, "Cleo"), Person(4, "Dan")


def after_substitute(newcomer: Person, *, same_turn: bool) -> Snapshot:
    """Return a snapshot after a newcomer took Ann's seat."""
    event = Event(MATCH.id, 1, "substitute", 1, ANN.id, ANN.name, None, NOON)
    return Snapshot(replace(MATCH, seats=(newcomer, BOB)), event, None, None, 0, same_turn=same_turn)


def after_end(*seats: Person, log: tuple[Event, ...] = ()) -> Snapshot:
    """Return a snapshot after the last move of a match, played at once."""
    event = Event(MATCH.id, len(log) + 1, "move", 2, BOB.id, "1@d4", None, NOON)
    match = replace(MATCH, seats=seats, to_move=None, ended_at=NOON)
    return Snapshot(match, event, None, None, 9, log=(*log, event))


def test_a_board_says_that_its_clock_is_paused_and_why() -> None:
    assert clock_line(MATCH, NOT_PAUSED, timed=True) == ""
    away = PauseStatus(away=THEN)
    assert clock_line(MATCH, away, timed=False) == f"{BOLD_BOB} is away until {AT} ({AGO})."
    paused = f"{BOLD_BOB} is away until {AT} ({AGO}), and the clock is paused until then."
    assert clock_line(MATCH, away, timed=True) == paused
    paused = "The clock is paused by agreement, until the next move or `/match do:resume #7`."
    assert clock_line(MATCH, replace(away, paused=True), timed=False) == paused


@pytest.mark.parametrize(
    ("newcomer", "same_turn", "shown"),
    [
        (CLEO, True, "<@3>"),
        (CLEO, False, "**Cleo**"),
        (ANN.substitute(2, 1), True, r"**Turnpost for Ann \(level 2\)**"),
    ],
    ids=["in another's turn", "in their own turn", "a computer player"],
)
def test_only_a_person_who_takes_a_seat_in_anothers_turn_is_mentioned(
    newcomer: Person,
    same_turn: bool,  # noqa: FBT001 - a table
    shown: str,
) -> None:
    snapshot = after_substitute(newcomer, same_turn=same_turn)
    sentences = event_sentences(snapshot, GAMES[MATCH.game], formatting.mention)
    assert sentences == [f"**Ann** leaves, and {shown} plays on."]


def test_the_end_of_a_match_of_two_has_no_list_of_places() -> None:
    lines = outcome_lines(after_end(ANN, BOB), GAMES["xero-g"], Result((2, 1), "by force"))
    assert lines == [f"{BOLD_BOB} wins **Xero-G #7**: by force, after 9 moves in under a minute."]


def test_the_end_of_a_larger_match_lists_the_places_with_points() -> None:
    result = Result((2, 1, 3), "by force", (5, 8, 1))
    first, *places = outcome_lines(after_end(ANN, BOB, CLEO), GAMES["zyrcan"], result)
    assert first == f"{BOLD_BOB} wins **Zyrcan #7**: by force, after 9 moves in under a minute."
    assert places == [f"1. {BOLD_BOB}, 8 points", "2. **Ann**, 5 points", "3. **Cleo**, 1 point"]


def test_where_others_played_on_those_who_began_have_the_places() -> None:
    left = Event(MATCH.id, 1, "substitute", 1, ANN.id, ANN.name, None, NOON)
    snapshot = after_end(DAN, BOB, CLEO, log=(left,))
    _, *places = outcome_lines(snapshot, GAMES["zyrcan"], Result((1, 2, 3), "by force"))
    assert places == [
        "Places of those who began the match:",
        f"1. {BOLD_BOB}",
        "2. **Cleo**",
        "3. **Ann** (left; **Dan** played on)",
    ]

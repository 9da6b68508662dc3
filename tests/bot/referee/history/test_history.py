"""The entries of a history and their numbers, and what a match led to."""

from __future__ import annotations

from dataclasses import replace

from bot.referee.history.history import OUT_OF_TIME, draw_result, match_result, was_lost_on_time
from bot.referee.history.rebuild import describe_moves, list_entries, rebuild_state, seq_at_ply
from games import GAMES
from tests.bot.features.match_sample import MATCH
from tests.bot.referee.history.logs import LOG, log_of

XERO_G = GAMES["xero-g"]


def test_the_history_numbers_moves_and_names_those_that_were_taken_back() -> None:
    entries = list_entries(LOG)
    assert [entry.ply for entry in entries] == [1, 2, 3, 1, 2, 2, 3, 2]
    assert [entry.event.seq for entry in entries if not entry.counts] == [2, 3, 7]
    assert [entry.undone for entry in entries if entry.event.kind == "takeback"] == [range(2, 4), range(3, 4)]
    assert not any(entry.undone for entry in entries if entry.event.kind != "takeback")


def test_each_move_is_described_in_the_position_in_which_it_was_played() -> None:
    start = XERO_G.start(2, {}, MATCH.seed)
    opening = XERO_G.legal(start)[0]
    then = XERO_G.play(start, opening)
    undone, again = XERO_G.legal(then)[-1], XERO_G.legal(then)[0]
    texts = [XERO_G.format(start, opening), XERO_G.format(then, undone), "to 1", XERO_G.format(then, again), ""]
    kinds = log_of(("move", 1), ("move", 2), ("takeback", 2), ("move", 2), ("end", None))
    log = [replace(event, text=text) for event, text in zip(kinds, texts, strict=True)]
    described = [XERO_G.describe(then, move) for move in (undone, again)]
    assert described[0] != described[1]
    found = [XERO_G.describe(start, opening), described[0], "", described[1], ""]
    assert describe_moves(XERO_G, MATCH, log) == found


def test_a_ply_is_found_by_the_last_event_that_counts_before_the_next_move() -> None:
    assert [seq_at_ply(LOG, ply) for ply in range(4)] == [0, 1, 6, 6]
    assert [seq_at_ply(LOG[:3], ply) for ply in range(4)] == [0, 1, 2, 3]


def test_players_still_in_share_first_place_in_an_agreed_draw() -> None:
    three = replace(MATCH, seats=(*MATCH.seats, MATCH.seats[0]))
    everyone, others = draw_result(three), draw_result(replace(three, gone=frozenset({2})))
    assert (everyone.places, everyone.reason) == ((1, 1, 1), "by agreement")
    assert (others.places, others.reason) == ((1, 3, 1), "a draw agreed on by all who were still in")


def test_a_match_has_the_result_of_the_event_that_closed_it_else_of_its_rules() -> None:
    state = XERO_G.start(2, {}, 1)
    draw, end, leave = log_of(("draw", None), ("end", None), ("leave", 1))
    assert match_result(XERO_G, MATCH, draw, state) == draw_result(MATCH)
    assert match_result(XERO_G, MATCH, end, XERO_G.leave(state, 1)) is None
    assert match_result(XERO_G, MATCH, None, state) is None
    won = match_result(XERO_G, MATCH, leave, XERO_G.leave(state, 1))
    assert won
    assert won.winners == (2,)


def test_a_match_of_two_is_lost_on_time_by_a_late_leave_as_its_last_event() -> None:
    three = replace(MATCH, seats=(*MATCH.seats, MATCH.seats[0]))
    leave, move = log_of(("leave", 1), ("move", 1))
    late = replace(leave, text=OUT_OF_TIME)
    assert was_lost_on_time(MATCH, late)
    assert not was_lost_on_time(three, late)
    for last in (leave, replace(move, text=OUT_OF_TIME), None):
        assert not was_lost_on_time(MATCH, last)


def test_moves_and_departures_that_count_make_the_state_and_nothing_else_does() -> None:
    game, three = GAMES["zyrcan"], replace(MATCH, seats=(*MATCH.seats, MATCH.seats[0]), options={})
    start = game.start(3, {}, three.seed)
    log = log_of(("move", 1), ("substitute", 2), ("leave", 3), ("draw", None), ("end", None))
    log = [replace(event, text="2@e5") if event.kind == "move" else event for event in log]
    moved = game.play(start, game.parse(start, "2@e5"))
    assert rebuild_state(game, three, log[:2]) == moved
    assert rebuild_state(game, three, log) == game.leave(moved, 3) != moved

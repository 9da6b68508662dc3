"""The page about the strength of computer players, and the simulations of ratings and of events."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bench import report, results, tournaments
from bench.ladder import GREEDY_LEVEL, RANDOM_LEVEL, Pairing, play
from bench.ratings import (
    AIM,
    APART,
    LINES,
    LONGEST,
    PEOPLE,
    Standing,
    average,
    describe_aim,
    describe_line,
    main,
    play_season,
    share_in_order,
)
from bench.strength import page, pairings
from bot.referee.ratings import MODEL, POINTS, Rating

if TYPE_CHECKING:
    from pathlib import Path


def test_the_page_has_a_row_for_each_level_and_each_game() -> None:
    level = {
        "game": "xero-g",
        "options": {"first": "single"},
        "level": 2,
        "below": 1,
        "matches": 60,
        "share": 0.8,
        "nodes_a_second": 4321.0,
        "moves_a_second": 3.21,
        "slowest": 0.5,
    }
    game = {"game": "martian-life", "options": {"target": 10}, "matches": 50, "first": 0.5, "drawn": 0.1, "moves": 41}
    text = page([level], [game])
    assert "| Xero-G | first single | 2 | level 1 | 60 | 80% | 68% to 88% | 4,321 | 3.2 | 0.50 s |" in text
    assert "| Martian Life | target 10 | 50 | 50% | 37% to 63% | 10% | 41 |" in text


def test_a_match_of_the_ladder_tells_who_won_and_how_often_a_level_thought() -> None:
    played = play(Pairing("xero-g", 1, RANDOM_LEVEL, 2), seed=1)
    assert played.winners
    assert played.share == ((played.seat in played.winners) and 1 / len(played.winners))
    assert 0 < played.thoughts <= played.moves // 2


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["force-field-factions", "martian-life", "xero-g"])
def test_the_greedy_player_beats_random_moves(game: str) -> None:
    pairing = Pairing(game, GREEDY_LEVEL, RANDOM_LEVEL, 2, (("target", 10),) if game == "martian-life" else ())
    assert sum(play(pairing, seed).share for seed in range(3)) >= 2


def test_the_ladder_of_a_game_begins_with_the_players_without_an_engine() -> None:
    against = [(pairing.level, pairing.below) for pairing in pairings("xero-g")]
    assert against[:3] == [(1, RANDOM_LEVEL), (1, GREEDY_LEVEL), (2, 1)]
    assert {dict(pairing.options)["target"] for pairing in pairings("martian-life")} == {10, 15}


@pytest.mark.parametrize("seats", [2, 4])
def test_in_each_round_everybody_plays_once(seats: int) -> None:
    season = list(play_season(Random(1), [MODEL.mu] * PEOPLE, seats))
    a_round = PEOPLE // seats
    assert len(season) == LONGEST * a_round
    for first in range(0, len(season), a_round):
        matches = season[first : first + a_round]
        assert sorted(user for match in matches for user in match.places) == list(range(PEOPLE))
        assert all(sorted(match.places.values()) == list(range(1, seats + 1)) for match in matches)
        assert {match.at - season[0].at for match in matches} == {first // a_round * APART}


def test_the_strongest_person_comes_first_as_a_rule() -> None:
    strengths = [MODEL.mu + 10 * MODEL.beta, *[MODEL.mu] * (PEOPLE - 1)]
    places = [match.places[0] for match in play_season(Random(1), strengths, 2) if 0 in match.places]
    assert places == [1] * LONGEST


def test_pairs_are_counted_that_stand_in_the_order_of_their_strengths() -> None:
    strengths = [1.0, 2.0, 3.0]
    assert share_in_order(strengths, [Rating(1), Rating(2), Rating(3)]) == 1
    assert share_in_order(strengths, [Rating(1), Rating(3), Rating(2)]) == pytest.approx(2 / 3)
    assert share_in_order(strengths, [Rating(3), Rating(2), Rating(1)]) == 0
    assert share_in_order(strengths, [Rating()] * 3) == 0, "ratings that are equal say nothing"


@pytest.mark.thorough
def test_the_order_gets_better_and_ratings_more_certain() -> None:
    curve = average(3, 0, 2, MODEL.sigma)
    assert len(curve) == LONGEST
    assert curve[0].right < 0.75
    assert curve[-1].right > 0.85
    assert MODEL.sigma * POINTS > curve[0].uncertainty > curve[20].uncertainty > curve[-1].uncertainty
    assert curve == average(3, 0, 2, MODEL.sigma), "a seed decides all"
    assert curve != average(3, 1, 2, MODEL.sigma)


def test_an_aim_or_a_line_is_reached_after_the_first_round_that_is_there() -> None:
    curve = [Standing(0.8, 240.6), Standing(AIM, 220), Standing(0.95, 200)]
    assert describe_aim((4, 2.0), curve) == ["4", f"{2 * POINTS}", "2", "220"]
    assert describe_aim((4, 2.0), curve[:1]) == ["4", f"{2 * POINTS}", f"over {LONGEST}", ""]
    assert [describe_line(curve, line) for line in (300, 220, 210, 100)] == [
        "1: 80.0%",
        "2: 90.0%",
        "3: 95.0%",
        f"over {LONGEST}",
    ]


def test_the_tables_have_a_row_for_each_kind_and_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(seasons=1, seed=0)
    rows = [line.split(" | ")[0] for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert rows == [f"| {name}" for name in ("seats", "--:", 2, 2, 4, 4, "uncertainty", "--:", *LINES)]


@pytest.mark.thorough
def test_each_kind_of_event_has_a_row_for_each_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    tournaments.main(["--people", "12", "--rounds", "1"])
    rows = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    kinds = [(kind, people) for kind, people, *_ in rows]
    assert kinds == [(kind, people) for kind in ("league", "cup", "tables") for people in ("10", "12")]
    assert all(int(matches) > 0 and float(begin) >= 0 for _, _, matches, begin, *_ in rows)

    page = report.filled("<!-- bench: tournaments -->\n<!-- end -->\n")
    assert "`python -m bench.tournaments" in page
    assert all(f"| {' | '.join(row)} |" in page for row in rows)


@pytest.mark.parametrize("people", ["9", "0", "many"])
def test_too_few_people_are_refused(people: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tournaments.main(["--people", people])
    assert "--people" in capsys.readouterr().err

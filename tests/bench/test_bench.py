"""The measurements run, measure what they say, and start from where they say: of turns, metrics and pictures."""

from __future__ import annotations

import sys
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench import metrics, render, report, results, rules
from bench.positions import hard, matches, random_match, random_move, recorded, recording, scenes
from bench.tables import memories
from games import GAMES
from games.xero_g import flights, state as stages

if TYPE_CHECKING:
    from pathlib import Path

CALLS = ["legal", "play", "parse", "suggest", "destinations"]


@pytest.mark.thorough
def test_the_table_has_a_row_for_every_call_that_a_game_can_answer(capsys: pytest.CaptureFixture[str]) -> None:
    rules.main(["--game=zyrcan", "--game=xong", "--positions=6", "--rounds=1", "--seconds=0.1", "--worst"])
    lines = capsys.readouterr().out.splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith(("| zyrcan", "| xong"))]
    rows = [(game, call) for game, call, *_ in cells]
    assert rows == [*[("zyrcan", call) for call in CALLS], *[("xong", call) for call in CALLS[1:]]]
    for _, call, count, median, p99, worst, cold_median, cold_worst in cells:
        assert int(count) == (12 if call in {"suggest", "destinations"} else 6)
        assert 0 < float(median) <= float(p99) <= float(worst)
        assert 0 < float(cold_median) <= float(cold_worst)
    assert sum("positions a second" in line for line in lines) == 2
    assert sum(line.startswith(("zyrcan", "xong")) for line in lines) == 2 * len(rows)


@pytest.mark.parametrize("wrong", ["--positions 0", "--rounds x", "--game chess"])
def test_a_wrong_option_is_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rules.main(wrong.split())
    assert wrong.split()[1] in capsys.readouterr().err


@pytest.mark.parametrize("key", GAMES)
def test_recorded_matches_give_every_position_in_which_a_move_was_made(key: str) -> None:
    game = GAMES[key]
    texts = [move[0] for match in matches(key) for move in match["moves"] if not move[0].startswith("leave")]
    spots = list(recorded(game))
    assert [spot.text for spot in spots] == texts
    assert all(game.to_move(spot.state) is not None for spot in spots)


@pytest.mark.parametrize("key", GAMES)
def test_random_matches_are_legal_and_decided_by_their_seed(key: str) -> None:
    game = GAMES[key]
    played, again = (list(random_match(game, 5, 12)) for _ in range(2))
    assert played == again
    assert len(played) > 2
    assert played != list(random_match(game, 6, 12))
    for spot, after in pairwise(played):
        assert game.play(spot.state, game.parse(spot.state, spot.text)) == after.state


def test_every_move_can_be_drawn() -> None:
    game = GAMES["martian-life"]
    state = game.start(2, {}, 0)
    drawn = {random_move(game, state, Random(seed)) for seed in range(2000)}
    assert drawn == set(game.legal(state))


def test_hard_positions_are_spread_over_their_moves() -> None:
    spots = list(hard(GAMES["xero-g"]))
    assert 10 <= len({spot.text for spot in spots}) == len(spots) < 20
    assert not list(hard(GAMES["zyrcan"]))


def test_caches_of_positions_are_cleared_and_precomputed_tables_are_kept() -> None:
    game = GAMES["xero-g"]
    spot = next(hard(game))
    game.legal(spot.state)
    remembered = [cache for cache in vars(stages).values() if hasattr(cache, "cache_info")]
    assert any(cache.cache_info().currsize for cache in remembered)
    table = next(cache for name, cache in vars(flights).items() if name == "_reprograms")
    kept = table.cache_info().currsize
    for forget in memories():
        forget()
    assert not any(cache.cache_info().currsize for cache in remembered)
    assert table.cache_info().currsize == kept > 0


@pytest.mark.thorough
def test_what_a_turn_tells_the_metrics_is_a_small_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    metrics.main(["--rounds", "3"])
    page = report.filled("<!-- bench: metrics -->\n<!-- end -->\n")
    rows = [line for line in capsys.readouterr().out.splitlines()[2:] if line.startswith("| ")]
    assert len(rows) == 3
    assert all(row in page for row in rows)
    assert "%" in rows[1]


@pytest.mark.thorough
def test_the_table_has_a_row_for_every_game_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    render.main(["--game=xero-g", "--game=xong", "--pictures=3", "--rounds=1", "--alone"])
    lines = capsys.readouterr().out.splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith(("| xero-g", "| xong"))]
    assert [row[0] for row in rows] == ["xero-g", "xong"]
    for _, number, median, p99, worst, first, size, largest in rows:
        assert number == "3"
        assert 0 < float(median) <= float(p99) <= float(worst)
        assert float(first) > 0
        assert 20 < float(size) <= float(largest) < 100


def test_a_missing_peer_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(SystemExit) as left:
        render.main(["--pictures=1"])
    assert left.value.code == 1
    assert capsys.readouterr().err == (
        "The peers need chess. Install them with `.venv/bin/uv pip install --group bench`, or give --alone.\n"
    )


@pytest.mark.parametrize("key", GAMES)
def test_scenes_of_a_recorded_match_are_its_positions_with_the_moves_that_led_there(key: str) -> None:
    game = GAMES[key]
    for match in matches(key)[::4]:
        start, *shown = scenes(match)
        assert (game.position(start.state), start.ply, start.move) == (match["start"], 0, None)
        for scene, (_, *position) in zip(shown, match["moves"], strict=True):
            assert [game.position(scene.state)][: len(position)] == position
        moves = [None if text.startswith("leave") else text for text, *_ in match["moves"]]
        assert [scene.move for scene in shown] == moves
        assert shown[-1].ply == sum(move is not None for move in moves)


def test_a_recording_is_found_by_its_name() -> None:
    assert recording("xero-g-won-in-five")["seed"] == 42

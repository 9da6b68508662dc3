"""The measurements of pictures run without the peers, and draw what a channel was shown."""

from __future__ import annotations

import sys

import pytest

from bench import render
from bench.positions import matches
from bench.scenes import recording, scenes
from games import GAMES


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

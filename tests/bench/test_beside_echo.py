"""The measurements beside the echo bot run, measure what they say, and fill the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bench import abuse, bot_pair, commit, growth, limits, live, report, results, stores, throughput, turn, web
from bench.report import Axis, chart, powers
from bot.admin.verify.matches import verify_matches
from games import GAMES
from playground.server import Playground
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from pathlib import Path

ROW = {"count": 3, "sum": 0.6, "median": 0.2, "p99": 0.3, "worst": 0.3, "rate": 10.0}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(report, "FOLDER", tmp_path)
    monkeypatch.setattr(stores, "STORES", tmp_path / "stores")
    return tmp_path


@pytest.mark.thorough
async def test_turns_of_both_bots_are_measured_side_by_side_and_requests_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("BLOCK", 2), ("WARMING", 1), ("PAUSE", 0.0)):
        monkeypatch.setattr(turn, name, value)
    settings = {"BENCH_STEPS": "1"}
    turns = {"martian-life": 60}
    async with bot_pair.start_pair(folder / "work", turns, at_least=2, rooms=2, settings=settings) as bots:
        calls = bots.turnpost.playground.calls
        calls.clear()
        row = await turn.measured(bots, "martian-life", 1, [])
        assert calls == {"POST /channels/{channel}/messages": 3}
        ready = throughput.mixed(bots.matches.values())
        level = await throughput.level(bots, ready, 2, 1, 0.2)
        slash = await turn.by_slash(bots, "martian-life")
        steps = (await bots.turnpost.bot.inside())["steps"]
    for step in ("parse", "play", "referee: all of a move", "draw", "encode", "send"):
        assert steps[step]["count"] >= slash["count"] == 2, step
    assert row["bot"]["count"] == row["echo"]["count"] == 2
    assert 0 < row["echo"]["median"] <= row["echo"]["p99"]
    assert 0 < row["bot"]["median"] <= row["bot"]["p99"]
    assert 10_000 < row["bytes"] < 60_000
    assert level["bot"]["count"] >= 2
    assert level["echo"]["rate"] > 0
    assert level["bot"]["rate"] > 0
    assert 0 <= level["block"]["bot"]["block_p999"] <= level["block"]["bot"]["block"]
    assert turn.format_row("martian-life", row).count("|") == turn.HEAD.splitlines()[0].count("|")
    assert throughput.format_row("2", level).count("|") == throughput.HEAD.splitlines()[0].count("|")


async def test_commits_are_measured_beside_bare_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "BLOCK", 4)
    await commit.measure(1)
    found = results.kept("commit")
    assert found
    assert found["turn"]["count"] == found["bare"]["count"] == 4
    assert found["bare"]["rate"] > 0
    assert found["turn"]["rate"] > 0


@pytest.mark.thorough
async def test_a_large_record_holds_matches_that_the_rules_take_and_can_be_played_on(folder: Path) -> None:
    place = await stores.store(10)
    (place / "whole").unlink()
    place = place.rename(folder / "stores" / "30")
    assert await stores.store(30) == place, "one that was begun is made on"
    assert await stores.store(30) == place, "it is made once"
    moves, size = growth.closed(place / "turnpost.db")
    assert 5 * 30 <= moves <= 15 * 30
    assert size == (place / "turnpost.db").stat().st_size
    playground = await Playground.start()
    try:
        ahead, long = await growth.begin_matches(place, playground, 10)
    finally:
        await playground.stop()
    assert {match.key for match in ahead} == set(GAMES)
    stand_long = [match for matches in long.values() for match in matches]
    assert all(len(match.turns) > growth.LONG_TURNS for match in stand_long)
    database = await Database.open(file_url(place / "turnpost.db"))
    try:
        found = [verdict async for verdict in verify_matches(database, GAMES)]
    finally:
        await database.close()
    assert [(verdict.match_id, verdict.differences) for verdict in found] == [
        (number, ()) for number in range(1, 30 + len(ahead) + len(stand_long) + 1)
    ]


@pytest.mark.thorough
async def test_all_matches_of_a_server_get_their_boards_within_discords_limits() -> None:
    await limits.measure(6, 2)
    found = results.kept("limits")
    assert found
    assert (found["matches"], found["boards"], found["refused"], found["in_order"]) == (6, 12, 0, True)
    assert "| 6 | 12 | 0 | yes |" in report.filled("<!-- bench: limits -->\n<!-- end -->\n")


@pytest.mark.thorough
async def test_a_flood_is_measured_beside_turns_and_a_quiet_bot() -> None:
    await abuse.measure_floods(["board", "preview"], 0.3)
    found = results.kept("abuse")
    assert found
    quiet, board, preview = (found["floods"][name] for name in ("quiet", "board", "preview"))
    assert (quiet["requests"], quiet["answers"]) == (0, 0)
    for flood in (board, preview):
        assert flood["requests"] > 0
        assert flood["answers"] > 0
    assert quiet["turn"]["count"] > 0
    assert board["turn"]["count"] > 0
    assert all(row["memory"] > 50_000_000 and row["block"] > 0 for row in found["floods"].values())
    page = report.filled("<!-- bench: abuse -->\n<!-- end -->\n")
    assert f"| quiet | 0 | 0 | {quiet['turn']['count']} |" in page


@pytest.mark.thorough
async def test_what_many_requests_at_once_do_is_measured_until_all_of_it_is_done() -> None:
    name = "one member begins a match a second"
    await abuse.measure([], [name], 2)
    found = results.kept("crowds")
    assert found
    row = found["crowds"][name]
    assert row["requests"] >= 4
    assert row["turn"]["count"] >= 2
    assert (row["lost"], row["doubled"]) == (0, 0)
    assert row["done"] > 2
    page = report.filled("<!-- bench: crowds -->\n<!-- end -->\n")
    assert f"| {name} | {row['requests']} | {row['turn']['count']} |" in page


def test_the_page_gets_what_was_measured_and_keeps_what_was_not(folder: Path) -> None:
    (folder / "rules.md").write_text("the rules\n")
    found: dict[str, Any] = {"turn": ROW, "bare": ROW | {"rate": 20.0}}
    results.keep("commit", found)
    page = "Said.\n<!-- bench: rules -->\nold\n<!-- end -->\n<!-- bench: render -->\nkept\n<!-- end -->\n"
    filled = report.filled(page + "<!-- bench: commit -->\n<!-- end -->\nBy hand.")
    assert filled.startswith("Said.\n<!-- bench: rules -->\n\nthe rules\n\n<!-- end -->")
    assert "<!-- bench: render -->\nkept\n<!-- end -->" in filled
    assert "| a turn, by the referee | 10 | 200.00 | 300.00 |" in filled
    assert "Share: 0.50." in filled
    assert filled.endswith("By hand.")
    assert report.filled(filled) == filled


def test_every_place_on_the_page_is_known() -> None:
    marks = {found[1] for found in report.MARK.finditer(report.PAGE.read_text("utf-8"))}
    assert marks == {*report.TABLES, *report.PRINTED}


def test_curves_lie_between_their_marks() -> None:
    assert powers([3, 40]) == [2, 5, 10, 20, 50]
    axis = Axis("ms", powers([0.3, 7]))
    assert axis.share(axis.marks[0]) == 0
    assert axis.share(axis.marks[-1]) == 1
    drawn = chart("A title", axis, axis, {"one": [(0.3, 1), (7, 2)], "two <b>": [(0.3, 1), (7, 2)]})
    assert drawn.count("<polyline") == 2
    assert "two &lt;b&gt;" in drawn


def test_a_match_of_random_moves_reads_like_a_recorded_one() -> None:
    made = live.played(*growth.LONG, 40)
    assert len(made["moves"]) == 40
    game = GAMES[made["game"]]
    state = game.start(made["players"], made["options"], made["seed"])
    for (text,) in made["moves"]:
        state = game.play(state, game.parse(state, text))


@pytest.mark.thorough
async def test_pages_are_measured_beside_turns_by_text(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("WARMING", 1), ("WATCHED", 2), ("BETWEEN", 0.0), ("IDLE_SECONDS", 0.5)):
        monkeypatch.setattr(web, name, value)
    await web.measure(["martian-life", "xong"], 2, 3, 4, 2.0)
    found = results.kept("web")
    assert found
    for row in found["games"].values():
        assert row["play"]["count"] == row["text"]["count"] == 2
        assert row["step"]["count"] == row["normal"]["count"] + row["large"]["count"] > 0
        assert 0 < row["step"]["median"] <= row["large"]["worst"]
    assert found["pages"]["0"]["all"] is None
    assert found["pages"]["3"]["all"]["count"] == 2
    assert set(found["idle"]) == {"0", "4"}
    quiet, *floods = found["floods"].values()
    assert not quiet["answers"]
    for flood in floods:
        assert flood["answers"]["200"] > 0
        assert flood["text"]["count"] > 0
    page = report.filled(
        "".join(f"<!-- bench: {name} -->\n<!-- end -->\n" for name in ("web", "web_pages", "web_floods"))
    )
    assert "| xong |" in page
    assert "4 open pages" in page
    assert "| 250 addresses |" in page

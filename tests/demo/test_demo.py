"""The demo plays all that it promises, and what is posted shows it."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.referee.people.sign_in import list_sessions
from games import GAMES
from playground.model.resources.user import BOT_ID
from tests.demo.demo import FIRST, NAME, begin, move_into_plan, open_stage, run_demo
from tests.demo.recording import record
from tests.wire.process import PATIENCE, ROOT, clean_environment

if TYPE_CHECKING:
    from pathlib import Path

IMAGES = ROOT / "docs" / "images"
FILMS = ("turn.webp", "move-button.webp", "tap.webp")


def check_film(file: Path) -> None:
    """Check that a file moves, is as large as a phone's screen, and loads quickly."""
    with Image.open(file) as film:
        assert getattr(film, "n_frames", 1) >= 8
        assert film.size == (780, 1688)
    assert file.stat().st_size < 1_500_000


@pytest.mark.thorough
async def test_people_play_a_recorded_match_with_a_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    async with open_stage(tmp_path, monkeypatch, say=told.append) as stage:
        contest, moves = await begin(stage, FIRST, "Ann", "Bob")
        await move_into_plan(stage, contest, *moves[:2])
        await stage.play(contest, moves[2:])
        stage.tell_end(contest)
        sessions = [await list_sessions(stage.env.bot.context, int(stage.env[name].id)) for name in ("Ann", "Bob")]
    assert [line.partition(" ")[0] for line in told] == ["Ann", "Bob", "Xero-G"]
    assert re.search(r"#1: http://127\.0\.0\.1:\d+/b/[\w-]+$", told[0])
    assert any(sessions), "somebody has played on the web"


@pytest.mark.thorough
async def test_the_demo_shows_every_game_a_plan_a_takeback_an_alarm_and_a_league(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    async with open_stage(tmp_path, monkeypatch, say=told.append) as stage:
        await run_demo(stage)
        await stage.env.all_posted()
        said = stage.env.playground.state.said.values()
        posts = [one.content for channel in said for one in channel.values() if one.author_id == BOT_ID]
    for game in GAMES.values():
        assert any(f"** wins **{game.info.title} #" in post for post in posts), game.info.title
    for text in ("takes back move", "it's your move in #", f"**{NAME}**", "It's over, after 3 people played."):
        assert any(text in post for post in posts), text
    assert any(post.startswith("**5.** **") and ", **6.** **" in post for post in posts), "a plan fires"
    assert len(told) >= len(GAMES) * 2


def test_it_ends_quietly_by_an_interrupt_while_it_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "pytest.py").write_text("raise KeyboardInterrupt")  # the first module that takes long
    done = subprocess.run(
        [sys.executable, "-m", "tests.demo"],
        cwd=ROOT,
        env=clean_environment() | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("Stopped.\n", "")


@pytest.mark.parametrize("name", FILMS)
def test_the_readme_and_the_guide_show_moving_pictures(name: str) -> None:
    check_film(IMAGES / name)
    assert f'src="docs/images/{name}"' in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f'src="images/{name}"' in (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


@pytest.mark.thorough
async def test_the_moving_pictures_can_be_recorded_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_stage(tmp_path, monkeypatch) as stage:
        files = await record(stage, tmp_path)
    assert [file.name for file in files] == [*FILMS]
    for file in files:
        check_film(file)

"""Every installed game passes every check, and packages run the checks in their own suites."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from bot import plugins
from bot.game_checks import pytest_plugin
from bot.game_checks.checks import CHECKS, SECONDS, find_subject, run_check
from bot.game_checks.subject import LONG

OFFERED = plugins.read()
FEW = 2
"""Random matches, a quarter as many as in a run of `turnpost check-game`; the long run has forty times as many."""
PAGE = (Path(__file__).parents[2] / "docs" / "checking-a-game.md").read_text(encoding="utf-8")


def test_the_page_has_every_check_and_every_limit_of_speed() -> None:
    named = re.findall(r"^\| ([a-z ]+) \| [a-z0-9]", PAGE, re.MULTILINE)
    assert set(named) - {"check", "call"} == set(CHECKS) - {"speed"}
    limits = re.findall(r"^\| (`.+`) \| ([0-9.]+) \|$", PAGE, re.MULTILINE)
    assert {call: float(limit) for calls, limit in limits for call in re.findall("[a-z_]+", calls)} == SECONDS


def test_every_installed_package_offers_a_game() -> None:
    assert OFFERED.skipped == ()


@pytest.mark.parametrize("matches", [FEW, pytest.param(LONG, marks=pytest.mark.thorough)], ids=["", "long"])
@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("key", OFFERED.games)
def test_a_game_passes_a_check(key: str, name: str, matches: int) -> None:
    assert run_check(name, replace(find_subject(key), matches=matches)) == []


ROOT = Path(__file__).parents[2]
FILE = """from bot.game_checks.testing import check_game

test_it = check_game("martian-life")
"""


def run_pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder with our plugin alone, as an entry point would load it."""
    command = (sys.executable, "-m", "pytest", "-v", "-p", pytest_plugin.__name__, "-p", "no:cacheprovider", *arguments)
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own


def test_the_plugin_is_an_entry_point_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"turnpost": pytest_plugin.__name__}


@pytest.mark.thorough
@pytest.mark.parametrize("arguments", [("--check-game", "martian-life"), ("test_own.py",)], ids=["option", "file"])
def test_every_check_is_a_test(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "test_own.py").write_text(FILE, encoding="utf-8")
    done = run_pytest(tmp_path, *arguments, "-k", "facts or options")
    assert done.returncode == 0, done.stdout
    assert f"2 passed, {len(CHECKS) - 2} deselected" in done.stdout


def test_an_unknown_game_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, "--check-game", "go")
    assert done.returncode == 4
    assert "There's no game called go; installed: " in done.stderr

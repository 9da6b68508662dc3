"""Every installed game, built-in or of a package, passes every check."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot import plugins
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

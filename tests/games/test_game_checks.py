"""Every installed game, built-in or of a package, passes every check."""

from __future__ import annotations

import pytest

from bot import plugins
from bot.game_checks.checks import CHECKS, run_check
from bot.game_checks.report import find_subject
from bot.game_checks.subject import LONG, SHORT

OFFERED = plugins.read()


def test_every_installed_package_offers_a_game() -> None:
    assert OFFERED.skipped == ()


@pytest.mark.parametrize("matches", [SHORT, pytest.param(LONG, marks=pytest.mark.thorough)], ids=["", "long"])
@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("key", OFFERED.games)
def test_a_game_passes_a_check(key: str, name: str, matches: int) -> None:
    assert run_check(name, find_subject(key, long=matches == LONG)) == []

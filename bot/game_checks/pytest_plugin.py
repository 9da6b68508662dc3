"""The pytest plugin: `pytest --check-game KEY` runs every check of an installed game as a test."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--check-game`, which can be given several times."""
    parser.addoption(
        "--check-game", action="append", default=[], metavar="KEY", help="check an installed game of Turnpost"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect no files when games are checked and none are named."""
    if _keys(config) and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for each check of each game."""
    for key in _keys(config):
        from bot.game_checks.testing import collect_checks  # noqa: PLC0415 - not loaded by runs that check no game

        items += collect_checks(session, key)


def _keys(config: pytest.Config) -> list[str]:
    return config.getoption("--check-game") or []

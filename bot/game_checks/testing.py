"""Checks as tests of pytest, for the test files of a package and for the plugin."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest

from bot.game_checks.checks import CHECKS, UnknownGame, find_subject, run_check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.game_checks.subject import Subject


def check_game(key: str) -> Callable[[str], None]:
    """Return a test of an installed game, to be run once for each check.

    A test file needs no more than a name for it, as in `test_chomp = check_game("chomp")`.
    """

    @pytest.mark.parametrize("check", CHECKS)
    def test(check: str) -> None:
        if sentences := run_check(check, _find(key)):
            pytest.fail("\n".join(sentences), pytrace=False)

    return test


class CheckItem(pytest.Item):
    """A test that runs one check on one game; `key` and `check` say which."""

    def __init__(self, *, key: str, check: str, **rest: Any) -> None:
        super().__init__(**rest)  # pyright: ignore[reportUnknownMemberType]
        self.key, self.check = key, check

    def runtest(self) -> None:
        """Run the check."""
        if sentences := run_check(self.check, _find(self.key)):
            pytest.fail("\n".join(sentences), pytrace=False)

    def reportinfo(self) -> tuple[str, None, str]:
        """Return where the test is said to be, and its name."""
        return self.key, None, self.name


def collect_checks(session: pytest.Session, key: str) -> Iterator[pytest.Item]:
    """Yield a test for each check of a game. Raises `pytest.UsageError` if the game isn't installed."""
    try:
        _find(key)
    except UnknownGame as unknown:
        raise pytest.UsageError(str(unknown)) from None
    for check in CHECKS:
        yield CheckItem.from_parent(session, name=f"{key}[{check}]", key=key, check=check)  # pyright: ignore[reportUnknownMemberType]


@lru_cache
def _find(key: str) -> Subject:
    return find_subject(key)

"""A short drill in the suite; `make drill` is the long one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.drill.disaster import Disaster, Plan
from tests.drill.operator import Report
from tests.drill.records import DUMPS, load_dump
from tests.drill.upgrade import drill_own_backup, drill_upgrade

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server

SHORT = Plan(matches=1, turns=1, games=("martian-life", "xero-g"))
PASSED = ("the bot made the backup", "its data destroyed", "played the 1 written moves again", "was played to its end")


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def report(lines: list[str]) -> Report:
    return Report(lines.append)


@pytest.mark.thorough
async def test_matches_go_on_from_the_bots_own_backup(tmp_path: Path, report: Report, lines: list[str]) -> None:
    await run(tmp_path, report, lines)


@pytest.mark.thorough
async def test_the_same_on_postgres(tmp_path: Path, report: Report, lines: list[str], postgres: Server) -> None:
    await run(tmp_path, report, lines, postgres)


async def run(folder: Path, report: Report, lines: list[str], server: Server | None = None) -> None:
    async with Disaster.prepare(SHORT, report, folder / "drill", server) as disaster:
        await disaster.run()
    assert report.problems == []
    for step in PASSED:
        assert step in "\n".join(lines)


@pytest.mark.thorough
async def test_an_upgrade_goes_on_and_leads_back(tmp_path: Path, report: Report, lines: list[str]) -> None:
    await drill_upgrade(report, tmp_path / "upgrade")
    assert report.problems == []
    assert "leads back" in "\n".join(lines)


@pytest.mark.thorough
async def test_an_operators_backup_is_tried_on_a_copy(tmp_path: Path, report: Report, lines: list[str]) -> None:
    backup = tmp_path / "backup.db"
    load_dump(backup, DUMPS[-1])
    before = backup.read_bytes()
    await drill_own_backup(report, tmp_path / "data", backup)
    assert report.problems == []
    assert "9 matches went on by a move" in "\n".join(lines)
    assert backup.read_bytes() == before


async def test_a_backup_that_is_none_fails_the_drill(tmp_path: Path, report: Report) -> None:
    (tmp_path / "backup.db").write_text("no database " * 1000)
    with pytest.raises(AssertionError, match=r"was not restored: turnpost: The file .* is not a database"):
        await drill_own_backup(report, tmp_path / "data", tmp_path / "backup.db")

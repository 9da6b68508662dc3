"""A short season in the suite; `make season` is the long one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.season.season import ORGANIZER, Plan, Season

if TYPE_CHECKING:
    from pathlib import Path

SHORT = Plan(seed=3, people=6, rounds=1, stages=(("tables",), ("league",)))
WITH_CUP = Plan(seed=3, people=12)


@pytest.mark.thorough
@pytest.mark.parametrize("plan", [SHORT, pytest.param(WITH_CUP, marks=pytest.mark.thorough)], ids=["short", "with cup"])
async def test_a_season_goes_by_its_rules_and_is_saved(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Season.prepare(plan, tmp_path / "data", monkeypatch) as season:
        await season.run()
        await season.album.save(tmp_path / "saved", season.members.people[ORGANIZER])
    assert season.problems == []
    assert season.moves > season.matches
    league = next(event for event in season.events if event.kind == "league")
    assert {"absent", "leaving", "forgetful"} < {habits.kind for habits in league.habits.values()}
    assert league.gone
    assert league.corrected
    saved = (tmp_path / "saved" / "index.html").read_text(encoding="utf-8")
    assert "Corrected: #" in saved
    assert len(list((tmp_path / "saved").glob("*/*.png"))) > len(season.events), "pages have their tables"

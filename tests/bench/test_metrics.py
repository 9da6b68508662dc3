"""The bench of metrics measures what a turn tells them, and keeps what the page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench import metrics, report, results

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.thorough
def test_what_a_turn_tells_the_metrics_is_a_small_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    metrics.main(["--rounds", "3"])
    page = report.filled("<!-- bench: metrics -->\n<!-- end -->\n")
    rows = [line for line in capsys.readouterr().out.splitlines()[2:] if line.startswith("| ")]
    assert len(rows) == 3
    assert all(row in page for row in rows)
    assert "%" in rows[1]

"""The bench of events measures each kind of event, of few and of many people, and keeps what the page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench import report, results, tournaments

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.thorough
def test_each_kind_of_event_has_a_row_for_each_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    tournaments.main(["--people", "12", "--rounds", "1"])
    rows = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    kinds = [(kind, people) for kind, people, *_ in rows]
    assert kinds == [(kind, people) for kind in ("league", "cup", "tables") for people in ("10", "12")]
    assert all(int(matches) > 0 and float(begin) >= 0 for _, _, matches, begin, *_ in rows)

    page = report.filled("<!-- bench: tournaments -->\n<!-- end -->\n")
    assert "`python -m bench.tournaments" in page
    assert all(f"| {' | '.join(row)} |" in page for row in rows)


@pytest.mark.parametrize("people", ["9", "0", "many"])
def test_too_few_people_are_refused(people: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tournaments.main(["--people", people])
    assert "--people" in capsys.readouterr().err

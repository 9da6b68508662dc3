"""Shared code names no game: what it needs to know of one, it reads from the installed games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games import GAMES

ROOT = Path(__file__).parents[1]
SHARED = ("bot", "storage", "playground", "engines", "bench")
CODE = {".py", ".js", ".css", ".html"}
FOLDERS_OF_GAMES = {ROOT / "engines" / key.replace("-", "_") for key in GAMES}
NAMES = re.compile("|".join(re.sub("-", r"[\\W_]?", key) for key in GAMES), re.IGNORECASE)


def shared_files() -> list[Path]:
    files = [path for part in SHARED for path in sorted((ROOT / part).rglob("*")) if path.suffix in CODE]
    return [path for path in files if FOLDERS_OF_GAMES.isdisjoint(path.parents)]


@pytest.mark.parametrize("name", ["xero-g", "Xero-G", "XeroGEngine", "martian_life", "Force Field Factions", "`xong`"])
def test_a_game_is_recognised_in_every_spelling(name: str) -> None:
    assert NAMES.search(f"from {name} import")


def test_shared_code_names_no_game() -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in shared_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert not lines, "\n".join(lines)

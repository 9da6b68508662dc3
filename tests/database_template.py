"""Databases without rows, copied from a template, because creating all tables takes longer than many tests."""

from __future__ import annotations

import tempfile
from pathlib import Path

from storage.engine.database import Database, file_url

_templates: list[bytes] = []


async def create_database(place: Path) -> str:
    """Create a database without rows at a path where no file is, and return its URL."""
    if not _templates:
        with tempfile.TemporaryDirectory() as folder:
            first = Path(folder, "first.db")
            await (await Database.open(file_url(first))).close()
            _keep(first)
    _copy(place)
    return file_url(place)


def _keep(first: Path) -> None:
    _templates.append(first.read_bytes())


def _copy(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("xb") as file:
        file.write(_templates[0])

"""Packages of games as an installer leaves them: the module, and what it says of itself."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def lay_down_example(name: str, site: Path) -> Path:
    """Return the folder `site` with a package of `examples/` in it, as it is found by its entry point."""
    module = f"turnpost_{name}"
    shutil.copytree(EXAMPLES / name / module, site / module, ignore=shutil.ignore_patterns("__pycache__"))
    describe_package(site, module, f"{name} = {module}:{name.upper()}")
    return site


def describe_package(site: Path, module: str, entry_point: str) -> None:
    """Write down the name of a package and its entry point."""
    about = site / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[turnpost.games]\n{entry_point}\n", encoding="utf-8")


def let_be_found(monkeypatch: pytest.MonkeyPatch, site: Path) -> None:
    """Let this process find a folder of installed packages."""
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    importlib.invalidate_caches()

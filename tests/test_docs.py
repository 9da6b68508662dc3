"""What the documentation names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")} - {ROOT / "CHANGELOG.md"})  # which tells of the past
_PATH = re.compile(r"`((?:bot|games|renderers|storage|playground|tests|bench|docs)/[\w./-]*)`")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    paths = {ROOT / name for name in _PATH.findall(text)} | {page.parent / name for name in _LINK.findall(text)}
    assert [str(path.relative_to(ROOT)) for path in sorted(paths) if not path.exists()] == []

"""What the documentation names is there, and every page is on the site."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from bench.docs_hooks import REPOSITORY, ROOT_PAGES, adapt_links, adapt_lists
from bench.game_pages import FOLDER, game_page
from games import GAMES

ROOT = Path(__file__).parents[1]
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")} - {ROOT / "CHANGELOG.md"})  # which tells of the past
_PATH = re.compile(r"`((?:bot|games|renderers|storage|playground|tests|bench|docs)/[\w./-]*)`")
_LINK = re.compile(r"""(?:\]\(|\b(?:src|srcset|href)=")([^)"\s:]*)[)"]""")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def by_path(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def text_of(page: Path) -> str:
    """Return the text of a page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and MkDocs make them."""
    titles = (re.sub(r"[^\w\s-]", "", unescape(title)).strip().lower() for title in _HEADING.findall(text_of(page)))
    return {re.sub(r"\s+", "-", title) for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=by_path)
def test_every_file_and_heading_that_a_page_names_exists(page: Path) -> None:
    missing = [name for name in _PATH.findall(page.read_text(encoding="utf-8")) if not (ROOT / name).exists()]
    for link in _LINK.findall(text_of(page)):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            missing.append(link)
    assert missing == []


def test_every_page_is_in_the_navigation_of_the_site_once() -> None:
    listed = re.findall(r"^ +- (?:[^:\n]+: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")}
    assert sorted(listed) == sorted({*pages, *ROOT_PAGES}), "name it under `nav` in mkdocs.yml"
    assert set(ROOT_PAGES) == {path.name for path in ROOT.glob("*.md")}


@pytest.mark.parametrize("key", GAMES)
def test_the_page_of_a_game_is_the_one_that_would_be_written(key: str) -> None:
    assert (FOLDER / f"{key}.md").read_text(encoding="utf-8") == game_page(key), "run `make gallery` and look"


def test_there_is_a_page_for_each_game_and_no_other() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)


@pytest.mark.parametrize(
    ("path", "link", "adapted"),
    [
        ("docs/design.md", "[g](glossary.md#playing)", "[g](glossary.md#playing)"),
        ("docs/design.md", "[c](../CONTRIBUTING.md)", "[c](CONTRIBUTING.md)"),
        ("docs/games/xong.md", '<img src="../images/x.png">', '<img src="../images/x.png">'),
        ("README.md", "[d](docs/design.md)", "[d](design.md)"),
        ("README.md", '<img src="docs/images/x.png">', '<img src="images/x.png">'),
        ("docs/records.md", "[m](../Makefile)", f"[m]({REPOSITORY}Makefile)"),
        ("README.md", "[w](https://example.org/a.md)", "[w](https://example.org/a.md)"),
        ("docs/design.md", "```\n[c](../CONTRIBUTING.md)\n```", "```\n[c](../CONTRIBUTING.md)\n```"),
    ],
)
def test_links_hold_on_the_site(path: str, link: str, adapted: str) -> None:
    assert adapt_links(link, path) == adapted


@pytest.mark.parametrize(
    ("text", "adapted"),
    [
        ("Two:\n- a\n- b\n", "Two:\n\n- a\n- b\n"),
        ("1. a\n\n   more\n2. b\n", "1. a\n\n    more\n2. b\n"),
        ("1. a\n\n       code\n", "1. a\n\n        code\n"),
        ("1. a\n\n   ```\n   code\n   ```\n", "1. a\n\n    ```\n    code\n    ```\n"),
        ("- a\n\nText\n   so\n", "- a\n\nText\n   so\n"),
        ("- a\n  b\n", "- a\n  b\n"),
        ("```\nTwo:\n- a\n```\n", "```\nTwo:\n- a\n```\n"),
    ],
)
def test_lists_are_lists_on_the_site(text: str, adapted: str) -> None:
    assert adapt_lists(text) == adapted

"""Hooks of MkDocs (mkdocs.yml): pages from the root of the repository, GitHub's Markdown, and no other hosts."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://github.com/turnpost/turnpost/blob/main/"
ROOT_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "PRIVACY.md", "SECURITY.md", "TERMS.md")
"""Pages at the root of the repository that are pages of the site, too."""

_LINK = re.compile(r"""(\]\(|\b(?:src|srcset|href)=")([^)"\s#:]+)""")
_ITEM = re.compile(r"[ ]*(?:[-*]|\d+\.) ")
_INNER = re.compile(r" {3}(?! )| {7}(?! )")
_LOADED = re.compile(
    r"""<(?:script|img|iframe|source)[^>]*\ssrc=["']?(?:https?:)?//[^"'\s>]+|"""
    r"""<link(?![^>]*rel=["']?canonical)[^>]*\shref=["']?(?:https?:)?//[^"'\s>]+|url\(["']?(?:https?:)?//[^)]+"""
)


class LoadsFromOtherHost(Exception):  # noqa: N818 - the name says what is wrong
    """A page of the site would load something from another host."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages at the root to those of the site; the README is the first page."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - installed by `make docs` and `make lint` alone

    for name in ROOT_PAGES:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Return the text of a page with its links and lists as MkDocs reads them."""
    name = page.file.src_uri
    text = adapt_links(markdown, name if name in ROOT_PAGES else f"docs/{name}")
    return adapt_lists(text)


def on_post_build(config: Any) -> None:
    """Make sure that the site needs no other host. Raises `LoadsFromOtherHost`."""
    site = Path(config.site_dir)
    for file in sorted([*site.rglob("*.html"), *site.rglob("*.css")]):
        found = _LOADED.search(file.read_text(encoding="utf-8"))
        if found:
            raise LoadsFromOtherHost(f"{file.relative_to(site)} loads from another host: {found[0]}")


def adapt_links(text: str, path: str) -> str:
    """Return a page's text with links that hold on the site; `path` is that of the page in the repository.

    Links to pages and pictures stay relative, those to other files lead to the repository on GitHub.
    """
    folder, place = posixpath.dirname(path), posixpath.dirname(_site_path(path))

    def adapt(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, found[2]))
        if target.startswith("docs/") or target in ROOT_PAGES:
            return found[1] + posixpath.relpath(_site_path(target), place or ".")
        if (ROOT / target).exists():
            return found[1] + REPOSITORY + target
        return found[0]

    return "".join(part if code else _LINK.sub(adapt, part) for part, code in _split_code(text))


def _site_path(path: str) -> str:
    return path.removeprefix("docs/")


def adapt_lists(text: str) -> str:
    """Return a text in which lists that GitHub understands are lists for Python-Markdown, too.

    That wants an empty line before a list, and what belongs to an item indented by four spaces.
    """
    lines: list[str] = []
    in_list = False
    for part, code in _split_code(text):
        if code:
            shift = " " if in_list and part.startswith("   `") else ""
            lines += [shift + line for line in part.splitlines()]
            continue
        for line in part.splitlines():
            if _ITEM.match(line):
                if not in_list and lines and lines[-1]:
                    lines.append("")
                in_list = True
            elif line and not line.startswith("  ") and lines[-1:] == [""]:
                in_list = False
            lines.append(f" {line}" if in_list and _INNER.match(line) else line)
    return "\n".join(lines) + "\n"


def _split_code(text: str) -> list[tuple[str, bool]]:
    """Return the text in parts, and of each whether it is a fenced block of code."""
    parts = re.split(r"(^ *```.*?^ *```$\n?)", text, flags=re.MULTILINE | re.DOTALL)
    return [(part, number % 2 == 1) for number, part in enumerate(parts)]

"""What Discord's Markdown doesn't render: https://support.discord.com/hc/en-us/articles/210298617."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_CODE = re.compile(r"```.*?```|``.+?``|`[^`]+`", re.DOTALL)
_ESCAPED = re.compile(r"\\[^\sa-zA-Z0-9]")
_RAW = {
    "a table": re.compile(r"^\s*\|.*\|\s*$", re.MULTILINE),
    "a heading below the third": re.compile(r"^#{4,} ", re.MULTILINE),
    "a link that is none": re.compile(r"!\[|\]\((?!https://)|\]\["),
    "HTML": re.compile(r"</?(br|b|i|p|ul|li|code|sup|sub|details|summary)\b[^>]*>|&[a-z]+;"),
    "a rule": re.compile(r"^(---+|\*\*\*+)$", re.MULTILINE),
    "an open code span": re.compile(r"`"),
}


def find_raw_syntax(text: str) -> list[str]:
    """Return what of a post Discord shows as raw syntax or with a line break inside a sentence; often nothing."""
    plain = _ESCAPED.sub("", _CODE.sub("Code.", text))
    found = [f"{name}: {match[0]!r}" for name, pattern in _RAW.items() if (match := pattern.search(plain))]
    found += [f"an odd number of **: {part!r}" for part in plain.split("\n\n") if part.count("**") % 2]
    return found + [f"a line break within a sentence: {line!r}" for line in _broken_lines(plain)]


def _broken_lines(plain: str) -> Iterator[str]:
    """Yield the lines that go on in the next one, which begins with a small letter."""
    for line, after in pairwise(plain.split("\n")):
        if line.strip() and not line.startswith(("#", "-# ")) and re.match(r"\s*[a-z]", after):
            yield line

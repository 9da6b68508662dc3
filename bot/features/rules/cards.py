"""The first cards of a game's rules: what it is about, and how its moves are written. Pure."""

from __future__ import annotations

import re

WRITING = "How you write it"
"""The English heading of the section that says how moves are written."""

_SECTION = re.compile(r"^(?=## )", re.MULTILINE)


def first_cards(rules: str) -> str:
    """Return the beginning of a game's rules and the section on writing moves; all of it if it has no such section.

    The rules are in English, and what is returned of them.
    """
    beginning, *sections = _SECTION.split(rules.strip())
    writing = [section for section in sections if section.startswith(f"## {WRITING}\n")]
    return "".join([beginning, *writing]).strip() if writing else rules.strip()

"""What is wrong with a sentence that players are shown."""

from __future__ import annotations

import unicodedata

LONGEST = 600
_MARKUP = "*_~|<>\\#[]"


def find_flaw_in_reason(reason: str) -> str:
    """Return what is wrong with a reason for a player, or nothing."""
    if flaw := find_flaw(reason):
        return flaw
    plain, *spans = reason.split("`")
    if len(spans) % 2:
        return "holds a single backtick"
    if "" in spans[::2]:
        return "holds an empty code span"
    outside = plain + "".join(spans[1::2])
    return "holds markup outside of code spans" if set(outside) & set(_MARKUP) else ""


def find_flaw(sentence: str) -> str:
    """Return what is wrong with a sentence, or nothing."""
    if not 8 < len(sentence) <= LONGEST:
        return f"has {len(sentence)} letters"
    if sentence[-1] not in ".?!":
        return "is no sentence"
    strange = any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for letter in sentence)
    return "holds a control character" if strange else ""

"""Texts that people write instead of moves: chat, damaged moves, noise, and very long ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

CHAT = (
    "nice one",
    "a1 was better?",
    "gg",
    "ok",
    "hi",
    "thanks!",
    "I have to think about it",
    "lol",
    "your turn",
    "?",
    "plus one",
    "to be or not to be",
    "on it",
    "and you?",
    "forward!",
    "one on one",
    "two to one",
    "and then",
    "a1 and b2 to begin with",
    "a1 plus one.",
    "to a1",
    "on a1 and then some",
)
LONG = ("x" * 100_000, "\u0130" * 4000, "1 " * 5000, "+" * 5000, "a1" * 5000, "`" * 5000, "\U0001f680" * 999)
NOTATION = "abcdefghi123456789 +-x@:#=`nesw\u2013\u00d7"
_ODDITIES = (
    "\u0130\u0131\u00df\ufb01\u2460\u0661\u00b2\uff11\u0441\u0430e\u0301\U0001f680\u212a\u0000\u202e\n\t\\*_~|<>"
)


def damage(rng: Random, text: str) -> str:
    """Return a text with one to three letters changed, added or left out."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(letters))
        letters[at : at + rng.randint(0, 2)] = rng.choices(NOTATION, k=rng.randint(0, 2))
    return "".join(letters)


def make_noise(rng: Random) -> str:
    """Return a short text of letters that notation has, or of ones that it hasn't."""
    return "".join(rng.choices(rng.choice([NOTATION, NOTATION + _ODDITIES, _ODDITIES]), k=rng.randint(0, 12)))

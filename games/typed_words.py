"""Words of the notation that players type in their own language: `setze e5e gib F` for `place e5e give F`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from games.translation import pgettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.contract import Info


def in_english(info: Info, typed: str) -> str:
    """Return what a player typed with the game's words in English.

    Call it where a text comes in, never on a stored one.

    Only whole words are replaced, in any capitals.
    """
    words = translated_words(info)
    if not words:
        return typed
    return _pattern(tuple(words)).sub(lambda found: words[found[0].lower()], typed)


def translated_words(info: Info) -> Mapping[str, str]:
    """Return the words that mean those of a game's notation in the language of this task.

    One that the notation has for something else keeps that meaning.
    """
    return _words(info.typed_words, tuple(pgettext("typed", word).lower() for word in info.typed_words))


@lru_cache(128)
def _words(english: tuple[str, ...], translated: tuple[str, ...]) -> Mapping[str, str]:
    pairs = zip(translated, english, strict=True)
    return {word: meaning for word, meaning in reversed([*pairs]) if word not in english and len(word) > 1}


@lru_cache(128)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of whole words: not parts of longer ones, also not of such with hyphens."""
    choice = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{choice})(?!\w|-[^\W\d])", re.IGNORECASE)

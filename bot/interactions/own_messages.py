"""Reads back what one of the bot's own messages says, in whichever language it was written.

A message is older than the press or the attempt that reads it, and its reader or server may have chosen another
language since. So a template is looked for in all languages that people can choose.
"""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING

from games.translation import ENGLISH, gettext, in_language, offered_languages

if TYPE_CHECKING:
    from collections.abc import Iterator


def find_line(template: str, content: str, **patterns: str) -> re.Match[str] | None:
    """Return the line of a message that was written from a template, with a named group for each placeholder.

    `patterns` are those of the placeholders; they may match line breaks.

    >>> found = find_line("Which match is {move} for?", "Which match is `c4` for?", move="`.+`")
    >>> found and found["move"]
    '`c4`'
    """
    shapes = (f"^{_pattern_of(text, patterns)}$" for text in _in_all_languages(template))
    return next(filter(None, (re.search(shape, content, re.MULTILINE) for shape in shapes)), None)


def ends_with(template: str, content: str, **values: object) -> bool:
    """Return whether a message ends with a template that these values were put in.

    >>> ends_with("-# open seat {number}", "Whoever takes it plays on. -# open seat 3", number=3)
    True
    """
    return any(content.endswith(text.format(**values)) for text in _in_all_languages(template))


def contains(message: str, content: str) -> bool:
    """Return whether a message of the bot's holds one of the catalogues, which has no placeholders.

    >>> contains("Nobody wins.", "It's over. Nobody wins. Play again?")
    True
    """
    return any(text in content for text in _in_all_languages(message))


def _in_all_languages(template: str) -> Iterator[str]:
    for language in (ENGLISH, *offered_languages()):
        with in_language(language):
            text = gettext(template)
        yield text


def _pattern_of(template: str, patterns: dict[str, str]) -> str:
    return "".join(
        re.escape(literal) + (f"(?P<{name}>{patterns[name]})" if name else "")
        for literal, name, _, _ in Formatter().parse(template)
    )

"""The rules of a game as people read them."""

from __future__ import annotations

from games.translation import gettext as _

_BETWEEN = "\n\n"


def translate_help(markdown: str) -> str:
    r"""Return a game's help, or sections of it, in the language of this task. Each block is a message.

    >>> translate_help("# Chomp\n\nBreak a bar of chocolate.")
    '# Chomp\n\nBreak a bar of chocolate.'
    """
    return _BETWEEN.join(map(_, split_help(markdown)))


def split_help(markdown: str) -> list[str]:
    """Return the blocks of a help, which are its messages."""
    return markdown.strip().split(_BETWEEN)

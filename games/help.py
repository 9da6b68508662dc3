"""The rules of a game as people read them."""

from __future__ import annotations

from games.translation import gettext as _

_BETWEEN = "\n\n"


def translate_help(markdown: str) -> str:
    r"""Return a game's help, or sections of it, in the language of this task. Each block is a message.

    >>> translate_help("# Chomp\n\nBreak a bar of chocolate.")
    '# Chomp\n\nBreak a bar of chocolate.'
    """
    return _BETWEEN.join(_(block) for block in markdown.strip().split(_BETWEEN))

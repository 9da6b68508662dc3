"""Sentences for Discord, as plain text for a page."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"\\(?P<escaped>[!-/:-@\[-`{-~])|\*\*|`|\|\||^-# |^> ", re.MULTILINE)


def plain_text(markdown: str) -> str:
    r"""Return a sentence for Discord without its markup.

    >>> print(plain_text(r"**Ann\_1** played `b1-c3`."))
    Ann_1 played b1-c3.
    """
    return _MARKUP.sub(lambda found: found["escaped"] or "", markdown)

"""Words that all games share: lists, numbers, and typed text freed of what chat adds to it."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

from games.translation import ENGLISH, current_language, gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MOST_LISTED = 24
"""How many names `format_short_list` writes out before it counts the others."""
LONGEST_LISTED = 480
"""Characters of the names that it writes out, and of the signs between them."""

REPEATED = N_("This position has come up twice; the third time, the match is drawn.")
"""The sentence on a position that has come up for the second time, to be translated."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_SIGNS = str.maketrans(dict.fromkeys(_DASHES, "-") | {"\u00d7": "x", "\u2192": "->"})
_PLACE = re.compile(r"\b[a-z][0-9]", re.ASCII)
_ARROW = re.compile(r"(?<=[a-z][0-9]) ?[-=]?> ?", re.ASCII)


def clean(text: str) -> str:
    r"""Undo what chat does to notation: backticks round it, dashes of all kinds, other signs, extra spaces.

    >>> clean("`b1\u2013e4`")
    'b1-e4'
    """
    return " ".join(text.strip().strip("`").translate(_SIGNS).split())


def replace_words(text: str, signs: Mapping[str, str]) -> str:
    """Write the signs of notation for the words that are said in their place, and no full stop at the end.

    It takes a clean text in small letters. One that names no square or hexagon comes back as it is: it may be chat.

    >>> replace_words("f1 to f4.", {"to": "-"}), replace_words("to be or not to be", {"to": "-"})
    ('f1 - f4', 'to be or not to be')
    """
    if not _PLACE.search(text):
        return text
    return " ".join(filter(None, (signs.get(word, word) for word in text.removesuffix(".").split())))


def replace_arrows(text: str) -> str:
    """Write a dash for each arrow behind a square, in a clean text in small letters.

    >>> replace_arrows("b1->c2"), replace_arrows("b1 > c2")
    ('b1-c2', 'b1-c2')
    """
    return _ARROW.sub("-", text)


def with_example(task: str, example: str) -> str:
    """Return a task with an example of a move, or as it is without one.

    >>> with_example("place a small", "c4")
    'place a small, for example `c4`'
    """
    # Translators: {task} begins with a verb: "place a small".
    return _("{task}, for example `{example}`").format(task=task, example=example) if example else task


def format_percent(share: float) -> str:
    """Return a share, 0 to 1, in whole percent, as the language of this task writes it.

    >>> format_percent(0.958)
    '96%'
    """
    if current_language() == ENGLISH:
        return f"{share:.0%}"
    from babel import numbers  # noqa: PLC0415 - English needs no Babel

    return numbers.format_percent(share, locale=current_language())


def format_number(value: float) -> str:
    """Return a number as the language of this task writes it.

    >>> format_number(12.5), format_number(12.0), format_number(1200)
    ('12.5', '12', '1,200')
    """
    if current_language() == ENGLISH:
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"
    from babel import numbers  # noqa: PLC0415 - as above

    return numbers.format_decimal(value, locale=current_language())


def format_list(names: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """Return names as prose lists them in the language of this task; empty when there is none.

    >>> format_list(["a1", "b1", "c1"]), format_list(["a1", "b1"], "or"), format_list([])
    ('a1, b1 and c1', 'a1 or b1', '')
    """
    *front, end = [*names] or [""]
    if not front:
        return end
    template = _("{names} or {last}") if last == "or" else _("{names} and {last}")
    return template.format(names=", ".join(front), last=end)


def format_short_list(names: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Return as many names as a sentence has room for as prose lists them, and the number of the others.

    >>> format_short_list([str(number) for number in range(30)])[-17:]
    '22, 23 and 6 more'
    """
    ends = accumulate(len(name) + 2 for name in names)
    listed = min(MOST_LISTED, sum(end <= LONGEST_LISTED for end in ends))
    if len(names) <= listed:
        return format_list(names, last)
    others = len(names) - listed
    more = ngettext("{names} and {n} more", "{names} and {n} more", others)
    return more.format(names=", ".join(names[:listed]), n=others)


def format_code_list(texts: Iterable[str], last: Literal["and", "or"] = "or") -> str:
    """Return notation as prose lists it, each text in a code span.

    >>> format_code_list(["e5e", "e5ne", "e5nw"])
    '`e5e`, `e5ne` or `e5nw`'
    """
    return format_list([f"`{text}`" for text in texts], last)

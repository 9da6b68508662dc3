"""Words that all games share: lists, numbers, and typed text freed of what chat adds to it."""

from __future__ import annotations

import re
import unicodedata
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

_EMOJI = re.compile("([0-9#*]\ufe0f\u20e3|[^\0-\x7f]\ufe0f|[\U0001f000-\U0001faff])")
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""What nobody sees beside the format characters: selectors of variants, fillers, and the empty pattern of Braille."""
_JOINERS = re.compile("[\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f]")
"""What makes one sign of several in emoji and in some scripts."""
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_SIGNS = str.maketrans(dict.fromkeys(_DASHES, "-") | {"\u00d7": "x", "\u2192": "->"})
_PLACE = re.compile(r"\b[a-z][0-9]", re.ASCII)
_ARROW = re.compile(r"(?<=[a-z][0-9]) ?[-=]?> ?", re.ASCII)


def fold(text: str) -> str:
    r"""Return what somebody typed with ASCII's signs for their other forms (NFKC), without what nobody can see.

    Emoji and the letters of other scripts stay as they are, together with what joins them.

    >>> fold("\uff41\uff18\u200b"), fold("Cup \u2139\ufe0f") == "Cup \u2139\ufe0f"
    ('a8', True)
    """
    if text.isascii():
        return text
    folded = ""
    for number, part in enumerate(_EMOJI.split(text)):
        if number % 2:  # an emoji, for which Unicode's plain form may be a letter
            folded += part
            continue
        for each in part:
            joins = bool(folded) and not folded[-1].isascii() and _JOINERS.match(each)
            if joins or not (unicodedata.category(each) == "Cf" or _UNSEEN.match(each)):
                plain = unicodedata.normalize("NFKC", each)
                folded += plain if plain.isascii() else each
    return folded


def foreign_letter(text: str) -> str | None:
    """Return the first letter or digit of a text that isn't one of ASCII's, None if there is none.

    >>> foreign_letter("a8"), foreign_letter("\N{CYRILLIC SMALL LETTER A}8") == "\N{CYRILLIC SMALL LETTER A}"
    (None, True)
    """
    return next((each for each in text if each.isalnum() and not each.isascii()), None)


def with_plain_letters(text: str, letter: str) -> str:
    """Return a text with a letter for each letter that isn't one of ASCII's, and ASCII's digits for other digits.

    >>> with_plain_letters("\N{CYRILLIC SMALL LETTER VE}\N{ARABIC-INDIC DIGIT EIGHT}", "b")
    'b8'
    """
    plain = (str(unicodedata.digit(each, letter)) for each in text)
    return "".join(each if each.isascii() or not each.isalnum() else new for each, new in zip(text, plain, strict=True))


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

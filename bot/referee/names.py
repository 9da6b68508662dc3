"""What people, computer players and former players are called."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from games.translation import gettext as _

if TYPE_CHECKING:
    from storage.queries.rows import Person

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs without a shape, by Unicode's own account: fillers of Hangul, the empty pattern of Braille."""
_COMPUTER = re.compile(r"Turnpost(?: (?P<number>[1-9]\d?))? \(level (?P<level>\d+)\)")
_SUBSTITUTE = re.compile(r"Turnpost for (?P<name>.*) \(level (?P<level>\d+)\)", re.DOTALL)


def shown_name(person: Person) -> str:
    """Return a person's name in the language of this task; it is what they chose, or the bot's for one of its own.

    >>> from storage.queries.rows import Person
    >>> shown_name(Person.computer(2)), shown_name(Person(1, "Turnpost (level 9)"))
    ('Turnpost (level 2)', 'Turnpost (level 9)')
    """
    if person.is_former:
        return former_name()
    if person.level is None:
        return person.name
    if found := _SUBSTITUTE.fullmatch(person.name):
        return _("Turnpost for {name} (level {level})").format(**found.groupdict())
    if (found := _COMPUTER.fullmatch(person.name)) is None:
        return person.name
    if found["number"]:
        return _("Turnpost {number} (level {level})").format(**found.groupdict())
    return _("Turnpost (level {level})").format(level=found["level"])


def is_visible(text: str) -> bool:
    """Return whether a text has something to be seen: a letter, digit, sign or emoji that isn't blank.

    >>> is_visible("Spring Cup"), is_visible("\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}")
    (True, False)
    """
    return any(unicodedata.category(each)[0] in "LNSP" and each not in _BLANK for each in text)


def former_name() -> str:
    """Return the name of everybody who had their data deleted; the record has `FORMER_NAME`."""
    return _("A former player")

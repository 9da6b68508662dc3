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
    """Return a person's name in the language of this task: what they chose, or the bot's own word.

    The bot has words for computer players, for people who had their data deleted, and for names that can't be seen.

    >>> from storage.queries.rows import Person
    >>> shown_name(Person.computer(2)), shown_name(Person(1, "Turnpost (level 9)"))
    ('Turnpost (level 2)', 'Turnpost (level 9)')
    """
    if person.is_former:
        return former_name()
    if person.level is None:
        return visible_name(person.name)
    if found := _SUBSTITUTE.fullmatch(person.name):
        template = _("Turnpost for {name} (level {level})")
        return template.format(name=visible_name(found["name"]), level=found["level"])
    if (found := _COMPUTER.fullmatch(person.name)) is None:
        return person.name
    if found["number"]:
        return _("Turnpost {number} (level {level})").format(**found.groupdict())
    return _("Turnpost (level {level})").format(level=found["level"])


def visible_name(name: str) -> str:
    """Return a name, or a word in its place if it has nothing to be seen.

    >>> visible_name("Ann"), visible_name("\N{ZERO WIDTH SPACE}")
    ('Ann', 'somebody')
    """
    return name if is_visible(name) else _("somebody")


def is_visible(text: str) -> bool:
    """Return whether a text has something to be seen: a letter, digit, sign or emoji that isn't blank.

    >>> is_visible("Spring Cup"), is_visible("\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}")
    (True, False)
    """
    return any((unicodedata.category(each)[0] in "LNSP" and each not in _BLANK) or _is_emoji(each) for each in text)


def _is_emoji(character: str) -> bool:
    """Return whether a character has its place among emoji, also one that Python's version of Unicode doesn't know."""
    return "\U0001f000" <= character <= "\U0001faff"


def former_name() -> str:
    """Return the name of everybody who had their data deleted; the record has `FORMER_NAME`."""
    return _("A former player")

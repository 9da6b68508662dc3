"""Messages that a state keeps: a template and its values, written out in the language of whoever reads them.

A state is compared, hashed, stored and replayed, so it can't hold a text in somebody's language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.text import format_list
from games.translation import gettext, ngettext

Value: TypeAlias = "int | str | Message | tuple[Value, ...]"
"""What a placeholder stands for: a number, a text, which is translated if the catalogues have it, or a list."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the catalogues with its values, as data. `str` writes it in the language of this task.

    `plural` is the form of the template for other numbers than one, of which the value `n` decides.
    """

    template: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str = ""

    def __str__(self) -> str:
        """Return the message in the language of this task."""
        values = dict(self.values)
        number = values.get("n")
        if self.plural and isinstance(number, int):
            template = ngettext(self.template, self.plural, number)
        else:
            template = gettext(self.template)
        return template.format(**{name: _write(value) for name, value in values.items()})


def message(template: str, /, **values: Value) -> Message:
    """Return a message with its values.

    >>> str(message("{seat} left the match", seat="Red"))
    'Red left the match'
    """
    return Message(template, tuple(values.items()))


def counted(forms: tuple[str, str], n: int, /, **values: Value) -> Message:
    """Return a message about `n` things, given its forms as `ngettext_noop` marks them.

    >>> str(counted(("{n} ship each", "{n} ships each"), 2))
    '2 ships each'
    """
    return Message(forms[0], (("n", n), *values.items()), forms[1])


def write_message(text: str | Message) -> str:
    """Return a message, or a text that is a message without values, in the language of this task."""
    return gettext(text) if isinstance(text, str) else str(text)


def _write(value: Value) -> str:
    if isinstance(value, tuple):
        return format_list(map(_write, value))
    return gettext(value) if isinstance(value, str) else str(value)

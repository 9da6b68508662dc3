"""A language for tests, in brackets and 40% longer: what is not translated, or has no room, shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.admin.translate import LIMITS, TYPED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

PSEUDO = "vi"
"""A locale that Discord has and Turnpost doesn't speak."""
OPEN, CLOSE, FILL = "\u27e6", "\u27e7", "\u00b7"
_MARKUP = re.compile(r"(?:-# |#{1,3} |[-*] |> |\|\||\*\*(?=[^*]*$))?")


def bracket(message: str, limit: int | None = None) -> str:
    """Return a message in brackets, line by line, 40% longer unless that is beyond a limit.

    >>> print(bracket("-# offer 3"))
    -# ⟦offer 3···⟧
    """
    lines = message.split("\n")
    room = None if limit is None else limit - len(message) - 2 * len(lines)
    return "\n".join(_bracket_line(line, room) for line in lines)


def _bracket_line(line: str, room: int | None) -> str:
    if not line.strip():
        return line
    found = _MARKUP.match(line)
    start = found[0] if found else ""
    rest = line[len(start) :]
    more = -(-len(rest) * 2 // 5)
    if room is not None:
        more = max(0, min(more, room))
    end = len(rest.rstrip())
    return f"{start}{OPEN}{rest[:end]}{FILL * more}{CLOSE}{rest[end:]}"


def write_pseudo_catalogue(package: Path, messages: Iterable[Catalog], limits: Mapping[str, int]) -> None:
    """Write a catalogue of all messages below the folder of a package. `limits` are those of some texts."""
    catalogue = Catalog(PSEUDO)
    for message in (one for each in messages for one in each if one.id):
        if message.context == TYPED:
            continue
        limit = LIMITS.get(message.context or "", limits.get(str(message.id)))
        forms = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        told = [bracket(form, limit) for form in forms]
        catalogue.add(message.id, told[-1:] if len(told) > 1 else told[0], context=message.context)
    file = package / "locale" / PSEUDO / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as stream:
        write_po(stream, catalogue, width=0)

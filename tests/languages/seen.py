"""What people read in messages, forms and suggestions, and a language for tests in which untranslated texts show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.admin.translate import LIMITS, TYPED
from tests.playground.client import TEXT_DISPLAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    Json = dict[str, Any]

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


_SHOWN = ("label", "placeholder", "description", "title", "text")
_NOT_WORDS = re.compile(
    r"```.*?```|`+[^`]+`+|<[@#t:&!/][^>]*>|<https?://[^>]*>|https?://\S+|#[0-9]+|:[a-z_0-9]+:|[A-Za-z]+/[A-Za-z_]+|"
    r"\b[FLR]{2,}\b|\b\w*[0-9]\w*\b",
    re.DOTALL,
)
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")


class Text(NamedTuple):
    """A text that somebody reads, and where: in a message, on a button, in the description of a picture."""

    where: str
    text: str


def texts_of_message(message: Json) -> Iterator[Text]:
    """Yield what a message of the bot says."""
    if message["content"]:
        yield Text("message", message["content"])
    for attachment in message["attachments"]:
        if attachment.get("description"):
            yield Text("picture", attachment["description"])
    yield from texts_of_components(message["components"], "component")


def texts_of_components(parts: Iterable[Json], where: str) -> Iterator[Text]:
    """Yield what is written on buttons and menus, or in a form."""
    for part in parts:
        if part.get("type") == TEXT_DISPLAY:
            yield Text(f"{where} text", part["content"])
        for name in _SHOWN:
            if isinstance(part.get(name), str) and part[name] and part[name] != part.get("value"):  # a word to type
                yield Text(f"{where} {part.get('custom_id', '')} {name}", part[name])
        for key in ("components", "options"):
            yield from texts_of_components(part.get(key) or (), where)
        if isinstance(part.get("component"), dict):
            yield from texts_of_components([part["component"]], where)


def find_untranslated(text: str, names: Iterable[str]) -> list[str]:
    """Return the words outside brackets, without code, mentions, and `names` that are the same in every language."""
    outside, depth = list[str](), 0
    for part in re.split(f"([{OPEN}{CLOSE}])", _NOT_WORDS.sub(" ", text)):
        if part in {OPEN, CLOSE}:
            depth += 1 if part == OPEN else -1
        elif depth <= 0:
            outside.append(part)
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return _WORD.findall(re.sub(rf"(?<!\w)(?:{known})(?!\w)", " ", " ".join(outside)))

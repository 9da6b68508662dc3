"""What people read in messages, forms and suggestions: every text of them, with where it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.languages.pseudo import CLOSE, OPEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Json = dict[str, Any]

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
        for name in _SHOWN:
            if isinstance(part.get(name), str) and part[name]:
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

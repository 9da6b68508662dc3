"""What is wrong with the catalogues of a package: what they lack, placeholders, and texts that are too long."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING

from bot.admin.translate.catalogues import message_keys

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from babel.messages.catalog import Catalog, Message

LIMITS = {"button": 80, "form": 45, "field": 45}
"""Characters that Discord shows, by the context of a message."""
TYPED = "typed"
"""The context of words that people type: they stand in code spans, and are others in each language."""
_CODE = re.compile(r"`+(?!\|\|)([^`]+)`+")
"""Commands and moves in code spans; what stands between spoiler marks is neither."""
_SHOWN = 60


def check_catalogues(
    name: str, catalogues: Mapping[str, Catalog], messages: Catalog, limits: Mapping[str, int]
) -> Iterator[str]:
    """Yield what is wrong with the catalogues of a package, as sentences.

    `catalogues` are the template and those of the languages, each by what it is called here, `messages` those that the
    code of the package has now, `limits` how long some of them may be.
    """
    wanted = message_keys(messages)
    for what, catalogue in catalogues.items():
        there = message_keys(catalogue)
        if lacking := len(wanted - there):
            yield f"{name}, {what}: {_count(lacking)} of the code missing. Run `turnpost translate extract`."
        if surplus := len(there - wanted):
            yield f"{name}, {what}: {_count(surplus)} that the code has no more. Run `turnpost translate extract`."
    for what, catalogue in catalogues.items():
        for message in catalogue:
            if message.id:
                for wrong in _check_message(message, limits):
                    yield f"{name}, {what}: {_quote(message)} {wrong}"


def _translations(message: Message) -> tuple[str, ...]:
    """Return the forms of a translation; empty ones where there is none."""
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string or "",)


def _check_message(message: Message, limits: Mapping[str, int]) -> Iterator[str]:
    """Yield what is wrong with a translation, as the ends of sentences. One that is missing isn't wrong."""
    english = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
    limit = LIMITS.get(message.context or "", limits.get(english[0]))
    number = {"n"} if len(english) > 1 else set[str]()  # which a form may say as a word
    fields, codes = [{*_fields(each)} - number for each in english], [{*_CODE.findall(each)} for each in english]
    for told in filter(None, _translations(message)):
        if not _is_readable(told):
            yield "has a brace that opens or closes no placeholder."
            continue
        if {*_fields(told)} - number not in fields:
            yield f"needs the placeholders {_list(fields[-1])}, and has {_list({*_fields(told)})}."
        if not any(code <= {*_CODE.findall(told)} for code in codes) and message.context != TYPED:
            yield "lacks a code span: commands and moves are typed alike in every language."
        if limit is not None and len(told) > limit:
            yield f"has {len(told)} characters, and Discord shows {limit}."


def _fields(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name) if _is_readable(text) else iter(())


def _is_readable(text: str) -> bool:
    try:
        return bool([*Formatter().parse(text)]) or not text
    except ValueError:
        return False


def _quote(message: Message) -> str:
    text = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
    shown = " ".join(text.split())
    return f'"{shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "..."}"'


def _list(names: Collection[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "none"


def _count(number: int) -> str:
    return f"{number} message{'' if number == 1 else 's'}"

"""What never stands in the log: tokens and passwords, what people write, and their names.

Secrets are removed wherever they stand. Texts and names of the present request are removed from what a line quotes, its
arguments and the messages of errors: an error may have been raised by any library or game, and say anything.
"""

from __future__ import annotations

import re
import traceback
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from logging import LogRecord, makeLogRecord
from numbers import Number
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
    from types import TracebackType

    ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]

SECRET, PRIVATE = "[secret]", "[private]"
SHORTEST_SECRET = 4
"""Characters of a secret; to remove less would make nonsense of every line."""
SHORTEST_WORD = 4
"""Characters of a word of a private text that is removed by itself, too."""
SHORTEST_TEXT = 2
MOST_PRIVATE_TEXTS = 64

_IN_ADDRESSES = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?#'\"<>)]+")
"""Discord's addresses with the token of an interaction or of a webhook."""
_SIGNED = re.compile(r"\.?\b[\w-]{16,}\.[\w-]{43}(?![\w-])")
"""What `bot/referee/people/sign_in.py` signs: links that sign in, and tokens of pages."""
_RANDOM = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])")
"""What `secrets.token_urlsafe` makes of 32 bytes: the secrets of sessions, and the keys that sign."""
_USER_INFO = re.compile(r"(://)[^/\s@'\"<>]+@")
"""The user and password of an address."""
_CREDENTIALS = re.compile(r"\b(Bot|Bearer|Basic) [\w.+/=-]{8,}")
"""The value of the header `Authorization`."""
_BOT_TOKEN = re.compile(r"\b[\w-]{18,}\.[\w-]{6,7}\.[\w-]{27,}")
"""Discord's tokens of bots."""

_secrets: set[str] = set()
_private_texts: ContextVar[tuple[str, ...]] = ContextVar("private_texts", default=())


def keep_secret(*secrets: str) -> None:
    """Let no line of this process show these texts, whatever it is about."""
    _secrets.update(secret for secret in secrets if len(secret) >= SHORTEST_SECRET)


def find_passwords(address: str) -> tuple[str, ...]:
    """Return the password of a database's address, as it stands there and as it is meant; none if it has none."""
    with suppress(ValueError):
        if password := urlsplit(address).password:
            return password, unquote(password)
    return ()


def keep_private(*texts: str) -> None:
    """Let no line of the present request quote these texts, or words of them."""
    lines = (line.strip() for text in texts for line in text.splitlines())
    _private_texts.set(tuple(dict.fromkeys((*_private_texts.get(), *filter(None, lines))))[-MOST_PRIVATE_TEXTS:])


def find_texts(data: object, keys: Collection[str] | None = None) -> Iterator[str]:
    """Yield the texts in an object of JSON, however deep; with `keys`, only those that stand under one of them."""
    if isinstance(data, dict):
        for key, value in cast("Mapping[str, object]", data).items():
            if not isinstance(value, str):
                yield from find_texts(value, keys)
            elif keys is None or key in keys:
                yield value
    elif isinstance(data, list):
        for value in cast("Sequence[object]", data):
            if isinstance(value, str) and keys is None:
                yield value
            else:
                yield from find_texts(value, keys)


@contextmanager
def separate_private_texts() -> Generator[None]:
    """Forget the block's private texts at its end, and restore the earlier ones."""
    before = _private_texts.get()
    try:
        yield
    finally:
        _private_texts.set(before)


def forget_private_texts() -> None:
    """Begin with no private texts."""
    _private_texts.set(())


def remove_secrets(text: str) -> str:
    """Return a text without tokens and passwords."""
    for secret in sorted(_secrets, key=len, reverse=True):
        text = text.replace(secret, SECRET)
    text = _IN_ADDRESSES.sub(rf"\1{SECRET}", text)
    text = _USER_INFO.sub(rf"\1{SECRET}@", text)
    text = _CREDENTIALS.sub(rf"\1 {SECRET}", text)
    text = _RANDOM.sub(SECRET, _SIGNED.sub(SECRET, text))
    return _BOT_TOKEN.sub(SECRET, text)


def remove_private(text: str) -> str:
    """Return a text without the private texts of the present request, and without their longer words."""
    found = {
        part
        for private in _private_texts.get()
        for part in (private, repr(private)[1:-1], *re.findall(r"\w+", private))
        if len(part) >= (SHORTEST_TEXT if part == private else SHORTEST_WORD)
    }
    if not found:
        return text
    longest_first = sorted(found, key=len, reverse=True)
    return re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", PRIVATE, text)


def redact_record(record: LogRecord) -> LogRecord:
    """Return a copy of a record whose arguments are shown without what is private."""
    copy = makeLogRecord(record.__dict__)
    if isinstance(copy.args, tuple):
        copy.args = tuple(map(_redact, copy.args))
    elif copy.args:
        copy.args = {key: _redact(value) for key, value in cast("Mapping[str, Any]", copy.args).items()}
    return copy


def format_exception(exc_info: ExcInfo) -> str:
    """Return the traceback of an error, with the messages of all errors in it without what is private."""
    text = "".join(traceback.format_exception(*exc_info)).rstrip("\n")
    for error in _errors_in(exc_info[1], set()):
        for line in "".join(traceback.format_exception_only(error)).partition(": ")[2].splitlines():
            if line and (redacted := remove_private(line)) != line:
                text = text.replace(line, redacted)
    return text


def _errors_in(error: BaseException | None, seen: set[int]) -> Iterator[BaseException]:
    """Yield an error, its causes, and the errors of a group."""
    if error is None or id(error) in seen:
        return
    seen.add(id(error))
    yield error
    yield from _errors_in(error.__cause__, seen)
    yield from _errors_in(error.__context__, seen)
    if isinstance(error, BaseExceptionGroup):
        for each in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from _errors_in(each, seen)


@dataclass(frozen=True, slots=True)
class _Redacted:
    """An argument of a line, shown without what is private."""

    value: object

    def __str__(self) -> str:
        return remove_private(str(self.value))

    def __repr__(self) -> str:
        return remove_private(repr(self.value))


def _redact(value: object) -> object:
    return value if value is None or isinstance(value, Number) else _Redacted(value)

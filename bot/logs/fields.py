"""The fields that every line of a request carries: its id, and its match and ply as soon as they are known.

They follow the work through tasks and `asyncio.to_thread` by themselves (`contextvars`).
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import TYPE_CHECKING

from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars, unbind_contextvars

from bot.logs.redaction import forget_private_texts, keep_private, separate_private_texts

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from storage.queries.rows import Match

_began: ContextVar[float | None] = ContextVar("began", default=None)


def begin_request(request: object, *, private: Iterable[str] = (), **fields: object) -> None:
    """Let the lines of this task carry a request's id and fields, in place of those of the request that started it.

    Fields that are None are left out. `private` are texts that no line may quote: what people wrote, and their names.
    """
    _begin(request, fields)
    keep_private(*private)


@contextmanager
def request_fields(request: object, **fields: object) -> Generator[None]:
    """Let the lines of a block carry a request's id and fields; those after it carry again what they did before."""
    before, began = get_contextvars(), _began.get()
    with separate_private_texts():
        _begin(request, fields)
        try:
            yield
        finally:
            clear_contextvars()
            bind_contextvars(**before)
            _began.set(began)


def _begin(request: object, fields: Mapping[str, object]) -> None:
    clear_contextvars()
    forget_private_texts()
    known = {name: value for name, value in fields.items() if value is not None}
    bind_contextvars(request=str(request), **known)  # as text, because JavaScript and jq round Discord's ids
    _began.set(perf_counter())


def bind_match(match: Match, ply: int | None = None) -> None:
    """Let further lines carry the match that the request is about, and the ply of its move or board if it is known."""
    keep_private(*(person.name for person in match.seats))
    bind_contextvars(match=match.id)
    if ply is None:
        unbind_contextvars("ply")
    else:
        bind_contextvars(ply=ply)


def forget_match() -> None:
    """Let further lines carry no match, because the request turned out to be about another one or several."""
    unbind_contextvars("match", "ply")


def bind_request(request: object) -> None:
    """Let further lines carry the id of the request that brought this about."""
    bind_contextvars(request=str(request))


def seconds_since_request() -> float | None:
    """Return for how long the request has been worked on, None outside of one."""
    began = _began.get()
    return None if began is None else round(perf_counter() - began, 3)

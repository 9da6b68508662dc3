"""Where the rules are thought about: off the event loop, and with no transaction open meanwhile.

The worst positions take a while, and as many more as ask meanwhile wait their turn. A transaction that stayed open for
that would keep a reader, or the writer, from all others. What a transaction needs is often known only inside it: then
it is ended, the rules are asked, and the work is done once more by somebody who knows the answer.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from storage.engine.database import in_transaction

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable

P = ParamSpec("P")
T = TypeVar("T")

_known: ContextVar[dict[Hashable, asyncio.Future[Any]] | None] = ContextVar("known", default=None)


class RulesNeeded(BaseException):
    """What a transaction needs to know of the rules, by which key, and the call that tells it."""

    def __init__(self, key: Hashable, call: Callable[[], Any]) -> None:
        super().__init__(key)
        self.key = key
        self.call = call


async def run_rules(call: Callable[..., T], *args: Any, key: Hashable = None) -> T:
    """Run rules off the event loop and return what they return.

    Inside a transaction of work marked with `rules_outside_transaction`, `key` stands for the call where its arguments
    can't be hashed.
    """
    known = _known.get()
    if known is None or not in_transaction():
        return await asyncio.to_thread(call, *args)
    key = key or (getattr(call, "__func__", call), id(getattr(call, "__self__", None)), args)
    if key not in known:
        raise RulesNeeded(key, lambda: call(*args))
    return known[key].result()


def rules_outside_transaction(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Have `work` done again, from its beginning, for each thing that it needs to know within a transaction.

    For work that does nothing before or in that transaction which isn't undone with it.
    """

    @wraps(work)
    async def done(*args: P.args, **named: P.kwargs) -> T:
        if in_transaction():
            return await work(*args, **named)
        known: dict[Hashable, asyncio.Future[Any]] = {}
        token = _known.set(known)
        try:
            while True:
                try:
                    return await work(*args, **named)
                except RulesNeeded as needed:
                    known[needed.key] = answered = asyncio.ensure_future(asyncio.to_thread(needed.call))
                    await asyncio.wait([answered])
        finally:
            _known.reset(token)

    return done

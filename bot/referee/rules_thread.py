"""Run rules in a thread, and with no transaction open meanwhile.

The rules can take long in the worst positions. A transaction open for that time would keep a database connection, or
the only writer, from all others. Often only the transaction shows what it needs from the rules: then it is rolled back,
the rules run, and the work starts again with their result.
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

_results: ContextVar[dict[Hashable, asyncio.Future[Any]] | None] = ContextVar("results", default=None)


class RulesNeeded(BaseException):
    """A transaction needs the result of a call of the rules, which is stored under a key."""

    def __init__(self, key: Hashable, call: Callable[[], Any]) -> None:
        super().__init__(key)
        self.key = key
        self.call = call


async def run_rules(call: Callable[..., T], *args: Any, key: Hashable = None) -> T:
    """Run rules in a thread and return their result.

    Inside a transaction of work marked with `rules_outside_transaction`, give a `key` for a call whose arguments can't
    be hashed.
    """
    results = _results.get()
    if results is None or not in_transaction():
        return await asyncio.to_thread(call, *args)
    key = key or (call, args)
    if key not in results:
        raise RulesNeeded(key, lambda: call(*args))
    return results[key].result()


def rules_outside_transaction(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Start `work` again from its beginning for each call of the rules that it needs within a transaction.

    All that `work` does before and in that transaction must be undone by its rollback.
    """

    @wraps(work)
    async def repeat_work(*args: P.args, **kwargs: P.kwargs) -> T:
        if in_transaction():
            return await work(*args, **kwargs)
        results: dict[Hashable, asyncio.Future[Any]] = {}
        token = _results.set(results)
        try:
            while True:
                try:
                    return await work(*args, **kwargs)
                except RulesNeeded as needed:
                    results[needed.key] = result = asyncio.ensure_future(asyncio.to_thread(needed.call))
                    await asyncio.wait([result])
        finally:
            _results.reset(token)

    return repeat_work

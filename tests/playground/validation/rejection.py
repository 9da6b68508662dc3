"""How a check rejected a body, in the form of a line of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from playground.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable


def rejection(check: Callable[..., Any], *arguments: Any, **options: Any) -> tuple[str, str]:
    """Return the dotted path of the field that a check of a form blames, and its words. It must reject with 50035."""
    with pytest.raises(ApiError) as caught:
        check(*arguments, **options)
    body = caught.value.body
    assert (caught.value.status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    errors, path = body["errors"], list[str]()
    while "_errors" not in errors:
        ((name, errors),) = errors.items()
        path.append(name)
    return ".".join(path), errors["_errors"][0]["message"]

"""Refusals in Discord's own words."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

    from playground.json_values import Json


class ApiError(Exception):
    """A request that Discord would turn down: HTTP `status`, Discord's `code`, its message, details of the form."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


def unknown(thing: str, code: int) -> ApiError:
    """Return the refusal of an id that names nothing."""
    return ApiError(404, code, f"Unknown {thing}")


def bad_form(path: str, message: str) -> ApiError:
    """Return the refusal of a body, with the field at the dotted `path` to blame, as Discord nests it.

    Discord's published API description makes the code in there a number, so the form's own code stands there again.
    """
    errors: Json = {"_errors": [{"code": 50035, "message": message}]}
    for name in reversed(path.split(".")):
        errors = {name: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)


@contextmanager
def form_in(field: str) -> Generator[None]:
    """Let the paths of a form's errors begin with the field of the body that the form stands in."""
    try:
        yield
    except ApiError as error:
        if "errors" in error.body:
            error.body["errors"] = {field: error.body["errors"]}
        raise


UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10008, 10013
UNKNOWN_EMOJI, UNKNOWN_MEMBER, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, UNKNOWN_COMMAND = 10014, 10007, 10015, 10062, 10063

"""What all commands share: settings, examples in the help, and ends with one line and an exit code."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, NoReturn, TypeVar

import typer

from bot.config import Settings, WrongSetting, read_settings

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
WRONG_SETTING = WRONG_USE = 2
UNREACHABLE = 1


def example(*lines: str) -> str:
    """Return the end of a command's help: an example, or several.

    >>> example("turnpost backup today.db")
    'Example: turnpost backup today.db'
    """
    return "\n\n".join(f"Example: {line}" for line in lines)


def load_settings() -> Settings:
    """Return the settings; one that is wrong ends the process with a sentence."""
    try:
        return read_settings()
    except WrongSetting as wrong:
        stop(str(wrong), WRONG_SETTING)


def finish(work: Coroutine[None, None, T]) -> T:
    """Return what a command of maintenance came to; what stood in its way is said in one line."""
    from bot.admin.errors import CommandError  # noqa: PLC0415 - loaded by this command alone
    from storage.engine.errors import StorageError  # noqa: PLC0415 - as above

    try:
        return asyncio.run(work)
    except (CommandError, StorageError) as wrong:
        stop(str(wrong), WRONG_USE)


def stop(line: str, code: int) -> NoReturn:
    """End the process with a line for the operator and an exit code."""
    typer.echo(f"turnpost: {line}", err=True)
    sys.exit(code)

"""Where a command writes: standard output, or a new file."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from bot.admin.errors import CommandError
from storage.engine.private_files import create_file

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


@contextmanager
def open_output(target: Path | None) -> Generator[BinaryIO]:
    """Open standard output, or a new file, which is deleted if it can't be written completely.

    Only the user that runs the command can read the file.

    Raises `CommandError`.
    """
    if target is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        create_file(target)
        file = target.open("wb")
    except FileExistsError:
        raise CommandError(f"{target} exists already; name a new file.") from None
    except OSError as error:
        raise CommandError(f"{target} cannot be written ({error.strerror}).") from error
    try:
        with file:
            yield file
    except BaseException as error:
        target.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise CommandError(f"{target} cannot be written ({error.strerror}).") from error
        raise

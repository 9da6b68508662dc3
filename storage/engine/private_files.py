"""Files and folders that hold what people wrote: only the user that runs Turnpost may read them, whatever the umask.

All calls block and raise `OSError`.
"""

from __future__ import annotations

import stat
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE_MODE, FOLDER_MODE = 0o600, 0o700
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def create_file(file: Path) -> None:
    """Create an empty file. Raises `FileExistsError` if there is one."""
    file.touch(mode=FILE_MODE, exist_ok=False)


def create_folder(folder: Path) -> None:
    """Create a folder if it isn't there. Those above it get the mode that the umask says."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)


def restrict(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Take all access from other users. Return the paths to which they had some, and those to which they still have.

    Paths that aren't there are passed over, and links: what they lead to may be meant for others.
    """
    changed: list[Path] = []
    failed: list[Path] = []
    for path in paths:
        with suppress(FileNotFoundError):
            mode = path.lstat().st_mode
            if not mode & _OTHERS or stat.S_ISLNK(mode):
                continue
            with suppress(PermissionError):  # it is another user's
                path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
            (failed if path.stat().st_mode & _OTHERS else changed).append(path)  # some disks take no modes
    return changed, failed

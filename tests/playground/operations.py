"""The operations of Discord's API, and those that docs/playground.md says are imitated.

`operations.txt` lists them from Discord's OpenAPI document (specs/openapi.json of
https://github.com/discord/discord-api-spec, MIT). To make it anew from a newer one:

    python -m tests.playground.operations openapi.json > tests/playground/operations.txt
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

_LIST = Path(__file__).with_name("operations.txt")
_PAGE = Path(__file__).parents[2] / "docs" / "playground.md"
_METHODS = ("get", "post", "put", "patch", "delete")
_ROW = re.compile(r"^\| (`/[^|]*`) \| ([A-Z ]+|all) \|", re.MULTILINE)
_PATH = re.compile(r"`(/[^`…]*)(…?)`")
_PARAMETER = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True)
class Row:
    """A path in the page's tables: whether all below it is meant too, and which methods (none: all)."""

    path: str
    below: bool
    methods: frozenset[str]

    def has(self, operation: str) -> bool:
        """Whether an operation is meant, such as `GET /gateway`."""
        method, _, path = operation.partition(" ")
        fits = path == self.path or (self.below and path.startswith(f"{self.path}/"))
        return fits and (not self.methods or method in self.methods)


def operations() -> list[str]:
    """Return every operation of Discord's API, such as `GET /channels/{channel_id}`."""
    return _LIST.read_text(encoding="utf-8").splitlines()


def rows() -> tuple[list[Row], list[Row]]:
    """Return the rows of what is imitated, and of what isn't."""
    imitated, _, rest = _PAGE.read_text(encoding="utf-8").partition("\n### Not imitated\n")
    return _rows(imitated), _rows(rest)


def _rows(text: str) -> list[Row]:
    return [
        Row(path, below=bool(below), methods=frozenset() if methods == "all" else frozenset(methods.split()))
        for paths, methods in _ROW.findall(text)
        for path, below in _PATH.findall(paths)
    ]


def imitated() -> set[str]:
    """Return the operations that the page says are imitated, with every parameter written as `{}`."""
    found = [f"{method} {row.path}" for row in rows()[0] for method in row.methods]
    return {without_names(operation) for operation in found}


def without_names(operation: str) -> str:
    """Return an operation with every parameter written as `{}`."""
    return _PARAMETER.sub("{}", operation)


def _read(document: Path) -> list[str]:
    paths = json.loads(document.read_text(encoding="utf-8"))["paths"]
    return [f"{method.upper()} {path}" for path in sorted(paths) for method in _METHODS if method in paths[path]]


if __name__ == "__main__":
    sys.stdout.write("\n".join(_read(Path(sys.argv[1]))) + "\n")

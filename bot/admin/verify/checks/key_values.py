"""Check the key-value pairs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from storage.queries.matches import CHECKED_SEEDS
from storage.queries.row_ids import IMPORTED, SKIPPED, read_imports, read_skipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_NUMBER = re.compile(r"[1-9][0-9]*")
_SALT = re.compile(r"[0-9a-f]{6}")


def check_key_values(facts: Mapping[str, str], *, posted: bool) -> Iterator[str]:
    """Yield what is wrong with the key-value pairs; `posted` says whether anything was ever posted."""
    salt = facts.get("salt")
    if posted and salt is None:
        yield "the salt of its posts is lost: what is tried again may come twice"
    if read_imports(facts.get(IMPORTED)) is None or read_skipped(facts.get(SKIPPED)) is None:
        yield "what is kept of imports and of skipped numbers can't be read"
    first = facts.get(CHECKED_SEEDS)
    if first is not None and not _NUMBER.fullmatch(first):
        yield f"the first match whose seed can be checked is stored as `{first}`, which is none"
    if salt is not None and not _SALT.fullmatch(salt):
        yield f"the salt of its posts is stored as `{salt}`, which is none"

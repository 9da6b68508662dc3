"""Results of tournament matches that an organizer corrected. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select

from storage.queries.rows import Correction
from storage.schema import corrections

if TYPE_CHECKING:
    from collections.abc import Collection

    from storage.engine.database import Tx

_OF_MATCHES = (
    select(*(corrections.c[each.name] for each in fields(Correction)))
    .where(corrections.c.match_id.in_(bindparam("matches", expanding=True)))
    .order_by(corrections.c.match_id, corrections.c.number)
)


async def add(tx: Tx, correction: Correction) -> None:
    """Store a correction."""
    await tx.execute(insert(corrections).values(asdict(correction)))


async def of_match(tx: Tx, match_id: int) -> list[Correction]:
    """Return the corrections of a match; the last one counts."""
    return (await of_matches(tx, [match_id])).get(match_id, [])


async def of_matches(tx: Tx, match_ids: Collection[int]) -> dict[int, list[Correction]]:
    """Return the corrections of these matches that have some, by match; the last one counts."""
    found: dict[int, list[Correction]] = {}
    for row in await tx.execute(_OF_MATCHES, {"matches": list(match_ids)}):
        found.setdefault(row.match_id, []).append(Correction(*row))
    return found

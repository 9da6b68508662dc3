"""The drill with an operator's own backup, which is only read: everything happens to a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.engine.database import file_url
from tests.drill.operator import Operator
from tests.drill.records import go_on

if TYPE_CHECKING:
    from pathlib import Path

    from tests.drill.report import Report


async def drill_own_backup(report: Report, data: Path, backup: Path) -> None:
    """Restore a backup, verify it, play a move in each of its matches, and let the bot begin a new one on it.

    Nobody is written to: the bot runs in the playground.
    """
    operator = Operator(report, data)
    await operator.restore(backup)
    known = await operator.verify()
    await go_on(report, data, file_url(data / "turnpost.db"))
    await operator.verify(allowed=frozenset(known))

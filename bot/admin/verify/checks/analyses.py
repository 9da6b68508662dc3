"""Check the analyses of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.analysis.limits import MOST_MOVES
from bot.referee.analysis.tree import from_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.checks.stored_match import Stored


def check_analyses(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the analyses of a match, as clauses."""
    match = stored.match
    for row in stored.analyses:
        label = f"the analysis of person {row['user_id']}" if row["user_id"] else "the shared analysis"
        try:
            analysis = from_json(row["tree"])
        except ValueError as error:
            yield f"{label} can't be read: {error}"
            continue
        points = [*analysis.names, *analysis.notes, analysis.point, *(move.before for move in analysis.moves.values())]
        if any(not 0 <= point.seq <= match.seq for point in points) or not 0 <= analysis.seq <= match.seq:
            yield f"{label} has a point after an event that there isn't"
        if len(analysis.moves) > MOST_MOVES:
            yield f"{label} has {len(analysis.moves)} moves"
        if not row["user_id"] and match.to_move is not None:
            yield f"{label} is here, but the match isn't over"

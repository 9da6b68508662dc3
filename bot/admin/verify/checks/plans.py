"""Check the plans of players in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.plan_tree import from_json, lines_of
from bot.referee.plans.limits import MOST_LINES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.checks.stored_match import Stored


def check_plans(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the plans of a match, as clauses."""
    match = stored.match
    computers = any(person.level for person in match.seats)
    for row in stored.plans:
        label = f"the plan of seat {row['seat']}"
        if not 1 <= row["seat"] <= len(match.seats):
            yield f"{label} is of a seat that there isn't"
        if not 0 <= row["seq"] <= match.seq:
            yield f"{label} begins after event {row['seq']}, which there isn't"
        if not row["tree"]:
            continue
        try:
            count = len(lines_of(from_json(row["tree"])))
        except (ValueError, RecursionError):
            yield f"{label} can't be read"
            continue
        if not 0 < count <= MOST_LINES:
            yield f"{label} has {count} lines"
        if match.to_move is None:
            yield f"{label} waits, but the match is over"
        elif row["seq"] < match.seq and not computers:  # a board after several computer players' moves tells all
            yield f"{label} stands at event {row['seq']}, and the match at {match.seq}"

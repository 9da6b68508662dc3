"""How custom_ids name a point of an analysis."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.interactions.text import FOREIGN_BUTTON
from bot.referee.analysis.store import Target
from bot.referee.analysis.tree import Point
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client.persistent_item import Press
    from bot.referee.analysis.board import AnalysisBoard

WHOSE = r"(\d+):(mine|ours)"
"""Match and whose analysis."""
AT = rf"{WHOSE}:(\d+):(\d+)"
"""A point: match, whose analysis, event of the match, number of the line's move."""
_VALUE = re.compile(r"(\d{1,9}):(\d{1,9})")


def whose_parts(board: AnalysisBoard) -> tuple[int, str]:
    """Return the parts of custom_ids that name an analysis."""
    return board.match.id, "ours" if board.shared else "mine"


def point_parts(board: AnalysisBoard, point: Point | None = None) -> tuple[int, str, int, int]:
    """Return the parts of custom_ids that name a point, by default the one shown."""
    point = point or board.point
    return *whose_parts(board), point.seq, point.number


def read_target(press: Press, parts: Sequence[str]) -> Target:
    """Return the analysis that the parts of a custom_id name, under the message that was pressed."""
    return Target(int(parts[0]), parts[1] == "ours", press.message.id if press.message else 0)


def read_point(parts: Sequence[str]) -> Point:
    """Return the point that the parts of a custom_id name."""
    return Point(int(parts[2]), int(parts[3]))


def point_value(point: Point) -> str:
    """Return the value of a menu's option for a point; `read_value` reads it back."""
    return f"{point.seq}:{point.number}"


def read_value(value: str) -> Point:
    """Return the point of a menu's option. Raises `RequestRejected` for a value that this bot can't have made."""
    found = _VALUE.fullmatch(value)
    if found is None:
        raise RequestRejected(_(FOREIGN_BUTTON))
    return Point(int(found[1]), int(found[2]))

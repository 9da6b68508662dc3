"""Draw the pictures of docs/ratings.md, one of each chart: `python -m bench.chart_pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from games import GAMES
from renderers.charts.cross_table import NOT_PLAYED, CrossRow, CrossTable, draw_cross_table
from renderers.charts.head_to_head import GameScore, HeadToHeadChart, LastMatch, draw_head_to_head
from renderers.charts.profile import Fact, GameCard, Opponent, ProfileChart, RatedCurve, draw_profile
from renderers.charts.score import Score
from renderers.charts.standings import RatingRow, RatingTable, draw_rating_table

if TYPE_CHECKING:
    from renderers.drawing.themes import Name

PICTURES = Path(__file__).parents[1] / "docs" / "images" / "charts"
CHARTS = ("profile", "head-to-head", "standings", "cross-table")
"""The names of the pictures."""

FIRST, SECOND, THIRD = (game.info.title for game in list(GAMES.values())[:3])

_NUMBERS = (1500, 1571, 1608, 1560, 1532, 1588, 1640, 1655, 1611, 1668, 1702, 1688, 1725, 1760, 1738, 1782, 1769)
_PROFILE = ProfileChart(
    "Ann",
    "Matches between people, on all servers",
    (Fact("31", "matches"), Fact("3", "under way"), Fact("96%", "moved in time"), Fact("87", "moves at most")),
    (
        GameCard(
            FIRST,
            RatedCurve(tuple((number, 350 - 9 * place) for place, number in enumerate(_NUMBERS)), provisional=False),
            Score(13, 2, 6),
        ),
        GameCard(THIRD, RatedCurve(((1500, 350), (1420, 330), (1465, 318)), provisional=True), Score(), (1, 0, 1)),
        GameCard(SECOND, None, Score(3, 0, 4)),
    ),
    (Opponent("Bob", Score(7, 2, 4)), Opponent("Cleo", Score(5, 0, 3)), Opponent("Dan", Score(2, 0, 1))),
)
_HEAD_TO_HEAD = HeadToHeadChart(
    ("Ann", "Bob"),
    "13 matches, 1 under way",
    Score(7, 2, 4),
    (GameScore(FIRST, Score(6, 2, 1)), GameScore(SECOND, Score(1, 0, 3))),
    (
        LastMatch(f"#212 {FIRST}", 0, "31 moves"),
        LastMatch(f"#198 {SECOND}", 1, "77 moves"),
        LastMatch(f"#171 {FIRST}", None, "42 moves"),
    ),
)
_STANDINGS = RatingTable(
    FIRST,
    "42 people rated on this server, page 1 of 3",
    (
        RatingRow(1, "Ann", 1769, 206, provisional=False, matches=16),
        RatingRow(2, "Bob", 1702, 148, provisional=False, matches=51),
        RatingRow(3, "Cleo", 1655, 262, provisional=True, matches=9),
        RatingRow(4, "Dan", 1588, 171, provisional=False, matches=38),
        RatingRow(5, "Eve", 1541, 318, provisional=True, matches=2),
    ),
    RatingRow(23, "Fay", 1377, 301, provisional=True, matches=4, own=True),
)
_CROSS_TABLE = CrossTable(
    f"Autumn Cup: {FIRST}",
    "Everybody against everybody, 7 of 10 matches played",
    (
        CrossRow(1, "Ann", ("", "2", "1", "2", NOT_PLAYED), "5"),
        CrossRow(2, "Bob", ("0", "", "2", NOT_PLAYED, "2"), "4"),
        CrossRow(3, "Cleo", ("1", "0", "", "2", NOT_PLAYED), "3"),
        CrossRow(4, "Dan", ("0", NOT_PLAYED, "0", "", "2"), "2"),
        CrossRow(5, "Eve", (NOT_PLAYED, "0", NOT_PLAYED, "0", ""), "0", "withdrawn"),
    ),
)


def draw_chart(name: str, theme: Name) -> bytes:
    """Return a picture as PNG."""
    return {
        "profile": lambda: draw_profile(_PROFILE, theme),
        "head-to-head": lambda: draw_head_to_head(_HEAD_TO_HEAD, theme),
        "standings": lambda: draw_rating_table(_STANDINGS, theme),
        "cross-table": lambda: draw_cross_table(_CROSS_TABLE, theme),
    }[name]()


def main() -> None:
    """Write all pictures, each in both themes."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in CHARTS:
        for theme in ("dark", "light"):
            (PICTURES / f"{name}-{theme}.png").write_bytes(draw_chart(name, theme))


if __name__ == "__main__":
    main()

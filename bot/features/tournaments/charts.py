"""The cross table of a page of an event, as the renderers draw it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.formatting import shown_name
from bot.referee.tournaments.results import results_of
from renderers.charts.cross_table import FEWEST_ROWS, MOST_ROWS, NOT_PLAYED, CrossRow, CrossTable
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.tournaments.page import TournamentPage
    from bot.referee.tournaments.standings import PairingResult

WITHDRAWN = "withdrawn"


def cross_table(page: TournamentPage, game: str) -> CrossTable | None:
    """Return the cross table of a group, its first places if it is large; None for a round of a knock-out.

    `game` is the title of the game.
    """
    shown = page.rows[:MOST_ROWS]
    if page.stage or len(shown) < FEWEST_ROWS:
        return None
    results, people = results_of(page.found), [row.person for row in shown]
    names = {each.user_id: shown_name(Person(each.user_id, each.name)) for each in page.people}
    gone = {each.user_id for each in page.people if each.withdrawn_at is not None}
    rows = tuple(
        CrossRow(
            row.place if page.has_results else None,
            names[row.person],
            tuple(_cell(row.person, other, results) for other in people),
            str(row.points),
            WITHDRAWN if row.person in gone else "",
        )
        for row in shown
    )
    return CrossTable(_title(page), _subtitle(page, game), rows)


def _title(page: TournamentPage) -> str:
    groups = page.pages - page.tournament.stage
    group = f", group {page.number + 1}" if groups > 1 else ""
    return f"{page.tournament.name}{group}"


def _subtitle(page: TournamentPage, game: str) -> str:
    season = f", season {page.tournament.season}" if page.tournament.season > 1 else ""
    played = sum(each.settled_at is not None for each in page.counting)
    first = f", first {MOST_ROWS} of {len(page.rows)} people" if len(page.rows) > MOST_ROWS else ""
    return f"{game}{season}, {played} of {len(page.counting)} matches played{first}"


def _cell(person: int, other: int, results: Sequence[PairingResult]) -> str:
    """Return what a person scored against another: a digit for each of at most two matches, else the sum."""
    if person == other:
        return ""
    met = [result for result in results if person in result.people and other in result.people]
    points = [result.points(person, other) for result in met]
    if not points:
        return NOT_PLAYED
    return "".join(map(str, points)) if len(points) <= 2 else str(sum(points))

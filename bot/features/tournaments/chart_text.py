"""What the cross table of an event shows: the words and figures in its picture. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.names import shown_name
from bot.referee.tournaments.results import results_of
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext
from renderers.charts.cross_table import FEWEST_ROWS, MOST_ROWS, NOT_PLAYED, CrossRow, CrossTable
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.tournaments.page import TournamentPage
    from bot.referee.tournaments.standings import PairingResult

WITHDRAWN = N_("withdrawn")


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
            _(WITHDRAWN) if row.person in gone else "",
        )
        for row in shown
    )
    return CrossTable(_title(page), _subtitle(page, game), rows)


def _title(page: TournamentPage) -> str:
    groups = page.pages - page.tournament.stage
    group = ", " + _("group {n}").format(n=page.number + 1) if groups > 1 else ""
    return f"{page.tournament.name}{group}"


def _subtitle(page: TournamentPage, game: str) -> str:
    parts, n = [game], len(page.counting)
    if page.tournament.season > 1:
        parts.append(_("season {n}").format(n=page.tournament.season))
    played = ngettext("{played} of {n} matches played", "{played} of {n} matches played", n)
    parts.append(played.format(played=sum(each.settled_at is not None for each in page.counting), n=n))
    if len(page.rows) > MOST_ROWS:
        parts.append(_("first {most} of {n} people").format(most=MOST_ROWS, n=len(page.rows)))
    return ", ".join(parts)


def _cell(person: int, other: int, results: Sequence[PairingResult]) -> str:
    """Return what a person scored against another: a digit for each of at most two matches, else the sum."""
    if person == other:
        return ""
    met = [result for result in results if person in result.people and other in result.people]
    points = [result.points(person, other) for result in met]
    if not points:
        return NOT_PLAYED
    return "".join(map(str, points)) if len(points) <= 2 else str(sum(points))

"""What the pages of an event say: standings or ties, who withdrew, and who is waited for. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.tournaments.text import KNOCK_OUT_TIES, STATUS, TIES, mark, sign_up_post, title
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.deleted_channels import is_deleted
from bot.referee.tournaments.bracket import tie_winner
from bot.referee.tournaments.results import results_of
from games.text import format_list
from games.translation import gettext as _
from games.translation import ngettext
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from bot.referee.tournaments.page import RunningMatch, TournamentPage
    from bot.referee.tournaments.standings import PairingResult, Row
    from games.contract import Info
    from storage.queries.rows import Entrant, Pairing

MOST_MATCHES, MOST_WITHDRAWN, MOST_GROUPS = 12, 6, 6
"""How many running matches, people who withdrew and other groups a page names."""


def page_text(page: TournamentPage, info: Info, now: datetime) -> str:
    """Return a page of an event: its standings or ties, and who is waited for."""
    tournament, names = page.tournament, _name_of(page.people)
    if tournament.status == "open":
        return sign_up_post(tournament, page.people, info)
    head = f"{title(tournament)}: {info.title}, {_(STATUS[tournament.status])}{_page_name(page)}"
    body = _knock_out(page, names) if page.stage else [_row_line(row, page, names) for row in page.rows]
    withdrew = [each for each in page.members if each.withdrawn_at is not None and not page.stage]
    end = [
        _other_groups(page, names),
        _("Withdrew: {people}.").format(people=_withdrawn(withdrew)) if withdrew else "",
        f"-# {_(KNOCK_OUT_TIES if page.stage else TIES)}",
        mark(tournament),
    ]
    return _fit(head, body, [_waiting_line(each, now) for each in page.running], "\n".join(filter(None, end)))


def _fit(head: str, body: Sequence[str], waiting: Sequence[str], end: str) -> str:
    """Return a page of at most `MAX_LENGTH` characters; running matches are left out first, then rows from the last."""
    rows, matches = len(body), min(len(waiting), MOST_MATCHES)
    while True:
        lines = [
            head,
            *body[:rows],
            _more_rows(len(body) - rows),
            *waiting[:matches],
            _more_matches(len(waiting) - matches),
            end,
        ]
        text = "\n".join(filter(None, lines))
        if len(text) <= MAX_LENGTH or not rows:
            return text
        rows, matches = (rows, matches - 1) if matches else (rows - 1, 0)


def _more_rows(count: int) -> str:
    return "-# " + ngettext("and {n} more", "and {n} more", count).format(n=count) if count else ""


def _more_matches(count: int) -> str:
    return "-# " + ngettext("and {n} more match", "and {n} more matches", count).format(n=count) if count else ""


def _page_name(page: TournamentPage) -> str:
    if page.stage:
        return f", {round_name(len({each.group for each in page.found}))}"
    groups = page.pages - page.tournament.stage
    return ", " + _("group {n} of {groups}").format(n=page.number + 1, groups=groups) if groups > 1 else ""


def round_name(ties: int) -> str:
    """Return the name of a round of a knock-out with so many ties.

    >>> round_name(1), round_name(8)
    ('final', 'round of 16')
    """
    match ties:
        case 1:
            return _("final")
        case 2:
            return _("semi-finals")
        case 4:
            return _("quarter-finals")
        case _:
            return _("round of {n}").format(n=2 * ties)


def _row_line(row: Row, page: TournamentPage, names: Mapping[int, str]) -> str:
    left = sum(row.person in each.people and each.settled_at is None for each in page.found)
    to_play = ", " + _("{n} to play").format(n=left) if left else ""
    # With a full stop alone Discord would take it for a list, and number it anew where people share a place.
    place = f"{row.place}\\." if page.has_results else "\u2013"
    # Translators: {played} is a number of matches.
    points = ngettext("{name} {n} point from {played}", "{name} {n} points from {played}", row.points)
    return f"{place} {points.format(name=names[row.person], n=row.points, played=row.played)}{to_play}"


def _other_groups(page: TournamentPage, names: Mapping[int, str]) -> str:
    """Return who is first in the groups that the page doesn't show, as far as there are results; empty in a round."""
    others = [(number, rows) for number, rows in enumerate(page.standings) if number != page.number]
    first = [
        _("{people} (group {n})").format(people=_first(rows, names), n=number + 1)
        for number, rows in others
        if any(row.played for row in rows)
    ]
    if page.stage or not first:
        return ""
    shown, left = first[:MOST_GROUPS], len(first) - MOST_GROUPS
    if left > 0:
        shown.append(ngettext("{n} more group", "{n} more groups", left).format(n=left))
    return _("First in other groups: {groups}.").format(groups=format_list(shown))


def _first(rows: Sequence[Row], names: Mapping[int, str]) -> str:
    """Return who is first in a group; of more than two only how many they are."""
    first = [names[row.person] for row in rows if row.place == 1]
    return format_list(first) if len(first) < 3 else _people(len(first))


def _withdrawn(people: Sequence[Entrant]) -> str:
    """Return who withdrew; of many only how many they are."""
    if len(people) > MOST_WITHDRAWN:
        return _people(len(people))
    names = [formatting.name(Person(each.user_id, each.name)) for each in people]
    return ", ".join(
        _("{name} (results struck)").format(name=name) if each.struck else name
        for name, each in zip(names, people, strict=True)
    )


def _people(count: int) -> str:
    return ngettext("{n} person", "{n} people", count).format(n=count)


def _knock_out(page: TournamentPage, names: Mapping[int, str]) -> list[str]:
    seeds = {each.user_id: each.seed or 0 for each in page.people}
    lines: list[str] = []
    for number in sorted({each.group for each in page.found}):
        tie = [each for each in page.found if each.group == number]
        high, low = sorted(tie[0].people, key=lambda user_id: seeds[user_id])
        lines.append(_tie_line(tie, high, low, names, final=len({each.group for each in page.found}) == 1))
    return lines


def _tie_line(tie: Sequence[Pairing], high: int, low: int, names: Mapping[int, str], *, final: bool) -> str:
    results = results_of(tie)
    score = [sum(result.points(one, other) for result in results) for one, other in ((high, low), (low, high))]
    line = f"{names[high]} {score[0]}:{score[1]} {names[low]}"
    if any(each.settled_at is None for each in tie):
        return line
    text = _("{score}, {name} wins the cup") if final else _("{score}, {name} goes on")
    if score[0] == score[1]:
        text = _level_tie(high, low, results, final=final)
    return text.format(score=line, name=names[tie_winner(high, low, results)])


def _level_tie(high: int, low: int, results: Sequence[PairingResult], *, final: bool) -> str:
    """Return who wins a tie that is level on points and why, a sentence without the names."""
    late = [sum(person in result.late for result in results) for person in (high, low)]
    if late[0] == late[1]:
        by_seed = _("{score}, {name} goes on as the higher seed")
        return _("{score}, {name} wins the cup as the higher seed") if final else by_seed
    by_time = _("{score}, {name} goes on with fewer losses on time")
    return _("{score}, {name} wins the cup with fewer losses on time") if final else by_time


def _waiting_line(each: RunningMatch, now: datetime) -> str:
    match = each.match
    mover = match.player_to_move
    others = format_list(formatting.name(person) for person in match.seats if person != mover)
    if each.deadline is None:
        until = _("the clock is paused")
    elif each.deadline <= now:
        until = _("overdue, time ran out {when}").format(when=formatting.ago(each.deadline))
    else:
        until = _("time runs out {when}").format(when=formatting.ago(each.deadline))
    if match.thread_id and not is_deleted(match.thread_id):  # its name says who plays
        text = _("- {where}: {name} to move, {until}")
    else:
        text = _("- #{id}: {name} to move against {others}, {until}")
    return text.format(
        where=formatting.home(match), id=match.id, name=formatting.name(mover), others=others, until=until
    )


def _name_of(people: Sequence[Entrant]) -> dict[int, str]:
    return {each.user_id: formatting.name(Person(each.user_id, each.name)) for each in people}

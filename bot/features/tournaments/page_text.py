"""What the pages of an event say: standings or ties, who withdrew, and who is waited for. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.tournaments.text import KNOCK_OUT_TIES, STATUS, TIES, mark, sign_up_post, title
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.tournaments.bracket import tie_winner
from bot.referee.tournaments.results import results_of
from games.text import format_count, format_list
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
    head = f"{title(tournament)}: {info.title}, {STATUS[tournament.status]}{_page_name(page)}"
    body = _knock_out(page, names) if page.stage else [_row_line(row, page, names) for row in page.rows]
    withdrew = [each for each in page.members if each.withdrawn_at is not None and not page.stage]
    end = [
        _other_groups(page, names),
        f"Withdrew: {_withdrawn(withdrew)}." if withdrew else "",
        f"-# {KNOCK_OUT_TIES if page.stage else TIES}",
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
            f"-# and {len(body) - rows} more" if rows < len(body) else "",
            *waiting[:matches],
            f"-# and {format_count(len(waiting) - matches, 'more match')}" if matches < len(waiting) else "",
            end,
        ]
        text = "\n".join(filter(None, lines))
        if len(text) <= MAX_LENGTH or not rows:
            return text
        rows, matches = (rows, matches - 1) if matches else (rows - 1, 0)


def _page_name(page: TournamentPage) -> str:
    if page.stage:
        return f", {round_name(len({each.group for each in page.found}))}"
    groups = page.pages - page.tournament.stage
    return f", group {page.number + 1} of {groups}" if groups > 1 else ""


def round_name(ties: int) -> str:
    """Return the name of a round of a knock-out with so many ties.

    >>> round_name(1), round_name(8)
    ('final', 'round of 16')
    """
    return {1: "final", 2: "semi-finals", 4: "quarter-finals"}.get(ties, f"round of {2 * ties}")


def _row_line(row: Row, page: TournamentPage, names: Mapping[int, str]) -> str:
    left = sum(row.person in each.people and each.settled_at is None for each in page.found)
    to_play = f", {left} to play" if left else ""
    points = "1 point" if row.points == 1 else f"{row.points} points"
    # With a full stop alone Discord would take it for a list, and number it anew where people share a place.
    place = f"{row.place}\\." if page.has_results else "\u2013"
    return f"{place} {names[row.person]} {points} from {row.played}{to_play}"


def _other_groups(page: TournamentPage, names: Mapping[int, str]) -> str:
    """Return who is first in the groups that the page doesn't show, as far as there are results; empty in a round."""
    others = [(number, rows) for number, rows in enumerate(page.standings) if number != page.number]
    first = [
        f"{_first(rows, names)} (group {number + 1})" for number, rows in others if any(row.played for row in rows)
    ]
    if page.stage or not first:
        return ""
    more = [format_count(len(first) - MOST_GROUPS, "more group")] if len(first) > MOST_GROUPS else []
    return f"First in other groups: {format_list([*first[:MOST_GROUPS], *more])}."


def _first(rows: Sequence[Row], names: Mapping[int, str]) -> str:
    """Return who is first in a group; of more than two only how many they are."""
    first = [names[row.person] for row in rows if row.place == 1]
    return format_list(first) if len(first) < 3 else f"{len(first)} people"


def _withdrawn(people: Sequence[Entrant]) -> str:
    """Return who withdrew; of many only how many they are."""
    if len(people) > MOST_WITHDRAWN:
        return f"{len(people)} people"
    names = [formatting.name(Person(each.user_id, each.name)) for each in people]
    return ", ".join(
        f"{name} (results struck)" if each.struck else name for name, each in zip(names, people, strict=True)
    )


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
    won = f"{line}, {names[tie_winner(high, low, results)]} {'wins the cup' if final else 'goes on'}"
    return f"{won} {_tie_break(high, low, results)}" if score[0] == score[1] else won


def _tie_break(high: int, low: int, results: Sequence[PairingResult]) -> str:
    """Return why somebody wins a tie that is level on points."""
    late = [sum(person in result.late for result in results) for person in (high, low)]
    return "as the higher seed" if late[0] == late[1] else "with fewer losses on time"


def _waiting_line(each: RunningMatch, now: datetime) -> str:
    match = each.match
    mover = match.seats[(match.to_move or 1) - 1]
    others = format_list(formatting.name(person) for person in match.seats if person != mover)
    if each.deadline is None:
        until = "the clock is paused"
    elif each.deadline <= now:
        until = f"overdue, time ran out {formatting.ago(each.deadline)}"
    else:
        until = f"time runs out {formatting.ago(each.deadline)}"
    if match.thread_id:  # its name says who plays
        return f"- {formatting.home(match)}: {formatting.name(mover)} to move, {until}"
    return f"- #{match.id}: {formatting.name(mover)} to move against {others}, {until}"


def _name_of(people: Sequence[Entrant]) -> dict[int, str]:
    return {each.user_id: formatting.name(Person(each.user_id, each.name)) for each in people}

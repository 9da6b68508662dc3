"""What players read about events. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.times.time_control import describe_control, parse_control
from bot.referee.tournaments.bracket import tie_winner
from bot.referee.tournaments.create import FEWEST
from bot.referee.tournaments.results import results_of
from games.contract import describe_options
from games.text import format_count
from storage.tables.rows import Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from bot.referee.tournaments.correct import CorrectedResult
    from bot.referee.tournaments.page import RunningMatch, TournamentPage
    from bot.referee.tournaments.posts import Notice
    from bot.referee.tournaments.standings import Row
    from games.contract import Info
    from storage.tables.rows import Entrant, Pairing, Tournament

SIGN_UP_LABEL, AGAIN_LABEL, LEAVE_LABEL = "Sign up", "Again", "Leave"
EARLIER_LABEL, LATER_LABEL, OWN_LABEL, TABLE_LABEL = "Previous", "Next", "My group", "Table"
SIGNED_UP = "You're in. I'll post your first matches when sign-up is over."
ALREADY_IN = "You're in already. **Leave** takes you off the list."
LEFT = "You're off the list."
WITHDRAW_LABEL = "Withdraw"
WITHDRAWN = "You withdrew. Your running matches of this event end now."
NOT_YOURS = "Only the person who asked can confirm this."
WHAT_TO_DO = (
    "`!event` takes `show`, `list`, `withdraw`, and from organizers `create`, `start`, `cancel`, `remove`, `correct`."
)
HOW_TO_CREATE = (
    "Say the kind (`league`, `cup` or `tables`), the game and a name, in this order, and a clock if you like: `3d`."
)
WHICH_MATCH = "Which match? `!event correct #42 @winner`, or `draw`, or `void`."
NO_EVENTS = "No events on this server yet. `/event create` sets one up."
MOST_NAMES, MOST_LINES = 60, 12
"""How many people a sign-up names, and how many running matches a page lists."""
KIND_WORDS = {"league": "league", "cup": "cup", "tables": "tables"}
RULES = {
    "league": "Everybody plays everybody in their group. The first two rise, the last two fall, then the next season.",
    "cup": "Groups first; the best 8 (16 from 24 people on) go on to a knock-out of two matches each.",
    "tables": "Several matches each, drawn so that pairs meet as evenly as possible.",
}
POINTS = {
    2: "2 points for a win, 1 for a draw.",
    3: "2 points for everybody you're placed before, 1 for everybody who shares your place.",
}
TIES = "Ties: points against each other, then Sonneborn-Berger, then fewer losses on time."
DROPPING_OUT = (
    "When your time is up, the match is lost, without a claim. The first time brings a warning, the second withdraws "
    "you; so does the first if you never moved. With fewer than half of your matches played, none of your results "
    "counts; else the others are lost."
)
STATUS = {"open": "sign-up", "running": "running", "finished": "finished", "cancelled": "cancelled"}


def title(tournament: Tournament) -> str:
    """Return an event's name with its season, in bold."""
    season = f", season {tournament.season}" if tournament.season > 1 else ""
    return f"**{formatting.plain(tournament.name)}**{season}"


def sign_up_post(tournament: Tournament, people: Sequence[Entrant], info: Info) -> str:
    """Return the post of an event under which people sign up, and what becomes of it."""
    options = describe_options(info, tournament.options)
    table = (
        f" at tables of {tournament.size}, {format_count(tournament.rounds, 'round')}" if tournament.size > 2 else ""
    )
    lines = [
        f"{title(tournament)}: a {KIND_WORDS[tournament.kind]} of **{info.title}**{table}."
        if tournament.kind != "tables"
        else f"{title(tournament)}: **{info.title}**{table}.",
        f"{'. '.join(options)}." if options else "",
        RULES[tournament.kind],
        f"{_clock(tournament)} At most {format_count(tournament.at_once, 'match')} at a time for each person.",
        f"{POINTS[min(tournament.size, 3)]} {TIES}",
        f"-# {DROPPING_OUT}",
        _status_line(tournament, people),
        _names(people),
        _mark(tournament),
    ]
    return "\n".join(filter(None, lines))


def _clock(tournament: Tournament) -> str:
    control = parse_control(tournament.clock)
    words = describe_control(control) if control else "no clock"
    return f"{words[0].upper()}{words[1:]}."


def _status_line(tournament: Tournament, people: Sequence[Entrant]) -> str:
    count = len(people)
    if tournament.status == "open":
        least = FEWEST[tournament.kind]
        missing = f", {least} are needed" if count < least else ""
        return f"Sign-up until {formatting.until(tournament.starts_at)}: {count} so far{missing}."
    if tournament.status == "running":
        return f"It's running, with {count} people. **Table** shows how it stands."
    if tournament.status == "finished":
        return f"It's over, after {count} people played. **Table** shows how it ended."
    return "It was cancelled."


def _names(people: Sequence[Entrant]) -> str:
    if not people:
        return ""
    named = [formatting.name(Person(each.user_id, each.name)) for each in people[:MOST_NAMES]]
    more = f" and {len(people) - MOST_NAMES} more" if len(people) > MOST_NAMES else ""
    return f"{', '.join(named)}{more}"


def page_text(page: TournamentPage, info: Info, now: datetime) -> str:
    """Return a page of an event: its standings or ties, and who is waited for."""
    tournament, names = page.tournament, _name_of(page.people)
    head = f"{title(tournament)}: {info.title}, {STATUS[tournament.status]}{_page_name(page)}"
    body = _knock_out(page, names) if page.stage else [_row_line(row, page, names) for row in page.rows]
    withdrew = [each for each in page.members if each.withdrawn_at is not None and not page.stage]
    lines = [
        head,
        *body,
        f"Withdrew: {', '.join(_withdrawn(each) for each in withdrew)}." if withdrew else "",
        *_waiting(page.running, now),
        "" if page.stage else f"-# {TIES}",
        _mark(tournament),
    ]
    return "\n".join(filter(None, lines))


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
    return f"{row.place}\\. {names[row.person]} {points} from {row.played}{to_play}"


def _withdrawn(person: Entrant) -> str:
    name = formatting.name(Person(person.user_id, person.name))
    return f"{name} (results struck)" if person.struck else name


def _knock_out(page: TournamentPage, names: Mapping[int, str]) -> list[str]:
    seeds = {each.user_id: each.seed or 0 for each in page.people}
    lines: list[str] = []
    for number in sorted({each.group for each in page.found}):
        tie = [each for each in page.found if each.group == number]
        high, low = sorted(tie[0].people, key=lambda user_id: seeds[user_id])
        lines.append(_tie_line(tie, high, low, names))
    return lines


def _tie_line(tie: Sequence[Pairing], high: int, low: int, names: Mapping[int, str]) -> str:
    results = results_of(tie)
    score = [sum(result.points(one, other) for result in results) for one, other in ((high, low), (low, high))]
    line = f"{names[high]} {score[0]}:{score[1]} {names[low]}"
    if all(each.settled_at is not None for each in tie):
        return f"{line}, {names[tie_winner(high, low, results)]} goes on"
    return line


def _waiting(running: Sequence[RunningMatch], now: datetime) -> list[str]:
    """Return who is waited for in the running matches, whoever has least time first."""
    lines = [_waiting_line(each, now) for each in running[:MOST_LINES]]
    more = [f"-# and {len(running) - MOST_LINES} more matches"] if len(running) > MOST_LINES else []
    return [*lines, *more]


def _waiting_line(each: RunningMatch, now: datetime) -> str:
    match = each.match
    mover = match.seats[(match.to_move or 1) - 1]
    others = ", ".join(formatting.name(person) for person in match.seats if person != mover)
    if each.deadline is None:
        until = "the clock is paused"
    elif each.deadline <= now:
        until = f"overdue, time ran out {formatting.ago(each.deadline)}"
    else:
        until = f"time runs out {formatting.ago(each.deadline)}"
    which = formatting.home(match) if match.thread_id else f"#{match.id} against {others}"
    return f"- {which}: {formatting.name(mover)} to move, {until}"


def event_list(found: Sequence[Tournament], infos: Mapping[str, str]) -> str:
    """Return the events of a server, the newest first; `infos` has the titles of games by key."""
    lines = [
        f"- `{each.id}` {title(each)}: {infos.get(each.game, each.game)}, {KIND_WORDS[each.kind]}, {_when(each)}"
        for each in found[:25]
    ]
    return "\n".join(["Events of this server:", *lines]) if lines else NO_EVENTS


def _when(tournament: Tournament) -> str:
    if tournament.status == "open":
        return f"sign-up until {formatting.until(tournament.starts_at)}"
    return STATUS[tournament.status]


def ask_withdraw(tournament: Tournament) -> str:
    """Ask a person whether they really want to withdraw."""
    if tournament.status == "open":
        return f"Leave {title(tournament)}? You can sign up again until {formatting.until(tournament.starts_at)}."
    return (
        f"Withdraw from {title(tournament)}? Your running matches there end as lost, and you can't come back. "
        "With fewer than half of your matches played, none of your results counts."
    )


def created(tournament: Tournament) -> str:
    """Say that an event was set up."""
    return f"{title(tournament)} is set up as event {tournament.id}. I'm posting it in <#{tournament.channel_id}>."


def started(tournament: Tournament) -> str:
    """Say that an event begins now."""
    return f"{title(tournament)} begins within a minute."


def cancelled(tournament: Tournament) -> str:
    """Say that an event was cancelled."""
    return f"{title(tournament)} is cancelled. Matches that began go on, and no longer count for it."


def removed(tournament: Tournament, user_id: int) -> str:
    """Say that an organizer took a person out of an event."""
    return f"<@{user_id}> is out of {title(tournament)}."


def corrected(result: CorrectedResult) -> str:
    """Say what the result of a match is now."""
    return f"Corrected: #{result.match.id} {_result(result)}. Its players are told, and ratings are computed anew."


def _result(result: CorrectedResult) -> str:
    if not result.places:
        return "doesn't count"
    if set(result.places) == {1}:
        return "is a draw"
    placed = sorted(zip(result.places, result.match.seats, strict=True), key=lambda each: each[0])
    return (
        f"goes to {formatting.name(placed[0][1])}"
        if len(placed) == 2
        else ("ends with " + ", ".join(f"{place}. {formatting.name(person)}" for place, person in placed))
    )


def notice(tournament: Tournament, kind: Notice, match_id: int | None) -> str:
    """Return what a person is told about an event by direct message."""
    name = title(tournament)
    sentences: Mapping[Notice, str] = {
        "warned": f"Your time was up in #{match_id}, so you lost it. A second time withdraws you from {name}.",
        "withdrawn": f"You're withdrawn from {name}: your time was up again. Your other matches there are lost.",
        "struck": f"You're withdrawn from {name}, as your time was up. Your results there don't count, for nobody.",
        "removed": f"An organizer took you out of {name}.",
        "corrected": f"An organizer corrected the result of #{match_id} in {name}. `/event show` has the table.",
        "cancelled": f"{name} is cancelled.",
    }
    return sentences[kind]


def _name_of(people: Sequence[Entrant]) -> dict[int, str]:
    return {each.user_id: formatting.name(Person(each.user_id, each.name)) for each in people}


def _mark(tournament: Tournament) -> str:
    return f"-# event {tournament.id}"


def cannot_post(tournament: Tournament) -> str:
    """Return what an organizer is told where an event can't be posted."""
    return (
        f"I can't post in <#{tournament.channel_id}>, so nobody can sign up for {title(tournament)} there. Let me see "
        "the channel and send messages in it, then set the event up again."
    )


def yes_or_no(name: str, typed: str) -> str:
    """Reject an answer that is neither yes nor no."""
    return f"`{name}` is `yes` or `no`, not {formatting.code(typed)}."

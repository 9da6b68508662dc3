"""What players read about events. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.times.time_control import describe_control, parse_control
from bot.referee.tournaments.create import FEWEST
from games.contract import describe_options
from games.text import format_count
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.tournaments.correct import CorrectedResult
    from bot.referee.tournaments.posts import Notice
    from games.contract import Info
    from storage.queries.rows import Entrant, Tournament

SIGN_UP_LABEL, AGAIN_LABEL, LEAVE_LABEL = "Sign up", "Again", "Leave"
EARLIER_LABEL, LATER_LABEL, OWN_LABEL, TABLE_LABEL = "Previous", "Next", "Mine", "Table"
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
KNOCK_OUT_TIES = "Two matches each. Level on points: fewer losses on time, then the higher seed."
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
    """Return the post of an event under which people sign up, and what becomes of it: as many names as have room."""
    options = describe_options(info, tournament.options)
    what = f"**{info.title}**, a {tournament.kind}"
    if tournament.kind == "tables":
        what = f"**{info.title}** at tables of {tournament.size}, {format_count(tournament.rounds, 'round')}"
    lines = [
        f"{title(tournament)}: {what}.",
        f"{'. '.join(options)}." if options else "",
        RULES[tournament.kind],
        f"{_clock(tournament)} At most {format_count(tournament.at_once, 'match')} at a time for each person.",
        f"{POINTS[min(tournament.size, 3)]} {TIES}",
        f"-# {DROPPING_OUT}",
        _status_line(tournament, people),
    ]
    text, end = "\n".join(filter(None, lines)), mark(tournament)
    names = list_names(people, MAX_LENGTH - len(text) - len(end) - 2)
    return "\n".join(filter(None, [text, names, end]))


def list_names(people: Sequence[Entrant], room: int) -> str:
    """Return the names of people as far as they fit into so many characters, and how many others there are."""
    named = [formatting.name(Person(each.user_id, each.name)) for each in people]
    for count in range(len(named), 0, -1):
        more = f" and {len(named) - count} more" if count < len(named) else ""
        text = f"{', '.join(named[:count])}{more}"
        if len(text) <= room:
            return text
    return ""


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


def event_list(found: Sequence[Tournament], infos: Mapping[str, str]) -> str:
    """Return the events of a server, the newest first; `infos` has the titles of games by key."""
    lines = [
        f"- `{each.id}` {title(each)}: {infos.get(each.game, each.game)}, {each.kind}, {_when(each)}"
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


def notice(tournament: Tournament, kind: Notice, match_id: int | None, corrected: CorrectedResult | None = None) -> str:
    """Return what a person is told about an event by direct message; `corrected` is the result of the match by now."""
    name, now = title(tournament), f": it {_result(corrected)}" if corrected else ""
    sentences: Mapping[Notice, str] = {
        "warned": f"Your time was up in #{match_id}, so you lost it. A second time withdraws you from {name}.",
        "withdrawn": f"You're withdrawn from {name}: your time was up again. Your other matches there are lost.",
        "struck": f"You're withdrawn from {name}, as your time was up. None of your results there counts.",
        "removed": f"An organizer took you out of {name}.",
        "corrected": f"An organizer corrected the result of #{match_id} in {name}{now}. `/event show` has the table.",
        "cancelled": f"{name} is cancelled.",
    }
    return sentences[kind]


def mark(tournament: Tournament) -> str:
    """Return the line that ends each post of an event."""
    return f"-# event {tournament.id}"


def cannot_post(tournament: Tournament) -> str:
    """Return what an organizer is told where an event can't be posted."""
    return (
        f"I can't post in <#{tournament.channel_id}>, so nobody can sign up for {title(tournament)} there. Let me see "
        "the channel and send messages in it, then set the event up again."
    )

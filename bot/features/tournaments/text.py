"""What players read about events. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.times.time_control import describe_control, parse_control
from bot.referee.tournaments.limits import FEWEST
from games.contract import describe_options
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.tournaments.correct import CorrectedResult
    from bot.referee.tournaments.queue_posts import Notice
    from games.contract import Info
    from storage.queries.rows import Entrant, Tournament

SIGNED_UP = N_("You're in. I'll post your first matches when sign-up is over.")
ALREADY_IN = N_("You're in already. **Leave** takes you off the list.")
LEFT = N_("You're off the list.")
WITHDRAWN = N_("You withdrew. Your running matches of this event end now.")
WHAT_TO_DO = N_(
    "`!event` takes `show`, `list`, `withdraw`, and from organizers `create`, `start`, `cancel`, `remove`, `correct`."
)
HOW_TO_CREATE = N_(
    "Say the kind (`league`, `cup` or `tables`), the game and a name, in this order, and a clock if you like: `3d`."
)
WHICH_MATCH = N_("Which match? `!event correct #42 @winner`, or `draw`, or `void`.")
NO_EVENTS = N_("No events on this server yet. `/event create` sets one up.")
RULES = {
    "league": N_(
        "Everybody plays everybody in their group. The first two rise, the last two fall, then the next season."
    ),
    "cup": N_("Groups first; the best 8 (16 from 24 people on) go on to a knock-out of two matches each."),
    "tables": N_("Several matches each, drawn so that pairs meet as evenly as possible."),
}
POINTS = {
    2: N_("2 points for a win, 1 for a draw."),
    3: N_("2 points for everybody you're placed before, 1 for everybody who shares your place."),
}
TIES = N_("Ties: points against each other, then Sonneborn-Berger, then fewer losses on time.")
KNOCK_OUT_TIES = N_("Two matches each. Level on points: fewer losses on time, then the higher seed.")
DROPPING_OUT = N_(
    "When your time is up, the match is lost, without a claim. The first time brings a warning, the second withdraws "
    "you; so does the first if you never moved. With fewer than half of your matches played, none of your results "
    "counts; else the others are lost."
)
STATUS = {
    "open": N_("sign-up"),
    "running": N_("running"),
    "finished": N_("finished"),
    "cancelled": N_("cancelled"),
}
KINDS = {"league": N_("league"), "cup": N_("cup"), "tables": N_("tables")}


def title(tournament: Tournament) -> str:
    """Return an event's name with its season, in bold."""
    season = ", " + _("season {n}").format(n=tournament.season) if tournament.season > 1 else ""
    return f"**{formatting.plain(tournament.name)}**{season}"


def sign_up_post(tournament: Tournament, people: Sequence[Entrant], info: Info) -> str:
    """Return the post of an event under which people sign up, and what becomes of it: as many names as have room."""
    options = describe_options(info, tournament.options)
    at_once = ngettext(
        "At most {n} match at a time for each person.",
        "At most {n} matches at a time for each person.",
        tournament.at_once,
    ).format(n=tournament.at_once)
    lines = [
        _what(tournament, info),
        f"{'. '.join(options)}." if options else "",
        _(RULES[tournament.kind]),
        f"{_clock(tournament)} {at_once}",
        f"{_(POINTS[min(tournament.size, 3)])} {_(TIES)}",
        f"-# {_(DROPPING_OUT)}",
        _status_line(tournament, people),
    ]
    text, end = "\n".join(filter(None, lines)), mark(tournament)
    names = list_names(people, MAX_LENGTH - len(text) - len(end) - 2)
    return "\n".join(filter(None, [text, names, end]))


def _what(tournament: Tournament, info: Info) -> str:
    """Return the name of an event, its game and its kind."""
    match tournament.kind:
        case "league":
            text = _("{event}: **{game}**, a league.")
        case "cup":
            text = _("{event}: **{game}**, a cup.")
        case "tables":
            text = ngettext(
                "{event}: **{game}** at tables of {size}, {n} round.",
                "{event}: **{game}** at tables of {size}, {n} rounds.",
                tournament.rounds,
            )
    return text.format(event=title(tournament), game=info.title, size=tournament.size, n=tournament.rounds)


def list_names(people: Sequence[Entrant], room: int) -> str:
    """Return the names of people as far as they fit into so many characters, and how many others there are."""
    named = [formatting.name(Person(each.user_id, each.name)) for each in people]
    for count in range(len(named), 0, -1):
        text, others = ", ".join(named[:count]), len(named) - count
        if others:
            more = ngettext("{names} and {n} more", "{names} and {n} more", others)
            text = more.format(names=text, n=others)
        if len(text) <= room:
            return text
    return ""


def _clock(tournament: Tournament) -> str:
    control = parse_control(tournament.clock)
    words = describe_control(control) if control else _("no clock")
    return f"{words[0].upper()}{words[1:]}."


def _status_line(tournament: Tournament, people: Sequence[Entrant]) -> str:
    n, until = len(people), formatting.until(tournament.starts_at)
    match tournament.status:
        case "open" if n < (least := FEWEST[tournament.kind]):
            text = _("Sign-up until {until}: {n} so far, {least} are needed.")
            return text.format(until=until, n=n, least=least)
        case "open":
            return _("Sign-up until {until}: {n} so far.").format(until=until, n=n)
        case "running":
            return ngettext(
                "It's running, with {n} person. **Table** shows how it stands.",
                "It's running, with {n} people. **Table** shows how it stands.",
                n,
            ).format(n=n)
        case "finished":
            return ngettext(
                "It's over, after {n} person played. **Table** shows how it ended.",
                "It's over, after {n} people played. **Table** shows how it ended.",
                n,
            ).format(n=n)
        case "cancelled":
            return _("It was cancelled.")


def event_list(found: Sequence[Tournament], infos: Mapping[str, str]) -> str:
    """Return the events of a server, the newest first; `infos` has the titles of games by key."""
    lines = [
        f"- `{each.id}` {title(each)}: {infos.get(each.game, each.game)}, {_(KINDS[each.kind])}, {_when(each)}"
        for each in found[:25]
    ]
    return "\n".join([_("Events of this server:"), *lines]) if lines else _(NO_EVENTS)


def _when(tournament: Tournament) -> str:
    if tournament.status == "open":
        return _("sign-up until {until}").format(until=formatting.until(tournament.starts_at))
    return _(STATUS[tournament.status])


def ask_withdraw(tournament: Tournament) -> str:
    """Ask a person whether they really want to withdraw."""
    if tournament.status == "open":
        return _("Leave {event}? You can sign up again until {until}.").format(
            event=title(tournament), until=formatting.until(tournament.starts_at)
        )
    return _(
        "Withdraw from {event}? Your running matches there end as lost, and you can't come back. "
        "With fewer than half of your matches played, none of your results counts."
    ).format(event=title(tournament))


def created(tournament: Tournament) -> str:
    """Say that an event was set up."""
    return _("{event} is set up as event {id}. I'm posting it in {channel}.").format(
        event=title(tournament), id=tournament.id, channel=formatting.channel(tournament.channel_id)
    )


def started(tournament: Tournament) -> str:
    """Say that an event begins now."""
    return _("{event} begins within a minute.").format(event=title(tournament))


def cancelled(tournament: Tournament) -> str:
    """Say that an event was cancelled."""
    return _("{event} is cancelled. Matches that began go on, and no longer count for it.").format(
        event=title(tournament)
    )


def removed(tournament: Tournament, user_id: int) -> str:
    """Say that an organizer took a person out of an event."""
    return _("{person} is out of {event}.").format(person=f"<@{user_id}>", event=title(tournament))


def corrected(result: CorrectedResult) -> str:
    """Say what the result of a match is now."""
    placed = _placed(result)
    if not placed:
        text = _("Corrected: #{id} doesn't count.")
    elif placed[0][0] == placed[-1][0]:
        text = _("Corrected: #{id} is a draw.")
    elif len(placed) == 2:
        text = _("Corrected: #{id} goes to {winner}.")
    else:
        # Translators: {places} lists the people with their places.
        text = _("Corrected: #{id} ends with {places}.")
    told = _("Its players are told, and ratings are computed anew.")
    return f"{text.format(id=result.match.id, **_names(placed))} {told}"


def _corrected_notice(result: CorrectedResult | None) -> str:
    """Return what a player is told whose result was corrected; without a `result`, it isn't known any more."""
    placed = _placed(result) if result else []
    if result is None:
        text = _("An organizer corrected the result of #{id} in {event}.")
    elif not placed:
        text = _("An organizer corrected the result of #{id} in {event}: it doesn't count.")
    elif placed[0][0] == placed[-1][0]:
        text = _("An organizer corrected the result of #{id} in {event}: it is a draw.")
    elif len(placed) == 2:
        text = _("An organizer corrected the result of #{id} in {event}: it goes to {winner}.")
    else:
        text = _("An organizer corrected the result of #{id} in {event}: it ends with {places}.")
    return text + " " + _("`/event show` has the table.")


def _placed(result: CorrectedResult) -> list[tuple[int, Person]]:
    """Return the people of a match with their places, the first first; empty if it doesn't count."""
    return sorted(zip(result.places, result.match.seats, strict=bool(result.places)), key=lambda each: each[0])


def _names(placed: Sequence[tuple[int, Person]]) -> dict[str, str]:
    """Return the names for the sentences on a corrected result."""
    names = [formatting.name(person) for __, person in placed]
    places = ", ".join(f"{place}. {name}" for (place, __), name in zip(placed, names, strict=True))
    return {"winner": next(iter(names), ""), "places": places}


def notice(tournament: Tournament, kind: Notice, match_id: int | None, corrected: CorrectedResult | None = None) -> str:
    """Return what a person is told about an event by direct message; `corrected` is the result of the match by now."""
    match kind:
        case "warned":
            text = _("Your time was up in #{id}, so you lost it. A second time withdraws you from {event}.")
        case "withdrawn":
            text = _("You're withdrawn from {event}: your time was up again. Your other matches there are lost.")
        case "struck":
            text = _("You're withdrawn from {event}, as your time was up. None of your results there counts.")
        case "removed":
            text = _("An organizer took you out of {event}.")
        case "corrected":
            text = _corrected_notice(corrected)
        case "cancelled":
            text = _("{event} is cancelled.")
    names = _names(_placed(corrected)) if corrected else {}
    return text.format(id=match_id, event=title(tournament), **names)


def mark(tournament: Tournament) -> str:
    """Return the line that ends each post of an event."""
    return f"-# event {tournament.id}"


def cannot_post(tournament: Tournament) -> str:
    """Return what an organizer is told where an event can't be posted."""
    return _(
        "I can't post in {channel}, so nobody can sign up for {event} there. Let me see the channel and send messages "
        "in it, then set the event up again."
    ).format(channel=formatting.channel(tournament.channel_id), event=title(tournament))

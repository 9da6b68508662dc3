"""What people read about events: sign-ups, pages, notices and charts. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.formatting import is_deleted, shown_name
from bot.referee.times.time_control import describe_control, parse_control
from bot.referee.tournaments.draw import tie_winner
from bot.referee.tournaments.standings import results_of
from bot.referee.tournaments.terms import FEWEST, advice_for_fewer
from games.contract import describe_options
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext
from renderers.charts.cross_table import FEWEST_ROWS, MOST_ROWS, NOT_PLAYED, CrossRow, CrossTable
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from bot.referee.tournaments.organize import CorrectedResult
    from bot.referee.tournaments.standings import PairingResult, Row, RunningMatch, TournamentPage, TournamentRound
    from bot.referee.tournaments.terms import Notice
    from games.contract import Info
    from storage.queries.rows import Entrant, Pairing, Tournament

# Translators: the small print of a post, by which it is recognized.
MARK = N_("-# event {number}")
"""The last line of a post, by which it is recognized."""
SIGNED_UP = N_("You're in. I'll post your first matches when sign-up is over.")
ALREADY_IN = N_("You're in already. **Leave** takes you off the list.")
LEFT = N_("You're off the list.")
WITHDRAWN = N_("You withdrew. Your running matches of this event end now.")
CANCELLED = N_("{event} is cancelled. Matches that began go on, and no longer count for it.")
WHAT_TO_DO = N_(
    "`!event` takes `show`, `list`, `withdraw`, and from organizers `create`, `start`, `cancel`, `remove`, `correct`."
)
RULES = {
    "league": N_(
        "Everybody plays everybody in their group. The first two move up, the last two move down, then the next "
        "season begins."
    ),
    "cup": N_("Groups first; the best 8 (16 from 24 people on) go on to a knock-out of two matches each."),
    "tables": N_("Several matches each, drawn so that pairs meet as evenly as possible."),
}
POINTS = {
    2: N_("2 points for a win, 1 for a draw."),
    3: N_("2 points for everybody you finish ahead of, 1 for everybody who shares your place."),
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


def sign_up_post(tournament: Tournament, people: Sequence[Entrant], info: Info, matches: str | None = None) -> str:
    """Return the post of an event under which people sign up, and what becomes of it: as many names as have room.

    `matches` is the address of the post that lists the first matches, once there is one.
    """
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
        _began(len(people), matches) if matches else _status_line(tournament, people),
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
            return text.format(until=until, n=n, least=least) + advice_for_fewer(tournament.kind)
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
        case "cancelled" if n < (least := FEWEST[tournament.kind]) and _is_sign_up_over(tournament):
            text = _("It was cancelled when sign-up ended: {n} signed up, and {least} were needed.")
            return text.format(n=n, least=least) + advice_for_fewer(tournament.kind)
        case "cancelled":
            return _("It was cancelled.")


def _began(n: int, matches: str) -> str:
    text = ngettext("It began with {n} person: {matches}", "It began with {n} people: {matches}", n)
    return text.format(n=n, matches=matches)


def _is_sign_up_over(tournament: Tournament) -> bool:
    """Return whether an event that ended lasted until the end of its sign-up."""
    return tournament.ended_at is not None and tournament.ended_at >= tournament.starts_at


def created(tournament: Tournament) -> str:
    """Return the reply to the organizer who set up an event, with how many people it needs if that is many."""
    made = _("{event} is set up as event {id}. I'm posting it in {channel}.").format(
        event=title(tournament), id=tournament.id, channel=formatting.channel(tournament.channel_id)
    )
    if tournament.kind != "cup":
        return made
    needed = _("A cup needs {least} people.").format(least=FEWEST["cup"])
    return f"{made} {needed}{advice_for_fewer(tournament.kind)}"


def event_list(found: Sequence[Tournament], infos: Mapping[str, str]) -> str:
    """Return the events of a server, the newest first; `infos` has the titles of games by key."""
    lines = [
        f"- `{each.id}` {title(each)}: {infos.get(each.game, each.game)}, {_(KINDS[each.kind])}, {_when(each)}"
        for each in found[:25]
    ]
    if not lines:
        return _("No events on this server yet. `/events do:create` sets one up.")
    return "\n".join([_("Events of this server:"), *lines])


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
    told = _("Its players are told, and ratings are recalculated.")
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
    return text + " " + _("`/events do:show` has the table.")


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
    return _(MARK).format(number=tournament.id)


def cannot_post(tournament: Tournament) -> str:
    """Return what an organizer is told where an event can't be posted."""
    return _(
        "I can't post in {channel}, so nobody can sign up for {event} there. Let me see the channel and send messages "
        "in it, then set the event up again."
    ).format(channel=formatting.channel(tournament.channel_id), event=title(tournament))


MOST_MATCHES, MOST_WITHDRAWN, MOST_GROUPS = 12, 6, 6
"""How many running matches, people who withdrew and other groups a page names."""


def page_text(page: TournamentPage, info: Info, now: datetime) -> str:
    """Return a page of an event: its standings or ties, and who is waited for."""
    tournament = page.tournament
    names = {each.user_id: formatting.name(Person(each.user_id, each.name)) for each in page.people}
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
    waiting = [_waiting_line(each, now) for each in page.running]
    return _fit(head, body, waiting, "\n".join(filter(None, end)), MOST_MATCHES)


def _fit(head: str, body: Sequence[str], listed: Sequence[str], end: str, most: int) -> str:
    """Return a post of at most `MAX_LENGTH` characters, with `most` of the matches `listed` below its body at most.

    Of these the last ones are left out first, then those of the body.
    """
    rows, matches = len(body), min(len(listed), most)
    while True:
        n_rows, n_matches = len(body) - rows, len(listed) - matches
        more_rows = ngettext("and {n} more", "and {n} more", n_rows).format(n=n_rows)
        more_matches = ngettext("and {n} more match", "and {n} more matches", n_matches).format(n=n_matches)
        lines = [
            head,
            *body[:rows],
            f"-# {more_rows}" if n_rows else "",
            *listed[:matches],
            f"-# {more_matches}" if n_matches else "",
            end,
        ]
        text = "\n".join(filter(None, lines))
        if len(text) <= MAX_LENGTH or not (rows or matches):
            return text
        rows, matches = (rows, matches - 1) if matches else (rows - 1, 0)


def round_post(of: TournamentRound, info: Info, later: str | None = None) -> str:
    """Return the post of the groups of an event, or of a round of its knock-out: its running matches, then results.

    The latest results come first. `later` is the address of the next round's post, once there is one.
    """
    played = [each for each in of.found if each.settled_at is not None]
    n = len(of.found)
    count = ngettext("{played} of {n} matches played", "{played} of {n} matches played", n)
    count = count.format(played=len(played), n=n)
    name = round_name(len({each.group for each in of.found}))
    head = [
        _what(of.tournament, info),
        _status_line(of.tournament, of.people) if of.stage == of.tournament.stage else "",
        f"{name[0].upper()}{name[1:]}: {count}." if of.stage else f"{count}.",
        _("The next round: {post}").format(post=later) if later else "",
    ]
    names = {each.user_id: formatting.name(Person(each.user_id, each.name)) for each in of.people}
    running = [each for each in of.found if each.match_id is not None and each.settled_at is None]
    latest = sorted(played, key=lambda each: (each.settled_at, each.id), reverse=True)
    return _fit(
        "\n".join(filter(None, head)),
        [f"- {_match_label(each, of, names)}" for each in running],
        [f"- {_match_label(each, of, names)}: {_result(each, names)}" for each in latest],
        mark(of.tournament),
        len(latest),
    )


def _match_label(pairing: Pairing, of: TournamentRound, names: Mapping[int, str]) -> str:
    """Return the thread of a match, whose name says who plays; where there is none, its number and people."""
    match = of.matches.get(pairing.match_id or 0)
    if match and match.thread_id and not is_deleted(match.thread_id):
        return f"<#{match.thread_id}>"
    people = format_list(names[user_id] for user_id in pairing.people)
    return f"#{match.id}, {people}" if match else people


def _result(pairing: Pairing, names: Mapping[int, str]) -> str:
    """Return who won a match, as a clause."""
    winners = [names[seat.user_id] for seat in pairing.seats if seat.place == 1]
    if not winners:
        return _("no result")
    if len(winners) == len(pairing.seats):
        return _("a draw")
    if len(winners) > 1:
        return _("{winners} share first place").format(winners=format_list(winners))
    return _("{name} won").format(name=winners[0])


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
            _("withdrawn") if row.person in gone else "",
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

"""What people read about challenges: posts, replies, lists and buttons. Pure."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.features.clocks import time_control_clause, time_control_sentence
from bot.features.match_text import origin_sentence, time_record_clause
from bot.referee import formatting
from bot.referee.formatting import is_deleted
from bot.referee.people.display import describe_display, display_from_json
from games.contract import describe_options
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext_noop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.referee.challenges.answer import OpenChallenges
    from games.contract import Info
    from storage.queries.rows import Challenge, Match, Person, Post
    from storage.queries.time_records import TimeRecord

    NamePerson = Callable[[Person], str]

JOIN = pgettext_noop("button", "Join")
HOW_TO_PLAY = N_("How to play")
PLAY_ME = N_("Play me")
# Translators: the small print of a post, by which it is recognized.
MARK = N_("-# challenge {number}")
"""The last line of a post, by which it is recognized."""


MOST_LISTED = 15
"""Challenges of each kind in a list."""


def challenge_list(found: OpenChallenges, posts: Mapping[int, Post], title: Callable[[str], str]) -> str:
    """Return the list of a person's open challenges, with links to the `posts`; `title` names a game by its key."""
    kinds = (
        (_("Waiting for your answer:"), found.waiting),
        (_("Yours:"), found.issued),
        (_("Joined, waiting for others:"), found.joined),
        (_("Challenges you can join:"), found.joinable),
    )
    if not found.everything:
        return _("No open challenges here for you. `/play` challenges someone, or anyone if you name nobody.")
    return "\n".join(line for head, some in kinds for line in _section(head, some, posts, title))


def challenge_choice(challenge: Challenge, title: str) -> str:
    """Return a challenge as a choice of a slash command, without markup."""
    by = _("{id}: {game}, by {challenger}").format(
        id=challenge.id, game=title, challenger=formatting.plain_name(challenge.challenger)
    )
    return f"{by}{_count(challenge)}"


def _section(head: str, some: Sequence[Challenge], posts: Mapping[int, Post], title: Callable[[str], str]) -> list[str]:
    lines = [_line(challenge, posts.get(challenge.id), title(challenge.game)) for challenge in some[:MOST_LISTED]]
    if len(some) > MOST_LISTED:
        lines.append(formatting.and_more(len(some) - MOST_LISTED))
    return [head, *lines] if some else []


def _line(challenge: Challenge, post: Post | None, title: str) -> str:
    who = formatting.name(challenge.challenger)
    if challenge.has_room:
        what = _("for {n}, by {challenger}").format(n=challenge.size, challenger=who)
    else:
        opponents = format_list(formatting.name(person) for person in challenge.people[1:])
        what = _("{challenger} challenges {opponents}").format(challenger=who, opponents=opponents)
    where = formatting.challenge_place(challenge, post)
    expires = _("expires {when}").format(when=formatting.ago(challenge.expires_at))
    return f"- `{challenge.id}` **{title}**, {what}{_count(challenge)}, {expires}{f': {where}' if where else ''}"


def _count(challenge: Challenge) -> str:
    """Return how many players have joined, as a clause; empty in a match of two."""
    if challenge.size == 2:
        return ""
    return ", " + _("{n} of {size} joined").format(n=len(challenge.accepted), size=challenge.size)


NO_RECORDS: Mapping[int, TimeRecord] = MappingProxyType({})


def challenge_post(
    challenge: Challenge, info: Info, name_of: NamePerson, records: Mapping[int, TimeRecord] = NO_RECORDS
) -> str:
    """Return the post of a challenge that can be accepted: all its terms, each on a line.

    `name_of` names the people challenged; `records` says by id how often people moved in time.
    """
    challenger, is_open = formatting.name(challenge.challenger), challenge.status == "open"
    if challenge.has_room:
        first = _("{challenger} challenges anyone here to **{game}** for {n}: {pitch}").format(
            challenger=challenger, game=info.title, n=challenge.size, pitch=_(info.pitch)
        )
    else:
        first = _("{challenger} challenges {opponents} to **{game}**: {pitch}").format(
            challenger=challenger,
            opponents=format_list(map(name_of, challenge.people[1:])),
            game=info.title,
            pitch=_(info.pitch),
        )
    options, looks = describe_options(info, challenge.options), describe_display(display_from_json(challenge.look))
    known = [(person, records[person.id]) for person in challenge.people if person.id in records]
    in_time = [time_record_clause(person, record) for person, record in known]
    lines = [
        first,
        f"{'. '.join(options)}." if options else "",
        _seats(challenge, info),
        origin_sentence(challenge),
        time_control_sentence(challenge.clock) or _("No clock."),
        "" if challenge.rated else _("Unrated: it doesn't count for ratings."),
        f"{', '.join(in_time)}." if in_time else "",
        _("Boards: {looks}.").format(looks=format_list(looks)) if looks else "",
        _reopening(challenge),
        _joined(challenge),
        _("Open until {until}.").format(until=formatting.until(challenge.expires_at)) if is_open else "",
        mark(challenge),
    ]
    return "\n".join(filter(None, lines))


def mark(challenge: Challenge) -> str:
    """Return the line that ends the post of a challenge that can be accepted."""
    return _(MARK).format(number=challenge.id)


def closed_post(challenge: Challenge, info: Info, by: Person | None, comment: str = "") -> str:
    """Return the post of a challenge that led to no match; `by` declined or withdrew it with a `comment`."""
    challenger = formatting.name(challenge.challenger)
    if challenge.has_room:
        issued = _("{challenger} challenged anyone here to **{game}** for {n}").format(
            challenger=challenger, game=info.title, n=challenge.size
        )
    else:
        opponents = format_list(formatting.name(person) for person in challenge.people[1:])
        issued = _("{challenger} challenged {opponents} to **{game}**").format(
            challenger=challenger, opponents=opponents, game=info.title
        )
    closed = _closed(challenge.status, issued, by)
    return f"{closed}\n> {formatting.plain(comment)}" if comment else closed


def _closed(status: str, issued: str, by: Person | None) -> str:
    match status:
        case "withdrawn":
            # Translators: {issued} says who challenged whom.
            return _("{issued}: withdrawn.").format(issued=issued)
        case "expired":
            return _("{issued}: expired.").format(issued=issued)
        case "closed":
            return _("{issued}: closed by a manager of this server.").format(issued=issued)
        case _ if by is None:
            return _("{issued}: declined.").format(issued=issued)
        case _:
            return _("{issued}: declined by {name}.").format(issued=issued, name=formatting.name(by))


def started_post(match: Match, info: Info, clock: str) -> str:
    """Return the post of a challenge whose match has begun; `clock` is its time control."""
    where = f"<#{match.thread_id}>" if match.thread_id else _("here in the channel")
    if match.is_direct or is_deleted(match.home):
        where = _("in your direct messages with me")
    return f"**{info.title} #{match.id}**, {seat_list(match.seats, info)}: {where}{time_control_clause(clock)}"


def forum_post(match: Match, info: Info, clock: str, challenge_link: str | None) -> str:
    """Return the first message of a match's post in a forum; `challenge_link` leads to the challenge's post, if any."""
    lines = [
        f"**{info.title} #{match.id}**, {seat_list(match.seats, info)}{time_control_clause(clock)}",
        _(info.pitch),
        "-# " + _("The challenge: {link}").format(link=challenge_link) if challenge_link else "",
    ]
    return "\n".join(filter(None, lines))


def standing_post(match: Match, title: str, plies: int, mover: str) -> str:
    """Return how far a match is, for the place where it began; `title` names the game, `mover` who is to move."""
    text = ngettext(
        "**{game} #{id}**, {people}: {n} move so far, {mover} to move. They play in direct messages with me.",
        "**{game} #{id}**, {people}: {n} moves so far, {mover} to move. They play in direct messages with me.",
        plies,
    )
    if not plies:
        text = _("**{game} #{id}**, {people}: no move so far, {mover} to move. They play in direct messages with me.")
    people = format_list(formatting.name(person) for person in match.seats)
    return text.format(game=title, id=match.id, people=people, n=plies, mover=mover)


def thread_name(match: Match, info: Info) -> str:
    """Return a name for the match's thread, plain text of at most 100 characters."""
    people = " - ".join(formatting.plain_name(person, 24) for person in match.seats)
    return f"{info.title} #{match.id}: {people}"[:100]


def seat_list(people: Sequence[Person], info: Info, name_of: NamePerson = formatting.name) -> str:
    """Return the people with their seats, in seat order."""
    seats = [f"{name_of(person)} ({_(seat)})" for person, seat in zip(people, info.seats, strict=False)]
    if len(seats) != 2:
        return format_list(seats)
    return _("{first} against {second}").format(first=seats[0], second=seats[1])


def _seats(challenge: Challenge, info: Info) -> str:
    challenger = formatting.name(challenge.challenger)
    seats = [_(seat) for seat in info.seats]
    if challenge.seating:
        return _("Rematch of #{id} with seats swapped: {seats}.").format(
            id=challenge.rematch_of, seats=seat_list(challenge.seating, info)
        )
    if challenge.seat is not None:
        plays = _("{name} plays {seat}.")
        if challenge.size > 2:
            plays = _("{name} plays {seat}; the other seats are drawn at the start.")
        return plays.format(name=challenger, seat=seats[challenge.seat - 1])
    if not challenge.theirs:
        return _("Seats are drawn at the start.")
    taken = [
        _("{name} plays {seat}.").format(name=formatting.name(person), seat=seats[challenge.chosen[person.id] - 1])
        for person in challenge.people
        if person.id in challenge.chosen
    ]
    free = _("Choose a seat when you accept: {seats}. {challenger} gets the one that's left.").format(
        seats=format_list((seats[seat - 1] for seat in challenge.free), "or"), challenger=challenger
    )
    return " ".join([*taken, free])


def _reopening(challenge: Challenge) -> str:
    if not challenge.again:
        return ""
    return ngettext(
        "Opens again once after its match.",
        "Opens again after each match, up to {n} more times.",
        challenge.again,
    ).format(n=challenge.again)


def _joined(challenge: Challenge) -> str:
    if challenge.size == 2:
        return ""
    joined = [formatting.name(person) for person in challenge.people if person.id in challenge.accepted]
    return _("Joined: {people} ({n} of {size}).").format(people=format_list(joined), n=len(joined), size=challenge.size)


_VALUE = re.compile(r"<@(\d+)>|`([^`]*)`")
_FILLED = re.compile(rf"(\w+) ((?:(?:{_VALUE.pattern}) ?)+)")

NO_BOTS = N_("Other bots don't play here: challenge a person, or me.")
FORM_TITLE = N_("Challenge")
CHOOSE_GAME = N_("Choose a game")
USUAL_CLOCK = N_("This server's usual clock; none in direct messages")
JOINED = N_("You're in. The match begins when everyone has accepted.")


def typed_terms(challenge: Challenge, info: Info) -> str:
    """Return the terms of a challenge that aren't the usual ones, as people type them in the form."""
    terms = [
        f"{option.name}={option.write(value)}"
        for option in info.options
        if (value := challenge.options.get(option.name, option.default)) != option.default
    ]
    computers = [person.level for person in challenge.people if person.level is not None]
    terms += [f"fill={len(computers)}", f"level={computers[0]}"] if computers else []
    return " ".join([*terms, *([] if challenge.rated else ["unrated"])])


def cannot_post(challenge: Challenge, info: Info, person: Person | None = None) -> str:
    """Return the direct message to the challenger of a challenge that can't be posted, or not sent to a `person`."""
    if person:
        barred = _("I can't write to {name}, so nobody sees your challenge {id} to **{game}** there.")
    else:
        barred = _("I can't post in {channel}, so nobody sees your challenge {id} to **{game}** there.")
    said = barred.format(
        name=formatting.name(person) if person else "",
        channel=formatting.channel(challenge.channel_id),
        id=challenge.id,
        game=info.title,
    )
    how = _("It can still be accepted with `/match do:accept {id}`; `/match do:decline {id}` withdraws it.")
    return f"{said} {how.format(id=challenge.id)}"


def form_rejected(reason: str, values: Mapping[str, Sequence[str]]) -> str:
    """Return why a form issues no challenge, with what was filled in, so that it can be opened again like that."""
    shown = {name: " ".join(_field(name, each) for each in given) for name, given in values.items() if any(given)}
    filled = [f"{name} {written}" for name, written in shown.items()]
    return f"{reason}\n-# {', '.join(filled)}" if filled else reason


def filled_in(content: str) -> dict[str, list[str]]:
    r"""Return what a message says was filled in, by the fields' names.

    >>> filled_in("No.\n-# opponents <@7> <@8>, game `chomp`, seat `2`")
    {'opponents': ['7', '8'], 'game': ['chomp'], 'seat': ['2']}
    """
    small = content.rpartition("\n-# ")[2]
    return {found[1]: [user or typed for user, typed in _VALUE.findall(found[2])] for found in _FILLED.finditer(small)}


def _field(name: str, value: str) -> str:
    return f"<@{value}>" if name == "opponents" else formatting.code(value, 200)


def match_begins(match: Match) -> str:
    """Return the reply to a player with whose acceptance a match begins."""
    if match.is_direct:
        return _("Match #{id} begins. Its boards come to you as direct messages.").format(id=match.id)
    return _("Match #{id} begins in {channel}.").format(id=match.id, channel=formatting.channel(match.channel_id))

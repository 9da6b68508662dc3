"""Sentences about matches, permissions and time records that several features share. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.offers import undone_moves
from bot.referee import formatting
from bot.referee.guilds.audit_log import Use
from bot.referee.history.history import (
    CALLED_OFF,
    NOT_MOVED,
    OUT_OF_TIME,
    WITHDREW,
    can_have_substitutes,
    list_substitutes,
    places_by_person,
)
from bot.referee.log.automatic_moves import RESIGNED
from games.text import format_list, format_percent
from games.translation import gettext as _, gettext_noop as N_, ngettext
from storage.queries.rows import FORMER_NAME, Person

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import timedelta

    from discord import Permissions

    from bot.gateway.permissions import Lack
    from bot.referee.boards import Snapshot
    from bot.referee.clocks.clock import PauseStatus
    from bot.referee.history.history import PersonPlace
    from games.contract import Game, Result
    from storage.queries.rows import Challenge, Event, Match
    from storage.queries.time_records import TimeRecord

    NamePerson = Callable[[Person], str]

_LEAVES = {
    RESIGNED: N_("{name} resigned"),
    OUT_OF_TIME: N_("{name} ran out of time"),
    WITHDREW: N_("{name} withdrew from the event"),
}
"""How a player left, by the text of the event."""
_OUTCOMES = {
    "drawn": N_("**{title} is drawn**: {reason}"),
    "won": N_("{names} wins **{title}**: {reason}"),
    "shared": N_("{names} share first place in **{title}**: {reason}"),
}
_OUTCOMES_THEN = {
    "drawn": N_("Then **{title} is drawn**: {reason}"),
    "won": N_("Then {names} wins **{title}**: {reason}"),
    "shared": N_("Then {names} share first place in **{title}**: {reason}"),
}
"""How a match would end after a move."""


def origin_sentence(played: Challenge | Match, address: str | None = None) -> str:
    """Return from where a match is played on, with the `address` of that board; empty for the usual setup."""
    if played.start is None:
        return ""
    if played.origin_id is None:
        return _("Played on from another match.")
    place = _("#{match}, move {ply}") if played.origin_ply else _("the start of #{match}")
    if played.origin_ply is None:
        place = _("an analysis of #{match}")
    place = place.format(match=played.origin_id, ply=played.origin_ply)
    return _("Played on from {place}.").format(place=f"[{place}]({address})" if address else place)


def player_left(name: str, text: str, plain: Callable[[str], str] = formatting.plain) -> str:
    """Return who left and how, as a clause, from the text of the event; `plain` makes a text safe to show.

    >>> player_left("Ann", RESIGNED)
    'Ann resigned'
    """
    return _(_LEAVES[text]).format(name=name) if text in _LEAVES else f"{name} {plain(text)}"


def outcome_then(match: Match, game: Game[Any, Any], result: Result) -> str:
    """Return how a match would end after a move, as a sentence."""
    return formatting.sentence(outcome_clause(match, game, result, templates=_OUTCOMES_THEN))


def outcome_clause(
    match: Match, game: Game[Any, Any], result: Result, reason: str = "", templates: Mapping[str, str] = _OUTCOMES
) -> str:
    """Return how a match ended, as a clause; `reason` replaces the game's own."""
    kind = "drawn" if result.drawn else "won" if len(result.winners) == 1 else "shared"
    winners = format_list(formatting.name(match.seats[seat - 1]) for seat in result.winners)
    title, reason = f"{game.info.title} #{match.id}", reason or result.clause
    return _(templates[kind]).format(title=title, names=winners, reason=reason)


def outcome_lines(snapshot: Snapshot, game: Game[Any, Any], result: Result) -> list[str]:
    """Return how a match ended and after how long, and a line for each place among three or more players."""
    outcome = outcome_clause(snapshot.match, game, result, leave_clause(snapshot))
    # Translators: {outcome} says who won and why, {duration} is "in 3 days".
    headline = ngettext("{outcome}, after {n} move {duration}.", "{outcome}, after {n} moves {duration}.", snapshot.ply)
    headline = headline.format(outcome=outcome, n=snapshot.ply, duration=in_duration(match_duration(snapshot)))
    return [headline, *_places(snapshot.match, snapshot.log, result)]


def ended_without_result(match: Match, game: Game[Any, Any], event: Event) -> str:
    """Return who ended a match without a result, and why, as sentences on one line."""
    title, reason = f"{game.info.title} #{match.id}", formatting.sentence(formatting.plain(_(event.text)))
    if event.user_id is None:
        return _("**{title} is void**: nobody wins. {reason}").format(title=title, reason=reason)
    winner = match.seat_of(event.user_id)
    if event.text == CALLED_OFF and winner:
        by, late = (formatting.name(match.seats[seat - 1]) for seat in (winner, 3 - winner))
        called_off = _("{winner} called off **{title}**, which {loser} had lost on time: nobody wins.")
        return called_off.format(winner=by, title=title, loser=late)
    if event.text == NOT_MOVED and winner:
        called_off = _("{name} called off **{title}**, in which nobody had moved for days: nobody wins.")
        return called_off.format(name=formatting.name(match.seats[winner - 1]), title=title)
    manager = formatting.mention(Person(event.user_id, FORMER_NAME))
    ended = _("A server manager, {name}, ended **{title}**: nobody wins.").format(name=manager, title=title)
    return " ".join([ended, _("The reason: {reason}").format(reason=reason)]) if event.text else ended


def in_duration(time: timedelta) -> str:
    """Return in how much time something was done, in the largest unit that fits.

    >>> from datetime import timedelta
    >>> in_duration(timedelta(hours=47)), in_duration(timedelta(seconds=60)), in_duration(timedelta())
    ('in 1 day', 'in 1 minute', 'in under a minute')
    """
    minutes = int(time.total_seconds() // 60)
    if days := minutes // (24 * 60):
        return ngettext("in {n} day", "in {n} days", days).format(n=days)
    if hours := minutes // 60:
        return ngettext("in {n} hour", "in {n} hours", hours).format(n=hours)
    return ngettext("in {n} minute", "in {n} minutes", minutes).format(n=minutes) if minutes else _("in under a minute")


def event_sentences(
    snapshot: Snapshot,
    game: Game[Any, Any],
    name_of: NamePerson = formatting.name,
    *,
    longest_move: int = 100,
    longest_name: int = 32,
) -> list[str]:
    """Return what a snapshot's event was, as sentences; none at the start or for a match that ended by agreement.

    `name_of` names a person who took a seat in another player's turn. Names, and moves that were undone, are cut to
    some characters.
    """
    event = snapshot.event
    if event is None or event.seat is None or event.closes:
        return []
    who = formatting.name(snapshot.match.seats[event.seat - 1], longest_name)
    if event.kind == "leave":
        return [formatting.sentence(leave_clause(snapshot))]
    if event.kind == "substitute":
        person = Person(event.user_id or 0, event.text)
        who = name_of(snapshot.newcomer) if snapshot.newcomer and snapshot.same_turn else who
        first = snapshot.undone[:1]
        on = _("{name} leaves, and {newcomer} plays on.")
        if first:  # Translators: {move} is "move 17, `c4`".
            on = _("{name} leaves, and {newcomer} plays on from before {move}.")
        move = undone_moves(snapshot.ply + 1, first, longest_move) if first else ""
        return [on.format(name=formatting.name(person, longest_name), newcomer=who, move=move)]
    if event.kind == "takeback":
        back = undone_moves(snapshot.ply + 1, snapshot.undone, longest_move)
        # Translators: {moves} is "move 17, `c4`" or "move 17, `c4`, and with it moves 18 to 19".
        return [_("{name} takes back {moves}.").format(name=who, moves=back)]
    did = game.describe(snapshot.before, game.parse(snapshot.before, event.text))
    # Translators: {did} is what the move does, as in "moves a small from c1 to c2".
    return [formatting.sentence(_("**{ply}.** {name} {did}").format(ply=snapshot.ply, name=who, did=did))]


def leave_clause(snapshot: Snapshot, name: NamePerson = formatting.name) -> str:
    """Return which player left a match and how, as a clause; nothing for another event."""
    event = snapshot.event
    if event is None or event.seat is None or event.kind != "leave":
        return ""
    return player_left(name(snapshot.match.seats[event.seat - 1]), event.text)


def seat_left_line(snapshot: Snapshot) -> list[str]:
    """Return a line on how somebody can play on in the seat that a person has just left, or nothing."""
    match = snapshot.match
    if snapshot.left is None or snapshot.pause.open_seat or not can_have_substitutes(match):
        return []
    who = formatting.name(match.seats[snapshot.left - 1])
    line = _("Until one of you moves, `/match do:substitute #{match}` finds somebody to play on in {name}'s seat.")
    return [line.format(match=match.id, name=who)]


def clock_lines(snapshot: Snapshot) -> list[str]:
    """Return a line on why the clock of a match is paused, if it is."""
    line = clock_line(snapshot.match, snapshot.pause, timed=snapshot.deadline is not None)
    return [line] if line else []


def clock_line(match: Match, pause: PauseStatus, *, timed: bool) -> str:
    """Return why a running match may wait, as a line; often empty. `timed` says that the match has a deadline."""
    if pause.open_seat:
        who = formatting.name(match.seats[pause.open_seat.seat - 1])
        if pause.open_seat.seat in match.gone:
            what = _("Until one of you moves, {name}'s seat is open to anybody: the post is in {channel}.")
        else:
            what = _("{name}'s seat is open to anybody: the post is in {channel}.")
        what = what.format(name=who, channel=formatting.channel(match.channel_id))
        return " ".join([what, _("The clock is paused meanwhile.")]) if pause.paused else what
    if pause.paused:
        paused = _("The clock is paused by agreement, until the next move or `/match do:resume #{match}`.")
        return paused.format(match=match.id)
    if pause.away is None:
        return ""
    away = _("{name} is away until {time}.")
    if timed:
        away = _("{name} is away until {time}, and the clock is paused until then.")
    mover = formatting.name(match.player_to_move)
    return away.format(name=mover, time=formatting.until(pause.away))


def _places(match: Match, log: Sequence[Event], result: Result) -> list[str]:
    """Return a line for each place; none for two players. Where substitutes played, those who began are placed."""
    if len(match.seats) == 2:
        return []
    if list_substitutes(match, log):
        placed = [one for one in places_by_person(match, log, result) if one.counts]
        return [_("Places of those who began the match:"), *map(_place_line, placed)]
    points = result.points or (None,) * len(match.seats)
    rows = sorted(zip(result.places, match.seats, points, strict=True), key=lambda row: row[0])
    return [f"{place}. {_with_points(formatting.name(person), score)}" for place, person, score in rows]


def _with_points(name: str, points: int | None) -> str:
    if points is None:
        return name
    return ngettext("{name}, {n} point", "{name}, {n} points", points).format(name=name, n=points)


def _place_line(place: PersonPlace) -> str:
    """Return the line of a person who began, with who played on if that person left."""
    who = formatting.name(place.person)
    if place.substitutes:
        left = ngettext("{name} (left; {names} played on)", "{name} (left; {names} played on)", len(place.substitutes))
        who = left.format(name=who, names=format_list(map(formatting.name, place.substitutes)))
    return f"{place.place}. {who}"


def substitutes_clause(snapshot: Snapshot, name: NamePerson = formatting.name) -> str:
    """Return who left a match that has ended and who played on, as a clause; nothing without substitutes."""
    left = list_substitutes(snapshot.match, snapshot.log)
    return "; ".join(
        ngettext("{name} left, {names} played on", "{name} left, {names} played on", len(later)).format(
            name=name(person), names=format_list(map(name, later))
        )
        for person, later in left
    )


def match_duration(snapshot: Snapshot) -> timedelta:
    """Return the time from the start of a match to the snapshot's event."""
    start = snapshot.match.created_at
    return (snapshot.event.at if snapshot.event else start) - start


_NAMES = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
    "add_reactions": N_("Add Reactions"),
    "pin_messages": N_("Pin Messages"),
}
"""The names under which Discord shows them, by discord.py's, those first without which the others are of no use."""
_FORUM_NAMES = {
    "send_messages": N_("Create Posts"),
    "send_messages_in_threads": N_("Send Messages in Posts"),
}
_EFFECTS = {
    "view_channel": N_("nothing can be seen or posted there"),
    "send_messages": N_("nothing can be posted"),
    "send_messages_in_threads": N_("boards can't be posted"),
    "create_public_threads": N_("matches get no threads"),
    "attach_files": N_("boards come in words, without a picture"),
    "read_message_history": N_("messages get no replies, and those missed while the bot was away aren't read"),
    "add_reactions": N_("a move that comes too early gets its hourglass as a message"),
    "pin_messages": N_("the overview isn't pinned"),
}


def permission_names(permissions: Permissions, *, in_forum: bool = False) -> list[str]:
    """Return permissions as Discord names them, in a forum or elsewhere."""
    names = _NAMES | _FORUM_NAMES if in_forum else _NAMES
    return [_(shown) for name, shown in names.items() if getattr(permissions, name)]


def lack_names(lack: Lack) -> list[str]:
    """Return the permissions that the bot lacks, as Discord names them there."""
    return permission_names(lack.missing, in_forum=lack.channel is not None and Use.FORUM in lack.channel.uses)


def lack_effect(lack: Lack) -> str:
    """Return what comes of a lack, in clauses: the worst alone if nothing works for it."""
    effects = [_(effect) for name, effect in _EFFECTS.items() if getattr(lack.missing, name)]
    return effects[0] if lack.essential else ", ".join(effects)


def time_record_sentence(record: TimeRecord) -> str:
    """Return how often a person moved in time.

    >>> from storage.queries.time_records import TimeRecord
    >>> time_record_sentence(TimeRecord(54, 2))
    'Moved in time in 96% of 54 matches.'
    """
    return _("Moved in time in {share} of {n} matches.").format(
        share=format_percent(share_in_time(record)), n=record.matches
    )


def time_record_clause(person: Person, record: TimeRecord) -> str:
    """Return who moved in time how often, for a list of people."""
    share = format_percent(share_in_time(record))
    return _("{name} moved in time in {share} of {n} matches").format(
        name=formatting.name(person), share=share, n=record.matches
    )


def share_in_time(record: TimeRecord) -> float:
    """Return in which share of their matches with a clock a person moved in time, rounded down to whole percents."""
    return 100 * (record.matches - record.late) // record.matches / 100

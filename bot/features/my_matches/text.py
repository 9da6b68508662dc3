"""What the list of a person's matches says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from bot.referee.clocks.pause_status import PauseStatus
    from bot.referee.my_matches import MatchEntry, MyMatches, PendingChallenge
    from storage.queries.rows import Match

    Title = Callable[[str], str]

MOST_LISTED = 25


def my_matches_post(mine: MyMatches, title: Title) -> str:
    """Return a person's matches, those in which it's their turn first; `title` names a game by its key."""
    total = len(mine.your_turn) + len(mine.their_turn)
    if not total and not mine.challenges:
        return _("You have no matches here. `/challenge` starts one.")
    lines = list(waiting_lines(mine, title))
    if not mine.your_turn:
        lines.insert(0, _("No match is waiting for you."))
    if mine.their_turn:
        lines.append(_("Waiting for others:"))
        lines += [_entry(entry, mine.user_id, title) for entry in mine.their_turn[:MOST_LISTED]]
        lines += _more(len(mine.their_turn))
    return "\n".join(lines)


def waiting_lines(mine: MyMatches, title: Title) -> Iterator[str]:
    """Yield the lines of what waits for a person: matches, the most urgent first, and challenges."""
    if mine.your_turn:
        total = len(mine.your_turn) + len(mine.their_turn)
        yield _("Your move in {n} of {total}:").format(n=len(mine.your_turn), total=total)
        yield from (_entry(entry, mine.user_id, title) for entry in mine.your_turn[:MOST_LISTED])
        yield from _more(len(mine.your_turn))
    if mine.challenges:
        yield _("Waiting for your answer:")
        yield from (_challenge(each, title) for each in mine.challenges[:MOST_LISTED])
        yield from _more(len(mine.challenges))


def _more(count: int) -> list[str]:
    return [formatting.and_more(count - MOST_LISTED)] if count > MOST_LISTED else []


def _entry(entry: MatchEntry, user_id: int, title: Title) -> str:
    match = entry.match
    with_whom = format_list(formatting.name(person) for person in match.seats if person.id != user_id)
    when = time_listed(match, entry.deadline, entry.pause)
    board = entry.board if entry.board and entry.board.body.get("user") in {None, user_id} else None
    where = formatting.place(match, board) or formatting.home(match)
    return _("- **#{id} {game}** with {people}, {when}: {where}").format(
        id=match.id, game=title(match.game), people=with_whom, when=when, where=where
    )


def time_listed(match: Match, until: datetime | None, pause: PauseStatus) -> str:
    """Return the deadline of a match, since when its turn lasts, or why it waits, for a list."""
    if pause.open_seat:
        return _("a seat is open to anybody")
    if pause.paused:
        return _("paused by agreement")
    if until:
        when = _("until {when}").format(when=formatting.until(until))
    else:
        when = _("since {when}").format(when=f"<t:{int(match.since.timestamp())}:f>")
    if pause.away is None:
        return when
    away = _("{name} is away until {when}").format(
        name=formatting.name(match.player_to_move), when=f"<t:{int(pause.away.timestamp())}:f>"
    )
    return f"{when} ({away})"


def _challenge(pending: PendingChallenge, title: Title) -> str:
    challenge = pending.challenge
    where = formatting.challenge_place(challenge, pending.post)
    line = _("- challenge {id} to **{game}** by {challenger}, expires {when}: {where}")
    if where is None:
        line = _("- challenge {id} to **{game}** by {challenger}, expires {when}: `/match accept {id}`")
    return line.format(
        id=challenge.id,
        game=title(challenge.game),
        challenger=formatting.name(challenge.challenger),
        when=formatting.ago(challenge.expires_at),
        where=where,
    )

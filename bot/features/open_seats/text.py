"""What players read about open seats. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.open_seats import OPEN_FOR

if TYPE_CHECKING:
    from storage.queries.rows import Match, OpenSeat, Person

TAKE = "Take the seat"
GIVE = "Let Turnpost play on"


def open_post(open_seat: OpenSeat, match: Match, title: str, seat: str, *, timed: bool) -> str:
    """Return the post of a seat that is open; `seat` is what the game calls it, `timed` says there's a clock."""
    who = formatting.name(match.seats[open_seat.seat - 1])
    turn = " It's that seat's turn." if open_seat.seat == match.to_move else ""
    stands = " The clock is paused until somebody plays on." if timed and open_seat.stops_clock(match) else ""
    last = formatting.ago(open_seat.opened_at + OPEN_FOR)
    limit = f" It closes when one of the others moves, as {who} has left." if open_seat.seat in match.gone else ""
    lines = (
        f"{who}'s seat ({seat}) in **{title} #{match.id}** is open: {formatting.home(match)}.{turn}{stands}",
        f"Whoever presses **{TAKE}** first plays on. The result won't count for them, and {who} comes last.",
        f"If nobody takes it, I play on {last}, or as soon as a player of the match presses **{GIVE}**.{limit}",
        _mark(open_seat),
    )
    return "\n".join(lines)


def closed_post(open_seat: OpenSeat, match: Match, title: str, left: Person, newcomer: Person) -> str:
    """Return what became of an open seat: `left` had it when it was opened, and `newcomer` after it was closed."""
    who, where = formatting.name(left), f"**{title} #{match.id}**: {formatting.home(match)}"
    match open_seat.status:
        case "taken" | "turnpost":
            what = f"{formatting.name(newcomer)} plays on for {who} in {where}."
            if newcomer.level:
                what = f"{formatting.name(newcomer)} plays on in {where}."
        case "kept":
            what = f"{who} keeps that seat in {where}."
        case "ended":
            what = f"Nobody took {who}'s seat in {where}. The match is over."
        case _:
            what = f"Nobody took {who}'s seat in {where}. The match goes on without {who}."
    return f"{what}\n{_mark(open_seat)}"


def nowhere_to_post(match: Match, open_seat: OpenSeat) -> str:
    """Return what the players are told where an open seat can't be posted."""
    who = formatting.name(match.seats[open_seat.seat - 1])
    return (
        f"I can't post in <#{match.channel_id}>, so nobody sees that {who}'s seat in #{match.id} is open. "
        f"`/match substitute #{match.id}` has me play on instead."
    )


def taken(match: Match) -> str:
    """Return the reply to a person who took a seat."""
    return f"You play on in #{match.id}: {formatting.home(match)}. The board there says whose turn it is."


def kept(match: Match) -> str:
    """Return the reply to a player who keeps their seat."""
    return f"You keep your seat in #{match.id}."


def _mark(open_seat: OpenSeat) -> str:
    return f"-# open seat {open_seat.id}"

"""What the log of a match says: what counts, who held which seat, and how it ended. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.contract import Result
from games.translation import gettext_noop as N_
from storage.queries.rows import OPENING_PLIES, MatchEnd, Outcome, Person

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Game
    from storage.queries.rows import Ending, Event, EventKind, Match, OpenSeat, OpenSeatStatus

DEPARTURES = frozenset({"leave", "substitute"})
"""The kinds of events by which a person gives up a seat. No takeback undoes them."""


def find_last_leave(counting: Sequence[Event]) -> Event | None:
    """Return the leave of a mainline since which nobody but computer players has moved, or None.

    A substitute can still undo it: no person has played on without that seat.
    """
    for event in reversed(counting):
        if event.kind == "leave":
            return event
        if event.kind != "move" or (event.user_id or 0) >= 0:
            return None
    return None


def count_kept(counting: Sequence[Event], event: Event) -> int:
    """Return how many events of a mainline still count after an event that follows; it undoes the others."""
    if event.kind == "takeback":
        return len(split_takeback(counting, event.seat)[0])
    left = find_last_leave(counting) if event.kind == "substitute" else None
    return counting.index(left) if left and left.seat == event.seat else len(counting)


def count_event(counting: list[Event], event: Event) -> list[Event]:
    """Change a mainline to what it is after an event that follows, and return the events that this one undoes."""
    kept = count_kept(counting, event)
    undone = counting[kept:]
    del counting[kept:]
    if event.kind != "takeback":
        counting.append(event)
    return undone


def mainline(log: Iterable[Event]) -> list[Event]:
    """Return the events that still count: the log without those that were undone, and without the takebacks.

    An event that counts has the same events before it in the mainline of every later log.
    """
    counting: list[Event] = []
    for event in log:
        count_event(counting, event)
    return counting


def gone_seats(log: Iterable[Event]) -> frozenset[int]:
    """Return the seats that have left, and that no substitute took since."""
    return frozenset(event.seat for event in mainline(log) if event.kind == "leave" and event.seat)


def mainline_moves(log: Iterable[Event]) -> list[Event]:
    """Return the moves that still count; a move's place in the list, from 1, is its ply."""
    return [event for event in mainline(log) if event.kind == "move"]


def count_plies(log: Iterable[Event]) -> int:
    """Return how many moves still count."""
    return len(mainline_moves(log))


def split_takeback(counting: Sequence[Event], seat: int | None) -> tuple[list[Event], list[Event]]:
    """Return the events that a takeback of a seat's last move keeps, and those that it undoes: that move and all after.

    `counting` is the mainline. If the seat has made no move, all of it is kept. The caller rejects a takeback that
    would undo one of `DEPARTURES`: a player who left doesn't come back.
    """
    for place in range(len(counting) - 1, -1, -1):
        if counting[place].kind == "move" and counting[place].seat == seat:
            return list(counting[:place]), list(counting[place:])
    return list(counting), []


def takeback_text(kept: Iterable[Event]) -> str:
    """Return the text of the takeback that keeps these events: the move to which the match goes back.

    >>> takeback_text([])
    'to 0'
    """
    return f"to {count_plies(kept)}"


def find_first_players(match: Match, log: Sequence[Event]) -> list[Person]:
    """Return the people who had the seats of a match at its start, in seat order, before substitutes took some."""
    return find_holders(match, log)[0]


def list_holders(match: Match, log: Sequence[Event]) -> list[list[Person]]:
    """Return the people who had the seats after each event of a log, in seat order."""
    return find_holders(match, log)[1:]


def list_people(match: Match, log: Sequence[Event]) -> list[Person]:
    """Return everybody who has or had a seat, each once for each seat: the first players, then substitutes in order."""
    first, *later = find_holders(match, log)
    taken = zip(log, later, strict=True)
    return first + [holders[event.seat - 1] for event, holders in taken if event.seat and _gives_seat(match, event)]


def find_holders(match: Match, log: Sequence[Event]) -> list[list[Person]]:
    """Return the holders of the seats at the start and after each event: each substitute tells whose seat it was."""
    holders = list(match.seats)
    found = [holders]
    for event in reversed(log):
        if _gives_seat(match, event) and event.seat:
            holders = [*holders]
            holders[event.seat - 1] = Person(event.user_id or 0, event.text)
        found.append(holders)
    return found[::-1]


def _gives_seat(match: Match, event: Event) -> bool:
    return event.kind == "substitute" and event.seat is not None and 1 <= event.seat <= len(match.seats)


FEWEST_PLAYERS = 3
"""Seats of smaller matches can't be given away: such a match ends when a player leaves."""


def can_have_substitutes(match: Match) -> bool:
    """Return whether seats of a match can be opened, or given to substitutes: it has three or more."""
    return len(match.seats) >= FEWEST_PLAYERS


def find_seat_that_left(match: Match, log: Sequence[Event]) -> int | None:
    """Return the seat that a person left and somebody can still play on in, as no person has moved since, or None."""
    left = find_last_leave(mainline(log))
    return left.seat if left and left.seat and match.seats[left.seat - 1].level is None else None


def opened_after_leave(open_seat: OpenSeat, log: Sequence[Event]) -> bool:
    """Return whether a seat had left when it was opened; `log` is that of its match, up to then or longer."""
    return open_seat.seat in gone_seats(log[: open_seat.seq])


def status_after(
    open_seat: OpenSeat, kind: EventKind, seat: int | None, *, had_left: bool, by_computer: bool, ended: bool
) -> OpenSeatStatus | None:
    """Return what an event of a kind and a seat makes of an open seat, None if it stays open.

    `had_left` says whether the open seat had left when it was opened, `by_computer` whether a computer player has the
    event's seat after it, `ended` whether the match has ended.
    """
    if kind == "substitute" and seat == open_seat.seat:
        return "turnpost" if by_computer else "taken"
    if ended:
        return "ended"
    if had_left:  # nobody plays on without the seat yet, as long as computer players alone move
        return None if kind == "move" and by_computer else "went on"
    if seat == open_seat.seat and kind == "move":
        return "kept"
    return "left" if seat == open_seat.seat and kind == "leave" else None


@dataclass(frozen=True, slots=True)
class PersonPlace:
    """A person's place in a match, 1 the best.

    Only the places of those who began the match count, among each other: `counts`. A substitute has the place that the
    rules give the seat. `substitutes` are those who played on in the seat of a person who left, in order.
    """

    person: Person
    seat: int
    place: int
    counts: bool
    substitutes: tuple[Person, ...] = ()


def places_by_person(match: Match, log: Sequence[Event], result: Result) -> list[PersonPlace]:
    """Return the places of all who have or had a seat, those that count first, the best first.

    Without substitutes these are the places of the seats. Otherwise those who stayed come first, as the rules place
    them, then those who left, the first of them last.
    """
    people = list_people(match, log)
    first, later = people[: len(match.seats)], people[len(match.seats) :]
    if not later:
        places = list(result.places)
    else:
        left = list(dict.fromkeys(event.seat for event in log if event.kind in DEPARTURES and event.seat))
        stayed = [place for seat, place in enumerate(result.places, 1) if seat not in left]
        places = [
            len(first) - left.index(seat) if seat in left else 1 + sum(other < place for other in stayed)
            for seat, place in enumerate(result.places, 1)
        ]
    substitutes = {person.id: those for person, those in list_substitutes(match, log)}
    begun = [
        PersonPlace(person, seat, place, counts=True, substitutes=substitutes.get(person.id, ()))
        for seat, (person, place) in enumerate(zip(first, places, strict=True), 1)
    ]
    taken = zip((event.seat for event in log if event.kind == "substitute"), later, strict=True)
    others = [PersonPlace(person, seat, result.places[seat - 1], counts=False) for seat, person in taken if seat]
    return sorted(begun, key=lambda one: one.place) + others


def list_substitutes(match: Match, log: Sequence[Event]) -> list[tuple[Person, tuple[Person, ...]]]:
    """Return those who began a match and left, in seat order, each with those who played on in their seat, in order."""
    people = list_people(match, log)
    seats = [event.seat for event in log if event.kind == "substitute"]
    taken = list(zip(seats, people[len(match.seats) :], strict=True))
    first = enumerate(people[: len(match.seats)], 1)
    found = [(person, tuple(one for of, one in taken if of == seat)) for seat, person in first]
    return [(person, substitutes) for person, substitutes in found if substitutes]


OUT_OF_TIME = "ran out of time"
"""The text of the event by which a late seat leaves."""
WITHDREW = "withdrew from the event"
"""The text of the event by which the seat of a person leaves who withdrew from the tournament of the match."""
CALLED_OFF = "called off"
"""The text of the event by which the winner calls a match off that was lost on time."""

NOT_MOVED = N_("called off, because a player didn't move")
"""The text of the event by which a player calls off a match in which the only other person hasn't moved for days."""


def was_lost_on_time(match: Match, last: Event | None) -> bool:
    """Return whether a match of two ended with its event `last` because somebody's time was up."""
    return len(match.seats) == 2 and last is not None and (last.kind, last.text) == ("leave", OUT_OF_TIME)


def match_result(game: Game[Any, Any], match: Match, last: Event | None, state: Any) -> Result | None:
    """Return the result of a match after its event `last`: None while it is active, or if it ended without a result."""
    if last and last.closes:
        return draw_result(match) if last.kind == "draw" else None
    return game.result(state)


def find_match_end(game: Game[Any, Any], match: Match, log: Sequence[Event], state: Any) -> MatchEnd:
    """Return how a match ended and began, for statistics and searches, from its whole log and the state after it.

    Where somebody ran out of time that is how, also if three or more played and the others played on.
    """
    last = log[-1] if log else None
    result = match_result(game, match, last, state)
    if result is None or not result.places:
        return MatchEnd(
            Outcome("none" if last and last.closes else "unknown", None, count_plies(log)), (), find_opening(match, log)
        )
    winner = result.winners[0] if len(result.winners) == 1 else None
    return MatchEnd(Outcome(_find_ending(log), winner, count_plies(log)), result.winners, find_opening(match, log))


def find_opening(match: Match, log: Sequence[Event]) -> tuple[str, ...]:
    """Return the first moves that count, in canonical notation: at most three, none after a position of its own."""
    return () if match.start is not None else tuple(event.text for event in mainline_moves(log)[:OPENING_PLIES])


def _find_ending(log: Sequence[Event]) -> Ending:
    counting = mainline(log)
    if any((event.kind, event.text) == ("leave", OUT_OF_TIME) for event in counting):
        return "time"
    kind = counting[-1].kind if counting else "move"
    return "draw" if kind == "draw" else "resigned" if kind == "leave" else "rules"


def draw_result(match: Match) -> Result:
    """Return the result of a draw by agreement: players still in share first place, others come next."""
    still_in = len(match.seats) - len(match.gone)
    places = tuple(still_in + 1 if seat in match.gone else 1 for seat in range(1, len(match.seats) + 1))
    return Result(places, N_("a draw, agreed by everybody still in the match") if match.gone else N_("by agreement"))

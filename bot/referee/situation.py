"""What one person can do about a match, as it now stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.clocks.clock import is_late
from bot.referee.history.history import was_lost_on_time
from bot.referee.offers import people_to_answer
from storage.queries import clocks, events, matches, offers, pauses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from games.contract import Info
    from storage.queries.clocks import Clock
    from storage.queries.rows import Event, Match, Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A match as a person sees it who wants to do something about it.

    `last` is its last event, `clock` None without one. `is_paused` says whether all agreed to pause the clock,
    `is_late` whether the time of the player to move is up. `offers` are those that are open.
    """

    match: Match
    info: Info
    user_id: int
    last: Event | None = None
    clock: Clock | None = None
    is_paused: bool = False
    is_late: bool = False
    offers: Sequence[Offer] = ()

    @property
    def is_running(self) -> bool:
        """Whether the match goes on."""
        return self.match.ended_at is None

    @property
    def has_played(self) -> bool:
        """Whether the person has a seat, also one that has left."""
        return self.match.seat_of(self.user_id) is not None

    @property
    def is_playing(self) -> bool:
        """Whether the match goes on and the person is still in."""
        seat = self.match.seat_of(self.user_id)
        return self.is_running and seat is not None and seat not in self.match.gone

    @property
    def is_to_move(self) -> bool:
        """Whether it is the person's turn."""
        return self.is_playing and self.match.to_move == self.match.seat_of(self.user_id)

    @property
    def is_against_computers(self) -> bool:
        """Whether all other players are computer players."""
        return all(person.level is not None for person in self.match.seats if person.id != self.user_id)

    @property
    def can_answer(self) -> bool:
        """Whether an open offer waits for the person's answer."""
        return any(
            self.user_id in {person.id for person in people_to_answer(offer, self.match)} for offer in self.offers
        )

    @property
    def can_call_off(self) -> bool:
        """Whether the person is a winner of a match that was lost on time."""
        return self.has_played and was_lost_on_time(self.match, self.last)


async def load_situation(context: Context, match_id: int, user_id: int) -> Situation:
    """Return how a match stands for a person. Raises `LookupError` if there is no such match."""
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        clock = await clocks.of_match(tx, match_id)
        return Situation(
            match=match,
            info=context.rules(match.game).info,
            user_id=user_id,
            last=await events.get(tx, match_id, match.seq),
            clock=clock,
            is_paused=bool(await pauses.paused(tx, [match_id])),
            is_late=clock is not None and is_late(clock, context.now()),
            offers=await offers.list_open(tx, match),
        )

"""What one person can do about a match, as it now stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.referee.clocks.clock import NOT_PAUSED, check_pausable, load_pause_status
from bot.referee.errors import RequestRejected
from bot.referee.guesses import can_guess
from bot.referee.history.history import was_lost_on_time
from bot.referee.offers import check_not_repeated, people_to_answer
from bot.referee.takebacks import check_takeback
from storage.queries import clocks, events, matches, offers

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.referee.clocks.clock import PauseStatus
    from bot.referee.context import Context
    from games.contract import Info
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Event, Match, Offer, OfferKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A match as a person sees it who wants to do something about it.

    `last` is its last event, `clock` None without one, `pause` whether and why the clock stands, `offers` are those
    that are open, `can_offer` the kinds of offers that the person can make: draw, takeback, pause. `has_catalogue` says
    whether the game has a catalogue of its pieces, `has_site` whether boards link to a page of the match,
    `can_guess` whether the person can guess who wins.
    """

    match: Match
    info: Info
    user_id: int
    last: Event | None = None
    clock: Clock | None = None
    pause: PauseStatus = NOT_PAUSED
    offers: Sequence[Offer] = ()
    can_offer: Collection[OfferKind] = ()
    has_catalogue: bool = False
    has_site: bool = False
    can_guess: bool = False

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
        """Whether the match goes on and the person is still in, with a seat of their own."""
        seat = self.match.seat_of(self.user_id)
        return self.is_running and seat is not None and seat not in self.match.gone and not self.is_in_crowd

    @property
    def is_in_crowd(self) -> bool:
        """Whether the person shares a seat with others."""
        return self.match.crowd_of(self.user_id) is not None

    @property
    def is_to_move(self) -> bool:
        """Whether it is the person's turn."""
        return self.is_playing and self.match.to_move == self.match.seat_of(self.user_id)

    @property
    def is_waiting(self) -> bool:
        """Whether the person is still in, and it's another player's turn."""
        return self.is_playing and not self.is_to_move

    @property
    def is_against_computers(self) -> bool:
        """Whether all other players are computer players."""
        return all(person.level is not None for person in self.match.seats if person.id != self.user_id)

    @property
    def can_answer(self) -> bool:
        """Whether an open offer waits for the person's answer."""
        return any(map(self.waits_for_answer, self.offers))

    def waits_for_answer(self, offer: Offer) -> bool:
        """Return whether an open offer waits for the person's answer, or their vote as a member of a crowd."""
        seat = self.match.seat_of(self.user_id)
        return seat is not None and self.match.seats[seat - 1] in people_to_answer(offer, self.match)

    @property
    def own_offers(self) -> set[OfferKind]:
        """The kinds of the open offers that the person made, and can withdraw: not those of their crowd."""
        seat = None if self.is_in_crowd else self.match.seat_of(self.user_id)
        return {offer.kind for offer in self.offers if offer.seat == seat}

    @property
    def can_call_off(self) -> bool:
        """Whether the person is the winner of a match that was lost on time."""
        seat = self.match.seat_of(self.user_id)
        return seat is not None and seat not in self.match.gone and was_lost_on_time(self.match, self.last)


OFFERED_BY_ALL: tuple[OfferKind, ...] = ("draw", "takeback", "pause")
"""The kinds of offers that matches of any number of players have."""


async def load_situation(
    context: Context, match_id: int, user_id: int, *, has_catalogue: bool = False, has_site: bool = False
) -> Situation:
    """Return how a match stands for a person.

    Raises `LookupError` if there is no such match, and `RequestRejected` if its rules are missing.
    """
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        clock, log = await clocks.of_match(tx, match_id), await events.of_match(tx, match_id, upto=match.seq)
        pauses = await load_pause_status(context, tx, [match], {match_id: clock} if clock else {})
        situation = Situation(
            match=match,
            info=context.rules(match.game).info,
            user_id=user_id,
            last=log[-1] if log else None,
            clock=clock,
            pause=pauses.get(match_id, NOT_PAUSED),
            offers=await offers.list_open(tx, match),
            has_catalogue=has_catalogue,
            has_site=has_site,
            can_guess=await can_guess(tx, match, user_id, log),
        )
        if not (situation.is_playing or (situation.is_in_crowd and situation.is_running)):
            return situation
        can_offer = [kind for kind in OFFERED_BY_ALL if await _can_offer(context, tx, situation, kind, log)]
        return replace(situation, can_offer=can_offer)


async def _can_offer(context: Context, tx: Tx, situation: Situation, kind: OfferKind, log: Sequence[Event]) -> bool:
    match, seat = situation.match, situation.match.seat_of(situation.user_id)
    if seat is None or any(offer.kind == kind for offer in situation.offers):
        return False
    if kind == "draw" and not situation.info.draws:
        return False
    try:
        await check_not_repeated(tx, match, seat, kind, log)
        if kind == "takeback":
            await check_takeback(tx, match, seat, log)
        elif kind == "pause":
            await check_pausable(context, tx, match, situation.clock)
    except RequestRejected:
        return False
    return True

"""What the storage hands out: plain immutable records, no SQL, no connection behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

ChallengeStatus: TypeAlias = Literal["open", "accepted", "declined", "withdrawn", "expired"]
EventKind: TypeAlias = Literal["move", "leave", "takeback", "draw", "end"]
OfferKind: TypeAlias = Literal["draw", "takeback", "pause"]
OfferStatus: TypeAlias = Literal["open", "agreed", "declined", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as Discord knows them: user id and the name they showed when the record was made."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to a match.

    `people` begins with the challenger; `accepted` holds the ids of those who are in (the challenger from the start).
    `size` is how many the match needs: more than there are people at an open table, which others can join. `seat` is
    the seat the challenger asked for, or None to have seats drawn. `look` says how the boards are to look, where that
    is not as usual, `clock` is the time control as it is written. `rematch_of` is the match that it would follow: then
    `people` sit down in this very order, round from the challenger's seat. Times are aware, in UTC.
    """

    id: int
    game: str
    options: dict[str, int | str]
    guild_id: int
    channel_id: int
    people: tuple[Person, ...]
    accepted: frozenset[int]
    seat: int | None
    size: int
    look: dict[str, str]
    status: ChallengeStatus
    source_id: int
    created_at: datetime
    expires_at: datetime
    match_id: int | None
    rematch_of: int | None = None
    clock: str = "none"
    again: int = 0
    theirs: bool = False
    chosen: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def challenger(self) -> Person:
        """Who issued it."""
        return self.people[0]

    @property
    def seating(self) -> tuple[Person, ...] | None:
        """Who sits where, in seat order, if that is settled before the match begins."""
        if self.rematch_of is None or self.seat is None:
            return None
        first = (1 - self.seat) % len(self.people)
        return self.people[first:] + self.people[:first]

    @property
    def free(self) -> list[int]:
        """The seats that those who accept can still choose; none where they don't choose."""
        return [seat for seat in range(1, self.size + 1) if self.theirs and seat not in self.chosen.values()]

    @property
    def has_room(self) -> bool:
        """Whether anybody may still join: never the case where all were invited by name."""
        return len(self.people) < self.size


@dataclass(frozen=True, slots=True)
class Match:
    """One contest of a game between people.

    `seats` lists the people in seat order, `gone` the seats that left. `seq` counts the events so far; `position` and
    `to_move` are a cache of what the events lead to, `since` is when the turn began. `thread_id` is None until the
    thread exists, and for ever where the bot may not make one: then the match lives in its channel. `look` says how its
    boards look, where that is not as usual.
    """

    id: int
    game: str
    rules: int
    options: dict[str, int | str]
    seed: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    seats: tuple[Person, ...]
    seq: int
    position: str
    to_move: int | None
    created_at: datetime
    since: datetime
    ended_at: datetime | None
    challenge_id: int | None
    look: dict[str, str]
    gone: frozenset[int]

    @property
    def home(self) -> int:
        """The channel or thread where its boards are posted."""
        return self.thread_id or self.channel_id

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat that a user holds, or None for a bystander."""
        return next((seat for seat, person in enumerate(self.seats, 1) if person.id == user_id), None)


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a match's append-only log.

    `seq` counts from 1 without gaps. `text` is the canonical move (or the reason of an end, or to which move a takeback
    leads back); `source_id` the message or interaction that brought it, None for what nobody sent.
    """

    match_id: int
    seq: int
    kind: EventKind
    seat: int | None
    user_id: int | None
    text: str
    source_id: int | None
    at: datetime

    @property
    def closes(self) -> bool:
        """Whether this ends the match whatever the rules say of its position: an agreed draw, or an end."""
        return self.kind in {"draw", "end"}


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat proposes to all others who are still in: a draw, to take back its last move, to pause the clock.

    It is about the match as it stood after event `seq` and stands no longer once there is another. `agreed` holds the
    seats that did so far, `closed_by` is the seat that declined or withdrew it, `source_id` what brought it.
    """

    id: int
    match_id: int
    kind: OfferKind
    seat: int
    seq: int
    agreed: frozenset[int]
    status: OfferStatus
    closed_by: int | None
    source_id: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Note:
    """What the player of a seat noted to a match, after its event `seq`."""

    id: int
    match_id: int
    seat: int
    seq: int
    text: str
    source_id: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """One row of the outbox: something that must be said once.

    `lane` orders it: rows of one lane go out one after the other, lanes side by side. `kind` and `body` say what to
    say (they name records, the words are made when it is sent). `message_id` and `channel_id` are known once sent.
    """

    id: int
    lane: str
    kind: str
    body: dict[str, Any]
    match_id: int | None
    challenge_id: int | None
    seq: int | None
    created_at: datetime
    attempts: int
    sent_at: datetime | None = None
    channel_id: int | None = None
    message_id: int | None = None

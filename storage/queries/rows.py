"""What the storage returns: immutable objects without SQL or a connection."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

ChallengeStatus: TypeAlias = Literal["open", "accepted", "declined", "withdrawn", "closed", "expired"]
EventKind: TypeAlias = Literal["move", "leave", "substitute", "takeback", "draw", "end"]
OfferKind: TypeAlias = Literal["draw", "takeback", "pause", "substitute", "seat", "resignation"]
Ending: TypeAlias = Literal["rules", "resigned", "draw", "time", "none", "unknown"]
"""How a match ended: by its rules, with a resignation, with an agreed draw, after somebody's time was up, or without a
result; unknown if its rules are gone."""
OfferStatus: TypeAlias = Literal["open", "agreed", "declined", "withdrawn"]

OpenSeatStatus: TypeAlias = Literal["open", "taken", "turnpost", "kept", "left", "went on", "ended"]

TournamentKind: TypeAlias = Literal["league", "cup", "tables"]
TournamentStatus: TypeAlias = Literal["open", "running", "finished", "cancelled"]

OPENING_PLIES = 3
"""How many moves an opening has at most."""

DIRECT = 0
"""The guild of challenges and matches in direct messages, which belong to no server."""


FORMER_IDS = range(1 << 49, 1 << 50)
"""The ids that stand for people who had their data deleted. Discord's ids count from 2015 on and are larger."""
FORMER_NAME = "A former player"
"""The name of all of them."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: a Discord user with the name they had when the row was stored, or a computer player.

    Every computer player has a negative `id` of its own, which tells its level; Discord's ids are positive. A crowd,
    whose members share a seat, has an id above -100. A person who had their data deleted has an id of `FORMER_IDS`.
    """

    id: int
    name: str

    @classmethod
    def computer(cls, level: int, number: int = 1) -> Person:
        """Return a computer player of a level; several in one match are told apart by their numbers, 1 to 99."""
        return cls(-100 * level - number, f"Turnpost{'' if number == 1 else f' {number}'} (level {level})")

    @property
    def as_challenged(self) -> Person:
        """This person, or this computer player under the name that it has when it's no substitute."""
        return self if self.level is None else Person.computer(self.level, -self.id % 100)

    @classmethod
    def crowd(cls, number: int, name: str = "", members: int = 0) -> Person:
        """Return a crowd, the first or the second of its match, with how many `members`; a role's has its `name`."""
        named = name or "The crowd"
        return cls(-number, f"{named} ({members})" if members else named)

    @property
    def is_crowd(self) -> bool:
        """Whether this stands for all members of a crowd, who share a seat."""
        return -100 < self.id < 0

    def substitute(self, level: int, number: int) -> Person:
        """Return the computer player that plays on for this person, with a number as in `computer`."""
        return Person(Person.computer(level, number).id, f"Turnpost for {self.name} (level {level})")

    @property
    def level(self) -> int | None:
        """The level of a computer player, None for a user of Discord and for a crowd."""
        return -self.id // 100 if self.id <= -100 else None

    @property
    def is_former(self) -> bool:
        """Whether this stands for a person who had their data deleted."""
        return self.id in FORMER_IDS

    @property
    def is_reachable(self) -> bool:
        """Whether this is a user of Discord, who can be mentioned and written to."""
        return self.id > 0 and not self.is_former


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to play.

    `people` begins with the challenger; `accepted` holds the ids of those who have accepted, the challenger included.
    `size` is the number of players: in an open challenge, more than there are `people`. `seat` is the seat that the
    challenger asked for, or None to have seats drawn. `look` holds the display preferences that differ from the
    defaults; `clock` is the time control as text. `rematch_of` is the match before a rematch, whose `people` take seats
    in this order, beginning with the challenger's. `again` is how often a standing challenge opens again; with `theirs`
    people who accept choose their seats (`chosen`). `rated` says whether the match counts for ratings. `start`,
    `origin_id` and `origin_ply` are those of its match. Times are aware, in UTC.
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
    rated: bool = True
    start: str | None = None
    origin_id: int | None = None
    origin_ply: int | None = None
    chosen: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def challenger(self) -> Person:
        """The person who made the challenge."""
        return self.people[0]

    @property
    def seating(self) -> tuple[Person, ...] | None:
        """The people in seat order if that is known before the match begins, else None."""
        if self.rematch_of is None or self.seat is None:
            return None
        first = (1 - self.seat) % len(self.people)
        return self.people[first:] + self.people[:first]

    @property
    def free(self) -> list[int]:
        """The seats that people who accept can still choose, if they choose."""
        return [seat for seat in range(1, self.size + 1) if self.theirs and seat not in self.chosen.values()]

    @property
    def has_room(self) -> bool:
        """Whether others can still join."""
        return len(self.people) < self.size


@dataclass(frozen=True, slots=True)
class Match:
    """One contest of a game between people.

    `seats` lists the people in seat order, `gone` the seats that left. `seq` counts the events so far; `position` and
    `to_move` cache what the events lead to, and `since` is when the turn began. `thread_id` is None until the thread
    exists, and always if the bot can't create one: then the match lives in its channel. `look` holds the display
    preferences that differ from the defaults; `rated` says whether it may count for ratings. `public_id` is its name in
    the addresses of its pages, empty for a match that isn't stored. `members` has the seats of those in its crowds.
    `start` is the position it began from, None for the usual setup; match `origin_id` had it after `origin_ply` moves,
    None for an analysis of it. Both are None if that match isn't in this record.
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
    rated: bool = True
    public_id: str = ""
    members: dict[int, int] = field(default_factory=dict[int, int])
    start: str | None = None
    origin_id: int | None = None
    origin_ply: int | None = None

    @property
    def is_direct(self) -> bool:
        """Whether it lives in the direct messages of its players, on no server."""
        return self.guild_id == DIRECT

    @property
    def home(self) -> int:
        """The channel or thread where its boards are posted; of a match in direct messages, where it began."""
        return self.thread_id or self.channel_id

    @property
    def seat_to_move(self) -> int:
        """The seat to move in a match that goes on. Raises `ValueError` for one that has ended."""
        if self.to_move is None:
            raise ValueError(f"match {self.id} has ended")
        return self.to_move

    @property
    def player_to_move(self) -> Person:
        """The person or computer player to move in a match that goes on. Raises `ValueError` for one that has ended."""
        return self.seats[self.seat_to_move - 1]

    @property
    def computer_to_move(self) -> Person | None:
        """The computer player to move, or None if it is nobody's turn or a person's."""
        return next((one for seat, one in enumerate(self.seats, 1) if seat == self.to_move and one.level), None)

    @property
    def crowd_to_move(self) -> Person | None:
        """The crowd to move, or None if it is nobody's turn or somebody else's."""
        return next((one for seat, one in enumerate(self.seats, 1) if seat == self.to_move and one.is_crowd), None)

    @property
    def has_crowd(self) -> bool:
        """Whether a crowd has a seat."""
        return any(person.is_crowd for person in self.seats)

    def crowd_of(self, user_id: int) -> Person | None:
        """Return the crowd that a person is a member of, or None."""
        seat = self.members.get(user_id)
        return self.seats[seat - 1] if seat else None

    def others(self, user_id: int) -> list[Person]:
        """Return the players but the person, or the crowd that they are in, in seat order."""
        return [person for seat, person in enumerate(self.seats, 1) if seat != self.seat_of(user_id)]

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a user, alone or as a member of a crowd, or None if they don't play."""
        own = next((seat for seat, person in enumerate(self.seats, 1) if person.id == user_id), None)
        return self.members.get(user_id) if own is None else own


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """An event to be appended to a log, with the position and the seat to move that it leads to (None: nobody).

    `by_plan` marks a move that a plan answered with. `source_id` is the message or interaction that it came by.
    """

    kind: EventKind
    seat: int | None
    user_id: int | None
    text: str
    source_id: int | None
    position: str
    to_move: int | None
    by_plan: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a match's append-only log.

    `seq` counts from 1 without gaps. `text` is the canonical move, the reason of an end, or the move that a takeback
    goes back to. With a `substitute` another person or a computer player takes a seat: `user_id` and `text` are the id
    and name of the person who had it. `source_id` is the message or interaction that it came by, or None. `by_plan`
    says that a plan played it.
    """

    match_id: int
    seq: int
    kind: EventKind
    seat: int | None
    user_id: int | None
    text: str
    source_id: int | None
    at: datetime
    by_plan: bool = False

    @property
    def closes(self) -> bool:
        """Whether this ends the match regardless of the rules: an agreed draw, or an end."""
        return self.kind in {"draw", "end"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the seat that won alone, None without one, and how many moves count."""

    ending: Ending
    winner: int | None
    moves: int


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """What is stored of a match that has ended: its outcome, the seats in first place, and its opening.

    The opening is the first moves that count, at most three. Without a result no seat is in first place.
    """

    outcome: Outcome
    leaders: tuple[int, ...]
    opening: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches of a game ended with the same outcome: of the same options, as JSON, and number of players.

    `computers` says whether Turnpost had a seat at the end.
    """

    options: str
    players: int
    computers: bool
    outcome: Outcome
    count: int


@dataclass(frozen=True, slots=True)
class Offer:
    """What one seat asks of all others who are still in the match: a draw, a takeback, a pause and so on.

    It was made after event `seq` and expires with the next event. A substitute is for `seat`, and so is an offer to
    open the seat; another player who asked for it is among those who agreed. `agreed` holds the seats that have agreed,
    also a crowd's own once its members have voted for making the offer; `created_at` is then. `closed_by` is the seat
    that declined or withdrew it, `source_id` the message or interaction that it came by. A resignation, which computer
    players alone offer, has minus the number of its match there.
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
class Crowd:
    """People who share the seat of the one at a `place` of a challenge; members need its role, if it has one.

    `number` is 1 or 2, as in the crowd's id. A turn is open for `vote_time` seconds.
    """

    challenge_id: int
    number: int
    place: int
    role_id: int | None
    name: str
    vote_time: int


@dataclass(frozen=True, slots=True)
class Member:
    """A person who is in a crowd, or was until `left_at`."""

    user_id: int
    number: int
    name: str
    left_at: datetime | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A move that a member proposed for a turn, with the ids of the members who vote for it."""

    id: int
    text: str
    user_id: int
    voters: frozenset[int]


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat of a match that anybody may take, opened after event `seq`.

    `status` says what became of it: a person has `taken` it, or `turnpost`; its player `kept` it or `left`; the match
    `went on` after the seat had left, or `ended`. `closed_at` is when, None while it is open.
    """

    id: int
    match_id: int
    seat: int
    seq: int
    opened_at: datetime
    status: OpenSeatStatus
    closed_at: datetime | None

    def stops_clock(self, match: Match) -> bool:
        """Return whether the clock of its match stands: it's the seat's turn, or the seat has left."""
        return self.seat == match.to_move or self.seat in match.gone


@dataclass(frozen=True, slots=True)
class Note:
    """A note by the player of a seat on a match, after its event `seq`."""

    id: int
    match_id: int
    seat: int
    seq: int
    text: str
    source_id: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """The plan of a seat from event `seq` of its match on; `tree` is what `bot/referee/plans/parser.py` wrote."""

    seat: int
    seq: int
    tree: Any


@dataclass(frozen=True, slots=True)
class SavedState:
    """The state of a match after event `seq`, after `plies` moves that counted, as version `rules` of its rules has it.

    `state` is what `bot/referee/history/rebuild.py` wrote.
    """

    match_id: int
    seq: int
    plies: int
    rules: int
    state: bytes


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A person's rating at a game after a rated match, their place in it, and how much it counted (1 in full)."""

    match_id: int
    user_id: int
    game: str
    at: datetime
    place: int
    weight: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class PresentRating:
    """A person's present rating at a game, and after how many rated matches.

    `name` is the person's in the last of them, None if somebody else has their seat by now.
    """

    last: StoredRating
    played: int
    name: str | None


@dataclass(frozen=True, slots=True)
class Post:
    """One row of the outbox: something to post once.

    Rows of one `lane` are sent in order, lanes side by side. `kind` and `body` say what to post by ids; the text is
    written when it is sent. `message_id` and `channel_id` are known once it was sent, `destination` while it waits.
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
    destination: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A league, a cup or tables, which people call an event.

    People sign up while it is `open`, until `starts_at`. Each match has `size` people and is played with the `options`
    of the game and the time control `clock`; a person plays `at_once` matches at a time at most. Tables have `rounds`.
    `stage` is 0 in groups, then the round of the knock-out. `previous_id` is the season before. `due_at` is when there
    is something to do, `changed_at` when what its page shows changed last, `posted_at` when that was posted last.
    `message_id` is its last post: that under which people sign up, then those of its rounds.
    """

    id: int
    guild_id: int
    channel_id: int
    name: str
    kind: TournamentKind
    game: str
    options: dict[str, int | str]
    clock: str
    size: int
    rounds: int
    at_once: int
    season: int
    previous_id: int | None
    organizer_id: int
    source_id: int | None
    status: TournamentStatus
    stage: int
    created_at: datetime
    starts_at: datetime
    ended_at: datetime | None
    due_at: datetime | None
    changed_at: datetime
    posted_at: datetime
    message_id: int | None


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who signed up for a tournament.

    `group` (from 0) and `seed` (from 1, the strongest) are None until it begins. `warned` says that one match was lost
    on time. The results of a person who withdrew early are `struck`.
    """

    tournament_id: int
    user_id: int
    name: str
    joined_at: datetime
    group: int | None = None
    seed: int | None = None
    warned: bool = False
    withdrawn_at: datetime | None = None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class PairingSeat:
    """A person's seat in a pairing: their place, None without a result, and whether they ran out of time."""

    user_id: int
    place: int | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """People of a tournament who play each other, in seat order, and how that ended.

    `group` is that of the people, or in a knock-out the number of the tie in its round. It has no match before it
    begins, and none if it was settled without one.
    """

    id: int
    tournament_id: int
    stage: int
    group: int
    match_id: int | None
    settled_at: datetime | None
    seats: tuple[PairingSeat, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of its people in seat order."""
        return tuple(seat.user_id for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that an organizer, `user_id`, corrected: the places in seat order, none if the match doesn't count."""

    match_id: int
    number: int
    user_id: int
    at: datetime
    places: list[int]

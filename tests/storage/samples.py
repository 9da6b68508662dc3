"""Challenges, matches and moves for tests, with default values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any

from storage.queries import challenges, events, matches, pairings, tournaments
from storage.queries.rows import NewEvent, Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from storage.engine.database import Tx
    from storage.queries.rows import Challenge, Match, Tournament

ANN = Person(1_000_000_000_000_000_001, "Ann")
BOB = Person(1_000_000_000_000_000_002, "Bob")
CLEO = Person(1_000_000_000_000_000_003, "Cleo")
GUILD = 2_000_000_000_000_000_001
CHANNEL = 3_000_000_000_000_000_001
THREAD = 4_000_000_000_000_000_001
NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)

_sources = count(5_000_000_000_000_000_001)


def source() -> int:
    """Return a message id that was not used before."""
    return next(_sources)


async def new_challenge(
    tx: Tx,
    *people: Person,
    at: datetime = NOON,
    source_id: int | None = None,
    options: Mapping[str, int | str] | None = None,
    size: int | None = None,
    seat: int | None = None,
    rematch_of: int | None = None,
    theirs: bool = False,
) -> Challenge:
    return await challenges.create(
        tx,
        game="xero-g",
        options=options or {},
        guild_id=GUILD,
        channel_id=CHANNEL,
        people=people or (ANN, BOB),
        size=size or len(people or (ANN, BOB)),
        seat=seat,
        look={},
        source_id=source_id or source(),
        at=at,
        expires_at=at + 24 * HOUR,
        rematch_of=rematch_of,
        theirs=theirs,
    )


async def new_match(
    tx: Tx,
    *,
    seats: Sequence[Person] = (ANN, BOB),
    to_move: int = 1,
    game: str = "xero-g",
    rules: int = 1,
    guild_id: int = GUILD,
    channel_id: int = CHANNEL,
    challenge_id: int | None = None,
    at: datetime = NOON,
) -> Match:
    return await matches.create(
        tx,
        game=game,
        rules=rules,
        options={},
        seed=7,
        guild_id=guild_id,
        channel_id=channel_id,
        seats=seats,
        position="start",
        to_move=to_move,
        challenge_id=challenge_id,
        look={},
        at=at,
    )


async def move(
    tx: Tx,
    match: Match,
    text: str = "c4",
    *,
    to_move: int | None = 2,
    at: datetime = NOON + HOUR,
    source_id: int | None = None,
) -> Match:
    return await events.append(
        tx,
        match,
        NewEvent(
            kind="move",
            seat=match.to_move,
            user_id=ANN.id,
            text=text,
            source_id=source_id or source(),
            position=f"after {text}",
            to_move=to_move,
        ),
        at=at,
    )


async def new_tournament(tx: Tx, *people: Person, **terms: Any) -> Tournament:
    """Store a tournament with people in it; `terms` are columns with other values than usual."""
    usual: dict[str, Any] = {
        "source_id": source(),
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "name": "Spring Cup",
        "kind": "cup",
        "game": "xero-g",
        "options": {},
        "clock": "3d",
        "size": 4,
        "rounds": 1,
        "at_once": 1,
        "season": 1,
        "organizer_id": ANN.id,
        "status": "running",
        "stage": 1,
        **dict.fromkeys(("created_at", "starts_at", "changed_at", "posted_at"), NOON),
    }
    made = await tournaments.create(tx, **usual | terms)
    for person in people:
        await tournaments.join(tx, made.id, person, NOON)
    return made


async def pair(tx: Tx, tournament_id: int, *people: Person) -> Match:
    """Let people meet in a tournament, and return their match, which has begun."""
    await pairings.add(tx, tournament_id, 1, [(1, [person.id for person in people])])
    match = await new_match(tx, seats=people)
    await pairings.begin(tx, (await pairings.of_tournament(tx, tournament_id))[-1].id, match.id)
    return match

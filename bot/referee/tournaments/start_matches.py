"""Start the matches of an event, as many at a time as its people play at once, and as a channel has room for."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from bot.referee.challenges.expiry import OPEN_FOR
from bot.referee.challenges.queue_posts import queue_post
from bot.referee.challenges.start import start_match
from storage.queries import challenges, pairings
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Pairing, Tournament


MOST = 5
"""Matches that are started in a transaction, so that nobody's move waits for it."""
MOST_THREADS, THREADS_WITHIN = 25, timedelta(minutes=5)
"""Matches that begin in a channel before an event waits: half of the threads that Discord lets a channel have."""
WAIT = timedelta(seconds=30)
"""How long it waits then, before it looks again."""


class Started(NamedTuple):
    """How many matches of an event were started, and when more can be, None if there are no more."""

    matches: int
    go_on_at: datetime | None


async def start_matches(
    context: Context, tx: Tx, tournament: Tournament, people: Sequence[Entrant], found: Sequence[Pairing]
) -> Started:
    """Start pairings of an event that can be played now, the first ones first: `MOST` at most, and spread in time."""
    now, names = context.now(), {each.user_id: each.name for each in people}
    startable = list_startable(tournament.at_once, found)
    room = MOST_THREADS - await challenges.count_since(tx, tournament.channel_id, now - THREADS_WITHIN)
    begun = startable[: max(min(room, MOST), 0)]
    for pairing in begun:
        seated = [Person(user_id, names[user_id]) for user_id in pairing.people]
        await _start(context, tx, tournament, pairing, seated)
    if len(begun) == len(startable):
        return Started(len(begun), None)
    return Started(len(begun), now if len(begun) < room else now + WAIT)


def list_startable(at_once: int, found: Sequence[Pairing]) -> list[Pairing]:
    """Return the pairings of an event that can be played now, the first ones first: nobody plays more `at_once`."""
    playing = Counter(user_id for each in found if each.match_id and not each.settled_at for user_id in each.people)
    startable: list[Pairing] = []
    for pairing in found:
        waits = pairing.match_id is None and pairing.settled_at is None
        if waits and all(playing[user_id] < at_once for user_id in pairing.people):
            playing.update(pairing.people)
            startable.append(pairing)
    return startable


async def _start(context: Context, tx: Tx, tournament: Tournament, pairing: Pairing, seated: Sequence[Person]) -> None:
    """Start the match of a pairing: as a challenge in its event's channel that everybody has accepted."""
    now = context.now()
    challenge = await challenges.create(
        tx,
        people=seated,
        game=tournament.game,
        options=tournament.options,
        guild_id=tournament.guild_id,
        channel_id=tournament.channel_id,
        size=len(seated),
        seat=1,
        look={},
        clock=tournament.clock,
        theirs=True,
        source_id=-pairing.id,  # nobody sent it; no message has such a number
        at=now,
        expires_at=now + OPEN_FOR,
    )
    for seat, person in enumerate(seated[1:], 2):
        challenge = await challenges.accept(tx, challenge.id, person.id, seat)
    await queue_post(context, tx, challenge, "challenge", event=tournament.name)
    match = await start_match(context, tx, challenge, -pairing.id)
    await pairings.begin(tx, pairing.id, match.id)

"""Start the matches of an event, as many at a time as its people play at once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.referee.challenges.expiry import OPEN_FOR
from bot.referee.challenges.queue_posts import queue_post
from bot.referee.challenges.start import start_match
from storage.queries import challenges, pairings
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Pairing, Tournament


MOST = 5
"""Matches that are started in a transaction, so that nobody's move waits for it."""


async def start_matches(
    context: Context, tx: Tx, tournament: Tournament, people: Sequence[Entrant], found: Sequence[Pairing]
) -> int:
    """Start pairings of an event that can be played now, the first ones first, and return how many: `MOST` at most."""
    names = {each.user_id: each.name for each in people}
    startable = list_startable(tournament.at_once, found)[:MOST]
    for pairing in startable:
        seated = [Person(user_id, names[user_id]) for user_id in pairing.people]
        await _start(context, tx, tournament, pairing, seated)
    return len(startable)


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

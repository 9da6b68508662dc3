"""A challenge that all are in becomes a match; a standing table opens again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.challenges.create import put_up
from bot.referee.clocks import clock
from bot.referee.clocks.time_control import read_control
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from storage.tables import challenges, matches, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.models import Challenge, Match, Person


async def start(context: Context, tx: Tx, challenge: Challenge, source_id: int) -> Match:
    """Begin the match of a challenge that all are in, the last one by `source_id`. Raises `Repeated`."""
    game, now = context.rules(challenge.game), context.now()
    seats = _seating(context, challenge)
    seed = context.rng.getrandbits(32)
    state = game.start(len(seats), challenge.options, seed)
    match = await matches.create(
        tx,
        game=challenge.game,
        rules=game.info.rules,
        options=challenge.options,
        seed=seed,
        guild_id=challenge.guild_id,
        channel_id=challenge.channel_id,
        seats=seats,
        position=game.position(state),
        to_move=game.to_move(state),
        challenge_id=challenge.id,
        look=challenge.look,
        at=now,
    )
    control = read_control(challenge.clock)
    if control:
        await clock.begin(context, tx, match, control)
    await challenges.close(tx, challenge.id, "accepted", match.id)
    await outbox.add(tx, lane=lane(match), kind="thread", body={}, at=now, match_id=match.id, challenge_id=challenge.id)
    await outbox.add(tx, lane=lane(match), kind="board", body={}, at=now, match_id=match.id, seq=0, source_id=source_id)
    if challenge.again:
        await _open_again(context, tx, challenge, source_id)
    return match


def _seating(context: Context, challenge: Challenge) -> list[Person]:
    """The challenger in the seat they asked for, if any, others in those they chose; everybody else by lot."""
    if challenge.seating:
        return list(challenge.seating)
    seats = dict(challenge.chosen)
    if challenge.seat is not None:
        seats[challenge.challenger.id] = challenge.seat
    free = [seat for seat in range(1, challenge.size + 1) if seat not in seats.values()]
    others = [person.id for person in challenge.people if person.id not in seats]
    seats |= zip(context.rng.sample(others, len(others)), free, strict=True)
    return sorted(challenge.people, key=lambda person: seats[person.id])


async def _open_again(context: Context, tx: Tx, challenge: Challenge, source_id: int) -> None:
    """Put a table up once more, with the same terms, or tell who opened it why it isn't.

    Who made the last one full made this one too: by `source_id`, which is no other challenge's.
    """
    challenger = challenge.challenger
    try:
        await put_up(
            context,
            tx,
            [challenger],
            game=challenge.game,
            options=challenge.options,
            guild_id=challenge.guild_id,
            channel_id=challenge.channel_id,
            size=challenge.size,
            seat=challenge.seat,
            theirs=challenge.theirs,
            again=challenge.again - 1,
            look=challenge.look,
            clock=challenge.clock,
            source_id=source_id,
        )
    except RequestRejected as full:
        title = context.title(challenge.game)
        text = f"Your table of **{title}** in <#{challenge.channel_id}> does not open again. {full.reason}"
        await outbox.add(
            tx,
            lane=f"c{challenge.id}:{challenger.id}",
            kind="tell",
            body={"user": challenger.id, "text": text},
            at=context.now(),
            challenge_id=challenge.id,
        )

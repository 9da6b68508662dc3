"""Start the match of a challenge that everybody accepted, and open a standing challenge again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.announce import announce
from bot.referee.challenges import rejections
from bot.referee.challenges.store import store_challenge
from bot.referee.clocks.clock import start_clock
from bot.referee.computer_thoughts import queue_thought
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.guarded_game import guard
from bot.referee.guilds.block_checks import check_blocks
from bot.referee.guilds.settings import load_settings
from bot.referee.people.preferences import language_of, load_preferences
from bot.referee.seeds import draw_seed
from bot.referee.times.time_control import parse_control
from games.translation import gettext_noop as N_
from games.translation import in_language
from storage.queries import challenges, matches, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Challenge, Match, Person


async def start_if_complete(context: Context, tx: Tx, challenge: Challenge, source_id: int) -> Challenge | Match:
    """Start the match of a challenge if everybody has accepted it, the last one by `source_id`.

    Returns the match, or the challenge if players are missing. Raises `AlreadyStored`.
    """
    if len(challenge.accepted) < challenge.size:
        return challenge
    return await start_match(context, tx, challenge, source_id)


async def start_match(context: Context, tx: Tx, challenge: Challenge, source_id: int) -> Match:
    """Start the match of a challenge that everybody accepted, the last one by `source_id`.

    Every match begins here. Raises `AlreadyStored`, and `RequestRejected` if one of its people is blocked.
    """
    game, now = guard(context.rules(challenge.game), N_("challenge {number}"), challenge.id), context.now()
    seats = _seat_players(context, challenge)
    await check_blocks(tx, challenge.guild_id, seats)
    seed = draw_seed(context.rng, game, len(seats), challenge.options)
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
        rated=challenge.rated,
        at=now,
    )
    control = parse_control(challenge.clock)
    if control:
        await start_clock(context, tx, match, control)
    await challenges.close(tx, challenge.id, "accepted", match.id)
    forum = (await load_settings(tx, match.guild_id)).forum if match.guild_id else None
    where = {outbox.FORUM: forum} if forum else {}
    await outbox.add(
        tx, lane=lane(match), kind="thread", body=where, at=now, match_id=match.id, challenge_id=challenge.id
    )
    await announce(tx, match, "board", {}, at=now, seq=0, source_id=source_id)
    await queue_thought(context, tx, match)
    if challenge.again:
        await _open_again(context, tx, challenge, source_id)
    return match


def _seat_players(context: Context, challenge: Challenge) -> list[Person]:
    """Return the players in seat order: in the seats that they chose, the others by lot."""
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
    """Store a standing challenge again, with the same terms, or tell the challenger why that isn't possible.

    `source_id` is the acceptance that completed the last one; no other challenge has it.
    """
    challenger = challenge.challenger
    with in_language(language_of(await load_preferences(tx, challenger.id))):  # what is stored is for them to read
        await _try_to_open_again(context, tx, challenge, source_id)


async def _try_to_open_again(context: Context, tx: Tx, challenge: Challenge, source_id: int) -> None:
    challenger = challenge.challenger
    try:
        await store_challenge(
            context,
            tx,
            [challenger, *(person for person in challenge.people if person.level)],
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
            rated=challenge.rated,
            source_id=source_id,
        )
    except RequestRejected as rejected:
        sentence = rejections.not_opened_again(context.title(challenge.game), challenge.channel_id, rejected.reason)
        await outbox.add(
            tx,
            lane=f"c{challenge.id}:{challenger.id}",
            kind="tell",
            body={"user": challenger.id, "text": sentence},
            at=context.now(),
            challenge_id=challenge.id,
        )

"""Start the match of a challenge, and what follows for the challenge: its posts, limits and expiry."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.announce import ANSWER_TIME, announce, queue_thought
from bot.referee.clocks.clock import start_clock
from bot.referee.context import guard, lane
from bot.referee.errors import RequestRejected, TooManyChallenges
from bot.referee.guilds.audit_log import check_blocks
from bot.referee.guilds.settings import load_settings
from bot.referee.job_runner import JobType
from bot.referee.people.preferences import language_of, load_preferences
from bot.referee.seeds import draw_seed
from bot.referee.times.time_control import parse_control
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, in_language, ngettext
from storage.queries import challenges, crowds, matches, outbox, people
from storage.queries.rows import DIRECT, Person

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.requests import Permissions
    from games.contract import Game, Options
    from storage.engine.database import Tx
    from storage.queries.rows import Challenge, Match

MOST_OPEN = 20
"""Open challenges that one person may have at a time, on all servers together. A server can choose a lower limit."""
MOST_STANDING_MATCHES = 20
"""Matches that one standing challenge may lead to."""
CHANNEL_SHARE = 3
"""How many times as many challenges a channel takes in an hour as a person may issue."""
LONGEST_COMMENT = 200
"""Characters of a comment on a challenge that is declined or withdrawn."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def check_may_challenge(settings: GuildSettings, permissions: Permissions) -> None:
    """Raise `RequestRejected` for a person without the role that the server requires, unless they manage it."""
    role = settings.challengers
    if role is not None and role not in permissions.roles and not permissions.manages_server:
        raise RequestRejected(
            _("On this server only people with the role <@&{role}> can challenge. Everyone can accept.").format(
                role=role
            )
        )


def check_channel(settings: GuildSettings, channel_id: int) -> None:
    """Raise `RequestRejected` for a channel where no match may start."""
    if settings.channels and channel_id not in settings.channels:
        raise RequestRejected(wrong_channel(settings.channels))


def wrong_channel(channels: Iterable[int]) -> str:
    """Reject a challenge in a channel where no match may start."""
    places = format_list(map(formatting.channel, channels), "or")
    return _("Matches on this server start only in {places}. Challenge there.").format(places=places)


async def check_challenges(
    context: Context, tx: Tx, settings: GuildSettings, guild_id: int, channel_id: int, challenger: Person
) -> None:
    """Hold a person, and raise `RequestRejected` if they have as many open challenges as they may have at a time.

    The same for one who issued as many within a day as the server allows, and `TooManyChallenges` for one who issued as
    many within an hour as anybody may, or who goes on in a channel that has taken its share.
    """
    now, found = context.now(), await challenges.lock_open_by(tx, challenger.id)
    if len(found) >= MOST_OPEN:
        raise RequestRejected(
            _("You have {most} open challenges. Wait for an answer, or withdraw one: `/match do:decline`.").format(
                most=MOST_OPEN
            )
        )
    here, most = sum(each.guild_id == guild_id for each in found), settings.open_challenges
    if most is not None and here >= most:
        full = (
            ngettext(
                "You have {n} open challenge on this server, as many as it allows at a time.",
                "You have {n} open challenges on this server, as many as it allows at a time.",
                here,
            )
            if here == most
            else ngettext(
                "You have {n} open challenge on this server, more than it allows at a time: the most is {most}.",
                "You have {n} open challenges on this server, more than it allows at a time: the most is {most}.",
                here,
            )
        )
        rest = _("Wait for an answer, or withdraw one: `/match do:decline`.")
        raise RequestRejected(f"{full.format(n=here, most=most)} {rest}")
    if settings.daily_challenges is not None:
        issued = await challenges.issued_since(tx, now - DAY, user_id=challenger.id, guild_id=guild_id)
        if len(issued) >= settings.daily_challenges:
            again = issued[-settings.daily_challenges] + DAY
            raise RequestRejected(
                ngettext(
                    "You've challenged {n} time in 24 hours, as often as this server allows. "
                    "You can challenge again {when}.",
                    "You've challenged {n} times in 24 hours, as often as this server allows. "
                    "You can challenge again {when}.",
                    settings.daily_challenges,
                ).format(n=settings.daily_challenges, when=formatting.ago(again))
            )
    await _check_hour(context, tx, guild_id, channel_id, challenger, now)


async def _check_hour(
    context: Context, tx: Tx, guild_id: int, channel_id: int, challenger: Person, now: datetime
) -> None:
    """Raise `TooManyChallenges` for a person, or in a channel for one who has begun something there or elsewhere."""
    most, most_here = context.hourly_challenges, CHANNEL_SHARE * context.hourly_challenges
    issued = await challenges.issued_since(tx, now - HOUR, user_id=challenger.id)
    if len(issued) >= most:
        raise _too_many(
            context,
            challenger,
            now,
            ngettext(
                "You've begun {n} match or challenge in the last hour, as many as I take from one person. "
                "You can begin the next one {when}.",
                "You've begun {n} matches and challenges in the last hour, as many as I take from one person. "
                "You can begin the next one {when}.",
                most,
            ).format(n=most, when=formatting.ago(issued[-most] + HOUR)),
        )
    if not issued or guild_id == DIRECT:  # a flood in a channel doesn't keep out a person who begins one match
        return
    here = await challenges.issued_since(tx, now - HOUR, channel_id=channel_id)
    if len(here) >= most_here:
        again = here[-most_here] + HOUR
        raise _too_many(context, challenger, now, too_many_in_channel(channel_id, most_here, again))


def too_many_in_channel(channel_id: int, most: int, again: datetime) -> str:
    """Reject a challenge in a channel that has taken as many within an hour as it may."""
    return _(
        "{n} matches and challenges began in {channel} in the last hour, as many as a channel takes. "
        "Begin the next one {when}, or in another channel."
    ).format(n=most, channel=formatting.channel(channel_id), when=formatting.ago(again))


def _too_many(context: Context, challenger: Person, now: datetime, reason: str) -> TooManyChallenges:
    """Return the rejection, and note that the person is told so, once an hour."""
    told = context.told_of_limit.get(challenger.id)
    already_told = told is not None and told <= now < told + HOUR
    if not already_told:
        context.told_of_limit[challenger.id] = now
    return TooManyChallenges(reason, already_told=already_told)


async def check_match_limit(
    tx: Tx, settings: GuildSettings, guild_id: int, players: Collection[Person], asker: int | None = None
) -> None:
    """Hold the players, and raise `RequestRejected` where one plays in as many matches as the server allows.

    `asker` is the id of the user who reads the reason.
    """
    if settings.most is None:
        return
    players = [person for person in players if person.is_reachable]
    for person in sorted(players, key=lambda each: each.id):  # always in this order, so that no two wait for each other
        await people.lock(tx, person.id)
    for person in players:
        active = [match for match in await matches.of_player(tx, person.id) if match.guild_id == guild_id]
        if len(active) >= settings.most:
            raise RequestRejected(
                _own_match_limit(len(active), settings.most)
                if person.id == asker
                else _match_limit(person, len(active), settings.most)
            )


def _own_match_limit(matches: int, most: int) -> str:
    if matches == most:
        full = ngettext(
            "You play in {n} match on this server, as many as it allows at a time.",
            "You play in {n} matches on this server, as many as it allows at a time.",
            matches,
        )
    else:
        full = ngettext(
            "You play in {n} match on this server, more than it allows at a time: the most is {most}.",
            "You play in {n} matches on this server, more than it allows at a time: the most is {most}.",
            matches,
        )
    return f"{full.format(n=matches, most=most)} " + _("Finish one first: `/games`.")


def _match_limit(person: Person, matches: int, most: int) -> str:
    if matches == most:
        full = ngettext(
            "{name} plays in {n} match on this server, as many as it allows at a time.",
            "{name} plays in {n} matches on this server, as many as it allows at a time.",
            matches,
        )
    else:
        full = ngettext(
            "{name} plays in {n} match on this server, more than it allows at a time: the most is {most}.",
            "{name} plays in {n} matches on this server, more than it allows at a time: the most is {most}.",
            matches,
        )
    rest = _("So this match can't begin yet. Try again when one of them is over.")
    return f"{full.format(name=formatting.name(person), n=matches, most=most)} {rest}"


async def store_challenge(
    context: Context,
    tx: Tx,
    people: Sequence[Person],
    *,
    guild_id: int,
    channel_id: int,
    mentioned: Collection[int] = (),
    in_place: bool = False,
    also_in: int | None = None,
    **terms: Any,
) -> Challenge:
    """Store a challenge by `people[0]`, and put its post into the outbox, which mentions nobody in `mentioned`.

    In direct messages each person gets a post. The thread `also_in` gets a copy, which mentions nobody. With `in_place`
    nothing is put there: the reply to the interaction that issued the challenge is its post.

    The `terms` are those of `storage.queries.challenges.create`. Raises `RequestRejected` for people who are blocked,
    too many challenges, a channel where no match may start, and a challenger who plays in as many matches as the server
    allows; and `AlreadyStored`.
    """
    now, challenger = context.now(), people[0]
    settings = await load_settings(tx, guild_id)
    check_channel(settings, channel_id)
    await check_blocks(tx, guild_id, people, asker=challenger.id)
    await check_challenges(context, tx, settings, guild_id, channel_id, challenger)
    await check_match_limit(tx, settings, guild_id, [challenger], asker=challenger.id)
    challenge = await challenges.create(
        tx, people=people, guild_id=guild_id, channel_id=channel_id, **terms, at=now, expires_at=now + OPEN_FOR
    )
    if guild_id != DIRECT:
        await queue_post(context, tx, challenge, "challenge", mentioned=sorted(mentioned))
        if also_in is not None:
            everyone = [person.id for person in people]
            await queue_post(context, tx, challenge, "challenge", mentioned=everyone, channel=also_in)
    elif not in_place:
        for person in people:
            if person.level is None:
                await queue_post(context, tx, challenge, "challenge", user=person.id)
    return challenge


async def queue_post(
    context: Context,
    tx: Tx,
    challenge: Challenge,
    kind: str,
    *,
    source_id: int | None = None,
    **body: int | str | list[int],
) -> None:
    """Put a challenge's post, or a change of it, into the outbox.

    `source_id` is the message or interaction that answered the challenge; the `body` of the row says who closed it
    (`by`) and with what comment (`word`), whom its post needn't mention (`mentioned`), to whom it is sent by direct
    message (`user`), or to which thread instead of its channel (`channel`). Raises `AlreadyStored`.
    """
    own_lane = body.get("user") not in {None, challenge.challenger.id}
    await outbox.add(
        tx,
        lane=f"c{challenge.id}:{body['user']}" if own_lane else f"c{challenge.id}",
        kind=kind,
        body=body,
        at=context.now(),
        challenge_id=challenge.id,
        source_id=source_id,
    )


OPEN_FOR = timedelta(days=7)
"""How long a challenge waits for its answers."""


async def _expire(context: Context, tx: Tx, challenge_id: int) -> None:
    challenge = await challenges.lock_expired(tx, challenge_id, context.now())
    if challenge:
        await challenges.close(tx, challenge.id, "expired")
        await queue_post(context, tx, challenge, "refresh")


EXPIRED_CHALLENGES = JobType("challenge", lambda context, tx: challenges.expired(tx, context.now()), _expire)
"""Challenges are closed whose time is up."""


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
    seats = await _seat_crowds(tx, challenge, _seat_players(context, challenge))
    await check_blocks(tx, challenge.guild_id, seats)
    source = challenge.rematch_of or challenge.origin_id
    if challenge.start is not None and source is not None:
        seed = (await matches.require(tx, source)).seed
        state = parse_start(game, challenge.start, len(seats), challenge.options, seed)
    else:
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
        start=challenge.start,
        origin_id=challenge.origin_id,
        origin_ply=challenge.origin_ply,
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
    await announce(tx, match, "board", {}, now, source_id, due=now + ANSWER_TIME if match.computer_to_move else None)
    await queue_thought(context, tx, match)
    if challenge.again:
        await _open_again(context, tx, challenge, source_id)
    return match


def parse_start(game: Game[Any, Any], position: str, players: int, options: Options, seed: int) -> Any:
    """Return the state of a position that a match is to begin from.

    Raises `RequestRejected` if the game's rules don't take it, or nobody is to move there.
    """
    try:
        state = game.parse_position(position, players, options, seed)
    except ValueError as bad:
        sentence = _("{game} can't be played on from there: {problem}")
        raise RequestRejected(sentence.format(game=game.info.title, problem=str(bad))) from None
    if game.to_move(state) is None:
        raise RequestRejected(_("The match is over there, so there's nothing to play on."))
    return state


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


async def _seat_crowds(tx: Tx, challenge: Challenge, seats: Sequence[Person]) -> list[Person]:
    """Return the players with the crowds that have the seats of some, named by how many are in."""
    found = {challenge.people[each.place].id: each for each in await crowds.of_challenge(tx, challenge.id)}
    if not found:
        return list(seats)
    sizes = Counter(each.number for each in await crowds.members(tx, challenge.id))
    return [
        Person.crowd(crowd.number, crowd.name, sizes[crowd.number]) if (crowd := found.get(person.id)) else person
        for person in seats
    ]


async def _open_again(context: Context, tx: Tx, challenge: Challenge, source_id: int) -> None:
    """Store a standing challenge again, with the same terms, or tell the challenger why that isn't possible.

    `source_id` is the acceptance that completed the last one; no other challenge has it.
    """
    challenger = challenge.challenger
    with in_language(language_of(await load_preferences(tx, challenger.id))):  # what is stored is for them to read
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
                start=challenge.start,
                origin_id=challenge.origin_id,
                origin_ply=challenge.origin_ply,
                source_id=source_id,
            )
        except RequestRejected as rejected:
            sentence = not_opened_again(context.title(challenge.game), challenge.channel_id, rejected.reason)
            await outbox.add(
                tx,
                lane=f"c{challenge.id}:{challenger.id}",
                kind="tell",
                body={"user": challenger.id, "text": sentence},
                at=context.now(),
                challenge_id=challenge.id,
            )


def not_opened_again(title: str, channel_id: int, reason: str) -> str:
    """Tell the challenger why their standing challenge ends early."""
    sentence = _("Your standing challenge for **{game}** in {channel} wasn't opened again.")
    return f"{sentence.format(game=title, channel=formatting.channel(channel_id))} {reason}"

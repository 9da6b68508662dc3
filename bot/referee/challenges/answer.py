"""Accept, decline, join and withdraw challenges, list the open ones, and challenge again after a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.challenges.issue import RANDOM, parse_seat
from bot.referee.challenges.start import (
    LONGEST_COMMENT,
    check_match_limit,
    check_may_challenge,
    queue_post,
    start_if_complete,
    store_challenge,
)
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, require_single
from bot.referee.guilds.audit_log import check_blocks
from bot.referee.guilds.settings import load_settings
from bot.referee.requests import NO_PERMISSIONS, AlreadyDone, idempotent
from bot.referee.times.time_control import NO_CLOCK
from games.contract import BadOption, complete_options
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_
from storage.engine.database import AlreadyStored
from storage.queries import challenges, clocks, matches, outbox
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Permissions, Request
    from storage.engine.database import Tx
    from storage.queries.rows import Challenge, ChallengeStatus, Match, Person, Post

_NO_LONGER_OPEN: Mapping[ChallengeStatus, str] = {
    "accepted": N_("Challenge {challenge} is no longer open: it was accepted."),
    "declined": N_("Challenge {challenge} is no longer open: it was declined."),
    "withdrawn": N_("Challenge {challenge} is no longer open: it was withdrawn."),
    "closed": N_("Challenge {challenge} is no longer open: it was closed."),
}
_REMATCH_CLOSED: Mapping[ChallengeStatus, str] = {
    "declined": N_("The rematch of #{match} was declined, and each match has only one. Try `/play`."),
    "withdrawn": N_("The rematch of #{match} was withdrawn, and each match has only one. Try `/play`."),
    "closed": N_("The rematch of #{match} was closed, and each match has only one. Try `/play`."),
    "expired": N_("The rematch of #{match} expired, and each match has only one. Try `/play`."),
}


@dataclass(frozen=True, slots=True)
class OpenChallenges:
    """A person's challenges: `waiting` for their answer, `issued` by them, `joined` but not yet started, `joinable`."""

    waiting: list[Challenge]
    issued: list[Challenge]
    joined: list[Challenge]
    joinable: list[Challenge]

    @property
    def everything(self) -> list[Challenge]:
        """All of them."""
        return [*self.waiting, *self.issued, *self.joined, *self.joinable]


async def list_open_challenges(context: Context, request: Request, can_see: Callable[[int], bool]) -> OpenChallenges:
    """Return a person's challenges on the server of the request; by direct message on all servers, none to join.

    Challenges to join are listed only from channels for which `can_see` is true. Each list has the oldest first.
    """
    async with context.database.read() as tx:
        own = await challenges.open_with(tx, request.user_id)
        there = await challenges.joinable(tx, request.guild_id) if request.guild_id else []
    now = context.now()
    own = [each for each in own if each.expires_at > now and request.guild_id in {None, each.guild_id}]
    known = {each.id for each in own}
    issued = [each for each in own if each.challenger.id == request.user_id]
    joined = [each for each in own if request.user_id in each.accepted and each not in issued]
    return OpenChallenges(
        waiting=[each for each in own if request.user_id not in each.accepted],
        issued=issued,
        joined=joined,
        joinable=[
            each for each in there if each.id not in known and each.expires_at > now and can_see(each.channel_id)
        ],
    )


async def load_challenge_posts(context: Context, found: OpenChallenges) -> dict[int, Post]:
    """Return the posts of challenges, by challenge, for those that were sent."""
    async with context.database.read() as tx:
        return await outbox.challenge_posts(tx, [each.id for each in found.everything])


async def request_rematch(
    context: Context, request: Request, person: Person, number: int | None, permissions: Permissions = NO_PERMISSIONS
) -> Challenge | Match | AlreadyDone:
    """Challenge the others of a finished match to another one: the same game and terms, with changed seats.

    It is posted where the match began, and in the match's thread as well if it is asked for there. A match has one
    rematch: the next player who asks for it accepts the challenge. Returns what `accept_challenge`
    returns. Raises `RequestRejected`.
    """
    try:
        async with context.write() as tx:
            match = require_single(await find_match(tx, request, number, to_move=False), "match do:rematch")
            _check_may_ask(match, person)
            await matches.lock(tx, match.id)
            known = await challenges.rematch(tx, match.id)
            if known is None:
                check_may_challenge(await load_settings(tx, match.guild_id), permissions)
                challenge = await _store(context, tx, match, person, request)
                return await start_if_complete(context, tx, challenge, request.source_id)
    except AlreadyStored:
        return AlreadyDone()
    if request.source_id == known.source_id:
        return AlreadyDone()
    _check_can_accept(match, known, person)
    return await accept_challenge(context, known.id, person, request.source_id, guild_id=request.guild_id)


def rotate_seats(match: Match) -> tuple[Person, ...]:
    """Return the seats of the rematch: two players swap, more than two each move on by one."""
    first, *others = match.seats
    return (*others, first)


async def _store(context: Context, tx: Tx, match: Match, person: Person, request: Request) -> Challenge:
    info = context.rules(match.game).info
    try:
        options = complete_options(info, match.options)
    except BadOption as bad:
        raise RequestRejected(
            _("{game} is no longer played as it was in #{match}: {problem}").format(
                game=info.title, match=match.id, problem=str(bad)
            )
        ) from None
    clock = await clocks.of_match(tx, match.id)
    seats = [person if each.id == person.id else each.as_challenged for each in rotate_seats(match)]
    place = seats.index(person)
    return await store_challenge(
        context,
        tx,
        [*seats[place:], *seats[:place]],
        game=match.game,
        options=options,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        size=len(seats),
        seat=place + 1,
        look=match.look,
        clock=clock.control if clock else NO_CLOCK,
        rated=match.rated,
        source_id=request.source_id,
        rematch_of=match.id,
        start=match.start,
        origin_id=match.origin_id,
        origin_ply=match.origin_ply,
        also_in=match.thread_id if match.thread_id == request.channel_id else None,
    )


def _check_may_ask(match: Match, person: Person) -> None:
    if match.seat_of(person.id) is None:
        raise RequestRejected(
            _("You didn't play in #{match}. `/play` starts a match of your own.").format(match=match.id)
        )
    if match.ended_at is None:
        raise RequestRejected(_("#{match} isn't over yet. Ask for a rematch when it is.").format(match=match.id))
    if match.has_crowd:
        raise RequestRejected(
            _("#{match} was a match of a crowd. Begin another with `/play` and **everyone here**.").format(
                match=match.id
            )
        )
    if any(each.is_former for each in match.seats):
        raise RequestRejected(
            _("A player of #{match} has left for good. Challenge somebody else with `/play`.").format(match=match.id)
        )


def _check_can_accept(match: Match, rematch: Challenge, person: Person) -> None:
    if rematch.match_id is not None:
        raise RequestRejected(
            _("The rematch of #{match} is #{rematch}.").format(match=match.id, rematch=rematch.match_id)
        )
    if rematch.status != "open":
        raise RequestRejected(_(_REMATCH_CLOSED[rematch.status]).format(match=match.id))
    if person.id in rematch.accepted:
        others = [each for each in rematch.people if each.id not in rematch.accepted]
        raise RequestRejected(rematch_waits(match.id, rematch.id, others, rematch.channel_id))


def rematch_waits(match_id: int, challenge_id: int, others: Sequence[Person], channel_id: int) -> str:
    """Reject a second request for a rematch that others have yet to accept."""
    names = format_list(formatting.name(each) for each in others)
    return _("Challenge {challenge}, the rematch of #{match}, waits for {names} in {channel}.").format(
        challenge=challenge_id, match=match_id, names=names, channel=formatting.channel(channel_id)
    )


MOST_NAMED = 10
"""Challenges that are named where several wait for an answer."""


async def find_waiting_challenge(context: Context, request: Request, number: int | None) -> int:
    """Return the number of the challenge that a person answers: `number`, or the only one that waits for them there.

    That is the server of the request, or any by direct message. A challenge issued after the answer can't be meant.
    Raises `RequestRejected`.
    """
    if number is not None:
        return number
    async with context.database.read() as tx:
        found = [
            each
            for each in await challenges.open_for(tx, request.user_id)
            if request.guild_id in {None, each.guild_id}
            and each.source_id < request.source_id
            and each.expires_at > context.now()
        ]
    if not found:
        raise RequestRejected(
            _(
                "No challenge is waiting for your answer. `/me do:challenges` lists the open ones that you can join. "
                "An offer in a match is answered with `/match do:agree` or `/match do:refuse`."
            )
        )
    if len(found) > 1:
        choices = (
            f"{formatting.code(str(each.id))} ({formatting.name(each.challenger)}, {context.title(each.game)})"
            for each in found[-MOST_NAMED:]
        )
        raise RequestRejected(
            _("Several challenges wait for you. Name one by its number: {choices}.").format(
                choices=format_list(choices)
            )
        )
    return found[0].id


@idempotent
async def accept_challenge(
    context: Context,
    challenge_id: int,
    person: Person,
    source_id: int,
    *,
    guild_id: int | None,
    channel_id: int | None = None,
    seat: str = RANDOM,
) -> Match | Challenge | AlreadyDone:
    """Accept a challenge or join an open one, on its server; people who were challenged also by direct message.

    `guild_id` is None for a direct message, and for a place that the bot isn't in; there, `channel_id` is that of the
    challenge. `seat` is the seat that the person chooses, by name or number, where those who accept may; until the
    match starts they can choose another. Returns the match once everybody is in, until then the challenge. Raises
    `RequestRejected`.
    """
    async with context.write() as tx:
        challenge = await _hold_challenge(tx, challenge_id, person.id, guild_id, channel_id)
        return await _accept(context, tx, challenge, person, source_id, seat)


async def _accept(
    context: Context, tx: Tx, challenge: Challenge, person: Person, source_id: int, typed: str
) -> Match | Challenge | AlreadyDone:
    if person.id == challenge.challenger.id:
        raise RequestRejected(_("You issued this challenge: it's for the others to accept."))
    seat = _parse_seat(context, challenge, typed)
    if person.id in challenge.accepted and seat in {None, challenge.chosen.get(person.id)}:
        return AlreadyDone()
    _check_open(context, challenge)
    if not challenge.has_room and person.id not in (invited.id for invited in challenge.people):
        raise _not_invited(challenge)
    if seat is not None:
        _check_free(context, challenge, person, seat)
    if person.id not in challenge.accepted:
        await check_blocks(tx, challenge.guild_id, [person], asker=person.id)
        await _check_match_limit(tx, challenge, person)
    if person.id in (invited.id for invited in challenge.people):
        challenge = await challenges.accept(tx, challenge.id, person.id, seat)
    else:
        challenge = await challenges.join(tx, challenge, person, seat)
    begun = await start_if_complete(context, tx, challenge, source_id)
    if begun is challenge:
        await queue_post(context, tx, challenge, "refresh", source_id=source_id)
    return begun


def _parse_seat(context: Context, challenge: Challenge, typed: str) -> int | None:
    """Return the seat that a person chooses, None if it is to be drawn. Raises `RequestRejected`."""
    if not challenge.theirs and typed.strip().lower() != RANDOM:
        raise RequestRejected(
            _("You can't choose a seat in challenge {challenge}. Accept it without one.").format(challenge=challenge.id)
        )
    info = context.rules(challenge.game).info
    seat = parse_seat(info, typed, RANDOM)
    if seat is not None and seat > challenge.size:
        raise RequestRejected(
            _("There's no {seat} in a match of {size}.").format(seat=_(info.seats[seat - 1]), size=challenge.size)
        )
    return seat


def _check_free(context: Context, challenge: Challenge, person: Person, seat: int) -> None:
    """Raise `RequestRejected` where another person chose a seat."""
    holder = next((each for each in challenge.people if challenge.chosen.get(each.id) == seat), None)
    if holder is None or holder.id == person.id:
        return
    seats = context.rules(challenge.game).info.seats
    raise RequestRejected(
        _("{seat} is taken by {name}. You can still choose {seats}.").format(
            seat=_(seats[seat - 1]),
            name=formatting.name(holder),
            seats=format_list(map(_, (seats[each - 1] for each in challenge.free)), "or"),
        )
    )


async def _check_match_limit(tx: Tx, challenge: Challenge, person: Person) -> None:
    """Raise `RequestRejected` where the person, or anybody when they complete it, may play no further match here."""
    there = [each for each in challenge.people if each.id in challenge.accepted]
    players = [person, *there] if len(there) + 1 == challenge.size else [person]
    settings = await load_settings(tx, challenge.guild_id)
    await check_match_limit(tx, settings, challenge.guild_id, players, asker=person.id)


@idempotent
async def decline_challenge(
    context: Context,
    challenge_id: int,
    user_id: int,
    source_id: int,
    *,
    guild_id: int | None,
    channel_id: int | None = None,
    comment: str = "",
) -> Challenge | AlreadyDone:
    """Decline a challenge, leave an open one, or withdraw the person's own, where `accept_challenge` would accept it.

    The post shows the `comment` once the challenge is closed. Raises `RequestRejected`.
    """
    comment = formatting.tidy(comment)
    if len(comment) > LONGEST_COMMENT:
        raise RequestRejected(
            _("Say it in at most {longest} characters; that's {length}. Nothing was declined.").format(
                longest=LONGEST_COMMENT, length=len(comment)
            )
        )
    async with context.write() as tx:
        challenge = await _hold_challenge(tx, challenge_id, user_id, guild_id, channel_id)
        return await leave_challenge(context, tx, challenge, user_id, source_id, comment)


async def leave_challenge(
    context: Context,
    tx: Tx,
    challenge: Challenge,
    user_id: int,
    source_id: int | None,
    comment: str = "",
    *,
    by_manager: bool = False,
) -> Challenge | AlreadyDone:
    """Decline a challenge that the caller holds, leave an open one, or withdraw the person's own.

    `source_id` is the message or interaction that says so, None if it happens by itself. Where a manager takes the
    person out, the challenge is closed without a name. Raises `RequestRejected` and `AlreadyStored`.
    """
    if user_id not in (person.id for person in challenge.people):
        raise _not_invited(challenge)
    status = "withdrawn" if user_id == challenge.challenger.id else "declined"
    if challenge.status == status:
        return AlreadyDone()
    _check_open(context, challenge)
    if challenge.has_room and status == "declined":
        challenge = await challenges.leave(tx, challenge.id, user_id)
        await queue_post(context, tx, challenge, "refresh", source_id=source_id)
    else:
        await challenges.close(tx, challenge.id, "closed" if by_manager else status)
        await queue_post(context, tx, challenge, "refresh", source_id=source_id, by=user_id, word=comment)
    return challenge


async def leave_all_challenges(
    context: Context, tx: Tx, user_id: int, guild_id: int | None = None, *, by_manager: bool = False
) -> int:
    """Take a person out of all open challenges, or out of those of one server, and return how many there were."""
    left = 0
    for each in await challenges.open_with(tx, user_id):
        challenge = await challenges.lock(tx, each.id) if guild_id in {None, each.guild_id} else None
        if challenge is not None and challenge.status == "open" and challenge.expires_at > context.now():
            await leave_challenge(context, tx, challenge, user_id, None, by_manager=by_manager)
            left += 1
    return left


async def _hold_challenge(
    tx: Tx, challenge_id: int, user_id: int, guild_id: int | None, channel_id: int | None
) -> Challenge:
    """Hold and return a challenge of this server or place, or by direct message one that the person is in."""
    challenge = await challenges.lock(tx, challenge_id)
    if challenge is not None and guild_id == challenge.guild_id:
        return challenge
    if challenge is not None and guild_id is None:
        is_here = challenge.guild_id == DIRECT and challenge.channel_id == channel_id
        if is_here or user_id in (person.id for person in challenge.people):
            return challenge
    sentence = (
        _("There's no challenge {challenge} for you.")
        if guild_id is None
        else _("There's no challenge {challenge} on this server.")
    )
    raise RequestRejected(sentence.format(challenge=challenge_id))


def _not_invited(challenge: Challenge) -> RequestRejected:
    return RequestRejected(
        _("You haven't joined this challenge.") if challenge.has_room else not_invited(challenge.people[1:])
    )


def not_invited(invited: Iterable[Person]) -> str:
    """Reject an answer by a person who wasn't challenged."""
    names = format_list(formatting.name(person) for person in invited)
    return _("This challenge is for {names}. You can issue your own: `/play`.").format(names=names)


def _check_open(context: Context, challenge: Challenge) -> None:
    """Raise `RequestRejected` for a challenge that is closed or has expired."""
    if challenge.status == "expired" or (challenge.status == "open" and challenge.expires_at <= context.now()):
        raise RequestRejected(
            _("Challenge {challenge} is no longer open: it expired {when}.").format(
                challenge=challenge.id, when=formatting.ago(challenge.expires_at)
            )
        )
    if challenge.status != "open":
        raise RequestRejected(_(_NO_LONGER_OPEN[challenge.status]).format(challenge=challenge.id))

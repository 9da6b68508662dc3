"""Seats for many: join and leave a crowd, begin its match, propose moves, vote, and play the leader.

A crowd is a player without a clock and without ratings. Each member has one vote a turn, and may change it until the
turn is played: when all have voted, or when the vote's time is up.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee import errors, formatting
from bot.referee.challenges.answer import leave_challenge as leave_open_challenge
from bot.referee.challenges.start import queue_post, start_match
from bot.referee.context import MatchState, rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_match
from bot.referee.guilds.audit_log import check_blocks
from bot.referee.job_runner import JobType
from bot.referee.log.append import append_event, append_leave
from bot.referee.log.automatic_moves import RESIGNED
from bot.referee.requests import AlreadyDone, MoveProposed, idempotent
from bot.referee.seats import level_of_substitute, take_seat
from bot.referee.turn_start import save_state
from games.translation import gettext as _
from storage.queries import challenges, crowds, matches, watchers
from storage.queries.rows import NewEvent, Person

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.requests import MovePreview, Permissions, Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Challenge, Crowd, Match, Offer, Proposal

MOST_PROPOSALS = 20
"""Moves that may be proposed for one turn; Discord's menus take 25."""
MOST_MEMBERS = 500


@dataclass(frozen=True, slots=True)
class Standing:
    """How the vote of a turn stands, which is move `ply`: what is proposed, the person's own vote, who is missing.

    `state` is the one before that move. `until` is when the leader is played at the latest, if somebody has voted by
    then.
    """

    match: Match
    ply: int
    proposals: tuple[Proposal, ...]
    state: Any
    user_id: int
    until: datetime

    @property
    def own(self) -> Proposal | None:
        """What the person votes for, if anything."""
        return next((each for each in self.proposals if self.user_id in each.voters), None)

    @property
    def voted(self) -> int:
        """How many members have voted."""
        return sum(len(each.voters) for each in self.proposals)

    @property
    def size(self) -> int:
        """How many members there are."""
        return count_members(self.match, self.match.seat_to_move)


def tally(proposals: Sequence[Proposal]) -> Proposal | None:
    """Return the proposal with most votes, of equals the one made first; None without a vote."""
    return max((each for each in proposals if each.voters), key=lambda each: len(each.voters), default=None)


def count_members(match: Match, seat: int) -> int:
    """Return how many people share a seat."""
    return sum(each == seat for each in match.members.values())


@idempotent
async def join_crowd(
    context: Context, request: Request, challenge_id: int, number: int, person: Person, permissions: Permissions
) -> Challenge | AlreadyDone:
    """Let a person into a crowd, before its match begins or while it goes on. Raises `RequestRejected`."""
    async with context.write() as tx:
        challenge = await challenges.lock(tx, challenge_id)
        if challenge is None or challenge.guild_id != request.guild_id:
            raise RequestRejected(_("There's no challenge {challenge} on this server.").format(challenge=challenge_id))
        if challenge.match_id is not None:
            await matches.lock(tx, challenge.match_id)
        match = await matches.require(tx, challenge.match_id) if challenge.match_id is not None else None
        is_open = challenge.status == "open" and challenge.expires_at > context.now()
        if match.ended_at is not None if match else not is_open:
            raise RequestRejected(
                errors.ended(match) if match else _("Challenge {id} is no longer open.").format(id=challenge_id)
            )
        known = await crowds.of_challenge(tx, challenge_id)
        crowd = next((each for each in known if each.number == number), None)
        if crowd is None or (match and all(person.id != -number for person in match.seats)):
            raise RequestRejected(_("That seat is no longer a crowd's."))
        in_crowd = {each.user_id: each.number for each in await crowds.members(tx, challenge_id)}
        if in_crowd.get(person.id) == number:
            return AlreadyDone(_("You're in already."))
        _check_may_join(challenge, match, crowd, person, permissions, in_crowd.get(person.id))
        if sum(each == number for each in in_crowd.values()) >= MOST_MEMBERS:
            raise RequestRejected(_("This crowd is full: it has {most} members.").format(most=MOST_MEMBERS))
        await check_blocks(tx, challenge.guild_id, [person], asker=person.id)
        await crowds.join(tx, crowd, person, request.source_id, context.now())
        if match:
            await watchers.remove(tx, match.id, person.id)
            await _rename(tx, await matches.require(tx, match.id), crowd)
        else:
            await queue_post(context, tx, challenge, "refresh")
        return challenge


def _check_may_join(
    challenge: Challenge, match: Match | None, crowd: Crowd, person: Person, permissions: Permissions, other: int | None
) -> None:
    if other is not None:
        raise RequestRejected(_("You're in the other crowd, so you can't be in this one."))
    if match.seat_of(person.id) if match else _plays_alone(challenge, person.id):
        raise RequestRejected(_("You play against this crowd, so you can't be in it."))
    if crowd.role_id is not None and crowd.role_id not in permissions.roles:
        raise RequestRejected(
            _("Only people with the role <@&{role}> can be in this crowd.").format(role=crowd.role_id)
        )


def _plays_alone(challenge: Challenge, user_id: int) -> bool:
    """Return whether a person has a seat of their own; a challenger who has none is in a crowd or has left it."""
    return any(person.id == user_id for person in challenge.people)


@idempotent
async def leave_challenge(context: Context, request: Request, challenge_id: int) -> Challenge | AlreadyDone:
    """Take a person out of a crowd before its match begins; its challenger withdraws the challenge.

    Raises `RequestRejected`.
    """
    async with context.write() as tx:
        challenge = await challenges.lock(tx, challenge_id)
        members = {each.user_id for each in await crowds.members(tx, challenge_id)}
        if challenge is None or request.user_id not in {challenge.challenger.id, *members}:
            raise RequestRejected(_("You're not in, so there's nothing to leave."))
        if challenge.status != "open" or challenge.expires_at <= context.now():
            raise RequestRejected(_("Challenge {id} is no longer open.").format(id=challenge_id))
        user_id = request.user_id
        if user_id == challenge.challenger.id:
            result = await leave_open_challenge(context, tx, challenge, user_id, request.source_id)
            return challenge if isinstance(result, AlreadyDone) else result
        await crowds.leave(tx, challenge_id, user_id, request.source_id, context.now())
        await queue_post(context, tx, challenge, "refresh")
        return challenge


@idempotent
async def begin_match(context: Context, request: Request, challenge_id: int) -> Match | AlreadyDone:
    """Begin the match of a challenge with crowds, as its challenger asks. Raises `RequestRejected`."""
    async with context.write() as tx:
        challenge = await challenges.lock(tx, challenge_id)
        if challenge is None or challenge.guild_id != request.guild_id:
            raise RequestRejected(_("There's no challenge {challenge} on this server.").format(challenge=challenge_id))
        if challenge.challenger.id != request.user_id:
            raise RequestRejected(
                _("{name} begins this match when enough are in.").format(name=formatting.name(challenge.challenger))
            )
        if challenge.status == "accepted":
            return AlreadyDone()
        if challenge.status != "open" or challenge.expires_at <= context.now():
            raise RequestRejected(_("Challenge {id} is no longer open.").format(id=challenge_id))
        members = await crowds.members(tx, challenge_id)
        for crowd in await crowds.of_challenge(tx, challenge_id):
            if not any(each.number == crowd.number for each in members):
                raise RequestRejected(_("Nobody is in yet. Wait until somebody presses **I'm in**."))
            challenge = await challenges.accept(tx, challenge_id, -crowd.number)
        missing = [person for person in challenge.people if person.id not in challenge.accepted]
        if missing:
            raise RequestRejected(_("{name} hasn't accepted yet.").format(name=formatting.name(missing[0])))
        return await start_match(context, tx, challenge, request.source_id)


@idempotent
@rules_outside_transaction
async def propose_move(context: Context, request: Request, preview: MovePreview) -> MoveProposed | AlreadyDone:
    """Propose a previewed move to the person's crowd, and vote for it. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await crowds.has_source(tx, request.source_id):
            return AlreadyDone()
        match = await _hold_turn(tx, request, preview.match.id, preview.match.seq)
        known = {each.text for each in await crowds.list_proposals(tx, match)}
        if preview.text not in known and len(known) >= MOST_PROPOSALS:
            raise RequestRejected(
                _("{n} moves are proposed already, which is the most. Vote for one of them.").format(n=MOST_PROPOSALS)
            )
        now, user_id, source_id = context.now(), request.user_id, request.source_id
        proposal = await crowds.propose(tx, match, preview.text, user_id, source_id, now)
        if not await crowds.vote(tx, match, proposal, user_id, source_id, now):
            raise _voted_since()
        return MoveProposed(match, preview.ply, preview.text, await _play_if_all_voted(context, tx, match))


def _voted_since() -> RequestRejected:
    return RequestRejected(_("You've voted again since then, so your later vote counts."))


@idempotent
@rules_outside_transaction
async def vote(
    context: Context, request: Request, match_id: int, seq: int, proposal: int
) -> MoveProposed | AlreadyDone:
    """Vote for a proposed move in the turn after event `seq`, in place of an earlier vote. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await crowds.has_source(tx, request.source_id):
            return AlreadyDone()
        match = await _hold_turn(tx, request, match_id, seq)
        chosen = next((each for each in await crowds.list_proposals(tx, match) if each.id == proposal), None)
        if chosen is None:
            raise RequestRejected(errors.moved_on_now(match_id, "offer"))
        if not await crowds.vote(tx, match, chosen.id, request.user_id, request.source_id, context.now()):
            raise _voted_since()
        ply = (await context.match_state(tx, match)).ply + 1
        return MoveProposed(match, ply, chosen.text, await _play_if_all_voted(context, tx, match))


async def load_standing(context: Context, request: Request, match_id: int) -> Standing:
    """Return how the vote stands in a match in which the person's crowd is to move. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = _check_turn(await get_match(tx, request, match_id), request.user_id)
        crowd = await crowds.of_match(tx, match, match.seat_to_move)
        found = await crowds.list_proposals(tx, match)
        before = await context.match_state(tx, match)
    return Standing(match, before.ply + 1, tuple(found), before.state, request.user_id, _ends_at(match, crowd))


async def _hold_turn(tx: Tx, request: Request, match_id: int, seq: int) -> Match:
    """Hold and return a match in which the person's crowd is still to move. Raises `RequestRejected`."""
    await matches.lock(tx, match_id)
    match = _check_turn(await get_match(tx, request, match_id), request.user_id)
    if match.seq != seq:
        raise RequestRejected(errors.moved_on_now(match_id, "offer"))
    return match


def _check_turn(match: Match, user_id: int) -> Match:
    if match.crowd_of(user_id) is None:
        raise RequestRejected(_("Only members of the crowd vote in #{match}.").format(match=match.id))
    if match.ended_at is not None:
        raise RequestRejected(errors.ended(match))
    if match.to_move != match.seat_of(user_id):
        raise RequestRejected(errors.not_your_turn(match, _("There's nothing to vote on.")))
    return match


def _ends_at(match: Match, crowd: Crowd) -> datetime:
    return match.since + timedelta(seconds=crowd.vote_time)


async def _play_if_all_voted(context: Context, tx: Tx, match: Match) -> str:
    """Play the leading move if all members have voted, and return it, else an empty text."""
    found = await crowds.list_proposals(tx, match)
    voted = sum(len(each.voters) for each in found)
    return await _play_leader(context, tx, match) if voted == count_members(match, match.seat_to_move) else ""


async def _play_leader(context: Context, tx: Tx, match: Match) -> str:
    """Play the leading move in a match that is held, and return it; an empty text if nobody has voted."""
    leader = tally(await crowds.list_proposals(tx, match))
    if leader is None:
        return ""
    game, before = context.game(match), await context.match_state(tx, match)
    after = MatchState(await run_rules(_play, game, before.state, leader.text), before.ply + 1)
    await append_event(
        context,
        tx,
        match,
        NewEvent(
            kind="move",
            seat=match.to_move,
            user_id=match.player_to_move.id,
            text=leader.text,
            source_id=None,
            position=game.position(after.state),
            to_move=game.to_move(after.state),
        ),
    )
    await save_state(context, tx, match, match.seq + 1, after)
    return leader.text


def _play(game: Game[Any, Any], state: Any, text: str) -> Any:
    return game.play(state, game.parse(state, text))


async def _find_due(context: Context, tx: Tx) -> list[int]:
    """Return the matches in which the time of a vote is up and somebody has voted."""
    return [
        match.id
        for match in await matches.with_crowd_to_move(tx)
        if _ends_at(match, await crowds.of_match(tx, match, match.seat_to_move)) <= context.now()
    ]


async def _end_vote(context: Context, tx: Tx, match_id: int) -> None:
    await matches.lock(tx, match_id)
    match = await matches.require(tx, match_id)
    if match.crowd_to_move is None:
        return
    if _ends_at(match, await crowds.of_match(tx, match, match.seat_to_move)) <= context.now():
        await _play_leader(context, tx, match)


VOTES = JobType("vote", _find_due, _end_vote)
"""The leading move is played when the time of a vote is up."""


@dataclass(frozen=True, slots=True)
class OfferVote:
    """How the vote of a crowd on an offer stands: how many of its `size` members agree and how many don't.

    `until` is when it ends at the latest, and `answer` what the crowd answers, None as long as that is open.
    """

    crowd: Person
    agree: int
    against: int
    size: int
    until: datetime
    is_over: bool

    @property
    def answer(self) -> bool | None:
        """More than half of all decide at once, and at the end most of those who voted; a tie is a no."""
        is_decided = self.is_over or 2 * max(self.agree, self.against) > self.size
        return self.agree > self.against if is_decided else None


async def load_offer_vote(context: Context, tx: Tx, match: Match, offer: Offer, seat: int) -> OfferVote:
    """Return how the vote of the crowd in a seat on an offer stands."""
    cast = await crowds.offer_votes_of(tx, match, offer, seat)
    until = offer.created_at + timedelta(seconds=(await crowds.of_match(tx, match, seat)).vote_time)
    agree, size, is_over = sum(cast.values()), count_members(match, seat), until <= context.now()
    return OfferVote(match.seats[seat - 1], agree, len(cast) - agree, size, until, is_over)


async def vote_on_offer(
    context: Context, tx: Tx, request: Request, match: Match, offer: Offer, *, agrees: bool
) -> bool | None:
    """Store a member's vote on an offer that waits for their crowd. Return what the crowd answers, None as yet.

    Raises `RequestRejected`.
    """
    source_id, now = request.source_id, context.now()
    if not await crowds.vote_on_offer(tx, offer, request.user_id, source_id, now, agrees=agrees):
        raise _voted_since()
    return (await load_offer_vote(context, tx, match, offer, match.members[request.user_id])).answer


@idempotent
@rules_outside_transaction
async def leave_crowd(context: Context, request: Request, match_id: int, *, last: str = "") -> Match | AlreadyDone:
    """Take a person out of the crowd of a match. Raises `RequestRejected`.

    The last member says what becomes of the seat by `last`: with `turnpost` a computer player plays on, with `end` the
    seat leaves.
    """
    async with context.write() as tx:
        if await crowds.has_source(tx, request.source_id):
            return AlreadyDone()
        await get_match(tx, request, match_id)
        return await _leave(context, tx, match_id, request.user_id, request.source_id, last=last)


async def _leave(context: Context, tx: Tx, match_id: int, user_id: int, source_id: int | None, *, last: str) -> Match:
    """Take a person out of the crowd of a match, as `leave_crowd` does."""
    await matches.lock(tx, match_id)
    match = await matches.require(tx, match_id)
    seat = check_may_leave(match, user_id)
    alone = count_members(match, seat) == 1
    if alone and last not in {"turnpost", "end"}:
        raise RequestRejected(errors.moved_on_now(match_id, "seat"))
    crowd = await crowds.of_match(tx, match, seat)
    await crowds.leave(tx, crowd.challenge_id, user_id, source_id, context.now())
    match = await matches.require(tx, match_id)
    if alone and last == "turnpost":
        numbers = [-person.id % 100 for person in match.seats if person.level]
        computer = Person.computer(level_of_substitute(context, match), 1 + max(numbers, default=0))
        return await take_seat(context, tx, match, seat, computer, None)
    if alone:
        left, _after = await append_leave(context, tx, match, seat, RESIGNED, user_id=match.seats[seat - 1].id)
        return left
    match = await _rename(tx, match, crowd)
    if match.to_move == seat:
        await _play_if_all_voted(context, tx, match)
    return match


async def leave_all_crowds(context: Context, tx: Tx, user_id: int) -> None:
    """Take a person who is to be deleted out of all crowds; a seat that nobody is left in leaves its match."""
    for challenge_id in await crowds.challenges_of_member(tx, user_id):
        challenge = await challenges.require(tx, challenge_id)
        match = await matches.get(tx, challenge.match_id) if challenge.match_id is not None else None
        if match and match.ended_at is None and match.crowd_of(user_id):
            await _leave(context, tx, match.id, user_id, None, last="end")
        elif match is None and challenge.status == "open":
            await crowds.leave(tx, challenge_id, user_id, None, context.now())
            await queue_post(context, tx, challenge, "refresh")


def check_may_leave(match: Match, user_id: int) -> int:
    """Return the seat of the crowd that a person is in. Raises `RequestRejected` for others, and after the end."""
    if match.crowd_of(user_id) is None:
        raise RequestRejected(errors.not_a_player(match))
    if match.ended_at is not None:
        raise RequestRejected(errors.ended(match))
    return match.members[user_id]


async def _rename(tx: Tx, match: Match, crowd: Crowd) -> Match:
    """Let the name of a crowd in its match say how many are in it, and return the match."""
    size = count_members(match, match.seat_of(-crowd.number) or 0)
    await matches.rename_player(tx, match, Person.crowd(crowd.number, crowd.name, size))
    return await matches.require(tx, match.id)

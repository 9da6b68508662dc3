"""Lists and statistics of matches: a person's, a server's, a game's; how often people moved in time."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bot.referee.boards import end_of_vote, take_snapshot
from bot.referee.clocks.clock import load_pause_status
from bot.referee.context import rules_outside_transaction
from bot.referee.errors import RequestRejected, RulesMissing
from bot.referee.history.history import OUT_OF_TIME, count_plies, find_match_end, find_opening
from bot.referee.job_runner import JobType
from storage.queries import (
    challenges,
    clocks,
    events,
    matches,
    outbox,
    outcomes,
    server_matches,
    time_records,
    view_counts,
)
from storage.queries.rows import MatchEnd, Outcome

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from bot.referee.boards import Snapshot
    from bot.referee.clocks.clock import PauseStatus
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Challenge, Ending, Event, Match, Post, Tally
    from storage.queries.server_matches import ServerFilter
    from storage.queries.time_records import TimeRecord


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A match in a person's list, with the deadline of its turn (None without one) and its last board.

    `votes` says whether it waits for the person's vote as a member of a crowd.
    """

    match: Match
    deadline: datetime | None
    pause: PauseStatus
    board: Post | None
    votes: bool = False

    @property
    def urgency(self) -> tuple[int, int, int]:
        """What lists are sorted by: 1 without a deadline, the deadline or else the beginning of the turn, the number.

        The time is in milliseconds since 1970.
        """
        return int(self.deadline is None), _milliseconds(self.deadline or self.match.since), self.match.id


class Round(NamedTuple):
    """How far a person has gone through the matches that wait for them.

    It has the time when they began, in milliseconds since 1970, and the urgency of the match that they saw last; all
    are 0 before they begin.
    """

    began: int = 0
    undated: int = 0
    at: int = 0
    match_id: int = 0

    @classmethod
    def begin(cls, now: datetime) -> Round:
        """Return a round that begins now."""
        return cls(_milliseconds(now))

    def after(self, entry: MatchEntry) -> Round:
        """Return the round once a match was shown."""
        return Round(self.began, *entry.urgency)


def next_in_round(waiting: Sequence[MatchEntry], going: Round) -> MatchEntry | None:
    """Return the match to show next of those that wait, the most urgent first; None if the round is over.

    A turn that began later than the round belongs to the next one, so nobody goes round in circles against Turnpost.
    """
    last = going[1:]
    for entry in waiting:
        if entry.urgency > last and _milliseconds(entry.match.since) <= going.began:
            return entry
    return None


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class PendingChallenge:
    """A challenge that waits for a person's answer, and its post."""

    challenge: Challenge
    post: Post | None


@dataclass(frozen=True, slots=True)
class MyMatches:
    """A person's matches, by whose turn it is, and the challenges to them."""

    user_id: int
    your_turn: list[MatchEntry]
    their_turn: list[MatchEntry]
    challenges: list[PendingChallenge]


async def list_my_matches(context: Context, user_id: int, guild_id: int | None) -> MyMatches:
    """Return a person's matches and challenges on a server, everywhere if `guild_id` is None.

    The most urgent match comes first: by deadline, then those without one, longest turn first.
    """
    async with context.database.read() as tx:
        of_crowds = await matches.of_member(tx, user_id)
        to_vote = {match.id for match in await matches.to_vote(tx, user_id, of_crowds)}
        mine = [*await matches.of_player(tx, user_id), *of_crowds]
        found = [match for match in mine if guild_id in (None, match.guild_id)]
        running = await clocks.of_matches(tx, [match.id for match in found])
        pauses = await load_pause_status(context, tx, found, running)
        boards = await outbox.last_boards(tx, [match.id for match in found])
        invited = [
            PendingChallenge(each, await outbox.of_challenge(tx, each.id, "challenge"))
            for each in await challenges.open_for(tx, user_id)
            if guild_id in (None, each.guild_id) and each.expires_at > context.now()
        ]
        deadlines = await find_deadlines(context, tx, found, running)
    entries = [
        MatchEntry(match, deadlines[match.id], pauses[match.id], boards.get(match.id), votes=match.id in to_vote)
        for match in found
    ]
    entries.sort(key=lambda entry: entry.urgency)
    waiting = [entry for entry in entries if entry.votes or _waits_for(entry.match, user_id)]
    return MyMatches(user_id, waiting, [entry for entry in entries if entry not in waiting], invited)


def _waits_for(match: Match, user_id: int) -> bool:
    return match.to_move == match.seat_of(user_id) and match.crowd_of(user_id) is None


async def find_deadlines(
    context: Context, tx: Tx, found: Collection[Match], running: Mapping[int, Clock]
) -> dict[int, datetime | None]:
    """Return until when the turn of each match lasts, by its clock or the time of a crowd's vote; None for others.

    A vote whose time is up goes on until somebody votes.
    """
    ends = {match.id: await end_of_vote(tx, match, match.seq) for match in found}
    votes = {match_id: at if at and at > context.now() else None for match_id, at in ends.items()}
    return {match.id: clock.deadline if (clock := running.get(match.id)) else votes[match.id] for match in found}


AT_A_TIME = 10
"""Of how many matches of a game the rules are asked in a round of the due jobs; so many are set aside if it fails."""


async def load_tallies(context: Context, game: str) -> tuple[list[Tally], int]:
    """Return how the matches of a game ended, and of how many that isn't known yet."""
    async with context.database.read() as tx:
        return await outcomes.tallies(tx, game), await outcomes.count_pending(tx, game)


async def _find_pending(context: Context, tx: Tx) -> list[int]:
    return [match for game in context.games for match in await outcomes.list_pending(tx, game, AT_A_TIME)]


async def _find_outcome(context: Context, tx: Tx, match_id: int) -> None:
    """Store how a match ended and began. Raises `RequestRejected` if its game fails."""
    await matches.lock(tx, match_id)
    match, log = await matches.require(tx, match_id), await events.of_match(tx, match_id)
    await outcomes.store(tx, match_id, await _ask_rules(context, tx, match, log))


OUTCOMES = JobType("outcome", _find_pending, _find_outcome, retry=False)
"""How some of the matches ended is found of which that isn't stored yet, in games that are installed."""


async def _ask_rules(context: Context, tx: Tx, match: Match, log: Sequence[Event]) -> MatchEnd:
    try:
        return find_match_end(context.game(match), match, log, await context.state(tx, match))
    except RulesMissing:
        return MatchEnd(Outcome("unknown", None, count_plies(log)), (), find_opening(match, log))


PAGE_SIZE = 8


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list: its last board, and how many moves count.

    `snapshot` says how it ended, None for an active match and where the rules are missing.
    """

    match: Match
    board: Post | None
    ply: int
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class ServerPage:
    """A page of a server's matches, the active ones first: `page` counts from 0, `last` is the last page."""

    active: list[ListedMatch]
    ended: list[ListedMatch]
    active_count: int
    ended_count: int
    page: int
    last: int


async def list_server_matches(context: Context, wanted: ServerFilter, page: int) -> ServerPage:
    """Return a page of the matches that a filter lets through, or the last one if there are fewer."""
    async with context.database.read() as tx:
        running = await server_matches.count(tx, wanted, active=True)
        over = await server_matches.count(tx, wanted, active=False)
        last = max(0, (running + over - 1) // PAGE_SIZE)
        page = max(0, min(page, last))
        offset = page * PAGE_SIZE
        active = await server_matches.page(tx, wanted, active=True, offset=offset, limit=PAGE_SIZE)
        room, past = PAGE_SIZE - len(active), max(0, offset - running)
        ended = await server_matches.page(tx, wanted, active=False, offset=past, limit=room) if room else []
        boards = await outbox.last_boards(tx, [match.id for match in (*active, *ended)])
    listed = [await load_listed_match(context, match, boards.get(match.id)) for match in (*active, *ended)]
    return ServerPage(listed[: len(active)], listed[len(active) :], running, over, page, last)


@rules_outside_transaction
async def load_listed_match(context: Context, match: Match, board: Post | None) -> ListedMatch:
    """Return a match for the list. Only for one that has ended are the rules asked: who won."""
    async with context.database.read() as tx:
        ply = count_plies(await events.of_match(tx, match.id, upto=match.seq))
        if match.ended_at is None:
            return ListedMatch(match, board, ply)
        try:
            return ListedMatch(match, board, ply, await take_snapshot(context, tx, match, match.seq))
        except RequestRejected:  # its rules are missing, or fail
            return ListedMatch(match, board, ply)


COUNTED: frozenset[Ending] = frozenset({"rules", "resigned", "draw"})
"""The endings that say something about the rules."""
_Z = 1.96
"""How many standard deviations hold 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a `total`, and the bounds, from 0 to 1, between which the true share lies with 95% confidence."""

    part: int
    total: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """Matches of a number of players: how many, how many without a single winner, and their lengths in moves.

    `first` is the share of the first seat of those that one seat won, None if there are none.
    """

    players: int
    count: int
    drawn: int
    first: Share | None
    median: float
    longest: int


@dataclass(frozen=True, slots=True)
class NotCounted:
    """Matches that say nothing about the rules, each for one reason: Turnpost's first, then how they ended."""

    computers: int
    time: int
    none: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The matches of a game: all, by number of players, and by options (as JSON) and number of players.

    The options with the most matches come first.
    """

    by_players: Sequence[MatchStatistics]
    by_options: Sequence[tuple[str, MatchStatistics]]
    not_counted: NotCounted


def summarize(tallies: Sequence[Tally]) -> GameStatistics:
    """Return the statistics of a game. Matches with a computer player, lost on time or without a result don't count."""
    between_people = [tally for tally in tallies if not tally.computers]
    counted = [tally for tally in between_people if tally.outcome.ending in COUNTED]
    by_players: defaultdict[int, list[Tally]] = defaultdict(list)
    by_options: defaultdict[tuple[str, int], list[Tally]] = defaultdict(list)
    for tally in counted:
        by_players[tally.players].append(tally)
        by_options[tally.options, tally.players].append(tally)
    found = [(options, _describe(players, those)) for (options, players), those in by_options.items()]
    return GameStatistics(
        [_describe(players, those) for players, those in sorted(by_players.items())],
        sorted(found, key=lambda each: (-each[1].count, each[1].players, each[0])),
        NotCounted(
            computers=sum(tally.count for tally in tallies if tally.computers),
            time=sum(tally.count for tally in between_people if tally.outcome.ending == "time"),
            none=sum(tally.count for tally in between_people if tally.outcome.ending in {"none", "unknown"}),
        ),
    )


def wilson(part: int, total: int) -> Share:
    """Return a share with its 95% interval after Wilson, which is honest for few and for one-sided results.

    >>> wilson(5, 5)
    Share(part=5, total=5, low=0.5655..., high=1.0)
    """
    value, square = part / total, _Z * _Z
    middle = (value + square / (2 * total)) / (1 + square / total)
    half = _Z / (1 + square / total) * math.sqrt(value * (1 - value) / total + square / (4 * total * total))
    return Share(part, total, max(0.0, middle - half), min(1.0, middle + half))


def _describe(players: int, tallies: Iterable[Tally]) -> MatchStatistics:
    winners: defaultdict[int | None, int] = defaultdict(int)
    lengths: defaultdict[int, int] = defaultdict(int)
    for tally in tallies:
        winners[tally.outcome.winner] += tally.count
        lengths[tally.outcome.moves] += tally.count
    count = sum(lengths.values())
    decided = count - winners[None]
    first = wilson(winners[1], decided) if decided else None
    return MatchStatistics(players, count, winners[None], first, _median(lengths), max(lengths))


def _median(lengths: Mapping[int, int]) -> float:
    """Return the median of lengths, each given with how often it occurs."""
    count = sum(lengths.values())
    return (_nth(lengths, (count - 1) // 2) + _nth(lengths, count // 2)) / 2


def _nth(lengths: Mapping[int, int], place: int) -> int:
    """Return the length at a place, from 0, among all in order."""
    for length in sorted(lengths):
        place -= lengths[length]
        if place < 0:
            return length
    raise ValueError("there are not so many lengths")


FEWEST = 5
"""Matches from which on a share says something."""


async def load_time_records(context: Context, user_ids: Collection[int]) -> Mapping[int, TimeRecord]:
    """Return by id how often people moved in time who have played enough matches with a clock."""
    if not user_ids:
        return {}
    async with context.database.read() as tx:
        found = await time_records.of_people(tx, user_ids, OUT_OF_TIME)
    return {user_id: record for user_id, record in found.items() if record.matches >= FEWEST}


def hour_of(at: datetime) -> int:
    """Return the number of full hours between 1970 and a time."""
    return int(at.timestamp() // 3600)


async def count_view(context: Context, tx: Tx, match: Match) -> None:
    """Count a view of a match now; one in direct messages has none to be counted."""
    if not match.is_direct:
        await view_counts.add(tx, match.id, hour_of(context.now()))


async def count_replay(context: Context, match: Match) -> None:
    """Count that somebody saw a replay of a match."""
    async with context.database.write() as tx:
        await count_view(context, tx, match)

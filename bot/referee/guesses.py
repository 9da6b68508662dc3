"""Guesses of spectators who wins a match: until when, what each is worth, and who guesses well on a server."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import TYPE_CHECKING

from bot.referee import errors
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_match
from bot.referee.guilds.settings import load_settings
from bot.referee.people.preferences import people_hidden_from_tables
from games.translation import gettext as _
from storage.queries import crowds, events, guesses, matches
from storage.queries.guesses import Guess

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from games.contract import Info
    from storage.engine.database import Tx
    from storage.queries.guesses import JudgedGuess
    from storage.queries.rows import Event, Match, Person

DRAW = 0
"""The result that no seat wins alone: a draw, or a shared first place."""
PERCENTS = (30, 40, 50, 60, 70, 80, 90)
"""How sure people can be."""
FEWEST_MATCHES = 10
"""Matches that tell how long one usually is."""
MOVES_OF_A_SEAT = 15
"""Moves of each player in a usual match where too few have ended (docs/strength.md: most games take 27 to 35)."""
SHARE = 3
"""Guesses close when one in so many of the usual moves was played."""
FEWEST_GUESSES = 5
"""Guesses that a person needs for a place in the table."""


def list_results(match: Match, info: Info) -> tuple[int, ...]:
    """Return how a match can end: the seats that can win alone, and `DRAW` in games that can be drawn."""
    seats = tuple(range(1, len(match.seats) + 1))
    return (*seats, DRAW) if info.draws else seats


def list_percents(choices: int) -> tuple[int, ...]:
    """Return how sure people can be of one among so many results: at least as sure as without any opinion.

    >>> list_percents(2), list_percents(3)
    ((50, 60, 70, 80, 90), (40, 50, 60, 70, 80, 90))
    """
    return tuple(percent for percent in PERCENTS if percent * choices >= 100)


def usual_length(lengths: Sequence[int], seats: int) -> float:
    """Return how many moves a match of so many seats usually has: the median of those that ended before it."""
    return median(lengths) if len(lengths) >= FEWEST_MATCHES else MOVES_OF_A_SEAT * seats


def is_open(plies: int, usual: float) -> bool:
    """Return whether guesses are still taken after so many moves: until a third of the usual ones is played."""
    return plies * SHARE < usual


def score(percent: int, choices: int, *, right: bool) -> float:
    """Return the points of a guess: 100 for one that is sure and right, 0 for even odds, fewer for a worse one.

    It's the Brier skill score (G. W. Brier, "Verification of forecasts expressed in terms of probability", 1950). Each
    result that wasn't guessed has an even share of what is left of 100%. The rule is strictly proper: nobody expects
    more points than by saying what they believe (T. Gneiting and A. E. Raftery, "Strictly proper scoring rules,
    prediction, and estimation", 2007).
    """
    sure = percent / 100
    each = (1 - sure) / (choices - 1)
    if right:
        error = (1 - sure) ** 2 + (choices - 1) * each**2
    else:
        error = sure**2 + (1 - each) ** 2 + (choices - 2) * each**2
    return 100 * (1 - error / (1 - 1 / choices))


@dataclass(frozen=True, slots=True)
class ScoredGuess:
    """A guess that counts: whether it was right, and its points."""

    guess: Guess
    right: bool
    points: float


def judge(judged: Iterable[JudgedGuess]) -> list[ScoredGuess]:
    """Return the guesses that count. None does without a result, or where first place was shared by surprise."""
    found: list[ScoredGuess] = []
    for one in judged:
        guess, result = one.guess, one.winners[0] if len(one.winners) == 1 else DRAW
        if one.winners and (result != DRAW or guess.choices > one.players):
            right = guess.result == result
            found.append(ScoredGuess(guess, right, score(guess.percent, guess.choices, right=right)))
    return found


@dataclass(frozen=True, slots=True)
class Guesser:
    """A person's place in the table, 1 the best: how many guesses they made, and their mean points, rounded.

    `place` is None for a person with too few guesses, and for one who is hidden from tables.
    """

    place: int | None
    user_id: int
    name: str
    guesses: int
    points: int


def rank(scored: Iterable[ScoredGuess], hidden: Collection[int] = ()) -> list[Guesser]:
    """Return everybody who guessed, the best first, then those without a place. Equal points share a place."""
    by_person: dict[int, list[ScoredGuess]] = defaultdict(list)
    for one in scored:
        by_person[one.guess.user_id].append(one)
    everyone = [
        Guesser(None, user_id, own[-1].guess.name, len(own), round(fmean(one.points for one in own)))
        for user_id, own in by_person.items()
    ]
    everyone.sort(key=lambda one: (-one.points, one.user_id))
    placed = [one for one in everyone if one.guesses >= FEWEST_GUESSES and one.user_id not in hidden]
    points = [one.points for one in placed]
    return [
        *(replace(one, place=1 + points.index(one.points)) for one in placed),
        *(one for one in everyone if one not in placed),
    ]


async def load_table(context: Context, guild_id: int) -> list[Guesser]:
    """Return everybody who guessed on a server, as `rank` does. Raises `RequestRejected` where guesses are off."""
    async with context.database.read() as tx:
        if not (await load_settings(tx, guild_id)).guesses:
            raise RequestRejected(_guesses_are_off())
        scored = judge(await guesses.of_server(tx, guild_id))
        return rank(scored, await people_hidden_from_tables(tx, {one.guess.user_id for one in scored}))


async def has_table(context: Context, guild_id: int) -> bool:
    """Return whether a server has guesses."""
    async with context.database.read() as tx:
        return (await load_settings(tx, guild_id)).guesses


@dataclass(frozen=True, slots=True)
class GuessSummary:
    """How many people guessed how a match ends, how many were right, and who did best, if somebody did well."""

    guesses: int
    right: int
    best: str | None


async def load_summary(context: Context, match: Match) -> GuessSummary | None:
    """Return what became of the guesses of a match, None before its end, without any, and where they are off."""
    if match.ended_at is None:
        return None
    async with context.database.read() as tx:
        if not (await load_settings(tx, match.guild_id)).guesses:
            return None
        scored = judge(await guesses.of_match(tx, match.id))
        hidden = await people_hidden_from_tables(tx, [one.guess.user_id for one in scored])
    return summarize(scored, hidden)


def summarize(scored: Sequence[ScoredGuess], hidden: Collection[int] = ()) -> GuessSummary | None:
    """Return what became of some guesses, None of none. The best is the first of equals, and not a hidden person."""
    if not scored:
        return None
    shown = [one for one in scored if one.right and one.guess.user_id not in hidden]
    best = max(shown, key=lambda one: one.points).guess.name if shown else None
    return GuessSummary(len(scored), sum(one.right for one in scored), best)


def _guesses_are_off() -> str:
    return _("Nobody guesses who wins on this server: its setting `guesses` is off.")


async def find_guess(
    context: Context, request: Request, number: int, can_see: Callable[[int], bool]
) -> tuple[Match, Guess | None]:
    """Return a match whose end a person can guess, and what they guessed before. Raises as `store_guess` does."""
    async with context.database.read() as tx:
        match = await _require_open(tx, request, number, can_see)
        return match, await guesses.get(tx, match.id, request.user_id)


async def store_guess(
    context: Context,
    request: Request,
    person: Person,
    number: int,
    *,
    result: int,
    percent: int,
    can_see: Callable[[int], bool],
) -> Match:
    """Store a spectator's guess in place of the one before, and return the match.

    `can_see` says whether they see a channel. Raises `RequestRejected` for a match that they don't see, for its present
    and former players, where guesses are off or closed, and for a guess that isn't offered.
    """
    async with context.database.write() as tx:
        await matches.lock(tx, number)
        match = await _require_open(tx, request, number, can_see)
        results = list_results(match, context.rules(match.game).info)
        if result not in results or percent not in list_percents(len(results)):
            raise RequestRejected(_("That's no longer a choice. Press *Who wins?* again."))
        guess = Guess(
            match_id=match.id,
            user_id=person.id,
            name=person.name,
            choices=len(results),
            result=result,
            percent=percent,
            seq=match.seq,
            source_id=request.source_id,
            at=context.now(),
        )
        await guesses.put(tx, guess)
        return match


async def can_guess(tx: Tx, match: Match, user_id: int, log: Sequence[Event]) -> bool:
    """Return whether a person can guess who wins a match with this log."""
    return await _why_not(tx, match, user_id, log) is None


async def _require_open(tx: Tx, request: Request, number: int, can_see: Callable[[int], bool]) -> Match:
    match = await get_match(tx, request, number)
    if not match.is_direct and not can_see(match.channel_id):
        raise RequestRejected(errors.no_such_match(number, on_server=request.guild_id is not None))
    if reason := await _why_not(tx, match, request.user_id, await events.of_match(tx, match.id)):
        raise RequestRejected(reason)
    return match


async def _why_not(tx: Tx, match: Match, user_id: int, log: Sequence[Event]) -> str | None:
    """Return why a person can't guess who wins. Moves that were taken back count, so guesses never open again."""
    if match.is_direct:
        return _("Nobody guesses who wins in a match in direct messages.")
    if not (await load_settings(tx, match.guild_id)).guesses:
        return _guesses_are_off()
    if match.ended_at is not None:
        return errors.ended(match)
    in_crowds = {each.user_id for each in await crowds.all_members(tx, match.challenge_id or 0)}
    if match.seat_of(user_id) is not None or user_id in in_crowds or await events.left_seat(tx, match.id, user_id):
        return _("You play or played in #{match}, so you can't guess who wins.").format(match=match.id)
    plies, players = sum(event.kind == "move" for event in log), len(match.seats)
    lengths = await guesses.lengths(tx, match.game, players, match.created_at)
    if not is_open(plies, usual_length(lengths, players)):
        return _("It's too late to guess who wins #{match}: a third of a usual match is played.").format(match=match.id)
    return None

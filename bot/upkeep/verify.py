"""Replays every stored match by its own rules and compares what comes out with what is stored."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.answers import Refused
from bot.referee.clock import read_control
from bot.referee.history import Misfit, carried_over, follow
from bot.referee.rules_change import is_lost
from games.contract import version
from storage import archive, clocks, pauses

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence

    from games.contract import Game
    from storage.clocks import Clock
    from storage.database import Database
    from storage.records import Event, Match

CHUNK = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one match: how many events it has, a line for each difference, and lines on what isn't one.

    `notes` are about matches whose own rules are no longer here, where that is no reason to do anything.
    """

    match_id: int
    events: int
    differences: tuple[str, ...]
    notes: tuple[str, ...] = ()


async def count(database: Database) -> int:
    """Return how many matches there are to verify."""
    async with database.read() as tx:
        return await archive.count(tx)


async def verify(database: Database, games: Mapping[str, Game[Any, Any]]) -> AsyncIterator[Verdict]:
    """Replay every match, oldest first, a chunk at a time, each as it stands at one moment. Writes nothing."""
    last = 0
    while True:
        async with database.read() as tx:
            found = await archive.after(tx, last, CHUNK)
            running = await clocks.of_matches(tx, [match.id for match, _ in found])
            standing = await pauses.standing(tx, list(running))
        if not found:
            return
        for match, log in found:
            clock = running.get(match.id)
            on_it = _clock(match, clock, paused=match.id in standing) if clock else ()
            yield _verdict(games, match, log, on_it)
        last = found[-1][0].id


def _verdict(
    games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event], on_its_clock: Iterable[str]
) -> Verdict:
    if is_lost(games, match.game, match.rules):
        differences, notes = _without_its_rules(games[match.game], match, log)
    else:
        differences, notes = tuple(compared(games, match, log)), ()
    named = [tuple(f"#{match.id}: {line}" for line in lines) for lines in ((*differences, *on_its_clock), notes)]
    return Verdict(match.id, len(log), *named)


def compared(games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each difference between a match as stored and what its rules make of its log."""
    present = games.get(match.game)
    game = version(present, match.rules) if present else None
    if game is None:
        yield f"the game `{match.game}` is not installed here, so that it can't be replayed."
        return
    try:
        end = follow(game, match, log)
    except Misfit as misfit:
        yield str(misfit)
        return
    except Exception as error:  # noqa: BLE001 - a fault in one game's rules must not keep the other matches from their turn
        yield _fails(match, error)
        return
    yield from _differences(
        *_cache(match, log, ended=end.to_move is None),
        ("position", match.position, game.position(end.state)),
        ("to_move", match.to_move, end.to_move),
    )


def _without_its_rules(
    present: Game[Any, Any], match: Match, log: Sequence[Event]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the differences and the notes on a match whose rules are no longer here, held against the present ones."""
    cached = tuple(_differences(*_cache(match, log, ended=match.ended_at is not None)))
    change = f"version {match.rules} of the rules of `{match.game}`, which it is played by, is not here"
    try:
        carried_over(present, match, log)
    except Misfit as misfit:
        if match.ended_at is not None:
            return cached, (f"{change}; by version {present.info.rules} {misfit} It is over, and is kept as it is.",)
        what = f"{change}; the next start of the bot ends it as void, for by version {present.info.rules} {misfit}"
        return (what, *cached), ()
    except Exception as error:  # noqa: BLE001 - as in `compared`
        return (_fails(match, error), *cached), ()
    if match.ended_at is not None:
        return cached, ()
    return cached, (f"{change}; the next start of the bot carries it over to version {present.info.rules}.",)


def _cache(match: Match, log: Sequence[Event], *, ended: bool) -> tuple[tuple[str, object, object], ...]:
    """Return what is stored of a match besides its position, each with what its log says."""
    since = log[-1].at if log else match.created_at
    return (
        ("seq", match.seq, len(log)),
        ("since", match.since, since),
        ("ended_at", match.ended_at, since if ended else None),
        ("gone", sorted(match.gone), sorted({event.seat for event in log if event.kind == "leave" and event.seat})),
    )


def _clock(match: Match, clock: Clock, *, paused: bool) -> Iterator[str]:
    """Yield what can't be right about the clock of a match, which may be paused by agreement.

    What it shows no log can tell: time is given, too.
    """
    control = None
    with suppress(Refused):
        control = read_control(clock.control)
    if control is None or str(control) != clock.control:
        yield f"the clock is stored as `{clock.control}`, which is no time control."
    if len(clock.left) != len(match.seats) or min(clock.left, default=timedelta()) < timedelta():
        yield "the clock does not have the time that is left for each seat."
    if paused and match.ended_at is not None:
        yield "the match is paused by agreement, but it is over."
    elif paused and clock.deadline is not None:
        yield "the clock runs, but the match is paused by agreement."
    elif not paused and (clock.deadline is None) != (match.ended_at is not None):
        yield "the clock runs, but the match is over." if clock.deadline else "the clock stands, but the match goes on."


def _fails(match: Match, error: Exception) -> str:
    return f"the rules of `{match.game}` fail on it: {type(error).__name__}: {' '.join(str(error).split())}."


def _differences(*looked_at: tuple[str, object, object]) -> Iterator[str]:
    for name, stored, replayed in looked_at:
        if stored != replayed:
            yield f"{name} is stored as `{stored}`, but the log leads to `{replayed}`."

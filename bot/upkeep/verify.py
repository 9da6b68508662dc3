"""Replays every stored match under the current rules and compares what comes out with what is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.table import step
from games.contract import IllegalMove
from storage import archive

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

    from games.contract import Game
    from storage.database import Database
    from storage.records import Event, Match

CHUNK = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one match: how many events it has, and a line for each difference."""

    match_id: int
    events: int
    differences: tuple[str, ...]


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
        if not found:
            return
        for match, log in found:
            yield Verdict(match.id, len(log), tuple(f"#{match.id}: {line}" for line in compared(games, match, log)))
        last = found[-1][0].id


def compared(games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each difference between a match as stored and what the rules make of its log."""
    game = games.get(match.game)
    if game is None:
        yield f"the game `{match.game}` is not installed here, so that it can't be replayed."
        return
    try:
        to_move, position = _replayed(game, match, log)
    except _Refused as refused:
        yield str(refused)
        return
    except Exception as error:  # noqa: BLE001 - a fault in one game's rules must not keep the other matches from their turn
        yield f"the rules of `{match.game}` fail on it: {type(error).__name__}: {' '.join(str(error).split())}."
        return
    ended = to_move is None
    since = log[-1].at if log else match.created_at
    yield from _differences(
        ("seq", match.seq, len(log)),
        ("position", match.position, position),
        ("to_move", match.to_move, to_move),
        ("since", match.since, since),
        ("ended_at", match.ended_at, since if ended else None),
        ("gone", sorted(match.gone), sorted({event.seat for event in log if event.kind == "leave" and event.seat})),
    )


class _Refused(Exception):  # noqa: N818 - a verdict on an event
    """An event that the rules don't take. The message is a sentence."""


def _replayed(game: Game[Any, Any], match: Match, log: Sequence[Event]) -> tuple[int | None, str]:
    """Return who is to move and the position after the whole log. Raises `_Refused` for the first misfit in it."""
    state = game.start(len(match.seats), match.options, match.seed)
    to_move = game.to_move(state)
    for place, event in enumerate(log, 1):
        named = f"event {event.seq} ({event.kind} `{event.text}`)"
        if event.seq != place:
            raise _Refused(f"event {place} is missing: the next one is {event.seq}.")
        if to_move is None:
            raise _Refused(f"{named} comes after the end of the match.")
        if event.kind == "move" and event.seat != to_move:
            raise _Refused(f"{named} is by seat {event.seat}, but the rules have seat {to_move} to move.")
        try:
            state = step(game, state, event)
        except IllegalMove as illegal:
            raise _Refused(f"{named} is no longer taken by the rules: {illegal.reason}") from illegal
        to_move = None if event.kind == "end" else game.to_move(state)
    return to_move, game.position(state)


def _differences(*looked_at: tuple[str, object, object]) -> Iterator[str]:
    for name, stored, replayed in looked_at:
        if stored != replayed:
            yield f"{name} is stored as `{stored}`, but the log leads to `{replayed}`."

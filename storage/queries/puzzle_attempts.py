"""Who tried which puzzle, one row a person and puzzle. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import case, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import puzzle_attempts

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import ColumnElement

    from storage.engine.database import Tx

PuzzleName: TypeAlias = tuple[str, int]
"""The key of a puzzle's game and the puzzle's number."""
_AT_FIRST = case((puzzle_attempts.c.solved_at.is_not(None) & ~puzzle_attempts.c.failed, 1))
_COUNT = select(
    puzzle_attempts.c.game,
    puzzle_attempts.c.number,
    func.count(),
    func.count(puzzle_attempts.c.solved_at),
    func.count(_AT_FIRST),
).group_by(puzzle_attempts.c.game, puzzle_attempts.c.number)


@dataclass(frozen=True, slots=True)
class PuzzleCount:
    """How many people tried a puzzle, solved it, and solved it with their first answer."""

    tried: int = 0
    solved: int = 0
    at_first: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of a person's answers to a puzzle."""

    failed: bool
    solved_at: datetime | None


async def add(tx: Tx, user_id: int, game: str, number: int, *, solved: bool, at: datetime) -> None:
    """Store a person's answer to a puzzle, wrong or `solved`. Once it is solved nothing changes any more."""
    row = {"failed": not solved, "tried_at": at, "solved_at": at if solved else None}
    try:
        async with tx.begin_nested():
            await tx.execute(insert(puzzle_attempts).values(user_id=user_id, game=game, number=number, **row))
    except IntegrityError:
        if solved:
            unsolved = _is(user_id, game, number) & puzzle_attempts.c.solved_at.is_(None)
            await tx.execute(update(puzzle_attempts).where(unsolved).values(solved_at=at))


async def of_person(tx: Tx, user_id: int) -> dict[PuzzleName, Attempt]:
    """Return what became of the puzzles that a person tried."""
    columns = puzzle_attempts.c
    query = select(columns.game, columns.number, columns.failed, columns.solved_at)
    rows = await tx.execute(query.where(columns.user_id == user_id))
    return {(row.game, row.number): Attempt(row.failed, row.solved_at) for row in rows}


async def count(tx: Tx, games: Collection[str]) -> dict[PuzzleName, PuzzleCount]:
    """Return how many people tried and solved each puzzle of some games; puzzles that nobody tried are left out."""
    rows = await tx.execute(_COUNT.where(puzzle_attempts.c.game.in_(games)))
    return {(game, number): PuzzleCount(*counts) for game, number, *counts in rows}


async def count_one(tx: Tx, game: str, number: int) -> PuzzleCount:
    """Return how many people tried and solved a puzzle."""
    columns = puzzle_attempts.c
    row = (await tx.execute(_COUNT.where(columns.game == game, columns.number == number))).first()
    return PuzzleCount(*row[2:]) if row else PuzzleCount()


def _is(user_id: int, game: str, number: int) -> ColumnElement[bool]:
    columns = puzzle_attempts.c
    return (columns.user_id == user_id) & (columns.game == game) & (columns.number == number)

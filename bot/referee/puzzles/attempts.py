"""Who solved which puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import puzzle_attempts

if TYPE_CHECKING:
    from bot.referee.context import Context
    from engines.puzzles import Puzzle
    from storage.queries.puzzle_attempts import PuzzleCount


async def record_answer(context: Context, user_id: int, puzzle: Puzzle, *, solved: bool) -> PuzzleCount:
    """Store a person's answer to a puzzle, wrong or `solved`, and return how many people tried and solved it."""
    async with context.database.write() as tx:
        await puzzle_attempts.add(tx, user_id, puzzle.game, puzzle.number, solved=solved, at=context.now())
        return await puzzle_attempts.count_one(tx, puzzle.game, puzzle.number)


async def count_answers(context: Context, puzzle: Puzzle) -> PuzzleCount:
    """Return how many people tried and solved a puzzle."""
    async with context.database.read() as tx:
        return await puzzle_attempts.count_one(tx, puzzle.game, puzzle.number)

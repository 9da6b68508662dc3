"""Which puzzle a person gets next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.puzzles import rejections
from engines.puzzles import puzzles
from games.contract import find_version
from storage.queries import puzzle_attempts
from storage.queries.puzzle_attempts import PuzzleCount

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from engines.puzzles import Puzzle
    from storage.queries.puzzle_attempts import Attempt, PuzzleName


async def choose_puzzle(context: Context, user_id: int, key: str | None) -> Puzzle:
    """Return the next puzzle of a person, of a game by its key or of any.

    Puzzles that the person hasn't solved come first, among them those never tried, and then the easiest: those that the
    greatest share of people solved with their first answer. A person who has solved all begins with the oldest again.
    Raises `RequestRejected` if there are no puzzles.
    """
    games = context.games if key is None else [key]
    found = [each for game in games for each in puzzles(game) if find_version(context.rules(game), each.rules)]
    if not found:
        have = [context.title(game) for game in context.games if puzzles(game)]
        raise RequestRejected(rejections.no_puzzles(have, None if key is None else context.title(key)))
    async with context.database.read() as tx:
        mine = await puzzle_attempts.of_person(tx, user_id)
        counts = await puzzle_attempts.count(tx, {each.game for each in found})
    return min(found, key=lambda each: _order(each, mine, counts))


def _order(
    puzzle: Puzzle, mine: Mapping[PuzzleName, Attempt], counts: Mapping[PuzzleName, PuzzleCount]
) -> tuple[bool, float, bool, float, int]:
    name = puzzle.game, puzzle.number
    attempt, count = mine.get(name), counts.get(name, PuzzleCount())
    solved_at = attempt.solved_at if attempt else None
    # A puzzle that nobody tried counts as one that every second person solves.
    share = (count.at_first + 1) / (count.tried + 2)
    return (
        solved_at is not None,
        solved_at.timestamp() if solved_at else 0.0,
        attempt is not None,
        -share,
        puzzle.number,
    )

"""Puzzles: the judgement of answers, who solved which, and the daily puzzle of a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.guilds.settings import load_settings
from bot.referee.job_runner import JobType
from bot.referee.times.calendar import next_occurrence
from engines.puzzles import find_puzzle, prove, puzzles, saving_moves
from games.contract import IllegalMove, find_version
from games.text import format_list
from games.translation import gettext as _, ngettext
from games.typed_words import in_english
from storage.queries import guilds, outbox, puzzle_attempts
from storage.queries.puzzle_attempts import PuzzleCount

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from engines.puzzles import Puzzle
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.puzzle_attempts import Attempt, PuzzleName

REFUTATION_NODES = 60_000
"""Positions that may be looked at to refute a wrong answer."""


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """A puzzle after `moves`, the solver's and the defences in turn: the states `before` the last one and now."""

    puzzle: Puzzle
    game: Game[Any, Any]
    moves: tuple[str, ...]
    before: Any
    state: Any

    @property
    def solver(self) -> int:
        """The seat that has to find the moves, which is to move after each defence."""
        mover = self.game.to_move(self.before if len(self.moves) % 2 else self.state)
        return mover or 1

    @property
    def turns_left(self) -> int:
        """The solver's turns until the puzzle is solved."""
        return self.puzzle.turns - (len(self.moves) + 1) // 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth: `right` if it keeps to a solution; `after` is the position that it leads to.

    After a right answer that doesn't end the puzzle, `then` is the position after the best defence. After a wrong one
    it is the position after a move that refutes it, where one is known.
    """

    right: bool
    after: PuzzlePosition
    then: PuzzlePosition | None = None


def open_puzzle(
    games: Mapping[str, Game[Any, Any]], key: str, number: int, moves: Sequence[str] = ()
) -> PuzzlePosition:
    """Return a puzzle, by its game and number, after some moves.

    Raises `RequestRejected` if the puzzle or its rules are gone, or if the moves can't be played.
    """
    puzzle = find_puzzle(key, number)
    game = find_version(games[key], puzzle.rules) if puzzle and key in games else None
    if puzzle is None or game is None:
        raise RequestRejected(_("That puzzle isn't here any more. `/puzzle` shows another one."))
    state = game.parse_position(puzzle.position, options=puzzle.options)
    position = PuzzlePosition(puzzle, game, (), state, state)
    for move in moves:
        position = play_on(position, move)
    return position


def play_on(position: PuzzlePosition, text: str) -> PuzzlePosition:
    """Return the position after one more move. Raises `RequestRejected` if it can't be played."""
    game, state = position.game, position.state
    try:
        move = game.parse(state, text)
    except IllegalMove as illegal:
        raise RequestRejected(illegal.reason) from None
    return PuzzlePosition(
        position.puzzle, game, (*position.moves, game.format(state, move)), state, game.play(state, move)
    )


def is_legal(position: PuzzlePosition, text: str) -> bool:
    """Return whether a text is a legal move in a position."""
    try:
        position.game.parse(position.state, in_english(position.game.info, text))
    except IllegalMove:
        return False
    return True


def judge(position: PuzzlePosition, text: str) -> Verdict:
    """Return what an answer in a position is worth. Raises `RequestRejected` if it isn't a legal move."""
    puzzle, after = position.puzzle, play_on(position, in_english(position.game.info, text))
    solves = after.moves[-1] in puzzle.solutions and not position.moves
    if (puzzle.aim == "save" and solves) or _has_won(after):
        return Verdict(right=True, after=after)
    if puzzle.turns > 1 and solves:
        return Verdict(right=True, after=after, then=play_on(after, puzzle.line[1]))
    refutation = _refute(after)
    return Verdict(right=False, after=after, then=play_on(after, refutation) if refutation else None)


def _has_won(after: PuzzlePosition) -> bool:
    """Return whether the solver has won."""
    result = after.game.result(after.state)
    return result is not None and result.winners == (after.solver,)


def _refute(after: PuzzlePosition) -> str | None:
    """Return a move of the opponent that shows why a move is wrong: it wins, or leaves the solver no win in time."""
    puzzle = after.puzzle
    if after.game.to_move(after.state) != 3 - after.solver:
        return None
    if puzzle.aim == "save":
        win = prove(puzzle.game, after.state, 1, REFUTATION_NODES)
        return win.line[0] if win and win.line else None
    if after.turns_left == 0:
        return None
    return next(saving_moves(puzzle.game, after.state), None)


async def record_answer(context: Context, user_id: int, puzzle: Puzzle, *, solved: bool) -> PuzzleCount:
    """Store a person's answer to a puzzle, wrong or `solved`, and return how many people tried and solved it."""
    async with context.database.write() as tx:
        await puzzle_attempts.add(tx, user_id, puzzle.game, puzzle.number, solved=solved, at=context.now())
        return await puzzle_attempts.count_one(tx, puzzle.game, puzzle.number)


async def count_answers(context: Context, puzzle: Puzzle) -> PuzzleCount:
    """Return how many people tried and solved a puzzle."""
    async with context.database.read() as tx:
        return await puzzle_attempts.count_one(tx, puzzle.game, puzzle.number)


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
        sentences = [
            _("There are no puzzles here.")
            if key is None
            else _("There are no puzzles of {game} here.").format(game=context.title(key))
        ]
        if have:
            some = ngettext("{games} has some.", "{games} have some.", len(have))
            sentences.append(some.format(games=format_list(have)))
        raise RequestRejected(" ".join(sentences))
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


POSTED_AT = time(12)
"""When the puzzle comes, by the clocks of the server's time zone."""


def puzzle_of_day(games: Iterable[str], day: date) -> Puzzle | None:
    """Return the puzzle of a day among those of some games, by key; None if none of them has puzzles."""
    with_puzzles = [found for key in sorted(games) if (found := puzzles(key))]
    if not with_puzzles:
        return None
    turn, game = divmod(day.toordinal(), len(with_puzzles))
    return with_puzzles[game][turn % len(with_puzzles[game])]


async def schedule_puzzle(context: Context, tx: Tx, guild_id: int, settings: GuildSettings) -> None:
    """Store when the next daily puzzle of a server is due, whose row the caller has locked."""
    at = next_occurrence(POSTED_AT, context.now(), settings.time_zone) if settings.puzzles else None
    await guilds.set_puzzle(tx, guild_id, at)


async def _queue_puzzle(context: Context, tx: Tx, guild_id: int) -> None:
    """Put a server's daily puzzle into the outbox if it is due, and store when the next one is.

    A bot that was away for days posts one.
    """
    now = context.now()
    if not await guilds.take_puzzle(tx, guild_id, now):
        return
    settings = await load_settings(tx, guild_id)
    today = now.astimezone(settings.time_zone).date()
    puzzle, before = puzzle_of_day(context.games, today), puzzle_of_day(context.games, today - timedelta(days=1))
    if puzzle and before and settings.puzzles:
        body = {
            "guild": guild_id,
            "channel": settings.puzzles,
            "game": puzzle.game,
            "number": puzzle.number,
            "yesterday": [before.game, before.number],
        }
        await outbox.add(tx, lane=f"puzzle:{guild_id}", kind="puzzle", body=body, at=now)
    await schedule_puzzle(context, tx, guild_id, settings)


DAILY_PUZZLES = JobType("puzzle", lambda context, tx: guilds.due_puzzles(tx, context.now()), _queue_puzzle)
"""Daily puzzles are put into the outbox."""

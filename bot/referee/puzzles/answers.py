"""Judge the answers to a puzzle. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.puzzles import rejections
from engines.puzzles import find_puzzle, prove, saving_moves
from games.contract import IllegalMove, find_version
from games.translation import gettext as _
from games.typed_words import in_english

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engines.puzzles import Puzzle
    from games.contract import Game

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
        raise RequestRejected(_(rejections.GONE))
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

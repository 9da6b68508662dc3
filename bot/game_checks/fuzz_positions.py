"""Where the legal moves of a position lead, and damaged position texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.game_checks.fuzz_texts import LONGEST, NOTATION
from games.contract import TooManyMoves

if TYPE_CHECKING:
    from random import Random

    from bot.game_checks.fuzz_tally import Turn
    from games.contract import Game


class ReachedPositions:
    """The listed moves of a position and where they lead, computed at first use."""

    def __init__(self, game: Game[Any, Any], turn: Turn) -> None:
        self._game = game
        self._turn = turn
        self._moves: set[Any] | None = None
        self._positions: set[str] | None = None

    def leads_to(self, move: Any) -> bool:
        """Return whether a listed move leads where a move does; without a list, whether its position can be parsed."""
        game, turn, state = self._game, self._turn, self._turn.state
        if self._moves is None:
            try:
                self._moves = set(game.legal(state))
            except TooManyMoves:
                position = game.position(game.play(state, move))
                return game.position(game.parse_position(position, turn.players, turn.options, turn.seed)) == position
        if move in self._moves:
            return True
        if self._positions is None:
            self._positions = {game.position(game.play(state, other)) for other in self._moves}
        return game.position(game.play(state, move)) in self._positions


def damage_position(chance: Random, position: str, noise: str) -> str:
    """Return a position text with a few letters changed, cut off or doubled, or another text."""
    style = chance.randrange(10)
    if style == 0:
        return noise
    if style == 1:
        return position[: chance.randint(0, len(position))]
    if style == 2:
        return chance.choice((position + noise, noise + position, (position * 40)[:LONGEST], f" {position} "))
    letters = list(position)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randint(0, len(letters))
        letters[at : at + chance.randint(0, 2)] = chance.choices(position * 3 + NOTATION, k=chance.randint(0, 2))
    return "".join(letters)

"""The rules of a game as a match calls them: whatever a package raises or returns, players get a sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, is_dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from bot.referee import rejections
from bot.referee.errors import GameFailed
from games.contract import BadOption, Destinations, Game, IllegalMove, Result, Step, TooManyMoves
from games.translation import gettext as _

if TYPE_CHECKING:
    from games.contract import Info

log = logging.getLogger(__name__)
Check: TypeAlias = "Callable[[Any], bool]"
VERDICTS = (IllegalMove, BadOption, TooManyMoves)
"""What rules may raise by the contract."""
ERRORS: Mapping[str, tuple[type[Exception], ...]] = {"parse_position": (ValueError,)}
"""What single calls may raise besides."""
LONGEST_LOGGED = 400


def is_seat(value: object) -> bool:
    """Return whether a value is a seat, or None for nobody."""
    return value is None or (isinstance(value, int) and value > 0)


def is_texts(value: object) -> bool:
    """Return whether a value is a sequence of texts."""
    return isinstance(value, (list, tuple)) and all(isinstance(text, str) for text in cast("Sequence[object]", value))


def _of(*types: type) -> Check:
    return lambda value: isinstance(value, types)


CALLS: Mapping[str, Check] = {
    "start": is_dataclass,
    "to_move": is_seat,
    "parse": lambda value: value is not None,
    "format": _of(str),
    "play": is_dataclass,
    "legal": _of(Sequence),
    "suggest": is_texts,
    "guide": _of(Step),
    "destinations": _of(Destinations),
    "result": _of(Result, type(None)),
    "points": _of(tuple, type(None)),
    "can_queue": _of(bool),
    "leave": is_dataclass,
    "position": _of(str),
    "parse_position": is_dataclass,
    "describe": _of(str),
    "task": _of(str),
    "news": is_texts,
}
"""The calls of a game, and what their results must be to go on with them."""


@dataclass(frozen=True, slots=True)
class GuardedCall:
    """A call of a game for a match. It raises `GameFailed` for errors that rules mustn't raise, and for nonsense."""

    game: Game[Any, Any]
    where: str
    number: int
    name: str

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Return what the game returns. Raises its verdicts and `GameFailed`, which is logged with its traceback."""
        try:
            return self._checked(getattr(self.game, self.name)(*args, **options))
        except (*VERDICTS, *ERRORS.get(self.name, ())):
            raise
        except (Exception, SystemExit) as error:
            log.exception(
                "The package %s failed at %s of %s, asked for %s(%s)",
                type(self.game).__module__.partition(".")[0],
                self.where.format(number=self.number),
                self.game.info.key,
                self.name,
                ", ".join(map(self._describe, args))[:LONGEST_LOGGED],
            )
            where = _(self.where).format(number=self.number)
            raise GameFailed(rejections.game_failed(where, self.game.info.title)) from error

    def _checked(self, result: Any) -> Any:
        if not CALLS[self.name](result):
            raise TypeError(f"it returned {result!r:.{LONGEST_LOGGED}}")
        return result

    def _describe(self, argument: object) -> str:
        """Return an argument as the log shows it: a state by its position, a text by its length."""
        if is_dataclass(argument):
            with suppress(Exception, SystemExit):
                return repr(self.game.position(argument))
        if isinstance(argument, str):  # somebody may have written it
            return f"a text of {len(argument)} characters"
        return repr(argument)


@dataclass(frozen=True)
class GuardedGame:
    """A game whose calls are guarded; `where` and `number` say for which match or challenge."""

    unguarded: Game[Any, Any]
    where: str
    number: int

    @property
    def info(self) -> Info:
        """The facts about the game."""
        return self.unguarded.info

    def __getattr__(self, name: str) -> GuardedCall:
        """Return a call of the game."""
        if name not in CALLS:
            raise AttributeError(name)
        return GuardedCall(self.unguarded, self.where, self.number, name)


def guard(game: Game[Any, Any], where: str, number: int) -> Game[Any, Any]:
    """Return rules with all their calls guarded.

    `where` is a message that says for which match or challenge, in the log and to players: `#{number}`.
    """
    return cast("Game[Any, Any]", GuardedGame(game, where, number))

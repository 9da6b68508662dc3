"""What the referee works with: the record, the rules, the clock, the lots."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from bot.referee.answers import Refused
from storage import events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from random import Random

    from games.contract import Game
    from storage.database import Database, Tx
    from storage.records import Event, Match

T = TypeVar("T")
KEPT_STATES = 1024


async def think(call: Callable[..., T], *args: object) -> T:
    """Run rules off the event loop: most calls take microseconds, but the worst positions take a while."""
    return await asyncio.to_thread(call, *args)


@dataclass(frozen=True)
class Table:
    """Everything a referee call needs.

    `now` returns aware UTC times, `lots` draws seats and seeds, `wake` is set whenever the outbox got something.
    """

    database: Database
    games: Mapping[str, Game[Any, Any]]
    now: Callable[[], datetime]
    lots: Random
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    _states: OrderedDict[tuple[int, int], Any] = field(default_factory=OrderedDict[tuple[int, int], Any])

    def game(self, match: Match) -> Game[Any, Any]:
        """Return the rules of a match. Raises `Refused` where they are not installed."""
        return self.rules(match.game)

    def rules(self, key: str) -> Game[Any, Any]:
        """Return a game by its key. Raises `Refused` for one that was played here, but whose package is missing now."""
        if key not in self.games:
            raise Refused(f"The game `{key}` is not installed here at present. Its matches wait until it is.")
        return self.games[key]

    def title(self, key: str) -> str:
        """Return the title of a game by its key, which stands in for it where the game is not installed."""
        return self.games[key].info.title if key in self.games else key

    async def state(self, tx: Tx, match: Match, seq: int | None = None) -> Any:
        """Return the state after event `seq` of a match (now, if None), replayed from its log.

        Logs only grow, so what one (match, seq) leads to never changes: states are kept, the latest 1024 of them.
        """
        seq = match.seq if seq is None else seq
        known = self._states.get((match.id, seq))
        if known is None:
            log = await events.of_match(tx, match.id, upto=seq)
            known = await think(replay, self.game(match), match, log)
        self.remember(match.id, seq, known)
        return known

    def remember(self, match_id: int, seq: int, state: Any) -> None:
        """Keep a state that is sure to be asked for again."""
        self._states[(match_id, seq)] = state
        self._states.move_to_end((match_id, seq))
        while len(self._states) > KEPT_STATES:
            self._states.popitem(last=False)


def replay(game: Game[Any, Any], match: Match, log: Iterable[Event]) -> Any:
    """Return the state that a match's events lead to. Raises `IllegalMove` if the rules no longer take one of them."""
    state = game.start(len(match.seats), match.options, match.seed)
    for event in log:
        state = step(game, state, event)
    return state


def step(game: Game[Any, Any], state: Any, event: Event) -> Any:
    """Return the state that one event leads to. Raises `IllegalMove` if the rules no longer take it."""
    if event.kind == "move":
        return game.play(state, game.parse(state, event.text))
    return state if event.seat is None else game.leave(state, event.seat)


def plies(log: Iterable[Event]) -> int:
    """Return how many moves a log holds."""
    return sum(event.kind == "move" for event in log)


def lane(match: Match) -> str:
    """Return the outbox lane of a match: its challenge's, so that a thread never comes before what it hangs on."""
    return f"m{match.id}" if match.challenge_id is None else f"c{match.challenge_id}"

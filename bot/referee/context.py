"""The services that a referee call needs: record, rules, clock and randomness, and a cache of match states."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol

from cachetools import LRUCache

from bot.referee import text
from bot.referee.errors import RequestRejected, RulesMissing
from bot.referee.history.mainline import count_plies
from bot.referee.history.rebuild import LogMismatch, check_other_rules, rebuild_state
from bot.referee.offload import run_rules
from games.contract import find_version
from storage.tables import events

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from random import Random

    from games.contract import Game
    from storage.engine.database import Database, Tx
    from storage.tables.models import Event, Match

KEPT_STATES = 1024


@dataclass(frozen=True, slots=True)
class MatchState:
    """What the events of a match lead to: a state, and how many moves still count."""

    state: Any
    ply: int


class Clock(Protocol):
    """A clock that doesn't jump with the machine's (`bot/process/steady_clock.py`)."""

    def compare(self) -> timedelta:
        """Return by how much to `move`, which is not at all unless the machine's clock was set and stayed so."""
        ...

    def move(self, by: timedelta) -> None:
        """Set the time."""
        ...


@dataclass(frozen=True)
class Context:
    """Everything a referee call needs.

    `now` returns aware UTC times; where it is that of a `clock`, this is compared with the machine's now and then.
    `rng` draws seats and seeds, `wake` is set whenever the outbox gets a row.
    A guild out of reach for `outage_after` has an outage, in which its clocks are paused. `move_listeners` are
    called with match, state, ply and text just before a move is stored, so that they can prepare its board; the move
    may still not be stored, so they show nobody anything.
    """

    database: Database
    games: Mapping[str, Game[Any, Any]]
    now: Callable[[], datetime]
    rng: Random
    clock: Clock | None = None
    outage_after: timedelta = timedelta(minutes=2)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    move_listeners: list[Callable[[Match, Any, int, str], None]] = field(
        default_factory=list["Callable[[Match, Any, int, str], None]"]
    )
    _states: LRUCache[tuple[int, int], MatchState] = field(default_factory=lambda: LRUCache(KEPT_STATES))

    def now_in(self, match: Match) -> datetime:
        """Return the present time, or that of the match's last event where this is later by another process's clock."""
        return max(self.now(), match.since)

    def game(self, match: Match) -> Game[Any, Any]:
        """Return the rules that a match is played by: those it was begun under.

        For a match that has ended under rules that are no longer here, return the present ones: its position can still
        be drawn by them. Raises `RequestRejected` where a match that goes on has to wait for its rules.
        """
        present = self.rules(match.game)
        own = find_version(present, match.rules)
        if own is None and match.ended_at is None:
            raise RequestRejected(text.rules_not_installed(match, present.info.title))
        return own or present

    def rules(self, key: str) -> Game[Any, Any]:
        """Return a game by its key. Raises `RequestRejected` for a game whose package is not installed now."""
        if key not in self.games:
            raise RequestRejected(text.game_not_installed(key))
        return self.games[key]

    def title(self, key: str) -> str:
        """Return the title of a game by its key, which stands in for it where the game is not installed."""
        return self.games[key].info.title if key in self.games else key

    async def state(self, tx: Tx, match: Match, seq: int | None = None) -> Any:
        """Return the state after event `seq` of a match (now, if None). Raises `RequestRejected` as `match_state`."""
        return (await self.match_state(tx, match, seq)).state

    async def match_state(self, tx: Tx, match: Match, seq: int | None = None) -> MatchState:
        """Return what the events of a match up to `seq` (all, if None) lead to, replayed from its log.

        Logs only grow, so what one (match, seq) leads to never changes: it is kept, for the latest 1024 of them.
        Raises `RequestRejected` where the rules that it takes are not here.
        """
        seq = match.seq if seq is None else seq
        known = self._states.get((match.id, seq))
        if known is None:
            game = self.game(match)
            present = game.info.rules == match.rules
            log = await events.of_match(tx, match.id, upto=seq if present else None)
            call, rest = (rebuild_state, ()) if present else (_state_under_present_rules, (seq,))
            state: Any = await run_rules(call, game, match, log, *rest, key=(match.id, seq))
            known = MatchState(state, count_plies(log[:seq]))
        self.cache_state(match.id, seq, known)
        return known

    def cache_state(self, match_id: int, seq: int, reached: MatchState) -> None:
        """Keep the state after event `seq` of a match, which is soon needed again."""
        self._states[match_id, seq] = reached


def _state_under_present_rules(game: Game[Any, Any], match: Match, log: list[Event], seq: int) -> Any:
    """Return the state after event `seq` of a match that has ended under rules that are gone, by the present ones.

    Where they lead the match another way, only the position at its end can be read. Raises `RulesMissing`.
    """
    with suppress(LogMismatch):
        check_other_rules(game, match, log)
        return rebuild_state(game, match, log[:seq])
    if seq == match.seq:
        with suppress(ValueError):
            return game.parse_position(match.position, len(match.seats), match.options, match.seed)
    raise RulesMissing(text.rules_gone(match, game.info.title))


def lane(match: Match) -> str:
    """Return the outbox lane of a match: its challenge's, so that a thread never comes before what it hangs on."""
    return f"m{match.id}" if match.challenge_id is None else f"c{match.challenge_id}"

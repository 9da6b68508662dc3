"""The services that a referee call needs: record, rules, clock and randomness, and a cache of match states."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol

from cachetools import LRUCache

from bot.referee import rejections
from bot.referee.errors import GameFailed, RequestRejected, RulesMissing
from bot.referee.guarded_game import guard
from bot.referee.history.mainline import count_plies
from bot.referee.history.rebuild import LogMismatch, check_other_rules, rebuild_state
from bot.referee.history.saved_state import SAVE_EVERY, can_continue, continue_from
from bot.referee.history.state_bytes import UnreadableState
from bot.referee.rules_thread import run_rules
from engines import engine_of
from games.contract import IllegalMove, find_version
from storage.queries import events, saved_states

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
    from datetime import datetime
    from random import Random

    from engines.contract import Engine
    from games.contract import Game
    from storage.engine.database import Database, Tx
    from storage.queries.rows import Event, Match

log = logging.getLogger(__name__)
MAX_CACHED_STATES = 1024
HOURLY_CHALLENGES = 20
"""What one person may begin in an hour, unless the operator sets another number."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state that the events of a match lead to, and how many moves count in it."""

    state: Any
    ply: int


class ProcessClock(Protocol):
    """A clock that doesn't jump with the machine's (`bot/process.py`)."""

    def compare(self) -> timedelta:
        """Return by how much to `move`: zero unless the machine's clock was set and has stayed so."""
        ...

    def move(self, by: timedelta) -> None:
        """Set the time."""
        ...


@dataclass(frozen=True)
class Context:
    """Everything a referee call needs.

    `now` returns aware UTC times. If it reads a `clock`, the scheduler compares that with the machine's clock. `rng`
    draws seats and seeds. A guild that is out of reach for `outage_after` has an outage, in which its clocks are
    paused. `engines` holds those that packages bring for their games, by key; for other games `engine` knows one.
    `move_listeners` are called with match, state, ply and text just before a move is stored, to prepare its board. They
    must not show it: storing the move can still fail. `before_commit` are called at the end of each transaction of
    `write`, and what they return is called when it is committed: so the outbox takes up what it is to post.
    `turn_starts` caches what `bot/referee/log/turn_start.py` finds in an event, by match and event. A person may begin
    `hourly_challenges` matches and challenges in an hour; `told_of_limit` has the times when people were told so.
    `deleted_channels` has the channels and threads known to be deleted (`bot/referee/deleted_channels.py`).
    """

    database: Database
    games: Mapping[str, Game[Any, Any]]
    now: Callable[[], datetime]
    rng: Random
    clock: ProcessClock | None = None
    outage_after: timedelta = timedelta(minutes=2)
    hourly_challenges: int = HOURLY_CHALLENGES
    engines: Mapping[str, Engine] = field(default_factory=dict[str, "Engine"])
    before_commit: list[Callable[[Tx], Awaitable[Callable[[], None]]]] = field(
        default_factory=list["Callable[[Tx], Awaitable[Callable[[], None]]]"]
    )
    move_listeners: list[Callable[[Match, Any, int, str], None]] = field(
        default_factory=list["Callable[[Match, Any, int, str], None]"]
    )
    turn_starts: LRUCache[tuple[int, int], int] = field(default_factory=lambda: LRUCache(MAX_CACHED_STATES))
    told_of_limit: LRUCache[int, datetime] = field(default_factory=lambda: LRUCache(MAX_CACHED_STATES))
    deleted_channels: set[int] = field(default_factory=set[int])
    _states: LRUCache[tuple[int, int], MatchState] = field(default_factory=lambda: LRUCache(MAX_CACHED_STATES))

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Tx]:
        """Begin a transaction that may put rows into the outbox; they are posted as soon as it is committed.

        The rest is that of `Database.write`.
        """
        async with self.database.write() as tx:
            yield tx
            committed = [await call(tx) for call in self.before_commit]
        for call in committed:
            call()

    def now_in(self, match: Match) -> datetime:
        """Return the present time, or the time of the match's last event if another process's clock made it later."""
        return max(self.now(), match.since)

    def game(self, match: Match) -> Game[Any, Any]:
        """Return the version of the rules that a match is played by; its calls may raise `GameFailed`.

        If an ended match's version isn't installed, return the newest version, which can still draw its position.
        Raises `RequestRejected` if an active match has to wait for its version.
        """
        newest = self.rules(match.game)
        version = find_version(newest, match.rules)
        if version is None and match.ended_at is None:
            raise RequestRejected(rejections.rules_not_installed(match, newest.info.title))
        return guard(version or newest, "#{number}", match.id)

    def rules(self, key: str) -> Game[Any, Any]:
        """Return a game by its key. Raises `RequestRejected` if its package isn't installed."""
        if key not in self.games:
            raise RequestRejected(rejections.game_not_installed(key))
        return self.games[key]

    def package(self, key: str) -> str:
        """Return the top-level package that a game comes in, by its key. Raises as `rules` does."""
        return type(self.rules(key)).__module__.partition(".")[0]

    def engine(self, key: str) -> Engine:
        """Return the engine of a game by its key. Raises `RequestRejected` if the game isn't installed."""
        return self.engines.get(key) or engine_of(self.rules(key))

    def title(self, key: str) -> str:
        """Return the title of a game by its key, or the key if the game isn't installed."""
        return self.games[key].info.title if key in self.games else key

    async def state(self, tx: Tx, match: Match, seq: int | None = None) -> Any:
        """Return the state after event `seq` of a match (None: the last one). Raises as `match_state` does."""
        return (await self.match_state(tx, match, seq)).state

    async def match_state(self, tx: Tx, match: Match, seq: int | None = None) -> MatchState:
        """Return the state and ply after event `seq` of a match (None: the last one), replayed from its log.

        Logs only grow, so the state after an event never changes; the latest 1024 are cached, and of long matches one
        is saved now and then. Raises `RequestRejected` if the rules aren't installed.
        """
        seq = match.seq if seq is None else seq
        reached = self._states.get((match.id, seq))
        if reached is None:
            reached = await self._continue_saved(tx, match, seq) or await self._rebuild(tx, match, seq)
        self.cache_state(match.id, seq, reached)
        return reached

    async def _continue_saved(self, tx: Tx, match: Match, seq: int) -> MatchState | None:
        """Return the state after an event by way of the saved one, None if there is none that leads to it."""
        saved = await saved_states.of_match(tx, match.id) if seq >= SAVE_EVERY else None
        if saved is None or saved.seq > seq:
            return None
        rest = await events.between(tx, match.id, saved.seq, seq)
        if not can_continue(saved, match, rest):
            return None
        try:
            key = (match.id, seq, saved.seq)
            package = self.package(match.game)
            return MatchState(*await run_rules(continue_from, self.game(match), package, match, saved, rest, key=key))
        except (UnreadableState, IllegalMove, GameFailed) as error:
            log.warning("#%d is replayed whole, because of its state after event %d: %s", match.id, saved.seq, error)
            return None

    async def _rebuild(self, tx: Tx, match: Match, seq: int) -> MatchState:
        """Return the state after an event by way of all events before it."""
        game = self.game(match)
        has_version = game.info.rules == match.rules
        entries = await events.of_match(tx, match.id, upto=seq if has_version else None)
        call, rest = (rebuild_state, ()) if has_version else (_rebuild_under_newest_rules, (seq,))
        state: Any = await run_rules(call, game, match, entries, *rest, key=(match.id, seq))
        return MatchState(state, count_plies(entries[:seq]))

    def cache_state(self, match_id: int, seq: int, reached: MatchState) -> None:
        """Cache the state after event `seq` of a match."""
        self._states[match_id, seq] = reached


def _rebuild_under_newest_rules(game: Game[Any, Any], match: Match, log: list[Event], seq: int) -> Any:
    """Return the state after event `seq` of an ended match whose version of the rules isn't installed.

    If the newest rules replay the match differently, only its last position can be read. Raises `RulesMissing`.
    """
    with suppress(LogMismatch):
        check_other_rules(game, match, log)
        return rebuild_state(game, match, log[:seq])
    if seq == match.seq:
        with suppress(ValueError):
            return game.parse_position(match.position, len(match.seats), match.options, match.seed)
    raise RulesMissing(rejections.rules_gone(match, game.info.title))


def lane(match: Match) -> str:
    """Return the outbox lane of a match: that of its challenge, so that its thread comes after the challenge's post."""
    return f"m{match.id}" if match.challenge_id is None else f"c{match.challenge_id}"

"""What the referee works with: the database, the games behind guards, and the thread in which rules run."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, is_dataclass
from datetime import timedelta
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeAlias, TypeVar, cast

from cachetools import LRUCache

from bot.referee import formatting
from bot.referee.errors import GameFailed, RequestRejected, RulesMissing
from bot.referee.history.history import count_plies
from bot.referee.history.rebuild import (
    SAVE_EVERY,
    LogMismatch,
    UnreadableState,
    can_continue,
    check_other_rules,
    continue_from,
    rebuild_state,
)
from engines import engine_of
from games.contract import BadOption, Destinations, Game, IllegalMove, Result, Step, TooManyMoves, find_version
from games.text import foreign_letter
from games.translation import gettext as _
from storage.engine.database import in_transaction
from storage.queries import events, saved_states

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Hashable
    from datetime import datetime
    from random import Random

    from engines.contract import Engine
    from games.contract import Info
    from storage.engine.database import Database, Tx
    from storage.queries.rows import Event, Match, Post

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

_results: ContextVar[dict[Hashable, asyncio.Future[Any]] | None] = ContextVar("results", default=None)


class RulesNeeded(BaseException):
    """A transaction needs the result of a call of the rules, which is stored under a key."""

    def __init__(self, key: Hashable, call: Callable[[], Any]) -> None:
        super().__init__(key)
        self.key = key
        self.call = call


async def run_rules(call: Callable[..., T], *args: Any, key: Hashable = None) -> T:
    """Run rules in a thread and return their result.

    Inside a transaction of work marked with `rules_outside_transaction`, give a `key` for a call whose arguments can't
    be hashed.
    """
    results = _results.get()
    if results is None or not in_transaction():
        return await asyncio.to_thread(call, *args)
    key = key or (call, args)
    if key not in results:
        raise RulesNeeded(key, lambda: call(*args))
    return results[key].result()


def rules_outside_transaction(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Start `work` again from its beginning for each call of the rules that it needs within a transaction.

    All that `work` does before and in that transaction must be undone by its rollback.
    """

    @wraps(work)
    async def repeat_work(*args: P.args, **kwargs: P.kwargs) -> T:
        if in_transaction():
            return await work(*args, **kwargs)
        results: dict[Hashable, asyncio.Future[Any]] = {}
        token = _results.set(results)
        try:
            while True:
                try:
                    return await work(*args, **kwargs)
                except RulesNeeded as needed:
                    results[needed.key] = result = asyncio.ensure_future(asyncio.to_thread(needed.call))
                    # The work may not ask again, as the record can change meanwhile: nothing is lost then.
                    result.add_done_callback(lambda done: done.cancelled() or done.exception())
                    await asyncio.wait([result])
        finally:
            _results.reset(token)

    return repeat_work


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
        except IllegalMove as illegal:
            raise _name_letter(illegal, args[-1]) from None
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
            # Translators: {where} is "#42" or "challenge 42"
            failed = _(
                "{game} has a bug and can't do that in {where} right now. Nothing is lost: try again once it's fixed."
            )
            raise GameFailed(failed.format(game=self.game.info.title, where=where)) from error

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


def _name_letter(illegal: IllegalMove, text: object) -> IllegalMove:
    """Return a verdict on a text or move; one on a text that isn't a move names its letter of another script."""
    letter = foreign_letter(text) if isinstance(text, str) else None
    if letter is None or illegal.kind != "not_a_move":
        return illegal
    # Translators: {name} is "CYRILLIC SMALL LETTER A", in English as Unicode has it.
    reason = _("The {letter} in {text} is {name}. Moves are written with the letters `a` to `z`: type it again.")
    shown = {"letter": formatting.code(letter), "text": formatting.code(str(text))}
    return IllegalMove(illegal.kind, reason.format(**shown, name=unicodedata.name(letter, "none")))


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


@dataclass(frozen=True, slots=True)
class DirectNotices:
    """Who gets a direct message with a link to a post, and for what kind of message, by their ids; and its server."""

    guild_id: int
    kinds: Mapping[int, str]


@dataclass(frozen=True)
class Context:
    """Everything a referee call needs.

    `now` returns aware UTC times. If it reads a `clock`, the scheduler compares that with the machine's clock. `rng`
    draws seats and seeds. A guild that is out of reach for `outage_after` has an outage, in which its clocks are
    paused. `engines` holds those that packages bring for their games, by key; for other games `engine` knows one.
    `move_listeners` are called with match, state, ply and text just before a move is stored, to prepare its board. They
    must not show it: storing the move can still fail. `before_commit` are called at the end of each transaction of
    `write`, and what they return is called when it is committed: so the outbox takes up what it is to post.
    `turn_starts` caches what `bot/referee/turn_start.py` finds in an event, by match and event. A person may begin
    `hourly_challenges` matches and challenges in an hour; `told_of_limit` has the times when people were told so.
    `just_sent` has the latest messages of outbox rows, which the record may not have yet, by the ids of the rows.
    `direct_notices` says who gets a direct message once a row of the outbox is sent, by the ids of the rows.
    `deleted_channels` has the channels and threads known to be deleted (`bot/referee/formatting.py`).
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
    just_sent: LRUCache[int, int] = field(default_factory=lambda: LRUCache(MAX_CACHED_STATES))
    direct_notices: LRUCache[int, DirectNotices] = field(default_factory=lambda: LRUCache(MAX_CACHED_STATES))
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

    def message_of(self, post: Post) -> int | None:
        """Return the id of the message that a row of the outbox became, None if it wasn't sent yet."""
        return post.message_id or self.just_sent.get(post.id)

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
            raise RequestRejected(
                _(
                    "#{match} is on hold: it needs version {version} of the rules of {game}, which isn't installed."
                ).format(match=match.id, version=match.rules, game=newest.info.title)
            )
        return guard(version or newest, "#{number}", match.id)

    def rules(self, key: str) -> Game[Any, Any]:
        """Return a game by its key. Raises `RequestRejected` if its package isn't installed."""
        if key not in self.games:
            raise RequestRejected(
                _("The game `{key}` isn't installed right now. Its matches wait until it's back.").format(key=key)
            )
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
    raise RulesMissing(
        _(
            "#{match} was played by version {version} of the rules of {game}, which isn't installed any more, so it "
            "can't be shown. Its record is kept."
        ).format(match=match.id, version=match.rules, game=game.info.title)
    )


def lane(match: Match) -> str:
    """Return the outbox lane of a match: that of its challenge, so that its thread comes after the challenge's post."""
    return f"m{match.id}" if match.challenge_id is None else f"c{match.challenge_id}"

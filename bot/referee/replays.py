"""What a replay shows: which match, which of its moves, in which format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bot.referee import text
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, require_single
from bot.referee.history.mainline import count_plies, mainline
from bot.referee.history.rebuild import apply_event, rebuild_state
from bot.referee.offload import rules_outside_transaction
from bot.referee.views import Snapshot, put_reply
from storage.tables import events

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.tables.models import Event, Match

MAX_TURNS = 200
"""Turns in one replay. Of a longer stretch the last ones are shown, and the post says so."""

_MATCH = re.compile(r"#?(\d{1,9})", re.ASCII)
_PART = re.compile(r"(\d{1,5})[-\u2013\u2014\u2212](\d{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What somebody wants to see: a match (None if it goes without saying), first and last ply, a format."""

    match: int | None = None
    plies: tuple[int, int] | None = None
    image_format: Literal["webp", "gif"] = "webp"


@dataclass(frozen=True, slots=True)
class ReplaySource:
    """What a replay is made of: a match, those of its events up to `seq` that count, first and last ply or all."""

    game: Game[Any, Any]
    match: Match
    log: tuple[Event, ...]
    seq: int
    plies: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class ReplayFrames:
    """The moments of a replay, the position before its first turn included; how many plies the match has; if cut."""

    snapshots: tuple[Snapshot, ...]
    plies: int
    shortened: bool

    @property
    def last(self) -> Snapshot:
        """The moment at which it ends."""
        return self.snapshots[-1]


def parse_replay_request(*texts: str | None) -> ReplayRequest:
    """Read `[#42] [10-20] [gif]`, in any order. Raises `RequestRejected`.

    >>> read_request("#42 10-20", "gif")
    Request(match=42, part=(10, 20), form='gif')
    """
    number, part, form = None, None, "webp"
    for word in " ".join(filter(None, texts)).lower().split():
        if found := _PART.fullmatch(word):
            part = int(found[1]), int(found[2])
        elif found := _MATCH.fullmatch(word):
            number = int(found[1])
        elif word in {"gif", "webp"}:
            form = word
        else:
            raise RequestRejected(text.unreadable_replay(word))
    return ReplayRequest(number, part, "gif" if form == "gif" else "webp")


@rules_outside_transaction
async def find_replay_match(context: Context, request: Request, wanted: ReplayRequest) -> Match:
    """Return the match that a replay is wanted of, once it is sure that there is such a part.

    Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, wanted.match, to_move=False), "replay")
        log = await events.of_match(tx, match.id, upto=match.seq)
        await context.state(tx, match, 0)
    _check(match, mainline(log), wanted.plies)
    return match


async def put_replay(context: Context, request: Request, match: Match, wanted: ReplayRequest) -> None:
    """Put a replay of a match as it now stands into the outbox, as a reply to the message that asked for it, once.

    By direct message it is drawn as that person likes it. Raises `RequestRejected` where too much waits already.
    """
    first, last = wanted.plies or (None, None)
    await put_reply(
        context, request, match, "replay", match.seq, {"first": first, "last": last, "form": wanted.image_format}
    )


async def load_replay_source(
    context: Context, tx: Tx, match: Match, seq: int, part: tuple[int, int] | None
) -> ReplaySource:
    """Return what a replay of a match up to event `seq` is made of; `part` is its first and last ply, both included.

    Raises `RequestRejected` where the rules that it takes are not here.
    """
    await context.state(tx, match, 0)
    log = mainline(await events.of_match(tx, match.id, upto=seq))
    return ReplaySource(context.game(match), match, tuple(log), seq, part)


def _check(match: Match, log: Sequence[Event], part: tuple[int, int] | None) -> None:
    count = count_plies(log)
    if not log:
        raise RequestRejected(text.nothing_to_replay(match))
    if part and not 1 <= part[0] <= part[1] <= count:
        raise RequestRejected(text.no_such_moves(match, f"moves `{part[0]}-{part[1]}`", count))


def build_replay(source: ReplaySource) -> ReplayFrames:
    """Return what a replay shows; of a longer stretch, its last `MOST_TURNS` turns."""
    game, match, log, part = source.game, source.match, source.log, source.plies
    reached = [count_plies(log[:end]) for end in range(len(log) + 1)]
    begin, end = 0, len(log)
    if part:
        begin = reached.index(part[0]) - 1
        end = max(seq for seq, ply in enumerate(reached) if ply == part[1])
    cut = end - begin > MAX_TURNS
    begin = max(begin, end - MAX_TURNS)
    state = rebuild_state(game, match, log[:begin])
    moments = [Snapshot(match, log[begin - 1] if begin else None, state, state, reached[begin])]
    for seq in range(begin + 1, end + 1):
        event, before = log[seq - 1], state
        state = apply_event(game, before, event)
        moments.append(Snapshot(match, event, before, state, reached[seq]))
    return ReplayFrames(tuple(moments), reached[-1], cut)

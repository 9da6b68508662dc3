"""Replays: parse which match, moves and format a person wants, and build the frames."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bot.referee import errors, formatting
from bot.referee.boards import Snapshot, put_reply
from bot.referee.context import rules_outside_transaction
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, require_single
from bot.referee.history.history import count_plies, mainline
from bot.referee.history.rebuild import apply_event, rebuild_state
from games.translation import gettext as _
from storage.queries import events

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match

MAX_TURNS = 200
"""Turns in one replay. A longer one is cut to its last turns, and the post says so."""

_MATCH = re.compile(r"#?(\d{1,9})", re.ASCII)
_PLIES = re.compile(r"(\d{1,5})[-\u2013\u2014\u2212](\d{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """The replay that a person wants: a match (None if they named none), first and last ply, and a format."""

    match: int | None = None
    plies: tuple[int, int] | None = None
    image_format: Literal["webp", "gif"] = "webp"


@dataclass(frozen=True, slots=True)
class ReplaySource:
    """What a replay is made of: a match, its mainline up to event `seq`, and first and last ply (None: all).

    The board after move `turning_ply` stays longer.
    """

    game: Game[Any, Any]
    match: Match
    log: tuple[Event, ...]
    seq: int
    plies: tuple[int, int] | None
    turning_ply: int | None = None


@dataclass(frozen=True, slots=True)
class ReplayFrames:
    """The frames of a replay, from the position before its first turn.

    `plies` is the number of plies of the match, `shortened` whether earlier turns were cut.
    """

    snapshots: tuple[Snapshot, ...]
    plies: int
    shortened: bool

    @property
    def last(self) -> Snapshot:
        """The last frame."""
        return self.snapshots[-1]


def parse_replay_request(text: str) -> ReplayRequest:
    """Parse `[#42] [10-20] [gif]`, in any order. Raises `RequestRejected`.

    >>> parse_replay_request("#42 10-20 gif")
    ReplayRequest(match=42, plies=(10, 20), image_format='gif')
    """
    number, plies, image_format = None, None, "webp"
    for word in text.lower().split():
        if found := _PLIES.fullmatch(word):
            plies = int(found[1]), int(found[2])
        elif found := _MATCH.fullmatch(word):
            number = int(found[1])
        elif word in {"gif", "webp"}:
            image_format = word
        else:
            raise RequestRejected(
                _("I can't read {word}. Ask for a replay like this: `#42 10-20 gif`.").format(
                    word=formatting.code(word)
                )
            )
    return ReplayRequest(number, plies, "gif" if image_format == "gif" else "webp")


@rules_outside_transaction
async def find_replay_match(context: Context, request: Request, wanted: ReplayRequest) -> Match:
    """Return the match to replay. Raises `RequestRejected`, also if it doesn't have the wanted plies."""
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, wanted.match, to_move=False), "match do:replay")
        log = await events.of_match(tx, match.id, upto=match.seq)
        await context.state(tx, match, 0)
    _check_plies(match, mainline(log), wanted.plies)
    return match


async def put_replay(context: Context, request: Request, match: Match, wanted: ReplayRequest) -> None:
    """Put a replay of a match up to its last event into the outbox once, as a reply to the request.

    By direct message it follows the person's display preferences. Raises `RequestRejected` if too many replies wait.
    """
    first, last = wanted.plies or (None, None)
    await put_reply(
        context, request, match, "replay", match.seq, {"first": first, "last": last, "form": wanted.image_format}
    )


async def load_replay_source(
    context: Context, tx: Tx, match: Match, seq: int, plies: tuple[int, int] | None, turning_ply: int | None = None
) -> ReplaySource:
    """Return what a replay of a match up to event `seq` is made of; `plies` are first and last ply, both included.

    Raises `RequestRejected` if the match's rules aren't installed.
    """
    await context.state(tx, match, 0)
    log = mainline(await events.of_match(tx, match.id, upto=seq))
    return ReplaySource(context.game(match), match, tuple(log), seq, plies, turning_ply)


def _check_plies(match: Match, log: Sequence[Event], plies: tuple[int, int] | None) -> None:
    count = count_plies(log)
    if not log:
        raise RequestRejected(
            _("Nothing has been played in #{match} yet, so there's nothing to replay.").format(match=match.id)
        )
    if plies and not 1 <= plies[0] <= plies[1] <= count:
        raise RequestRejected(errors.no_such_moves(match, plies[0], plies[1], count))


def build_replay(source: ReplaySource) -> ReplayFrames:
    """Return the frames of a replay, at most its last `MAX_TURNS` turns."""
    game, match, log = source.game, source.match, source.log
    plies = [count_plies(log[:end]) for end in range(len(log) + 1)]
    first, last = 0, len(log)
    if source.plies:
        first = plies.index(source.plies[0]) - 1
        last = max(place for place, ply in enumerate(plies) if ply == source.plies[1])
    shortened = last - first > MAX_TURNS
    first = max(first, last - MAX_TURNS)
    state = rebuild_state(game, match, log[:first])
    frames = [Snapshot(match, log[first - 1] if first else None, state, state, plies[first])]
    for place in range(first + 1, last + 1):
        event, before = log[place - 1], state
        state = apply_event(game, before, event)
        frames.append(Snapshot(match, event, before, state, plies[place]))
    return ReplayFrames(tuple(frames), plies[-1], shortened)

"""A newcomer who plays a whole match against Turnpost, through a kill of its worker and one of the bot."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.admin.verify.matches import verify_matches
from engines import engine_of
from games import GAMES
from storage.engine.database import Database, file_url
from tests.bot.features.computer.conversation import custom_ids, seq_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.wire.environment import Environment

    Json = dict[str, Any]

LEVELS = [(key, level) for key, game in GAMES.items() for level in range(1, len(engine_of(game).levels) + 1)]
MOST_TURNS = 40
"""Own turns after which a newcomer gives up, as in a fortress of Force Field Factions."""
NODES = 40
"""What a newcomer looks at before each move."""
KILL_OF_WORKER, KILL_OF_BOT = 1, 2
"""The newcomer's turns after which something is killed while Turnpost thinks."""


@dataclass(frozen=True)
class Newcomer:
    """Ann in her first match, against Turnpost: its game, its number, and its thread."""

    env: Environment
    key: str
    match: str
    thread: str

    async def play(self, send: Callable[[str], Awaitable[Any]]) -> None:
        """Play to the end: `send` sends each move as text. Resigns after `MOST_TURNS` turns."""
        ann, last = self.env.ann, -1
        for turn in range(MOST_TURNS + 1):
            board = await ann.hear(lambda one, after=last: self.is_next(one, after), f"turn {turn} of {self.key}")
            if f"rematch:{self.match}" in custom_ids(board):
                return
            if turn == MOST_TURNS:
                break
            last = seq_of(board)
            await send(self.choose(turn))
            await self._kill_something(turn, last + 1)
        answer = await ann.ask_by_slash("match", self.thread, do="resign")
        await ann.press(answer, f"Resign #{self.match}")
        await ann.hear(lambda one: f"rematch:{self.match}" in custom_ids(one), "the last board")

    def choose(self, seed: int = 0) -> str:
        """Return a move that a newcomer would make now."""
        return engine_of(GAMES[self.key]).think(self._state(), 1, seed=seed, nodes=NODES).move

    async def differences(self) -> list[str]:
        """Return what the record has that the rules don't say, once all is posted."""
        await self.env.all_posted()
        database = await Database.open_existing(file_url(self.env.bot.data / "turnpost.db"))
        verdicts = [verdict async for verdict in verify_matches(database, GAMES)]
        await database.close()
        return [line for verdict in verdicts for line in verdict.differences]

    async def _kill_something(self, turn: int, ply: int) -> None:
        if turn == KILL_OF_WORKER:
            while self._count_events() < ply:  # noqa: ASYNC110 - another process's table tells nobody
                await asyncio.sleep(0.01)
            self.env.bot.kill_workers()
        elif turn == KILL_OF_BOT:
            async with self.env.down():
                pass

    def _count_events(self) -> int:
        with closing(sqlite3.connect(self.env.bot.data / "turnpost.db")) as record:
            (count,) = record.execute("SELECT count(*) FROM events WHERE match_id = ?", [self.match]).fetchone()
        return int(count)

    def is_next(self, message: Json, after: int) -> bool:
        """Return whether a post is a board with a turn of the person after an event, or the last board of the match."""
        ids = custom_ids(message)
        moves = [int(each.rsplit(":", 1)[1]) for each in ids if each.startswith(f"move:{self.match}:")]
        return f"rematch:{self.match}" in ids or any(seq > after for seq in moves)

    def _state(self) -> Any:
        """Return the state of the match by its record."""
        with closing(sqlite3.connect(self.env.bot.data / "turnpost.db")) as record:
            (seed,) = record.execute("SELECT seed FROM matches WHERE id = ?", [self.match]).fetchone()
            (seats,) = record.execute("SELECT count(*) FROM seats WHERE match_id = ?", [self.match]).fetchone()
            moves = record.execute(
                "SELECT text FROM events WHERE match_id = ? AND kind = 'move' ORDER BY seq", [self.match]
            ).fetchall()
        game = GAMES[self.key]
        state = game.start(seats, {}, seed)
        for (text,) in moves:
            state = game.play(state, game.parse(state, text))
        return state

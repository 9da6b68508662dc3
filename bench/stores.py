"""Large records for `bench.growth`: recorded matches, copied as often as necessary.

Every match is a recorded one of the five games up to some ply, ten on average, with a row in the outbox for each board,
as in a record that the bot wrote; after it an admin of the server ended it. Everybody has some twenty matches, always
with the same opponents. The rows go in by the ten thousand, in the order in which the bot would have written them. A
store is made once, below build/bench/stores, and reused.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count, cycle, islice
from typing import TYPE_CHECKING, Any

from bench.live import complete_recordings
from bench.results import FOLDER
from bench.tables import say
from bot.match_files.files import RATED
from games import GAMES
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STORES = FOLDER / "stores"
AVERAGE = 10
"""Average plies of a match."""

BATCH = 5_000
"""Matches in one transaction."""

MATCHES_PER_PERSON = 20
"""Matches of one person."""

FIRST_START = 1_700_000_000_000_000
GUILD, CHANNEL, PERSON = 1 << 50, 1 << 51, 1 << 52
"""First ids of guilds, channels and people, which are in no embedded Discord."""

LAST_IDS = ("SELECT max(id) FROM matches", "SELECT max(message_id) FROM outbox")
END_REASON = "ended for the bench"
INSERTS = {
    "matches": "(id, game, rules, options, seed, guild_id, channel_id, thread_id, seq, position, to_move, created_at, "
    "since, ended_at, public_id, look) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, '{}')",
    "seats": "(match_id, seat, user_id, name, gone) VALUES (?, ?, ?, ?, 0)",
    "events": "(match_id, seq, kind, seat, user_id, text, source_id, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    "outcomes": (
        "(match_id, game, options, players, computers, ending, moves, leaders, ply_1, ply_2, ply_3)"
        " VALUES (?, ?, ?, ?, 0, 'none', ?, 0, ?, ?, ?)"
    ),
    "outbox": "(lane, kind, body, match_id, seq, created_at, attempts, sent_at, channel_id, message_id) "
    "VALUES (?, 'board', '{}', ?, ?, ?, 1, ?, ?, ?)",
}


@dataclass(frozen=True, slots=True)
class _Sample:
    """The stored fields of a recorded match up to some ply, without ids and times."""

    game: str
    rules: int
    options: str
    seed: int
    players: int
    moves: tuple[tuple[int, str], ...]
    position: str


async def store(matches: int) -> Path:
    """Return the folder of a record of so many matches; make or complete it if necessary."""
    folder = STORES / str(matches)
    file, finished = folder / "turnpost.db", folder / "whole"
    if finished.exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    await (await Database.open(file_url(file))).close()  # the tables
    _fill(file, matches)
    finished.touch()
    return folder


def _samples() -> list[_Sample]:
    """Return recorded matches of each game, cut at plies from 5 to 15."""
    cuts = cycle(range(AVERAGE - 5, AVERAGE + 6))
    lists = [[_sample(each, next(cuts)) for each in islice(complete_recordings(key), 11)] for key in GAMES]
    return list(chain.from_iterable(zip(*lists, strict=True)))


def _sample(recording: Any, plies: int) -> _Sample:
    game = GAMES[recording["game"]]
    state = game.start(recording["players"], recording["options"], recording["seed"])
    moves: list[tuple[int, str]] = []
    for text, *_ in recording["moves"][:-1][:plies]:  # the last one may end it
        moves.append((game.to_move(state) or 1, text))
        state = game.play(state, game.parse(state, text))
    options, position = json.dumps(recording["options"]), game.position(state)
    return _Sample(
        game.info.key, game.info.rules, options, recording["seed"], recording["players"], tuple(moves), position
    )


def _fill(file: Path, matches: int) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as record:
        record.execute("PRAGMA journal_mode = WAL")
        record.execute("PRAGMA synchronous = OFF")  # the record can be made again
        record.execute("PRAGMA cache_size = -500000")
        # No match here has a result, so none counts for ratings, and the bot needn't look.
        record.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, 'all')", (RATED,))
        done, last = (record.execute(query).fetchone()[0] or 0 for query in LAST_IDS)
        samples, ids = islice(cycle(_samples()), done, None), count(last + 1)
        for first in range(done + 1, matches + 1, BATCH):
            rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in INSERTS}
            for number in range(first, min(first + BATCH, matches + 1)):
                for table, row in _rows(number, next(samples), ids):
                    rows[table].append(row)
            record.execute("BEGIN")
            for table, insert in INSERTS.items():
                record.executemany(f"INSERT INTO {table} {insert}", rows[table])
            record.execute("COMMIT")
            if first // BATCH % 20 == 19:
                say(f"{first + BATCH - 1:,} of {matches:,} matches")
        record.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rows(number: int, sample: _Sample, ids: Iterator[int]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the rows of one match, each with its table."""
    at, thread = FIRST_START + number * 60_000_000, CHANNEL + number
    guild, last = GUILD + number // 1000, len(sample.moves) + 1
    began = (number, sample.game, sample.rules, sample.options, sample.seed, guild, CHANNEL, thread, last)
    yield "matches", (*began, sample.position, at, at + last, at + last, f"{number:016}")
    people = [PERSON + (number // MATCHES_PER_PERSON) * 2 + seat for seat in range(sample.players)]
    for seat, person in enumerate(people, 1):
        yield "seats", (number, seat, person, f"Player {person - PERSON}")
    for seq, (seat, text) in enumerate(sample.moves, 1):
        yield "events", (number, seq, "move", seat, people[seat - 1], text, next(ids), at + seq)
    yield "events", (number, last, "end", None, people[0], END_REASON, next(ids), at + last)
    options = json.dumps(json.loads(sample.options), sort_keys=True, separators=(",", ":"))
    opening = [*(text for _, text in sample.moves[:3]), "", "", ""][:3]
    yield "outcomes", (number, sample.game, options, sample.players, len(sample.moves), *opening)
    for seq in range(last + 1):
        yield "outbox", (f"m{number}", number, seq, at + seq, at + seq, thread, next(ids))

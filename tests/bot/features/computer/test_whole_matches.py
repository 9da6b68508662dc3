"""Whole matches against every level of every game, from the challenge to the last board."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from bot.admin.verify.matches import verify_matches
from engines import engine_of
from games import GAMES
from storage.engine.database import Database, file_url
from tests.bot.features.computer.conversation import challenge, custom_ids, seq_of
from tests.wire.environment import start_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.environment import Environment

    Json = dict[str, Any]

MOST_TURNS = 60
"""Own turns after which a newcomer gives up, as in a fortress of Force Field Factions."""
LEVELS = [(key, level) for key, game in GAMES.items() for level in range(1, len(engine_of(game).levels) + 1)]
SHORT = ("xero-g", 1)


def moves_of(env: Environment, match: str) -> list[str]:
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        found = record.execute("SELECT text FROM events WHERE match_id = ? AND kind = 'move' ORDER BY seq", [match])
        return [text for (text,) in found]


def start_of(env: Environment, match: str) -> tuple[str, int, int]:
    """Return the key of a match's game, its seed and the number of its players."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        key, seed = record.execute("SELECT game, seed FROM matches WHERE id = ?", [match]).fetchone()
        players = record.execute("SELECT count(*) FROM seats WHERE match_id = ?", [match]).fetchone()[0]
    return key, seed, players


def state_of(env: Environment, match: str) -> Any:
    key, seed, players = start_of(env, match)
    game = GAMES[key]
    state = game.start(players, {}, seed)
    for text in moves_of(env, match):
        state = game.play(state, game.parse(state, text))
    return state


def is_next(message: Json, match: str, after: int) -> bool:
    """Return whether a post is a board with a turn of the person after an event, or the last board of the match."""
    ids = custom_ids(message)
    moves = [int(each.rsplit(":", 1)[1]) for each in ids if each.startswith(f"move:{match}:")]
    return f"rematch:{match}" in ids or any(seq > after for seq in moves)


@pytest.mark.parametrize(
    ("key", "level"),
    [pytest.param(*one, marks=() if one == SHORT else pytest.mark.thorough) for one in LEVELS],
)
async def test_a_newcomers_match_against_each_level_goes_to_its_end(tmp_path: Path, key: str, level: int) -> None:
    game, cheap = GAMES[key], engine_of(GAMES[key])
    async with start_env(tmp_path) as env:
        ann = env.ann
        match, begun = await challenge(ann, f"!challenge @Turnpost {key} level={level} seat={game.info.seats[0]}")
        thread, last = begun.split("<#")[1].split(">")[0], -1
        for turn in range(MOST_TURNS):
            board = await ann.hear(lambda one, after=last: is_next(one, match, after), f"turn {turn} of {key}")
            if f"rematch:{match}" in custom_ids(board):
                break
            last = seq_of(board)
            await ann.say(cheap.think(state_of(env, match), 1, seed=turn, nodes=40).move, thread)
        else:
            await ann.hear(lambda one, after=last: is_next(one, match, after), "the turn of giving up")
            answer = await ann.ask_by_slash("resign", thread)
            await ann.press(answer, f"Resign #{match}")
            await ann.hear(lambda one: f"rematch:{match}" in custom_ids(one), "the last board")
        await env.all_posted()
        database = await Database.open_existing(file_url(env.bot.data / "turnpost.db"))
        verdicts = [verdict async for verdict in verify_matches(database, GAMES)]
        await database.close()
        assert [line for verdict in verdicts for line in verdict.differences] == []

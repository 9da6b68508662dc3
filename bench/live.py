"""Recorded matches, put into a record so that a bot can play on in them, and the turns that lie ahead of each."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import cycle
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, update

from bench.positions import matches as recordings, random_match
from bot.referee.history.rebuild import SAVE_EVERY, write_state
from bot.referee.seeds import needed_seed
from games import GAMES
from playground.model.resources.channel import TEXT
from playground.model.resources.user import BOT_ID
from playground.model.thread_creation import start_thread
from storage import schema
from storage.queries import matches, saved_states
from storage.queries.rows import Person, SavedState

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playground.model.resources.channel import Channel
    from playground.model.state import State
    from storage.engine.database import Tx


@dataclass(slots=True)
class LiveMatch:
    """A match that goes on: its number, its thread, and the people and texts of its next turns."""

    key: str
    number: int
    thread: Channel
    turns: deque[tuple[int, str]]


def complete_recordings(key: str) -> Iterator[Mapping[str, Any]]:
    """Yield the recorded matches of a game in which nobody left, longest first, in an endless cycle."""
    played = [one for one in recordings(key) if not any(text.startswith("leave ") for text, *_ in one["moves"])]
    return cycle(sorted(played, key=lambda one: -len(one["moves"])))


def played(key: str, seed: int, plies: int) -> Mapping[str, Any]:
    """Return a match of at most so many random moves in the form of a recorded one."""
    spots = list(random_match(GAMES[key], seed, plies))
    first = spots[0]
    moves = [(spot.text,) for spot in spots]
    return {"game": key, "players": first.players, "options": first.options, "seed": first.seed, "moves": moves}


async def begin(tx: Tx, discord: State, recording: Mapping[str, Any], done: int = 0) -> LiveMatch:
    """Store a recorded match as the bot does, as it stood after so many moves, with a thread of its own; return it."""
    key, options, seed = recording["game"], recording["options"], recording["seed"]
    game, now = GAMES[key], datetime.now(UTC)
    people = list(discord.people.values())[: recording["players"]]
    seed = needed_seed(game, len(people), options, seed)
    state = game.start(len(people), options, seed)
    lounge = next(channel for channel in discord.channels.values() if channel.type == TEXT)
    thread = start_thread(discord, lounge, BOT_ID, game.info.title, 4320)
    texts = deque(text for text, *_ in recording["moves"])
    log: list[dict[str, Any]] = []
    saved: SavedState | None = None
    while len(log) < done:
        text, seat = texts.popleft(), game.to_move(state) or 1
        event = {"seq": len(log) + 1, "kind": "move", "seat": seat, "user_id": people[seat - 1].id, "text": text}
        log.append({**event, "source_id": discord.snowflake(), "at": now})
        state = game.play(state, game.parse(state, text))
        if len(log) % SAVE_EVERY == 0:
            saved = SavedState(0, len(log), len(log), game.info.rules, write_state("games", state))
    match = await matches.create(
        tx,
        game=key,
        rules=game.info.rules,
        options=options,
        seed=seed,
        guild_id=next(iter(discord.guilds)),
        channel_id=lounge.id,
        seats=[Person(one.id, one.name) for one in people],
        position=game.position(state),
        to_move=game.to_move(state),
        challenge_id=None,
        look={},
        at=now,
    )
    await matches.set_thread(tx, match.id, thread.id)
    if log:
        await tx.execute(insert(schema.events), [{"match_id": match.id, **event} for event in log])
        await tx.execute(update(schema.matches).where(schema.matches.c.id == match.id).values(seq=len(log)))
    if saved:
        await saved_states.replace(tx, replace(saved, match_id=match.id))
    turns: deque[tuple[int, str]] = deque()
    for text in texts:
        turns.append((people[(game.to_move(state) or 1) - 1].id, text))
        state = game.play(state, game.parse(state, text))
    return LiveMatch(key, match.id, thread, turns)

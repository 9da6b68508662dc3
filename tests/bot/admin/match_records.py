"""Records to import: the recorded matches of all games, as `turnpost export` would write them."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.referee.seeds import needed_seed
from games import GAMES
from games.contract import complete_options, find_version

if TYPE_CHECKING:
    from games.contract import Game

GOLDEN = Path(__file__).parents[2] / "games" / "golden"
NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)

Json = dict[str, Any]


def golden(*names: str, first_source: int = 5_000_000_000_000_000_001) -> list[Json]:
    """Return recorded matches by the names of their files, as records numbered from 1."""
    sources = count(first_source)
    found = [json.loads((GOLDEN / f"{name}.json").read_text("utf-8")) for name in names]
    return [_record(number, one, sources) for number, one in enumerate(found, 1)]


def started(text: Json, events: int) -> Json:
    """Return a record as it was after its first `events` events."""
    game, record = rules_of(text), json.loads(json.dumps(text))
    record["events"] = record["events"][:events]
    state = game.start(len(record["players"]), record["options"], record["seed"])
    for event in record["events"]:
        state = game.play(state, game.parse(state, event["text"]))
    record |= {"position": game.position(state), "to_move": game.to_move(state), "result": None}
    return record


def rules_of(record: Json) -> Game[Any, Any]:
    """Return the game of a record, under the version of its rules."""
    game = find_version(GAMES[record["game"]], record["rules"])
    assert game
    return game


def written(path: Path, *records: Json) -> Path:
    """Write records to a file, one a line."""
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    return path


def _record(number: int, match: Json, sources: count[int]) -> Json:
    game, events = rules_of(match), list[Json]()
    state = game.start(match["players"], match["options"], match["seed"])
    for text, *_ in match["moves"]:
        left = text.startswith("leave ")
        seat = int(text.split()[1]) if left else game.to_move(state)
        state = game.leave(state, int(text.split()[1])) if left else game.play(state, game.parse(state, text))
        events.append(
            {
                "kind": "leave" if left else "move",
                "seat": seat,
                "user": f"{100 + (seat or 0)}",
                "text": "resigned" if left else text,
                "source": str(next(sources)),
                "at": _time(NOON + timedelta(minutes=len(events))),
            }
        )
    result = game.result(state)
    return {
        "turnpost": 1,
        "match": number,
        "game": match["game"],
        "rules": match["rules"],
        "options": complete_options(game.info, match["options"]),
        "seed": needed_seed(game, match["players"], match["options"], match["seed"]),
        "guild": "2000000000000000001",
        "channel": "3000000000000000001",
        "thread": None,
        "created": _time(NOON),
        "players": [{"id": f"{100 + seat}", "name": f"Zoë {seat}"} for seat in range(1, match["players"] + 1)],
        "events": events,
        "position": game.position(state),
        "to_move": game.to_move(state),
        "result": json.loads(json.dumps(asdict(result))) if result else None,
    }


def _time(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")

"""Positions and scenes of a game: those of its recorded matches, and those of random ones."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from games import GAMES
from games.contract import IllegalMove, TooManyMoves
from renderers import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.contract import Game, Options

GAME_DATA = Path(__file__).parent / "games"
GOLDEN = Path(__file__).parents[1] / "tests" / "games" / "golden"
"""Where the recorded matches are."""
_HARD_MOVES = 10


@cache
def game_data(key: str) -> Mapping[str, Any]:
    """Return what measurements and the gallery have to know of a game; nothing for a game without a file.

    All entries are optional: `views` are the pictures of the gallery, `catalogue` its page of all pieces; `ladders` are
    the options under which levels play each other, `variants` those under which the game itself is measured, and `note`
    says what a reader of these tables should know; `hard_positions` are far slower than those of play.
    """
    file = GAME_DATA / f"{key}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


@dataclass(frozen=True)
class RecordedTurn:
    """A state of a match, how the match was set up, and the text of the move that was made, if any."""

    players: int
    options: Options
    seed: int
    state: Any
    text: str = ""


def recorded(game: Game[Any, Any]) -> Iterator[RecordedTurn]:
    """Yield the turns of every recorded match of a game, match by match."""
    for match in matches(game.info.key):
        players, options, seed = match["players"], match["options"], match["seed"]
        state = game.start(players, options, seed)
        for text, *_ in match["moves"]:
            if text.startswith("leave "):
                state = game.leave(state, int(text.split()[1]))
                continue
            yield RecordedTurn(players, options, seed, state, text)
            state = game.play(state, game.parse(state, text))


def matches(key: str = "") -> list[Mapping[str, Any]]:
    """Return the recorded matches of the game with a key, or of all games, under the present version of their rules."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(GOLDEN.glob("*.json"))]
    return [
        match
        for match in found
        if key in ("", match["game"]) and match["game"] in GAMES and match["rules"] == GAMES[match["game"]].info.rules
    ]


def hard(game: Game[Any, Any]) -> Iterator[RecordedTurn]:
    """Yield positions far slower than those of play, each with some of its moves, spread over all.

    They were found by hill climbing from random boards.
    """
    for text in game_data(game.info.key).get("hard_positions", ()):
        state = game.parse_position(text)
        moves = game.legal(state)
        for move in moves[:: max(len(moves) // _HARD_MOVES, 1)]:
            yield RecordedTurn(2, {}, 0, state, game.format(state, move))


def random_match(game: Game[Any, Any], seed: int, plies: int) -> Iterator[RecordedTurn]:
    """Yield the positions of a match of random moves, to its end or up to so many plies."""
    chance = Random(seed)  # noqa: S311 - for repeatable measurements, not for secrets
    players = chance.randint(game.info.min_players, game.info.max_players)
    options = {option.name: chance.choice(option.choices or (option.default,)) for option in game.info.options}
    state = game.start(players, options, seed)
    for _ in range(plies):
        if game.to_move(state) is None:
            return
        move = random_move(game, state, chance)
        yield RecordedTurn(players, options, seed, state, game.format(state, move))
        state = game.play(state, move)


def random_move(game: Game[Any, Any], state: Any, chance: Random) -> Any:
    """Return a random legal move; where they can't be listed, one built from suggestions."""
    try:
        return chance.choice(game.legal(state))
    except TooManyMoves:
        text = ""
    while True:
        text = chance.choice(game.suggest(state, text, 10))
        try:
            return game.parse(state, text)
        except IllegalMove as error:
            if error.kind != "unfinished":
                raise


NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
"""The players, in seat order."""


def scenes(match: Mapping[str, Any]) -> Iterator[Scene]:
    """Yield the scenes of a recorded match: its start, then one after each turn or leave."""
    game = GAMES[match["game"]]
    state = game.start(match["players"], match["options"], match["seed"])
    names, ply = NAMES[: match["players"]], 0
    yield Scene(state, names, ply)
    for text, *_ in match["moves"]:
        if text.startswith("leave "):
            state, move = game.leave(state, int(text.split()[1])), None
        else:
            state, move, ply = game.play(state, game.parse(state, text)), text, ply + 1
        yield Scene(state, names, ply, move)


def recording(name: str) -> Mapping[str, Any]:
    """Return the recorded match in the file with this name, without its suffix."""
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))

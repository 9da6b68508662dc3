"""Record a match for `golden/`: `PYTHONPATH=. python tests/games/record_golden.py GAME NAME [options]` at the root.

The moves are the given ones, or chosen by a seeded hand that prefers the better suggestions. Look at what was recorded
before you keep it: from then on it is what the rules have to say.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from games import GAMES
from games.contract import settle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.contract import Game, Result

GOLDEN = Path(__file__).parent / "golden"


def record(
    game: Game[Any, Any], options: Mapping[str, int | str], seed: int, texts: Sequence[str], plies: int
) -> dict[str, Any]:
    """Play the given moves, then chosen ones up to `plies`; return the match as values that JSON can hold."""
    chance = Random(seed)
    players = game.info.min_players
    state = game.start(players, options, seed)
    start = game.position(state)
    moves: list[tuple[str, str]] = []
    while game.to_move(state) is not None and len(moves) < max(plies, len(texts)):
        text = texts[len(moves)] if len(moves) < len(texts) else choose(game, state, chance)
        move = game.parse(state, text)
        written = game.format(state, move)
        state = game.play(state, move)
        moves.append((written, game.position(state)))
    return {
        "game": game.info.key,
        "rules": game.info.rules,
        "players": players,
        "options": settle(game.info, options),
        "seed": seed,
        "start": start,
        "moves": moves,
        "result": told(game.result(state)),
    }


def choose(game: Game[Any, Any], state: Any, chance: Random) -> str:
    """Return a legal move: mostly one of the better suggestions, sometimes any."""
    texts = [game.format(state, move) for move in game.legal(state)]
    better = [text for text in game.suggest(state, "", 12) if text in texts] if chance.random() < 0.9 else []
    return chance.choices(better, [0.8**rank for rank in range(len(better))])[0] if better else chance.choice(texts)


def told(result: Result | None) -> dict[str, Any] | None:
    """Return a result as values that JSON can hold."""
    if result is None:
        return None
    points = None if result.points is None else list(result.points)
    return {"places": list(result.places), "points": points, "reason": result.reason}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("name", help="the file becomes golden/GAME-NAME.json")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", default="", help="moves to play first, separated by blanks")
    parser.add_argument("--plies", type=int, default=0, help="go on with chosen moves up to so many")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    try:
        options: dict[str, int | str] = dict(option.split("=", 1) for option in given.option)
        match = record(GAMES[given.game], options, given.seed, given.moves.split(), given.plies)
    except ValueError as wrong:
        parser.error(str(wrong))
    moves = ",\n".join(f"  {json.dumps(move)}" for move in match.pop("moves"))
    head = json.dumps(match, indent=1).removesuffix("\n}")
    path = GOLDEN / f"{given.game}-{given.name}.json"
    path.write_text(f'{head},\n "moves": [\n{moves}\n ]\n}}\n', encoding="utf-8")
    sys.stdout.write(f"{path.name}: {moves.count('[')} moves, {match['result']}\n")


if __name__ == "__main__":
    main()

"""Record a match for `golden/`: `PYTHONPATH=. python tests/games/record_golden.py GAME NAME [options]` at the root.

The moves are the given ones, or random ones. Look at what was recorded before you keep it: from then on it is what the
rules have to say.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from games import GAMES
from games.contract import complete_options
from games.random_play import choose_move

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.contract import Game, Result

GOLDEN = Path(__file__).parent / "golden"


class Settings(NamedTuple):
    """A match to record: given moves first, then chosen ones up to `plies`; who leaves when, by the ply it is then.

    Positions are kept after every event, or after every `every`-th and the last.
    """

    players: int
    options: Mapping[str, int | str]
    seed: int
    texts: Sequence[str] = ()
    plies: int = 0
    leaves: Sequence[tuple[int, int]] = ()
    every: int = 1


def record(game: Game[Any, Any], settings: Settings) -> dict[str, Any]:
    """Play a match; return it as values that JSON can hold."""
    chance = Random(settings.seed)
    state = game.start(settings.players, settings.options, settings.seed)
    start = game.position(state)
    events: list[tuple[str, ...]] = []
    leavers, ply = sorted(settings.leaves), 0
    while game.to_move(state) is not None and ply < max(settings.plies, len(settings.texts)):
        if leavers and leavers[0][0] == ply:
            _, seat = leavers.pop(0)
            state = game.leave(state, seat)
            events.append((leave_text(seat), game.position(state)))
            continue
        text = (
            settings.texts[ply] if ply < len(settings.texts) else game.format(state, choose_move(game, state, chance))
        )
        move = game.parse(state, text)
        events.append((game.format(state, move),))
        state = game.play(state, move)
        ply += 1
        if ply % settings.every == 0 or game.to_move(state) is None:
            events[-1] = (*events[-1], game.position(state))
    return {
        "game": game.info.key,
        "rules": game.info.rules,
        "players": settings.players,
        "options": complete_options(game.info, settings.options),
        "seed": settings.seed,
        "start": start,
        "moves": events,
        "result": result_json(game.result(state)),
    }


def leave_text(seat: int | str = "") -> str:
    """Return the text of a leave in a recorded match, or its beginning; no game's move looks like it."""
    return f"leave {seat}"


def result_json(result: Result | None) -> dict[str, Any] | None:
    """Return a result as values that JSON can hold."""
    if result is None:
        return None
    points = None if result.points is None else list(result.points)
    return {"places": list(result.places), "points": points, "reason": result.clause}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("name", help="the file becomes golden/GAME-NAME.json")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", default="", help="moves to play first, separated by blanks, or by `;`")
    parser.add_argument("--plies", type=int, default=0, help="go on with chosen moves up to so many")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--players", type=int, help="seats (the fewest the game allows)")
    parser.add_argument("--leave", action="append", default=[], metavar="PLY:SEAT", help="a seat leaves after so many")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="keep every Nth position and the last")
    arguments = parser.parse_args()
    game = GAMES[arguments.game]
    try:
        options: dict[str, int | str] = dict(option.split("=", 1) for option in arguments.option)
        leaves = [(int(ply), int(seat)) for ply, seat in (leave.split(":") for leave in arguments.leave)]
        players = arguments.players or game.info.min_players
        texts = arguments.moves.split(";") if ";" in arguments.moves else arguments.moves.split()
        match = record(
            game, Settings(players, options, arguments.seed, texts, arguments.plies, leaves, arguments.every)
        )
    except ValueError as error:
        parser.error(str(error))
    moves = ",\n".join(f"  {json.dumps(move)}" for move in match.pop("moves"))
    head = json.dumps(match, indent=1).removesuffix("\n}")
    path = GOLDEN / f"{arguments.game}-{arguments.name}.json"
    path.write_text(f'{head},\n "moves": [\n{moves}\n ]\n}}\n', encoding="utf-8")
    sys.stdout.write(f"{path.name}: {moves.count('[')} moves, {match['result']}\n")


if __name__ == "__main__":
    main()

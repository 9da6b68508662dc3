"""Find puzzles in seeded matches of engines, prove them, and write the files of `engines.puzzles`."""

from __future__ import annotations

import json
import re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from itertools import count, islice
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.simple_players import random_move
from engines import engine_of, puzzles
from engines.puzzles import PROVERS, Puzzle
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.contract import Game, Options

DEEPEST = 2
"""Turns to the win."""
NODES = 60_000
"""Positions that a proof may look at."""
LAST = 16
"""Positions of a match, counted from its end, from which turns are tried that leave a win at once."""
LAST_DEEP = 4
"""Positions of a match, counted from its end, in which a longer win is looked for."""
MOST_OF_A_MATCH = 3
_VARIATIONS = 20
"""Random moves from each of these positions, which may be mistakes."""
LONGEST_MATCH = 80
MOST_SOLUTIONS = 40
"""More ways to finish the same turn make no puzzle."""
_LEVEL, _LEVEL_NODES = 2, 80
_MISTAKES = 0.25
"""The share of moves that are random: each gives the other side something to find."""
_FINISH = re.compile(r"^(\w+\*?: (?:.* )?x).*$")
"""A turn of Force Field Factions up to its last attack; what follows changes nothing about it."""


def find_in_match(key: str, seed: int) -> list[Puzzle]:
    """Return the puzzles of one match of an engine against itself, in which some moves are random.

    They differ in their solutions; at most `MOST_OF_A_MATCH` are won at once.
    """
    game, rng = GAMES[key], Random(seed)  # noqa: S311 - an opening is no secret
    options = {option.name: rng.choice(option.choices) for option in game.info.options if option.choices}
    states = _match(game, options, seed, rng)
    variations = [one for state in states[-LAST:] for one in _variations(game, state, rng)]
    later = {_idea(one.solutions[0]): one for one in _puzzles(game, options, states[-LAST_DEEP:], DEEPEST)}
    at_once = {_idea(one.solutions[0]): one for one in islice(_puzzles(game, options, variations, 1), MOST_OF_A_MATCH)}
    return list({**at_once, **later}.values())


def _puzzles(game: Game[Any, Any], options: Options, states: Iterable[Any], depth: int) -> Iterator[Puzzle]:
    """Yield the puzzles that are won within so many turns among some positions."""
    return filter(None, (_puzzle_of(game, options, state, depth) for state in states))


def _variations(game: Game[Any, Any], state: Any, rng: Random) -> list[Any]:
    """Return states after random moves in which somebody is to move."""
    moves = game.legal(state)
    after = (game.play(state, move) for move in rng.sample(moves, min(_VARIATIONS, len(moves))))
    return [one for one in after if game.to_move(one) is not None]


def _match(game: Game[Any, Any], options: Options, seed: int, rng: Random) -> list[Any]:
    """Return the states of a match in which somebody is to move."""
    states: list[Any] = []
    state = game.start(game.info.min_players, options, seed)
    while game.to_move(state) is not None and len(states) < LONGEST_MATCH:
        states.append(state)
        if rng.random() < _MISTAKES:
            text = random_move(game, state, rng)
        else:
            text = engine_of(game).think(state, _LEVEL, rng.randrange(1 << 30), _LEVEL_NODES).move
        state = game.play(state, game.parse(state, text))
    return states


def _puzzle_of(game: Game[Any, Any], options: Options, state: Any, depth: int) -> Puzzle | None:
    """Return the puzzle that a position is within so many turns, or None: without history, as players will get it."""
    position = game.position(state)
    if " setup " in position:
        return None
    proof = PROVERS[game.info.key](game.parse_position(position, options=options), depth, NODES)
    if proof is None or not 0 < len(proof.moves) <= MOST_SOLUTIONS or len(set(map(_idea, proof.moves))) > 1:
        return None
    if proof.turns == 1 and len({_idea(text) for text in _captures(game, state)}) == 1:
        return None
    return Puzzle(game.info.key, 0, game.info.rules, options, position, proof.turns, proof.moves, proof.line)


def _idea(text: str) -> str:
    """Return a move without what only finishes it."""
    return _FINISH.sub(r"\1", text)


def _captures(game: Game[Any, Any], state: Any) -> list[str]:
    """Return the moves that attack or fly onto something, which somebody who tries things looks at first."""
    return [text for move in game.legal(state) if "x" in (text := game.format(state, move))]


def main(
    *,
    game: Annotated[list[str] | None, typer.Option(help="a game; else all that have a search for proofs")] = None,
    at_once: Annotated[int, typer.Option(help="puzzles that are won at once, for each game")] = 15,
    later: Annotated[int, typer.Option(help="puzzles that are won later")] = 25,
    workers: Annotated[int, typer.Option(help="processes")] = cpu_count() or 1,
) -> None:
    """Find puzzles and write them beside `engines/puzzles/__init__.py`."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for key in game or PROVERS:
            found: list[Puzzle] = []
            for batch in count():
                seeds = range(batch * 2 * workers, (batch + 1) * 2 * workers)
                found += [one for some in pool.map(partial(find_in_match, key), seeds) for one in some]
                soon = [puzzle for puzzle in found if puzzle.turns == 1][:at_once]
                late = [puzzle for puzzle in found if puzzle.turns > 1][:later]
                typer.echo(f"{key}: {seeds.stop} matches, {len(soon)} won at once, {len(late)} later")
                _write(key, [*soon, *late])
                if len(soon) == at_once and len(late) == later:
                    break


def _write(key: str, found: list[Puzzle]) -> None:
    """Write the puzzles of a game; those that were there keep their numbers, and the others get the next ones."""
    numbers = {(each.position, *each.options.values()): each.number for each in puzzles.puzzles(key)}
    fresh = count(max(numbers.values(), default=0) + 1)
    numbered = [
        replace(each, number=numbers.get((each.position, *each.options.values())) or next(fresh)) for each in found
    ]
    text = json.dumps([asdict(puzzle) for puzzle in numbered], indent=1)
    Path(puzzles.__file__).with_name(f"{key}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)

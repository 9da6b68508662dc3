"""Find puzzles in seeded matches of engines, prove them, and add them to the files of `engines.puzzles`."""

from __future__ import annotations

import json
import re
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.ladder import random_move
from engines import engine_of, find_folder, puzzles
from engines.puzzles import Puzzle, prove, saving_moves
from games import GAMES
from games.contract import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from games.contract import Game, Options

DEEPEST = 2
"""Turns to the win."""
NODES = 60_000
"""Positions that a proof may look at."""
LAST = 16
"""Positions of a match, counted from its end, that are looked at, each with some variations."""
LAST_DEEP, VARIATIONS_DEEP = 12, 4
"""The same for longer wins, which take a longer search: how many positions, and variations of each."""
MOST_OF_A_MATCH = 3
"""Puzzles of one kind."""
FEWEST_MOVES = 10
"""A position to save has at least so many legal moves."""
_VARIATIONS = 20
"""Random moves from each of these positions, which may be mistakes."""
LONGEST_MATCH = 80
MOST_SOLUTIONS = 40
"""More ways to finish the same turn make no puzzle."""
_LEVEL, _LEVEL_NODES = 2, 80
_MISTAKES = 0.25
"""The share of moves that are random: each gives the other side something to find."""
_FINISH = re.compile(r"^(\w+\*?: (?:.* )?x).*$")
"""A turn of several attacks up to its last one; what follows changes nothing about it."""


def find_in_match(key: str, kinds: Collection[str], seed: int) -> list[Puzzle]:
    """Return puzzles of some kinds in one match of an engine against itself, in which some moves are random.

    Those of a kind differ in their solutions, and there are at most `MOST_OF_A_MATCH`.
    """
    game, rng = GAMES[key], Random(seed)  # noqa: S311 - an opening is no secret
    options = {option.name: rng.choice(option.choices) for option in game.info.options if option.choices}
    states = _match(game, options, seed, rng)
    near = [(state, *_variations(game, state, rng)) for state in states[-LAST:]]
    found: list[Puzzle] = []
    for kind in kinds:
        groups = [group[: 1 + VARIATIONS_DEEP] for group in near[-LAST_DEEP:]] if kind == "won later" else near
        puzzles_of_kind = filter(None, (_FINDERS[kind](game, options, state) for group in groups for state in group))
        by_idea: dict[str, Puzzle] = {}
        for puzzle in puzzles_of_kind:
            by_idea.setdefault(_idea(puzzle.solutions[0]), puzzle)
            if len(by_idea) == MOST_OF_A_MATCH:
                break
        found += by_idea.values()
    return found


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


def _won(turns: int, game: Game[Any, Any], options: Options, state: Any) -> Puzzle | None:
    """Return the puzzle to win a position in so many turns, or None: without history, as players will get it."""
    position = game.position(state)
    if " setup " in position:
        return None
    proof = prove(game.info.key, game.parse_position(position, options=options), turns, NODES)
    if proof is None or proof.turns != turns or not _is_one_idea(proof.moves):
        return None
    if turns == 1 and len({_idea(text) for text in _captures(game, state)}) == 1:
        return None
    if not all(_wins(game, state, (first, *proof.line[1:])) for first in proof.moves):
        return None
    return Puzzle(game.info.key, 0, game.info.rules, options, position, "win", turns, proof.moves, proof.line)


def _saved(game: Game[Any, Any], options: Options, state: Any) -> Puzzle | None:
    """Return the puzzle to save a position by the only move after which the opponent doesn't win soon, or None."""
    position, key = game.position(state), game.info.key
    if " setup " in position:
        return None
    state = game.parse_position(position, options=options)
    saving: list[str] = []
    for move in saving_moves(key, state):
        saving.append(move)
        if not _is_one_idea(saving):
            return None
    own = prove(key, state, 1, NODES)
    if not saving or own is None or own.moves or len(game.legal(state)) < FEWEST_MOVES:
        return None
    after = game.play(state, game.parse(state, saving[0]))
    answer = prove(key, after, DEEPEST, NODES) if game.result(after) is None else None
    if answer is None or answer.moves:
        return None
    return Puzzle(key, 0, game.info.rules, options, position, "save", 1, tuple(saving), (saving[0],))


def _wins(game: Game[Any, Any], state: Any, line: Iterable[str]) -> bool:
    """Return whether a line can be played and wins for the seat to move."""
    seat = game.to_move(state)
    try:
        for text in line:
            state = game.play(state, game.parse(state, text))
    except IllegalMove:
        return False
    result = game.result(state)
    return result is not None and result.winners == (seat,)


_FINDERS = {"won at once": partial(_won, 1), "won later": partial(_won, DEEPEST), "saved": _saved}


def _kind(puzzle: Puzzle) -> str:
    if puzzle.aim == "save":
        return "saved"
    return "won at once" if puzzle.turns == 1 else "won later"


def _is_one_idea(moves: Collection[str]) -> bool:
    return 0 < len(moves) <= MOST_SOLUTIONS and len(set(map(_idea, moves))) == 1


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
    later: Annotated[int, typer.Option(help="puzzles that are won later")] = 15,
    saved: Annotated[int, typer.Option(help="puzzles in which one move doesn't lose")] = 12,
    first_seed: Annotated[int, typer.Option(help="the seed of the first match")] = 0,
    matches: Annotated[int, typer.Option(help="the most matches of a game that are looked at")] = 100,
    workers: Annotated[int, typer.Option(help="processes")] = cpu_count() or 1,
) -> None:
    """Find the puzzles that are lacking and add them to the files beside `engines/puzzles/__init__.py`."""
    wanted = {"won at once": at_once, "won later": later, "saved": saved}
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for key in game or [key for key in GAMES if hasattr(find_folder(key), "prove")]:
            found = list(puzzles.puzzles(key))
            for batch in range(-(-matches // (2 * workers))):
                have = Counter(map(_kind, found))
                lacking = [kind for kind, number in wanted.items() if have[kind] < number]
                typer.echo(f"{key}: {batch * 2 * workers} matches, {dict(have)}")
                if not lacking:
                    break
                seeds = range(first_seed + batch * 2 * workers, first_seed + (batch + 1) * 2 * workers)
                for some in pool.map(partial(find_in_match, key, lacking), seeds):
                    _add(found, some, wanted)
                _write(key, found)


def _add(found: list[Puzzle], some: Iterable[Puzzle], wanted: Mapping[str, int]) -> None:
    """Add puzzles of kinds of which more are wanted, with the next numbers."""
    for puzzle in some:
        kind, known = _kind(puzzle), {(each.position, *each.options.values()) for each in found}
        if Counter(map(_kind, found))[kind] < wanted[kind] and (puzzle.position, *puzzle.options.values()) not in known:
            found.append(replace(puzzle, number=max((each.number for each in found), default=0) + 1))


def _write(key: str, found: Iterable[Puzzle]) -> None:
    text = json.dumps([asdict(puzzle) for puzzle in found], indent=1)
    Path(puzzles.__file__).with_name(f"{key}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)

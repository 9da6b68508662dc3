"""Runs the fuzzing of `bot.game_checks.fuzz` on positions of recorded and of random matches.

A game, a seed and a number of texts decide everything. Each position gets a round of some hundred texts.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from bench.caches import memories
from bench.positions import hard, matches, recorded
from bot.game_checks.fuzz import ROUND, Corpus, FuzzRound, Tally, Turn
from games.random_play import play_random_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.positions import RecordedTurn
    from games.contract import Game


def fuzz(game: Game[Any, Any], seed: int, texts: int) -> Tally:
    """Give so many texts to a game's `parse`, and some of them to `suggest` and `parse_position`."""
    tally = Tally()
    turns, corpus = _pick_turns(game, seed), find_corpus(game)
    for start in range(0, texts, ROUND):
        chance = Random(f"{game.info.key} {seed} {start}")
        FuzzRound(game, next(turns), chance, tally, corpus).run(min(ROUND, texts - start))
    return tally


@cache
def find_corpus(game: Game[Any, Any]) -> Corpus:
    """Return the moves of all recorded matches, and a call that empties all caches."""
    by_game = moves_by_game()
    foreign = tuple(text for key, known in by_game.items() if key != game.info.key for text in known)
    return Corpus(by_game.get(game.info.key, ()) or ("a1",), foreign, forget_all)


def forget_all() -> None:
    """Empty the caches of all games."""
    for forget in memories():
        forget()


def _pick_turns(game: Game[Any, Any], seed: int) -> Iterator[Turn]:
    """Yield positions without end, of recorded and of random matches in turn, some over, some hard."""
    chance = Random(f"{game.info.key} {seed}")
    known, slow = recorded_turns(game), [_turn(each) for each in hard(game)]
    number = 0
    while True:
        yield chance.choice(known)
        number += 1
        match = play_random_match(game, seed * 1_000_003 + number, chance.randint(0, 60))
        for state in chance.sample(match.states, min(3, len(match.states))):
            yield Turn(match.players, match.options, match.seed, state)
            yield chance.choice(known)
        if number % 5 == 0:
            yield Turn(match.players, match.options, match.seed, game.leave(match.last, 1))
            yield from slow[:1]


@cache
def recorded_turns(game: Game[Any, Any]) -> list[Turn]:
    """Return all positions of a game's recorded matches."""
    return [_turn(each) for each in recorded(game)]


@cache
def moves_by_game() -> dict[str, tuple[str, ...]]:
    """Return the different moves of all recorded matches, by the key of their game."""
    found: dict[str, dict[str, None]] = {}
    for match in matches():
        found.setdefault(match["game"], {}).update(dict.fromkeys(move[0] for move in match["moves"]))
    return {key: tuple(texts) for key, texts in found.items()}


def _turn(recorded_turn: RecordedTurn) -> Turn:
    return Turn(recorded_turn.players, recorded_turn.options, recorded_turn.seed, recorded_turn.state)

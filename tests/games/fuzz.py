"""`make fuzz`: throws texts at every game's parsers, and prints what they answered, how fast, and what is wrong."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from bench.positions import hard, matches, recorded
from bench.tables import memories
from bot.game_checks.fuzz import ROUND, TIMED, Corpus, FuzzRound, Tally, Turn
from games import GAMES
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


TEXTS = 200_000
AIM = 50
"""Milliseconds that no text should take; all calls kept that took longer are shown."""


def main() -> None:
    """Run the command line; the exit code is 1 when a promise was broken."""
    parser = ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one (may be given several times)")
    parser.add_argument("--texts", type=int, default=TEXTS, help=f"texts a game ({TEXTS})")
    parser.add_argument("--seed", type=int, default=1, help="what decides every text (1)")
    options = parser.parse_args()
    if options.texts < 1:
        parser.error(f"--texts is a whole number from 1, not {options.texts}.")
    failed = [key for key in options.game or GAMES if _run(GAMES[key], options.seed, options.texts)]
    if failed:
        sys.exit(f"Promises broken: {', '.join(failed)}.")


def _run(game: Game[Any, Any], seed: int, texts: int) -> bool:
    began = time.perf_counter()
    tally = fuzz(game, seed, texts)
    _print(f"{game.info.key}: {texts} texts, seed {seed}, {time.perf_counter() - began:.0f} s")
    _print("  " + ", ".join(f"{count} {kind}" for kind, count in sorted(tally.counts.items())))
    _print_slowest(tally)
    _print_findings(tally)
    return bool(tally.findings)


def _print_slowest(tally: Tally) -> None:
    for sort in TIMED:
        calls = sorted(tally.slowest.get(sort, ()), reverse=True)
        if not calls:
            continue
        times = ", ".join(f"{nanoseconds / 1e6:.1f}" for nanoseconds, _ in calls)
        _print(f"  slowest {sort}: {times} ms")
        for place, (nanoseconds, call) in enumerate(calls):
            if place == 0 or nanoseconds > AIM * 1e6:
                _print(f"    {nanoseconds / 1e6:.1f} ms: {call}")


def _print_findings(tally: Tally) -> None:
    """Print a few findings of each sort: one cause often affects thousands of texts."""
    seen: Counter[str] = Counter()
    for finding in tally.findings:
        sort = finding.what.split(":")[0][:40]
        seen[sort] += 1
        if seen[sort] <= 3:
            _print(f"  WRONG: {finding.what}\n    {finding.call}")
    for sort, count in seen.items():
        _print(f"  {count} times: {sort}...")


def _print(line: str) -> None:
    sys.stdout.write(line.encode("utf-8", "backslashreplace").decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Measure the rules of every game: `python -m bench.rules`, at the root. Prints a table in Markdown.

Times are processor time, so that other programs on the machine count little; the garbage collector is off meanwhile. A
position's time is the best of several rounds; median, p99 and worst are taken over positions. In `warm` columns the
caches are emptied before each round, and a round goes through matches in order, so they hold what such a run leaves in
them; in the `cold` one they are emptied before each call.
"""

from __future__ import annotations

import gc
from argparse import ArgumentParser
from dataclasses import dataclass
from random import Random
from time import process_time_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.positions import RecordedTurn, hard, random_match, random_move, recorded
from bench.tables import at, count, machine, memories, milliseconds, say
from games import GAMES
from games.contract import TooManyMoves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.contract import Game

POSITIONS = 600
ROUNDS = 5
LIMIT = 25
"""Suggestions asked for: as many as Discord shows."""

WARMING = 50
"""Calls before each round that aren't timed."""

PLIES = 300
SECONDS = 2
HEAD = (
    "| game | call | calls | warm median | warm p99 | warm worst | cold median | cold worst |",
    "|---|---|--:|--:|--:|--:|--:|--:|",
)


class Call(NamedTuple):
    """A call to be timed, and its description."""

    run: Callable[[], object]
    description: str


@dataclass(frozen=True)
class Times:
    """Nanoseconds of the calls of one sort, in the order of the calls, with warm and with empty caches."""

    warm: Sequence[int]
    cold: Sequence[int]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.rules", description="Measure the rules of every game.")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one (may be given several times)")
    parser.add_argument("--positions", type=count, default=POSITIONS, help=f"positions a game ({POSITIONS})")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"times each call is made ({ROUNDS})")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"how long random matches are played ({SECONDS})"
    )
    parser.add_argument("--seed", type=int, default=1, help="what decides random matches and samples (1)")
    parser.add_argument("--worst", action="store_true", help="show the slowest call of each sort, and its position")
    given = parser.parse_args(arguments)
    games = [GAMES[key] for key in given.game or GAMES]
    say(machine())
    say(f"{given.positions} positions a game, best of {given.rounds} rounds, milliseconds.\n")
    for game in games:
        speed = _play_matches(game, given.seed, given.seconds)
        say(f"- {game.info.key}: {speed:.0f} positions a second in matches of random moves")
    say("\n" + "\n".join(HEAD))
    slowest: list[str] = []
    for game in games:
        key = game.info.key
        for label, turns in ((key, _pick_turns(game, given.positions, given.seed)), (f"{key}, hard", list(hard(game)))):
            for name, calls in _calls(game, turns, given.seed).items():
                times = _time_calls(calls, given.rounds)
                say(_row(label, name, times))
                slowest.extend(_slowest(label, name, calls, times))
    if given.worst:
        say("\n" + "\n".join(slowest))


def _play_matches(game: Game[Any, Any], seed: int, seconds: float) -> float:
    """Return how many positions a second matches of random moves go through, choosing the moves included."""
    chance = Random(seed)  # noqa: S311 - as in bench.positions
    options = {option.name: option.default for option in game.info.options}
    positions = 0
    began = process_time_ns()
    while (passed := process_time_ns() - began) < seconds * 1e9:
        state = game.start(game.info.min_players, options, chance.randrange(1 << 32))
        plies = 0
        while game.to_move(state) is not None and plies < PLIES:
            state = game.play(state, random_move(game, state, chance))
            plies += 1
        positions += plies
    return positions * 1e9 / passed


def _pick_turns(game: Game[Any, Any], count: int, seed: int) -> list[RecordedTurn]:
    """Return turns in the order of play: two thirds of recorded matches, one third of random ones."""
    chance = Random(seed)  # noqa: S311 - as in bench.positions
    recorded_turns = list(recorded(game))
    turns = _sample(recorded_turns, count * 2 // 3, chance)
    random_turns: list[RecordedTurn] = []
    while len(random_turns) < count - len(turns):
        random_turns.extend(random_match(game, chance.randrange(1 << 32), PLIES))
    return turns + _sample(random_turns, count - len(turns), chance)


def _sample(turns: Sequence[RecordedTurn], count: int, chance: Random) -> list[RecordedTurn]:
    places = sorted(chance.sample(range(len(turns)), min(count, len(turns))))
    return [turns[place] for place in places]


def _calls(game: Game[Any, Any], turns: Sequence[RecordedTurn], seed: int) -> dict[str, list[Call]]:
    """Return the calls to be timed, by name: for each turn its move, and beginnings of its text."""
    chance = Random(seed)  # noqa: S311 - as in bench.positions
    if not turns:
        return {}
    calls: dict[str, list[Call]] = {"legal": [], "play": [], "parse": [], "suggest": [], "destinations": []}
    for turn in turns:
        state, text = turn.state, turn.text
        description = f"{game.position(state)}, {turn.options!r}, seed {turn.seed}: {text!r}"
        move = game.parse(state, text)
        calls["legal"].append(Call(_bind(game.legal, state), description))
        calls["play"].append(Call(_bind(game.play, state, move), description))
        calls["parse"].append(Call(_bind(game.parse, state, text), description))
        for typed in ("", text[: chance.randint(1, len(text))]):
            description = f"{game.position(state)}, {turn.options!r}, seed {turn.seed}: {typed!r}"
            calls["suggest"].append(Call(_bind(game.suggest, state, typed, LIMIT), description))
        for place in ("", (game.destinations(state, "").places or ("",))[-1]):
            description = f"{game.position(state)}: {place!r}"
            calls["destinations"].append(Call(_bind(game.destinations, state, place), description))
    try:
        calls["legal"][0].run()
    except TooManyMoves:
        del calls["legal"]
    return calls


def _bind(call: Callable[..., object], *arguments: object) -> Callable[[], object]:
    return lambda: call(*arguments)


def _time_calls(calls: Sequence[Call], rounds: int) -> Times:
    forget = memories()
    warm = [_round(calls, forget, ()) for _ in range(rounds)]
    cold = [_round(calls, (), forget) for _ in range(rounds)]
    return Times([min(times) for times in zip(*warm, strict=True)], [min(times) for times in zip(*cold, strict=True)])


def _round(calls: Sequence[Call], first: Sequence[Callable[[], None]], each: Sequence[Callable[[], None]]) -> list[int]:
    """Time each call once. `first` runs before the round, `each` before every call; neither is timed."""
    gc.collect()
    gc.disable()
    for call in calls[:WARMING]:
        call.run()
    for forget in first:
        forget()
    times: list[int] = []
    for call in calls:
        for forget in each:
            forget()
        began = process_time_ns()
        call.run()
        times.append(process_time_ns() - began)
    gc.enable()
    return times


def _row(key: str, name: str, times: Times) -> str:
    warm, cold = sorted(times.warm), sorted(times.cold)
    columns = (at(warm, 0.5), at(warm, 0.99), warm[-1], at(cold, 0.5), cold[-1])
    cells = " | ".join(milliseconds(nanoseconds) for nanoseconds in columns)
    return f"| {key} | {name} | {len(warm)} | {cells} |"


def _slowest(key: str, name: str, calls: Sequence[Call], times: Times) -> list[str]:
    found: list[str] = []
    for how, measured in (("warm", times.warm), ("cold", times.cold)):
        worst = max(range(len(measured)), key=measured.__getitem__)
        found.append(f"{key} {name}, {how}, {milliseconds(measured[worst])} ms: {calls[worst].description}")
    return found


if __name__ == "__main__":
    main()

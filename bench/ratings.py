"""How many matches ratings need: seasons of people whose strengths are known, rated as the bot does.

Strengths are drawn from the distribution that a new rating stands for, or from one half as wide. In a match everybody
performs as strong as they are, give or take what openskill expects; matches are between people drawn at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from statistics import mean
from typing import TYPE_CHECKING, Annotated

import typer

from bench.tables import say
from bot.referee.ratings import MODEL, POINTS, RatedMatch, Rating, rate_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PEOPLE = 20
LONGEST = 80
"""Matches of each person in a season."""
APART = timedelta(days=2)
"""From one match of a person to the next."""
AIM = 0.9
"""The share of pairs that are to stand in the right order."""
LINES = (300, 260, 240, 230, 220, 200, 180, 160, 140, 120, 100)
"""Uncertainties, in points, from which a rating could count as settled."""
START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand after a round: the share of pairs in the right order, and the mean uncertainty in points."""

    right: float
    uncertainty: float


def play_season(random: Random, strengths: Sequence[float], seats: int) -> Iterator[RatedMatch]:
    """Yield the matches of a season, round by round: in each everybody plays once. `seats` divides the people."""
    number = 0
    for played in range(LONGEST):
        order = random.sample(range(len(strengths)), len(strengths))
        for first in range(0, len(order), seats):
            number += 1
            shown = {user: random.gauss(strengths[user], MODEL.beta) for user in order[first : first + seats]}
            places = {user: 1 + sum(other > one for other in shown.values()) for user, one in shown.items()}
            yield RatedMatch(number, START + played * APART, places)


def follow_season(random: Random, seats: int, spread: float) -> list[Standing]:
    """Return how things stand after each round of a season of people whose strengths have a standard deviation."""
    strengths = [random.gauss(MODEL.mu, spread) for _ in range(PEOPLE)]
    ratings, found = [Rating()] * PEOPLE, list[Standing]()
    for number, rated in enumerate(rate_matches(play_season(random, strengths, seats), {}), 1):
        ratings[rated.user_id] = rated.rating
        if number % PEOPLE == 0:
            found.append(Standing(share_in_order(strengths, ratings), mean(each.sigma for each in ratings) * POINTS))
    return found


def share_in_order(strengths: Sequence[float], ratings: Sequence[Rating]) -> float:
    """Return the share of pairs that ratings put in the order of their strengths; equal ratings put none."""
    pairs = list(combinations(zip(strengths, ratings, strict=True), 2))
    return mean((one - other) * (rated.mu - against.mu) > 0 for (one, rated), (other, against) in pairs)


def average(seasons: int, seed: int, seats: int, spread: float) -> list[Standing]:
    """Return how things stand after each round, on average over seasons that a seed decides."""
    runs = [follow_season(Random(f"{seed} {seats} {spread} {n}"), seats, spread) for n in range(seasons)]  # noqa: S311 - seeded, not secret
    return [Standing(mean(s.right for s in at), mean(s.uncertainty for s in at)) for at in zip(*runs, strict=True)]


def main(
    seasons: Annotated[int, typer.Option(help="How many seasons of each kind.")] = 200,
    seed: Annotated[int, typer.Option(help="What decides the seasons.")] = 0,
) -> None:
    """Print after how many matches the order is right, and what that means for a line below which ratings settle."""
    kinds = [(seats, spread) for seats in (2, 4) for spread in (MODEL.sigma, MODEL.sigma / 2)]
    curves = {kind: average(seasons, seed, *kind) for kind in kinds}
    say(f"{AIM:.0%} of the pairs of {PEOPLE} people are in the right order:\n")
    say(_table(["seats", "spread", "matches each", "uncertainty then"], [describe_aim(*one) for one in curves.items()]))
    say("\nMatches each until the uncertainty is down at a line, and the share of pairs in the right order then:\n")
    names = [f"{seats} seats, spread {spread * POINTS:.0f}" for seats, spread in kinds]
    rows = [[str(line), *(describe_line(curve, line) for curve in curves.values())] for line in LINES]
    say(_table(["uncertainty", *names], rows))


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [names, ["--:"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def describe_aim(kind: tuple[int, float], curve: Sequence[Standing]) -> list[str]:
    """Return the row of a kind of season, by its seats and spread: the matches until `AIM`, the uncertainty then."""
    seats, spread = kind
    reached = next((n for n, at in enumerate(curve, 1) if at.right >= AIM), None)
    found = [str(reached), f"{curve[reached - 1].uncertainty:.0f}"] if reached else [f"over {LONGEST}", ""]
    return [str(seats), f"{spread * POINTS:.0f}", *found]


def describe_line(curve: Sequence[Standing], line: int) -> str:
    """Return the matches until the uncertainty is down at a line, and the share of pairs in the right order then."""
    reached = next((n for n, at in enumerate(curve, 1) if at.uncertainty <= line), None)
    return f"{reached}: {curve[reached - 1].right:.1%}" if reached else f"over {LONGEST}"


if __name__ == "__main__":
    typer.run(main)

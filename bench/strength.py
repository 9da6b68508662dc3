"""Measure how strong the computer players are, and what they say about the games; write docs/strength.md.

Every level plays the one below, the lowest one random moves and a greedy player. Then one level plays itself under each
option that matters, which tells about the game. What was measured is kept, so that the games can be measured one by
one.
"""

from __future__ import annotations

from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from bench.ladder import GREEDY_LEVEL, LONGEST_MATCH, RANDOM_LEVEL, Pairing, Played, name_of, play_all, wilson
from bench.positions import game_data
from bench.results import keep, kept
from engines import engine_of, find_folder
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
MIRRORED = 3
"""The level that plays itself, to measure the game."""
FIRST, *_ = GAMES
Row: TypeAlias = "dict[str, Any]"

_HEAD = f"""# How strong the computer players are

For players and engineers: how often each level beats the one below, and how even each game is.

    make ladder                                  # all of this page, over all cores
    python -m bench.strength --game {FIRST}       # one game; the rest stays as it was measured before
    python -m bench.ladder {FIRST} --level 3      # one pairing, without a page

Every match is decided by its seed and begins with random moves; the seats go round. Levels think by nodes, not by the
clock, so a slower machine plays the same moves. Of a draw each side has its share; a match is drawn after
{LONGEST_MATCH} moves. `python -m bench.strength` writes this page; a pairing without a row hasn't been measured yet.

## Each level against the one below

The share of the win, with Wilson's 95% interval. The greedy player wins if it can, and else takes the turn after which
it has most on the board. CPU time is that of the level's own moves.

{chr(10).join(filter(None, (game_data(key).get("note") for key in GAMES)))}

"""
_GAMES = f"""
## The games

Level {MIRRORED} of each game, or its highest if it has fewer, against itself. The first seat has its share of draws.

"""


def pairings(game: str) -> list[Pairing]:
    """Return the pairings of a game's ladder: each level and the one below, the lowest and those without an engine."""
    seats, levels = GAMES[game].info.min_players, range(2, len(engine_of(GAMES[game]).levels) + 1)
    against = [(1, RANDOM_LEVEL), (1, GREEDY_LEVEL), *((level, level - 1) for level in levels)]
    return [Pairing(game, *pair, seats, options) for options in _options_of(game, "ladders") for pair in against]


def mirrored(game: str) -> list[Pairing]:
    """Return the pairings that measure a game: a level against itself, with the options that matter."""
    seats, level = GAMES[game].info.min_players, min(MIRRORED, len(engine_of(GAMES[game]).levels))
    return [Pairing(game, level, level, seats, options) for options in _options_of(game, "variants")]


def _options_of(game: str, kind: str) -> list[tuple[tuple[str, Any], ...]]:
    """Return the options under which a game's `ladders` or `variants` are played; the defaults if it names none."""
    return [tuple(options.items()) for options in game_data(game).get(kind, [{}])]


def level_row(pairing: Pairing, played: Sequence[Played]) -> Row:
    """Return what matches of a level against others say about it."""
    matches = len(played)
    seconds, thoughts = sum(one.seconds for one in played), sum(one.thoughts for one in played)
    return {
        "game": pairing.game,
        "level": pairing.level,
        "below": pairing.below,
        "options": dict(pairing.options),
        "matches": matches,
        "share": sum(one.share for one in played) / matches,
        "nodes_a_second": sum(one.nodes for one in played) / max(seconds, 1e-9),
        "moves_a_second": thoughts / max(seconds, 1e-9),
        "slowest": max(one.slowest for one in played),
    }


def game_row(pairing: Pairing, played: Sequence[Played]) -> Row:
    """Return what matches of a level against itself say about a game."""
    matches = len(played)
    return {
        "game": pairing.game,
        "options": dict(pairing.options),
        "matches": matches,
        "first": sum(1 in one.winners and 1 / len(one.winners) for one in played) / matches,
        "drawn": sum(_drawn(one, pairing.players) for one in played) / matches,
        "moves": sum(one.moves for one in played) / matches,
    }


def _drawn(played: Played, seats: int) -> bool:
    return len(played.winners) == seats


def page(levels: list[Row], variants: list[Row]) -> str:
    """Return the page for what was measured."""
    return (
        _HEAD
        + _table(_LEVEL_HEADS, map(_level_cells, levels))
        + _GAMES
        + _table(_GAME_HEADS, map(_game_cells, variants))
    )


_LEVEL_HEADS = ("game", "options", "level", "against", "matches", "share", "95%", "nodes/s", "moves/s", "slowest move")
_GAME_HEADS = ("game", "options", "matches", "first seat's share", "95%", "drawn", "moves a match")


def _level_cells(row: Row) -> list[str]:
    return [
        GAMES[row["game"]].info.title,
        _options(row),
        str(row["level"]),
        name_of(row["below"]),
        str(row["matches"]),
        f"{row['share']:.0%}",
        _interval(row["share"], row["matches"]),
        f"{row['nodes_a_second']:,.0f}",
        f"{row['moves_a_second']:.1f}",
        f"{row['slowest']:.2f} s",
    ]


def _game_cells(row: Row) -> list[str]:
    return [
        GAMES[row["game"]].info.title,
        _options(row),
        str(row["matches"]),
        f"{row['first']:.0%}",
        _interval(row["first"], row["matches"]),
        f"{row['drawn']:.0%}",
        f"{row['moves']:.0f}",
    ]


def _options(row: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in row["options"].items()) or "default"


def _interval(share: float, matches: int) -> str:
    low, high = wilson(share, matches)
    return f"{low:.0%} to {high:.0%}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = (heads, ["---"] * len(heads), *rows)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def store(kind: str, row: Row) -> None:
    """Keep a row in place of the one for the same players, game and options, and write the page."""
    found = kept("strength") or {}
    rows: dict[str, list[Row]] = {name: found.get(name, []) for name in ("levels", "variants")}
    rows[kind] = sorted([*(one for one in rows[kind] if _place(one) != _place(row)), row], key=_place)
    keep("strength", rows)
    PAGE.write_text(page(**rows), encoding="utf-8")


def _place(row: Row) -> tuple[str, str, int, int]:
    """Return the place of a row on the page, which it shares with no other."""
    return row["game"], _options(row), row.get("level", 0), row.get("below", 0)


def measure(kind: str, pairing: Pairing, matches: int, workers: int) -> None:
    """Play matches of a pairing; store the row that they make after each, and print it in the end."""
    make_row, cells = {"levels": (level_row, _level_cells), "variants": (game_row, _game_cells)}[kind]
    played: list[Played] = []
    for one in play_all(pairing, matches, workers):
        played.append(one)
        store(kind, make_row(pairing, played))
    typer.echo(" | ".join(cells(make_row(pairing, played))))


def main(
    *,
    game: Annotated[list[str] | None, typer.Option(help="a game; else all that have an engine")] = None,
    level: Annotated[list[int] | None, typer.Option(help="a level; else all, and the games themselves")] = None,
    matches: Annotated[int, typer.Option(help="matches of each pairing")] = 60,
    workers: Annotated[int, typer.Option(help="processes")] = cpu_count() or 1,
) -> None:
    """Measure, and write the page after each match. Level 0 measures the games alone."""
    for key in game or sorted(filter(find_folder, GAMES)):
        for kind, pairing in [
            *(("levels", one) for one in pairings(key)),
            *(("variants", one) for one in mirrored(key)),
        ]:
            if not level or (pairing.level if kind == "levels" else 0) in level:
                measure(kind, pairing, matches, workers)


if __name__ == "__main__":
    typer.run(main)

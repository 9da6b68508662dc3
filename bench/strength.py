"""Measure how strong the computer players are, and what they say about the games; write docs/strength.md.

Every level plays the one below, the lowest one random moves. Then one level plays itself under each option that
matters, which tells about the game. What was measured is kept, so that the games can be measured one by one.
"""

from __future__ import annotations

from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from bench.ladder import LONGEST_MATCH, Pairing, Played, play_all, wilson
from bench.results import keep, kept
from engines import ENGINES
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
MIRRORED = 3
"""The level that plays itself, to measure the game."""
VARIANTS: tuple[tuple[str, tuple[tuple[str, int | str], ...]], ...] = (
    ("force-field-factions", ()),
    ("force-field-factions", (("facing", "forward"),)),
    ("martian-life", (("target", 10),)),
    ("martian-life", (("target", 15),)),
    ("xero-g", ()),
    ("xong", ()),
    ("zyrcan", ()),
)
"""Games and options that are measured for themselves."""
Row: TypeAlias = "dict[str, Any]"

_HEAD = f"""# How strong the computer players are

    make ladder                                  # all of this page, over all cores
    python -m bench.strength --game xero-g       # one game; the rest stays as it was measured before
    python -m bench.ladder xero-g --level 3      # one pairing, without a page

Every match is decided by its seed and begins with random moves; the seats go round. Levels think by nodes, not by the
clock, so a slower machine plays the same moves. Of a draw each side has its share; a match is drawn after
{LONGEST_MATCH} moves. `python -m bench.strength` writes this page; a pairing without a row hasn't been measured yet.

## Each level against the one below

The share of the win, with Wilson's 95% interval. In Zyrcan one seat at the level plays two of the level below, so that
a third is even. CPU time is that of the level's own moves.

"""
_GAMES = f"""
## The games

Level {MIRRORED} of each game, or its highest if it has fewer, against itself. The first seat has its share of draws.

"""


def measure_level(game: str, level: int, matches: int, workers: int) -> Row:
    """Return what a level does against the one below."""
    seats = GAMES[game].info.min_players
    played = play_all(Pairing(game, level, level - 1, seats), matches, workers)
    seconds, thoughts = sum(one.seconds for one in played), sum(one.thoughts for one in played)
    return {
        "game": game,
        "level": level,
        "matches": matches,
        "share": sum(one.share for one in played) / matches,
        "nodes_a_second": sum(one.nodes for one in played) / max(seconds, 1e-9),
        "moves_a_second": thoughts / max(seconds, 1e-9),
        "slowest": max(one.slowest for one in played),
    }


def measure_game(game: str, options: tuple[tuple[str, int | str], ...], matches: int, workers: int) -> Row:
    """Return what matches of a level against itself say about a game."""
    seats = GAMES[game].info.min_players
    level = min(MIRRORED, len(ENGINES[game].levels))
    played = play_all(Pairing(game, level, level, seats, options), matches, workers)
    return {
        "game": game,
        "options": dict(options),
        "matches": matches,
        "first": sum(1 in one.winners and 1 / len(one.winners) for one in played) / matches,
        "drawn": sum(_drawn(one, seats) for one in played) / matches,
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


_LEVEL_HEADS = ("game", "level", "against", "matches", "share", "95%", "nodes/s", "moves/s", "slowest move")
_GAME_HEADS = ("game", "options", "matches", "first seat's share", "95%", "drawn", "moves a match")


def _level_cells(row: Row) -> list[str]:
    below = f"level {row['level'] - 1}" if row["level"] > 1 else "random moves"
    return [
        GAMES[row["game"]].info.title,
        str(row["level"]),
        below,
        str(row["matches"]),
        f"{row['share']:.0%}",
        _interval(row["share"], row["matches"]),
        f"{row['nodes_a_second']:,.0f}",
        f"{row['moves_a_second']:.1f}",
        f"{row['slowest']:.2f} s",
    ]


def _game_cells(row: Row) -> list[str]:
    options = ", ".join(f"{name} {value}" for name, value in row["options"].items())
    return [
        GAMES[row["game"]].info.title,
        options or "default",
        str(row["matches"]),
        f"{row['first']:.0%}",
        _interval(row["first"], row["matches"]),
        f"{row['drawn']:.0%}",
        f"{row['moves']:.0f}",
    ]


def _interval(share: float, matches: int) -> str:
    low, high = wilson(share, matches)
    return f"{low:.0%} to {high:.0%}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = (heads, ["---"] * len(heads), *rows)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def store(kind: str, row: Row, same: tuple[str, str]) -> None:
    """Keep a row in place of the one with the same values of two names, and write the page."""
    found = kept("strength") or {}
    rows: dict[str, list[Row]] = {name: found.get(name, []) for name in ("levels", "variants")}
    others = [one for one in rows[kind] if any(one[name] != row[name] for name in same)]
    rows[kind] = sorted([*others, row], key=lambda one: (one["game"], one.get("level", 0), str(one.get("options"))))
    keep("strength", rows)
    PAGE.write_text(page(**rows), encoding="utf-8")


def main(
    *,
    game: Annotated[list[str] | None, typer.Option(help="a game; else all that have an engine")] = None,
    level: Annotated[list[int] | None, typer.Option(help="a level; else all, and the games themselves")] = None,
    matches: Annotated[int, typer.Option(help="matches of each pairing")] = 60,
    workers: Annotated[int, typer.Option(help="processes")] = cpu_count() or 1,
) -> None:
    """Measure, and write the page after each row."""
    for key in game or sorted(ENGINES):
        for number in level or range(1, len(ENGINES[key].levels) + 1):
            row = measure_level(key, number, matches, workers)
            store("levels", row, ("game", "level"))
            typer.echo(" | ".join(_level_cells(row)))
        for options in (options for name, options in VARIANTS if name == key and not level):
            row = measure_game(key, options, matches, workers)
            store("variants", row, ("game", "options"))
            typer.echo(" | ".join(_game_cells(row)))


if __name__ == "__main__":
    typer.run(main)

"""Writes the results of the measurements into docs/benchmarks.md: `python -m bench.report`.

Tables stand between two comments that name them; the text around them stays. The numbers come from build/bench
(`bench.results`); a table whose measurement did not run stays as it is. Charts are drawn again below docs/benchmarks.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import abuse, crowds, growth, limits, metrics, thinking, throughput, tournaments, turn
from bench.chart import Axis, chart, powers
from bench.results import FOLDER, kept
from bench.tables import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "benchmarks.md"
CHARTS = DOCS / "benchmarks"
MARK = re.compile(r"<!-- bench: (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)
PRINTED = ("rules", "render")
"""Measurements whose printed text is the result."""


def main() -> None:
    """Write the page and its charts."""
    CHARTS.mkdir(exist_ok=True)
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
    for name, draw in CURVES.items():
        found = kept(name.partition("-")[0])
        picture = draw(found) if found else None
        if picture:
            (CHARTS / f"{name}.svg").write_text(picture, "utf-8")
    say(f"{PAGE} is up to date with {FOLDER}.")


def filled(page: str) -> str:
    """Return a page with the tables between its comments replaced. Raises `KeyError` for an unknown name."""

    def replace(found: re.Match[str]) -> str:
        name, before = found[1], found[2]
        text = _read_printed_text(name) if name in PRINTED else _table(name)
        return f"<!-- bench: {name} -->\n{text or before}<!-- end -->"

    return MARK.sub(replace, page)


def _read_printed_text(name: str) -> str | None:
    file = FOLDER / f"{name}.md"
    return f"\n{file.read_text('utf-8').strip()}\n\n" if file.exists() else None


def _table(name: str) -> str | None:
    make = TABLES[name]
    found = kept(name.partition("_")[0])
    return f"\n{make(found)}\n\n" if found else None


def describe_run(found: Mapping[str, Any]) -> str:
    """Return the command, date and load of a measurement."""
    return f"`{found['command']}`, {found['at'][:10]}, load {found['load']:.1f}."


def _machine(found: Mapping[str, Any]) -> str:
    """Return the machine of a measurement, and the versions of what was measured."""
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    return f"Python {found['python']} on {found['system']}, {found['cores']} cores, {found['cpu']}. {versions}."


def _turn(found: Mapping[str, Any]) -> str:
    rows = [turn.format_row(key, row) for key, row in found["games"].items()]
    return f"{describe_run(found)}\n\n{turn.HEAD}\n" + "\n".join(rows)


def _calls(found: Mapping[str, Any]) -> str:
    """Return a table of the requests of a turn, by route."""
    calls, turns = found["calls"], (found["turns"], found["slash"]["count"], found["turns"])
    lines = ["| request | a turn by text | by slash command | an echo |", "|---|--:|--:|--:|"]
    for call in sorted({call for each in calls.values() for call in each}):
        numbers = [
            calls[which].get(call, 0) / each for which, each in zip(("bot", "slash", "echo"), turns, strict=True)
        ]
        lines.append(f"| `{call}` | {' | '.join(f'{number:.2f}' for number in numbers)} |")
    median = found["slash"]["median"] * 1000
    return "\n".join(
        [*lines, "", f"By slash command, over the people's API, a turn took {median:.1f} ms at the median."]
    )


def _throughput(found: Mapping[str, Any]) -> str:
    rows = [throughput.format_row(players, row) for players, row in found["players"].items()]
    memory = {name: number / 1e6 for name, number in found["memory"].items()}
    ends = f"Memory in use at the end: bot {memory['bot']:.0f} MB, echo bot {memory['echo']:.0f} MB."
    return f"{describe_run(found)}\n\n{throughput.HEAD}\n" + "\n".join(rows) + f"\n\n{ends}"


def _steps(found: Mapping[str, Any]) -> str:
    turns = found["steps"]["turns"]
    lines = ["| step | times a turn | ms each | ms a turn |", "|---|--:|--:|--:|"]
    for name, each in sorted(found["steps"]["of"].items(), key=lambda item: -item[1]["sum"]):
        cells = f"{each['count'] / turns:.2f} | {each['sum'] / each['count'] * 1000:.2f}"
        lines.append(f"| {name} | {cells} | {each['sum'] / turns * 1000:.1f} |")
    return "\n".join(lines)


def _commit(found: Mapping[str, Any]) -> str:
    lines = ["| what | a second | median ms | p99 ms |", "|---|--:|--:|--:|"]
    for name, title in (("turn", "a turn, by the referee"), ("bare", "one insert and commit")):
        each = found[name]
        lines.append(f"| {title} | {each['rate']:.0f} | {each['median'] * 1000:.2f} | {each['p99'] * 1000:.2f} |")
    return f"{describe_run(found)}\n\n" + "\n".join(
        [*lines, "", f"Share: {found['turn']['rate'] / found['bare']['rate']:.2f}."]
    )


def _growth(found: Mapping[str, Any]) -> str:
    rows = [growth.format_row(stored, row) for stored, row in found["records"].items()]
    return f"{describe_run(found)}\n\n{growth.HEAD}\n" + "\n".join(rows)


def _growth_long(found: Mapping[str, Any]) -> str:
    lines = ["| stored matches | plies | first turn ms | later turns: median ms |", "|--:|--:|--:|--:|"]
    for stored, row in found["records"].items():
        for plies, each in row["long"].items():
            cells = f"{plies} | {each['first'] * 1000:.1f} | {each['median'] * 1000:.1f}"
            lines.append(f"| {int(stored):,} | {cells} |")
    return "\n".join(lines)


def _abuse(found: Mapping[str, Any]) -> str:
    rows = [abuse.format_row(name, row) for name, row in found["floods"].items()]
    return f"{describe_run(found)}\n\n{abuse.HEAD}\n" + "\n".join(rows)


def _crowds(found: Mapping[str, Any]) -> str:
    rows = [crowds.format_row(name, row) for name, row in found["crowds"].items()]
    return f"{describe_run(found)}\n\n{crowds.HEAD}\n" + "\n".join(rows)


def _limits(found: Mapping[str, Any]) -> str:
    return f"{describe_run(found)}\n\n{limits.HEAD}\n{limits.format_row(found)}"


def _metrics(found: Mapping[str, Any]) -> str:
    return f"{describe_run(found)}\n\n{metrics.format_table(found)}"


def _tournaments(found: Mapping[str, Any]) -> str:
    return f"{describe_run(found)}\n\n{tournaments.HEAD}\n" + "\n".join(map(tournaments.format_row, found["rows"]))


def _thinking(found: Mapping[str, Any]) -> str:
    rows = [thinking.format_row(key, row) for key, row in found["games"].items()]
    return f"{describe_run(found)}\n\n{thinking.HEAD}\n" + "\n".join(rows)


TABLES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "turn": _turn,
    "turn_machine": _machine,
    "turn_calls": _calls,
    "thinking": _thinking,
    "throughput": _throughput,
    "throughput_steps": _steps,
    "commit": _commit,
    "abuse": _abuse,
    "crowds": _crowds,
    "limits": _limits,
    "metrics": _metrics,
    "tournaments": _tournaments,
    "growth": _growth,
    "growth_long": _growth_long,
}


def _turn_curves(found: Mapping[str, Any]) -> str:
    """Draw the cumulative distribution of the times of turns."""
    curves = {key: row["shares"] for key, row in found["games"].items()}
    curves["echo bot"] = found["echo_shares"]
    points = {name: [(seconds * 1000, share * 100) for share, seconds in each] for name, each in curves.items()}
    marks = powers(x for each in points.values() for x, _ in each)
    up = Axis("% of the turns, at most so long", (0, 25, 50, 75, 100), log=False)
    return chart("From the message to the board", Axis("milliseconds", marks), up, points)


def _throughput_curves(found: Mapping[str, Any]) -> str:
    names = {"bot": "Turnpost", "echo": "echo bot"}
    curves = {
        title: [(float(players), row[name]["rate"]) for players, row in found["players"].items()]
        for name, title in names.items()
    }
    rates = [rate for each in curves.values() for _, rate in each]
    across = Axis("players at once", powers(map(float, found["players"]), (1,)))
    return chart("Turns a second", across, Axis("turns a second", powers(rates)), curves)


def _growth_curves(found: Mapping[str, Any]) -> str | None:
    records = {int(stored): row for stored, row in found["records"].items()}
    if len(records) < 2:
        return None
    ways: dict[str, Callable[[Mapping[str, Any]], float]] = {
        "a start": lambda row: row["start"]["bot"]["median"],
        "its peer's": lambda row: row["start"]["echo"]["median"],
        "a turn": lambda row: row["turn"]["median"],
        "!games": lambda row: row["games"]["median"],
        "an echo": lambda row: row["echo"]["median"],
    }
    curves = {name: [(stored, take(row) * 1000) for stored, row in records.items()] for name, take in ways.items()}
    times = [time for each in curves.values() for _, time in each]
    across = Axis("stored matches", powers(map(float, records), (1,)))
    return chart("What grows with the record", across, Axis("milliseconds", powers(times)), curves)


CURVES: Mapping[str, Callable[[Mapping[str, Any]], str | None]] = {
    "turn": _turn_curves,
    "throughput": _throughput_curves,
    "growth": _growth_curves,
}


if __name__ == "__main__":
    main()

"""Writes the results of the measurements into docs/benchmarks.md, with curves: `python -m bench.report`."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import abuse, crowds, growth, limits, metrics, thinking, throughput, tournaments, turn, web
from bench.results import FOLDER, kept
from bench.tables import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 70, 180, 44, 56
COLOURS = ("#C03A22", "#3A9ACA", "#077A66", "#7A3CA0", "#B07A10", "#5C648A")
"""Tones of the boards' palette that differ in lightness too; each curve is also labelled."""

INK, SOFT, LINE = "#14161F", "#5A5E70", "#D5D7E0"


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: its label, the values that get a line, and whether its scale is logarithmic."""

    label: str
    marks: Sequence[float]
    log: bool = True

    def share(self, value: float) -> float:
        """Return where a value lies between the first mark (0) and the last (1)."""
        low, high = self.marks[0], self.marks[-1]
        if self.log:
            return (math.log(value) - math.log(low)) / (math.log(high) - math.log(low))
        return (value - low) / (high - low)


def powers(values: Iterable[float], steps: Sequence[float] = (1, 2, 5)) -> list[float]:
    """Return round marks from below the smallest value to above the largest.

    >>> powers([3, 40])
    [2, 5, 10, 20, 50]
    """
    known = sorted(values)
    low, high = math.floor(math.log10(known[0])), math.ceil(math.log10(known[-1]))
    marks = [step * 10**power if power >= 0 else step / 10**-power for power in range(low, high + 1) for step in steps]
    first = max(place for place, mark in enumerate(marks) if mark <= known[0])
    last = min(place for place, mark in enumerate(marks) if mark >= known[-1])
    return [round(mark, 6) if mark < 1 else int(mark) for mark in marks[first : max(last, first + 1) + 1]]


def chart(title: str, across: Axis, up: Axis, curves: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Return a picture of curves; each name stands at the right, near the curve's last point."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return LEFT + across.share(point[0]) * wide, TOP + (1 - up.share(point[1])) * high

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        '<g font-family="Manrope, sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>',
        _text(LEFT, 24, title, INK, 'font-size="15" font-weight="bold"'),
        _text(LEFT + wide / 2, HEIGHT - 14, across.label, SOFT, 'text-anchor="middle"'),
        _text(16, TOP + high / 2, up.label, SOFT, f'text-anchor="middle" transform="rotate(-90 16 {TOP + high / 2})"'),
    ]
    for mark in across.marks:
        x, _ = place((mark, up.marks[0]))
        parts += [_line(x, TOP, x, TOP + high), _text(x, TOP + high + 18, f"{mark:,}", SOFT, 'text-anchor="middle"')]
    for mark in up.marks:
        _, y = place((across.marks[0], mark))
        parts += [_line(LEFT, y, LEFT + wide, y), _text(LEFT - 8, y + 4, f"{mark:,}", SOFT, 'text-anchor="end"')]
    labels: list[float] = []
    for (name, points), colour in zip(curves.items(), COLOURS, strict=False):
        placed = [place(point) for point in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        if len(placed) < 20:
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in placed]
        y = _free_height(placed[-1][1] + 4, labels)
        parts.append(f'<rect x="{LEFT + wide + 10}" y="{y - 6:.1f}" width="12" height="4" fill="{colour}"/>')
        parts.append(_text(LEFT + wide + 28, y, name, colour, 'font-weight="bold"'))
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def _free_height(y: float, taken: list[float]) -> float:
    """Return the nearest height from y down at which a label covers no other, and mark it as taken."""
    heights = (y + step for step in range(HEIGHT))
    found = next(each for each in heights if all(abs(each - other) >= 15 for other in taken))
    taken.append(found)
    return found


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{LINE}"/>'


def _text(x: float, y: float, text: str, colour: str, more: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" {more}>{escape(text)}</text>'


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


def _web(found: Mapping[str, Any]) -> str:
    rows = [web.format_row(key, row) for key, row in found["games"].items()]
    return f"{describe_run(found)}\n\n{web.HEAD}\n" + "\n".join(rows)


def _web_pages(found: Mapping[str, Any]) -> str:
    rows = [web.format_crowd(pages, row) for pages, row in found["pages"].items()]
    return f"{web.CROWD_HEAD}\n" + "\n".join([*rows, "", web.describe_idle(found["idle"])])


def _web_floods(found: Mapping[str, Any]) -> str:
    return f"{web.FLOOD_HEAD}\n" + "\n".join(web.format_flood(name, row) for name, row in found["floods"].items())


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
    "web": _web,
    "web_pages": _web_pages,
    "web_floods": _web_floods,
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

"""The page for operators quotes what the program says, and its files name commands and metrics that there are."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from typer.main import get_group

from bot.cli import app
from bot.metrics import Metrics

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/operating.md").read_text("utf-8")
THINGS = PAGE.partition("\n## Twenty things that go wrong\n")[2]
QUOTES = [
    line
    for block in re.findall(r"^```text\n(.*?)^```$", THINGS, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
SHELL = "\n".join(
    [*re.findall(r"^(?: {4}| {8})(\S.*)$", PAGE, re.MULTILINE), *re.findall(r"`([^`\n]+)`", PAGE)],
)
SHORTEST = 15
"""Letters of the program's own that a sentence has at least, to be known by them."""


@cache
def sentences() -> list[re.Pattern[str]]:
    """Return a pattern for each text of the program: what is filled in may be anything."""
    return [
        re.compile(".*".join(map(re.escape, parts)), re.DOTALL)
        for folder in ("bot", "storage")
        for path in (ROOT / folder).rglob("*.py")
        for parts in texts(ast.parse(path.read_text("utf-8")))
        if sum(map(len, parts)) >= SHORTEST
    ]


def texts(tree: ast.Module) -> Iterator[list[str]]:
    """Yield the fixed parts of each text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            values = (value.value if isinstance(value, ast.Constant) else "%s" for value in node.values)
            yield re.split(r"%\+?[srd]", "".join(map(str, values)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.split(r"%\+?[srd]|\{\w*\}", node.value)


def test_there_are_twenty_things_in_order_and_each_is_quoted() -> None:
    sections = re.split(r"^### ", THINGS, flags=re.MULTILINE)[1:]
    assert [int(section.partition(".")[0]) for section in sections] == list(range(1, 21))
    assert all("```text\n" in section for section in sections)


@pytest.mark.parametrize("line", QUOTES)
def test_the_program_says_what_the_page_quotes(line: str) -> None:
    said = line.removeprefix("turnpost: ")
    said = re.sub(
        r"^(?:DATABASE_URL|TURNPOST_DATA, /data): |^The record can't be \w+: |^The outbox could not be \w+ or marked: ",
        "",
        said,
    )
    assert any(pattern.fullmatch(said) for pattern in sentences())


def test_what_ends_the_process_ends_as_the_page_says() -> None:
    for section in re.split(r"^### ", THINGS, flags=re.MULTILINE)[1:]:
        ends = "\nturnpost: " in section
        assert ends == bool(re.search(r"[Ee]xit code [12]", section)), section.splitlines()[0]


def test_the_page_types_commands_that_there_are() -> None:
    typed = set(re.findall(r"(?<![\w/-])turnpost (?=([a-z][a-z-]+))", SHELL))
    assert {"backup", "restore", "verify", "doctor", "health", "outbox"} <= typed
    assert typed - {"turnpost"} <= set(get_group(app).commands)


def test_the_page_names_services_and_volumes_of_the_compose_files() -> None:
    files = [yaml.safe_load((ROOT / name).read_text("utf-8")) for name in ("compose.yaml", "compose.postgres.yaml")]
    services = {name for file in files for name in file["services"]}
    named = re.findall(r"docker compose (?:exec|logs|run)((?: --?\S+(?: turnpost_data:/old)?)*) (\S+)", SHELL)
    assert {name for _, name in named} <= services
    assert all(f"{file['name']}_data" == "turnpost_data" for file in files)
    assert "data" in files[0]["volumes"]


def names_of(text: str) -> set[str]:
    """Return the bot's own metrics that a text names, as families: without the endings of their samples."""
    return {re.sub("_(total|count|sum|bucket)$", "", name) for name in re.findall(r"\bturnpost_[a-z_]+\b", text)}


@pytest.mark.parametrize("file", ["docs/metrics.md", "deploy/grafana-dashboard.json", "deploy/alerts.yml"])
def test_pages_dashboards_and_alerts_name_metrics_that_there_are(file: str) -> None:
    families = {family.name for family in Metrics().registry.collect() if family.name.startswith("turnpost_")}
    named = names_of((ROOT / file).read_text("utf-8"))
    assert named <= families
    assert named
    if file.startswith("docs"):
        assert families <= named, "each metric is described"


def test_the_dashboard_is_json_with_a_title_and_a_query_in_each_panel() -> None:
    dashboard: dict[str, Any] = json.loads((ROOT / "deploy/grafana-dashboard.json").read_text("utf-8"))
    assert all(panel["title"] and panel["targets"][0]["expr"] for panel in dashboard["panels"])

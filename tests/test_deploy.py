"""The files for operators name metrics that there are, and the page about metrics names all of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.metrics import Metrics

ROOT = Path(__file__).parents[1]


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

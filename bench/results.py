"""Results of the measurements for `bench.report`: one JSON file each, below build/bench."""

from __future__ import annotations

import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.tables import at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FOLDER = Path(os.environ.get("BENCH_RESULTS") or Path(__file__).parents[1] / "build" / "bench")
PACKAGES = ("discord.py", "aiohttp", "SQLAlchemy", "aiosqlite", "pillow")


def spread(times: Sequence[float]) -> dict[str, float]:
    """Return count, sum, median, p99 and maximum of times in seconds."""
    ordered = sorted(times)
    return {
        "count": len(ordered),
        "sum": sum(ordered),
        "median": at(ordered, 0.5),
        "p99": at(ordered, 0.99),
        "worst": ordered[-1],
    }


def shares(times: Sequence[float]) -> list[tuple[float, float]]:
    """Return the 1st to 100th percentile of times in seconds, each with its share."""
    ordered = sorted(times)
    return [(percent / 100, at(ordered, (percent - 1) / 100)) for percent in range(1, 101)]


def keep(name: str, found: Mapping[str, Any]) -> None:
    """Store the result of a measurement, with command, date and machine."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    record = {
        "command": f"python -m bench.{name} {' '.join(sys.argv[1:])}".strip(),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "cpu": _processor(),
        "load": os.getloadavg()[0],
        "versions": {package: version(package) for package in PACKAGES},
        **found,
    }
    (FOLDER / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")


def _processor() -> str:
    """Return the processor's model name (Linux), else the platform's name for it."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "an unnamed processor"


def kept(name: str) -> dict[str, Any] | None:
    """Return the latest result of a measurement, or None."""
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else None

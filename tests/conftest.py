"""What any test may ask for."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING
from zlib import crc32

import pytest

from tests.postgres import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres import Server


pytest_plugins = ["tests.compiled_statements", "tests.wire.fixtures"]

# The tests start many processes. Without bytecode each of them would compile every module again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


SHARING_FOLDERS = ("tests/playground/page/",)
"""Folders whose files share a browser, which would be started again for each file among others."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run the long tests as well, marked `thorough`")


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Leave out tests that are thorough as a whole, before their many cases are made; each worker would make them."""
    marks: list[pytest.Mark] = getattr(obj, "pytestmark", [])
    left_out = not collector.config.getoption("--thorough") and any(mark.name == "thorough" for mark in marks)
    return [] if left_out else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        # Beside each other, files that compute and files that wait for a bot use the processors best: mix the folders.
        items.sort(key=lambda item: crc32(_group(item.nodeid).encode()))
    if config.getoption("--thorough"):
        return
    long = [item for item in items if item.get_closest_marker("thorough")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def _group(nodeid: str) -> str:
    """Return what a test stays together with: its file, or the folder whose files share fixtures."""
    return next((folder for folder in SHARING_FOLDERS if nodeid.startswith(folder)), nodeid.partition("::")[0])


def pytest_collection_finish() -> None:
    """Leave what was loaded and collected out of garbage collections, and make these rarer: tests are short.

    They took a twelfth of the processor time.
    """
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, one for each worker that needs it. Where none can be had, what asks for it fails."""
    with running() as server:
        yield server

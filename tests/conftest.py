"""What any test may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.postgres import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres import Server


pytest_plugins = ["tests.wire.fixtures"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, one for each worker that needs it. Where none can be had, what asks for it fails."""
    with running() as server:
        yield server

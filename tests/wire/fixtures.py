"""Fixtures that start the environment of the wire tests."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Protocol

import pytest
import pytest_asyncio

from tests.wire.environment import Environment, start_env

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path


GENEROUS = {"TURNPOST_REQUESTS": "10000", "TURNPOST_CHALLENGES": "10000"}
"""Where a few people do the work of all tests of a module within seconds."""


class MakeEnvironment(Protocol):
    """Starts an environment, with the message content intent granted or not."""

    def __call__(self, *, content: bool = True) -> AbstractAsyncContextManager[Environment]: ...


@pytest.fixture
def make_env(tmp_path: Path) -> MakeEnvironment:
    def env(*, content: bool = True) -> AbstractAsyncContextManager[Environment]:
        return start_env(tmp_path, content=content)

    return env


@pytest.fixture
async def env(make_env: MakeEnvironment) -> AsyncGenerator[Environment]:
    async with make_env() as ready:
        yield ready


@pytest.fixture
async def env_without_content(make_env: MakeEnvironment) -> AsyncGenerator[Environment]:
    async with make_env(content=False) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """One environment for all tests of a module, which play one match after the other."""
    async with start_env(tmp_path_factory.mktemp("shared"), settings=GENEROUS) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env_without_content(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """The same with the message content intent off."""
    async with start_env(tmp_path_factory.mktemp("shared"), content=False, settings=GENEROUS) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env_without_nonces(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """The same with Discord forgetting nonces at once, as it does after some minutes."""
    folder = tmp_path_factory.mktemp("shared")
    async with start_env(folder, nonce_window=timedelta(0), settings=GENEROUS) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=[True, False], ids=["content", "no content"])
async def crash_env(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> AsyncGenerator[Environment]:
    """The same with and without the content intent, for tests that kill the bot."""
    folder = tmp_path_factory.mktemp("crashes")
    async with start_env(folder, content=request.param, nonce_window=timedelta(0), settings=GENEROUS) as ready:
        yield ready


@pytest.fixture(autouse=True)
def no_faults_left(request: pytest.FixtureRequest) -> Generator[None]:
    """Remove the faults that a failed test left, before the next test."""
    shared = ("shared_env", "shared_env_without_content", "shared_env_without_nonces")
    environments: list[Environment] = [request.getfixturevalue(name) for name in shared if name in request.fixturenames]
    yield
    for env in environments:
        env.playground.faults.clear()

"""Fixtures that set the stage of the wire tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest
import pytest_asyncio

from tests.wire.stage import Stage, staged

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path


GENEROUS = {"TURNPOST_REQUESTS": "10000"}
"""Where a few people do the work of all tests of a module within seconds."""


class SetStage(Protocol):
    """Sets the stage, with the message content intent granted or not."""

    def __call__(self, *, content: bool = True) -> AbstractAsyncContextManager[Stage]: ...


@pytest.fixture
def set_stage(tmp_path: Path) -> SetStage:
    def stage(*, content: bool = True) -> AbstractAsyncContextManager[Stage]:
        return staged(tmp_path, content=content)

    return stage


@pytest.fixture
async def stage(set_stage: SetStage) -> AsyncGenerator[Stage]:
    async with set_stage() as ready:
        yield ready


@pytest.fixture
async def stage_without_content(set_stage: SetStage) -> AsyncGenerator[Stage]:
    async with set_stage(content=False) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting_stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Stage]:
    """One stage for all tests of a module, which play one match after the other on it."""
    async with staged(tmp_path_factory.mktemp("lasting"), settings=GENEROUS) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting_stage_without_content(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Stage]:
    """The same with the message content intent off."""
    async with staged(tmp_path_factory.mktemp("lasting"), content=False, settings=GENEROUS) as ready:
        yield ready


@pytest.fixture(autouse=True)
def no_faults_left(request: pytest.FixtureRequest) -> Generator[None]:
    """Let no fault that a test ordered, and failed before it struck, befall the tests after it."""
    lasting = ("lasting_stage", "lasting_stage_without_content")
    stages: list[Stage] = [request.getfixturevalue(name) for name in lasting if name in request.fixturenames]
    yield
    for stage in stages:
        stage.playground.faults.clear()

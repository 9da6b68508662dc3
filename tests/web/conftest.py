"""The sites of the tests of a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio

from tests.web.site import start_site

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    import pytest

    from tests.web.site import Site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Site]:
    """A site behind a proxy, over HTTPS."""
    async with start_site(tmp_path_factory.mktemp("site")) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bare_site(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Site]:
    """A site without a proxy, over HTTP."""
    async with start_site(tmp_path_factory.mktemp("bare"), proxies="") as ready:
        yield ready

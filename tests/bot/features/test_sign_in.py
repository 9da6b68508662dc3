"""Links that others can read sign nobody in: also those in what a message forwards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.features.sign_in import burn_links_in
from bot.referee.errors import RequestRejected
from bot.referee.people.sign_in import make_link, read_link
from storage.engine.database import file_url
from tests.bot.referee.clock_context import ANN, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path


URL = "https://play.example.org/in/TOKEN"


def message(content: str, forwarded: str, url: str) -> Any:
    """Return what of a message has its text, and the text of the one that it forwards and the link of its button."""
    row: Any = {"type": 1, "components": [{"type": 2, "style": 5, "label": "Site", "url": url}]}
    components = [SimpleNamespace(children=[]), discord.ActionRow(row)]
    return SimpleNamespace(
        content=content, message_snapshots=[SimpleNamespace(content=forwarded, components=components)]
    )


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param((f"look: {URL}", "", "https://example.org"), id="text"),
        pytest.param(("", f"<{URL}>", "https://example.org"), id="forwarded text"),
        pytest.param(("", "", URL), id="forwarded button"),
    ],
)
async def test_links_in_messages_are_burnt(tmp_path: Path, texts: tuple[str, str, str]) -> None:
    await create_database(tmp_path / "turnpost.db")
    async with make_clock_context(file_url(tmp_path / "turnpost.db")) as here:
        context = here.context
        bot: Any = SimpleNamespace(context=context)
        burnt, kept = [await make_link(context, ANN.id, ANN.name, "/b/x") for _ in range(2)]
        content, forwarded, url = (text.replace("TOKEN", burnt) for text in texts)
        await burn_links_in(bot, message(content, forwarded, url))
        with pytest.raises(RequestRejected, match="has been used"):
            await read_link(context, burnt)
        assert (await read_link(context, kept)).name == ANN.name

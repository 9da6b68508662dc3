"""Links that others can read sign nobody in, also those that a message forwards; lists name the browsers used last."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.features.guide.turns import PuzzleTurn
from bot.features.sign_in import burn_links_in, sessions_text, sign_out_choices
from bot.referee.errors import RequestRejected
from bot.referee.people.sign_in import make_link, read_link
from storage.engine.database import file_url
from storage.queries.web_sessions import Session
from tests.bot.features.match_sample import MATCH
from tests.bot.referee.clock_context import ANN, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
URL = "https://play.example.org/in/TOKEN"


def test_a_person_with_many_browsers_sees_those_used_last() -> None:
    sessions = [Session(number, ANN.id, f"Firefox {number}", NOON, NOON) for number in range(20, 9, -1)]
    assert sessions_text(sessions).splitlines()[-1] == f"- `Firefox 11`, last used <t:{NOON.timestamp():.0f}:R>"
    assert sessions_text(sessions, numbers=True).splitlines()[1].startswith("- 20: `Firefox 20`")
    assert [*sign_out_choices(sessions)] == [*map(str, range(20, 10, -1)), "all"]


def test_the_page_of_a_puzzle_begins_with_its_first_move() -> None:
    bot: Any = SimpleNamespace(context=None)
    press: Any = SimpleNamespace(user=SimpleNamespace(id=ANN.id))
    puzzle = replace(MATCH, id=12, game="xero-g")
    assert PuzzleTurn(bot, press, "xero-g", 12, ()).path(puzzle) == "/p/xero-g/12"
    assert PuzzleTurn(bot, press, "xero-g", 12, ["a1-base"]).path(puzzle) is None


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

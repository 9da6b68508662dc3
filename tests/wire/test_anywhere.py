"""Every command that is offered in group messages and on a server without the bot works there, with a private reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.bot.features.challenges.test_foreign_places import BOOKS, hear_board
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.wire.environment import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")
OF_A_MATCH = {
    "move": {"move": "321123"},
    "preview": {"move": "321123"},
    "board": {"text": "grid"},
    "match draw": {},
    "match agree": {},
    "match refuse": {},
    "match takeback": {},
    "match substitute": {},
    "match pause": {},
    "match resume": {},
    "match claim": {},
    "match calloff": {},
    "match givetime": {"time": "1d"},
    "match hint": {},
    "match where": {},
    "match catalogue": {},
    "match history": {},
    "match export": {},
    "match replay": {},
    "match review": {},
    "match rematch": {},
    "match note": {"text": "remember"},
    "match notes": {},
    "match analyse": {},
    "match plan": {},
    "match resign": {},
}
OTHERS = {
    "games": {},
    "profile": {},
    "standings": {"game": "xero-g"},
    "stats": {},
    "help": {"game": "xero-g"},
    "match accept": {},
    "match decline": {},
    "my challenges": {},
    "my look": {"theme": "light"},
    "my preferences": {},
    "my vacation": {},
    "my puzzle": {"game": "xero-g"},
    "privacy show": {},
    "privacy delete": {},
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """Ann has installed the bot; she and Bob play #1, begun in a group, and #2, begun on a server without the bot."""
    folder = tmp_path_factory.mktemp("anywhere")
    async with start_env(folder, content=False, other_guilds=1, settings=GENEROUS) as ready:
        await ready.ann.change_settings(installed=True)
        for place in (await ready.ann.dm(ready.bob), await ready.ann.channel(BOOKS)):
            since = ready.bob.seen_so_far()
            await ready.ann.slash("challenge", place, game="xero-g", opponent=ready.bob.id, seat="south")
            post = await ready.bob.hear(lambda one, place=place: one["channel_id"] == place, since=since)
            await ready.bob.press(post, "Accept")
        for number in "12":
            await hear_board(ready.ann, number, 0)
        yield ready


async def test_all_that_is_offered_is_tried(env: Environment) -> None:
    place = await env.ann.dm(env.bob)
    view = await env.ann.view()
    kind = next(one["place"] for one in view["channels"] if one["id"] == place)
    offered = {one["id"]: one for one in view["commands"]}
    names = {
        f"{one['name']} {part['name']}" if part["type"] == 1 else one["name"]
        for one in (offered[key] for key in view["commands_in"][kind])
        if one["type"] == 1
        for part in one["options"] or [{"type": 3}]
    }
    assert names == {*OF_A_MATCH, *OTHERS, "challenge"}


@pytest.mark.parametrize("where", ["group", pytest.param("server", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", [*OF_A_MATCH, *OTHERS])
async def test_it_is_answered_privately(env: Environment, name: str, where: str) -> None:
    place = await env.ann.dm(env.bob) if where == "group" else await env.ann.channel(BOOKS)
    number = "1" if where == "group" else "2"
    options = dict({**OF_A_MATCH, **OTHERS}[name])
    if name in {"move", "preview"}:
        options["move"] = f"#{number} {options['move']}"
    elif name == "match where":
        options["place"] = f"#{number}"
    elif name in OF_A_MATCH:
        options["match"] = f"#{number}"
    answer = await env.ann.ask_by_slash(name, place, **options)
    assert answer["ephemeral"]
    assert answer["channel_id"] == place
    assert "went wrong" not in answer["content"]
    assert "on this server" not in answer["content"]


async def test_what_needs_a_server_is_offered_on_servers_with_the_bot_alone(env: Environment) -> None:
    view = await env.ann.view()
    commands = {one["id"]: one["name"] for one in view["commands"]}
    for place in (await env.ann.dm(env.bob), await env.ann.channel(BOOKS), await env.ann.dm()):
        kind = next(one["place"] for one in view["channels"] if one["id"] == place)
        assert not {"server", "matches", "Matches"} & {commands[key] for key in view["commands_in"][kind]}

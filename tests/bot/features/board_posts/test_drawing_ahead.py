"""Which boards are drawn before a move is stored."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.features.board_posts.posts import DrawingAhead
from games import GAMES
from storage.queries.rows import Person
from tests.bot.features.match_sample import ANN, BOB, MATCH

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.client.client import Client
    from renderers.board.scene import Scene

TURNPOST = Person.computer(1)


@pytest.mark.parametrize(("seats", "drawn"), [((ANN, BOB), True), ((TURNPOST, BOB), True), ((ANN, TURNPOST), False)])
async def test_a_board_before_a_computer_players_move_is_not_drawn_ahead(
    seats: tuple[Person, ...], *, drawn: bool
) -> None:
    listeners: list[Callable[..., None]] = []
    ahead: list[Scene] = []
    game = GAMES["xero-g"]

    def draw_ahead(_: object, scene: Scene) -> None:
        ahead.append(scene)

    def get_game(_: object) -> object:
        return game

    bot = SimpleNamespace(
        context=SimpleNamespace(move_listeners=listeners, game=get_game),
        languages=SimpleNamespace(known={MATCH.guild_id: "en"}.get),
        board_images=SimpleNamespace(draw_ahead=draw_ahead),
    )
    await DrawingAhead(cast("Client", bot)).cog_load()
    state = game.start(2, {}, 1)
    after = game.play(state, game.parse(state, "321123"))
    listeners[0](replace(MATCH, seats=seats), after, 1, "321123")
    assert [scene.move for scene in ahead] == (["321123"] if drawn else [])

"""Display preferences as text, and the side from which a board is drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.people.display import (
    BoardDisplay,
    DisplayPreferences,
    change_display,
    choose_display,
    describe_display,
    display_from_json,
    load_display,
    page_display,
    parse_side,
    post_display,
    private_display,
    replay_display,
    shared_display,
    split_display,
)
from games import GAMES
from storage.queries.rows import Post
from tests.bot.features.match_sample import ANN, BOB, MATCH, NOON

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext

LIGHT = DisplayPreferences("light", "small", "never")
XERO_G = GAMES["xero-g"]


def test_display_preferences_are_stored_where_they_differ_from_the_defaults() -> None:
    stored = {"theme": "light", "size": "small", "sides": "never"}
    assert (LIGHT.as_json, DisplayPreferences().as_json) == (stored, {})
    assert display_from_json(stored) == LIGHT
    assert display_from_json({"theme": "pink", "size": "large", "font": "dark"}) == DisplayPreferences(size="large")
    assert describe_display(LIGHT) == ["light", "small", "never turned"]


def test_display_values_are_split_in_any_order() -> None:
    assert split_display("Light size=large") == {"theme": "light", "size": "large"}
    assert split_display("never light theme=light") == {"sides": "never", "theme": "light"}
    assert split_display("") == {}


@pytest.mark.parametrize("typed", ["pink", "font=dark", "dark light", "dark theme=light", "=dark font"])
def test_display_values_that_cannot_be_read_are_rejected(typed: str) -> None:
    with pytest.raises(RequestRejected):
        split_display(typed)


def test_display_preferences_change_where_a_value_is_given() -> None:
    assert choose_display(LIGHT, theme=" DARK ", size=None) == replace(LIGHT, theme="dark")
    with pytest.raises(RequestRejected):
        choose_display(LIGHT, theme="small")


def test_a_side_is_ones_own_or_a_seat_by_name_or_number() -> None:
    names = [name.lower() for name in XERO_G.info.seats]
    assert [parse_side(XERO_G.info, MATCH, BOB.id, typed) for typed in (" Mine ", names[0], "2")] == [2, 1, 2]
    assert parse_side(XERO_G.info, MATCH, ANN.id, "mine") == 1
    for user_id, typed in ((9, "mine"), (1, "3"), (1, "0"), (1, "")):
        with pytest.raises(RequestRejected):
            parse_side(XERO_G.info, MATCH, user_id, typed)


def test_a_shared_board_turns_to_the_player_to_move_and_at_the_end_to_the_winner() -> None:
    state = XERO_G.start(2, {}, 1)
    assert shared_display(MATCH, XERO_G, state) == BoardDisplay(1)
    assert shared_display(MATCH, XERO_G, XERO_G.leave(state, 1)) == BoardDisplay(2)
    fixed = replace(MATCH, look=LIGHT.as_json)
    assert shared_display(fixed, XERO_G, state) == BoardDisplay(None, "light", "small")
    assert replay_display(fixed) == BoardDisplay(None, "light", "small")


def test_a_shared_board_without_home_edges_never_turns() -> None:
    game = next(game for game in GAMES.values() if not game.info.homes)
    state = game.start(2, {}, 1)
    assert shared_display(MATCH, game, state).side is None


def test_a_post_for_one_person_holds_its_display() -> None:
    display = BoardDisplay(2, "light", "large")
    post = Post(1, "m7", "show", {"sight": display.as_json}, 7, None, 1, NOON, 0)
    assert post_display(post) == display
    assert post_display(replace(post, body={})) is None


async def test_private_boards_and_pages_follow_the_preferences_of_their_person(here: ClockContext) -> None:
    context = here.context
    await change_display(context, ANN.id, {"theme": "light", "sides": "never"})
    with pytest.raises(RequestRejected):
        await change_display(context, ANN.id, {"theme": "dark", "size": "huge"})
    async with context.database.read() as tx:
        assert await load_display(tx, ANN.id) == DisplayPreferences("light", "normal", "never")
    assert await page_display(context, ANN.id) == BoardDisplay(None, "light", "normal")
    assert await page_display(context, None) == BoardDisplay()
    assert await private_display(context, MATCH, ANN.id) == BoardDisplay(None, "light", "normal")
    assert await private_display(context, MATCH, ANN.id, " ", size="large") == BoardDisplay(None, "light", "large")
    assert await private_display(context, MATCH, ANN.id, "2", theme="dark") == BoardDisplay(2)
    assert await private_display(context, MATCH, BOB.id) == BoardDisplay(2)
    assert await private_display(context, MATCH, 9) == BoardDisplay()
    homeless = next(key for key, game in GAMES.items() if not game.info.homes)
    assert await private_display(context, replace(MATCH, game=homeless), BOB.id) == BoardDisplay()

"""Hex, the larger example of docs/adding-a-game.md: its rules, its picture and words, and its computer player."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect
from turnpost_hex import HEX
from turnpost_hex.engine import ENGINE, count_missing
from turnpost_hex.rules import SEATS, Hex, State, edges

from bot.referee.turns.aids import walk_choices
from engines.generic import GenericEngine
from games.adjacency import shortest_path
from games.contract import IllegalMove
from games.hex_grid import rhombus
from renderers.board.scene import Scene
from tests.packages import lay_down_example, let_be_found
from tests.playground.browser import chromium_running, page_of, said, write
from tests.playground.running_page import PHONE
from tests.wire.environment import start_env
from tests.wire.match import Contest, bare, by_slash
from tests.wire.process import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Person
    from tests.wire.match import Json

GAME, RENDERER = Hex(), HEX.renderer
SMALL = {"size": 5}


def played(*moves: str, **options: int | str) -> State:
    """Return the state after moves on a small board."""
    state = GAME.start(2, SMALL | options, 0)
    for move in moves:
        state = GAME.play(state, GAME.parse(state, move))
    return state


def joined(state: State, seat: int) -> bool:
    """Return whether a seat's stones join its edges, by trying every step from stone to stone."""
    size = state.size
    own = {(place % size, place // size) for place, owner in enumerate(state.stones) if owner == seat}
    axis = 1 if seat == 1 else 0
    reached = {stone for stone in own if stone[axis] == 0}
    while True:
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        more = {(x + dx, y + dy) for x, y in reached for dx, dy in steps} & own
        if more <= reached:
            return any(stone[axis] == size - 1 for stone in reached)
        reached |= more


def test_red_joins_the_upper_edge_to_the_lower_one() -> None:
    state = played("c1", "a1", "c2", "a2", "b3", "a3", "b4", "a4", "b5")
    assert state.mover is None
    assert state.outcome
    assert (state.outcome.winners, state.outcome.clause) == ((1,), "a chain of 5 joins both edges")


def test_blue_joins_the_left_edge_to_the_right_one() -> None:
    state = played("a1", "a3", "b1", "b3", "c1", "c2", "d1", "d2", "a5", "e1")
    assert state.outcome
    assert state.outcome.winners == (2,)


def test_stones_that_touch_only_by_a_corner_are_not_joined() -> None:
    assert played("c1", "a1", "c2", "a2", "a3", "b1", "a4", "b2", "a5").outcome is None


@pytest.mark.parametrize("seed", range(40))
def test_a_match_ends_with_the_first_chain_and_never_in_a_draw(seed: int) -> None:
    rng, state = Random(seed), GAME.start(2, {"size": 5 + seed % 4}, 0)
    while state.mover:
        assert not joined(state, 1)
        assert not joined(state, 2)
        state = GAME.play(state, rng.choice(GAME.legal(state)))
    assert state.outcome
    (winner,) = state.outcome.winners
    assert joined(state, winner)
    assert not joined(state, 3 - winner)
    assert all(state.stones[place] == winner for place in state.chain)


def test_blue_takes_over_the_first_stone_mirrored() -> None:
    state = played("c4", "swap")
    assert GAME.position(state) == "...../...../...b./...../..... 1"


@pytest.mark.parametrize(
    ("moves", "options"), [((), {}), (("c4", "d4"), {}), (("c4", "d4", "e4"), {}), (("c4",), {"swap": False})]
)
def test_only_the_first_stone_can_be_taken_over_and_only_where_it_is_allowed(
    moves: tuple[str, ...], options: dict[str, bool]
) -> None:
    with pytest.raises(IllegalMove, match="can't be played"):
        played(*moves, "swap", **options)


def test_a_taken_hexagon_can_not_be_taken_again() -> None:
    with pytest.raises(IllegalMove) as refused:
        played("c4", "c4")
    assert refused.value.kind == "illegal"


def test_of_many_hexagons_the_column_is_chosen_first() -> None:
    state = GAME.play(GAME.start(2, {}, 0), "c4")
    assert [choice.text for choice in GAME.guide(state, "").choices] == [*"abcdefghijk", "swap"]
    assert [choice.text for choice in GAME.guide(state, "c").choices] == [f"c{row}" for row in range(1, 12) if row != 4]
    assert (GAME.guide(state, "c10").move, GAME.guide(state, "swap").move) == ("c10", "swap")
    assert walk_choices(GAME, state, (), ("c10",), turned=False).text == "c10", "one tap goes through the column"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("...../...../...../..... 1", "here there are 4"),
        ("...../...../....../...../..... 1", "Row 3 of the text has 6 cells"),
        ("...../..x../...../...../..... 1", "not `x`"),
        ("...../...../...../...../..... 3", "1 to 2, not 3"),
        ("nonsense", "5 rows joined by"),
    ],
)
def test_a_wrong_position_text_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        GAME.parse_position(text, options=SMALL)


def test_the_words_tell_every_stone_and_the_swap() -> None:
    state = played("c4", "swap", "a1", "b1")
    scene = Scene(state, ("Ann", "Bob"), 4, "b1")
    assert "Red stone: a1. Blue stone: b1, d3." in RENDERER.alt(scene)
    assert "Row 1: Red stone a1; Blue stone b1." in RENDERER.text(scene)
    swapped = Scene(played("c4", "swap"), ("Ann", "Bob"), 2, "swap")
    assert "Bob (Blue) played swap: took over the first stone, now on d3." in RENDERER.alt(swapped)


def test_a_full_board_of_the_largest_size_is_told_in_alt_text_and_post() -> None:
    rng, state = Random(3), GAME.start(2, {"size": 14}, 0)
    while state.mover:
        state = GAME.play(state, rng.choice(GAME.legal(state)))
    scene = Scene(state, SEATS, 150, "a1")
    alt, text = RENDERER.alt(scene), RENDERER.text(scene)
    assert len(alt) <= 1024
    assert len(text) < 1500


@pytest.mark.thorough
async def test_hex_is_played_over_the_wire_with_its_options_and_without_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = lay_down_example("hex", tmp_path / "site")
    let_be_found(monkeypatch, site)
    async with start_env(tmp_path, packages=site) as env:
        ann = env.ann
        contest = Contest("hex", (ann, env.bob), {"size": 5})
        await contest.begin()
        await ann.hear_bot("Size: 5. Swap: yes.")
        await contest.turn(bare, "c4")
        await contest.turn(bare, "swap")
        since = ann.seen_so_far()
        await ann.say("!draw", contest.thread)
        await ann.hear_bot("There are no draws in Hex", since=since)
        for text in ("a1", "a3", "b1", "b3", "c1", "c2", "e5", "d2", "d5", "e2"):
            await contest.turn(by_slash, text)
        contest.check_win()
        assert "a chain of 5 joins both edges" in contest.board["content"]


@pytest.mark.thorough
async def test_hex_is_played_to_its_end_on_a_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = ROOT / "build" / "hex"
    pictures.mkdir(parents=True, exist_ok=True)
    site = lay_down_example("hex", tmp_path / "site")
    let_be_found(monkeypatch, site)
    async with (
        start_env(tmp_path, packages=site) as env,
        chromium_running() as browser,
        page_of(browser, env.playground, viewport=PHONE) as page,
    ):
        contest = Contest("hex", (env.ann, env.bob), {"size": 5})
        await contest.begin()
        await page.get_by_test_id("thread-card").first.click()
        await expect(page.get_by_test_id("title")).to_contain_text("Hex #1: Ann - Bob")

        async def on_the_page(_person: Person, _thread: str, _board: Json, text: str) -> None:
            await write(page, text)

        moves = ("c1", "a1", "c2", "a2", "b3", "a3", "b4", "a4", "b5")
        for ply, text in enumerate(moves):
            await contest.turn(bare if ply % 2 else on_the_page, text)
        contest.check_win()
        await expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        await expect(said(page, "a chain of 5 joins both edges").get_by_test_id("image")).to_have_js_property(
            "complete", value=True
        )
        await page.screenshot(path=pictures / "end.png")


def at(text: str, size: int = 5) -> State:
    return GAME.parse_position(text, options={"size": size})


def test_an_empty_board_takes_a_stone_in_every_other_row() -> None:
    assert [count_missing(GAME.start(2, {"size": size}, 0), seat) for size in (5, 6, 11) for seat in (1, 2)] == [
        2, 2, 3, 3, 5, 5,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "red", "blue"),
    [
        ("...../..r../...../...../..... 1", 1, 2),
        ("...../..r../...../.r.../..... 2", 0, 3),
        ("...../..r../..b../.r.../..... 1", 1, 2),
        (".rr../.br../.br../.rb../.r.b. 1", 0, 6),
        ("...../...../bbbbb/...../..... 1", 6, 0),
    ],
)
def test_bridges_count_as_joined_until_they_are_broken(text: str, red: int, blue: int) -> None:
    assert (count_missing(at(text), 1), count_missing(at(text), 2)) == (red, blue)


@pytest.mark.parametrize("seed", range(20))
def test_a_seat_misses_none_exactly_if_it_has_won_a_full_board(seed: int) -> None:
    rng, state = Random(seed), GAME.start(2, {"size": 5 + seed % 3}, 0)
    while state.mover:
        state = GAME.play(state, rng.choice(GAME.legal(state)))
    board = rhombus(state.size, state.size)
    filled = tuple(owner or 1 + rng.randrange(2) for owner in state.stones)
    for seat in (1, 2):
        own = {place for place, owner in enumerate(filled) if owner == seat}
        first, last = edges(state.size, seat)
        joined = bool(shortest_path(board.neighbours, first, last, own))
        full = at(GAME.position(State(size=state.size, stones=filled)), state.size)
        assert (count_missing(full, seat) == 0) == joined


def test_it_takes_a_win_at_once_and_proves_it() -> None:
    thought = ENGINE.think(at("..r../..r../..r../.b.b./..r.b 1"), 2, 1)
    assert (thought.move, thought.proved) == ("c4", "win")


def test_it_defends_the_only_way() -> None:
    assert ENGINE.think(at("..r../..r../..r../.b.b./..r.. 2"), 3, 1).move == "c4"


@pytest.mark.parametrize("seat", [1, 2])
def test_it_beats_the_generic_engine_of_as_many_seconds(seat: int) -> None:
    """A node of the generic engine takes about a fifth of the time of a node of this one."""
    state, generic = GAME.start(2, {"size": 7, "swap": False}, 0), GenericEngine(GAME)
    while state.mover:
        thought = ENGINE.think(state, 2, 1) if state.mover == seat else generic.think(state, 2, 1)
        state = GAME.play(state, GAME.parse(state, thought.move))
    assert state.outcome
    assert state.outcome.winners == (seat,)


def test_the_package_offers_it() -> None:
    assert HEX.engine is ENGINE

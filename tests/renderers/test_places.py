"""Where each place of a board is tapped in its picture: by name and point, on turned boards, and in random matches."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from games.contract import Destinations
from games.hex_grid import STANDARD
from games.random_play import play_random_match
from games.xong.lattice import leg_index
from games.zyrcan.field import field
from renderers.board.scene import Circle, Scene
from tests.renderers.test_pictures import GAMES, KEYS, RENDERERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.contract import Step
    from renderers.board.scene import Polygon

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
MATCHES = 6


def contains(shape: Polygon | Circle, x: float, y: float) -> bool:
    if isinstance(shape, Circle):
        return math.dist((x, y), (shape.x, shape.y)) < shape.radius
    crossed = [
        x < west + (y - top) * (east - west) / (low - top)
        for (west, top), (east, low) in pairwise((*shape, shape[0]))
        if (top > y) != (low > y)
    ]
    return sum(crossed) % 2 == 1


def tapped(places: Mapping[str, Polygon | Circle], x: float, y: float) -> str:
    """Return the names of all places that a tap hits."""
    return " ".join(name for name, shape in places.items() if contains(shape, x, y))


def start(key: str, players: int = 2) -> Scene:
    return Scene(GAMES[key].start(players, {}, 0), NAMES[:players], 0)


@pytest.mark.parametrize(
    ("key", "side", "taps"),
    [
        ("xero-g", 1, {"a1": (190, 900), "f6": (810, 280), "c4": (438, 528)}),
        ("xero-g", 2, {"a1": (810, 280), "f6": (190, 900), "c4": (562, 652)}),
        ("xero-g", 1, {"a1": (129, 961), "b1": (253, 839), "": (127, 961), "a2": (251, 837)}),
        ("martian-life", 1, {"a1": (129, 955), "h8": (871, 213), "c2": (341, 849)}),
        ("martian-life", 2, {"a1": (871, 213), "h8": (129, 955), "c2": (659, 319)}),
        ("martian-life", 1, {"a1": (77, 1007), "b1": (183, 903), "": (75, 1007), "a2": (181, 901)}),
        ("force-field-factions", 2, {"a1": (108, 856), "h8": (780, 184), "c2": (300, 760)}),
        ("force-field-factions", 1, {"a1": (780, 184), "h8": (108, 856), "c2": (588, 280)}),
        ("force-field-factions", 2, {"a1": (61, 903), "b1": (157, 809), "": (59, 903), "a2": (155, 807)}),
        ("xong", 1, {"e5": (500, 570), "e6": (604, 570), "e5e": (552, 570), "e5ne": (526, 525), "e5nw": (474, 525)}),
        ("xong", 2, {"e5": (500, 570), "e6": (604, 570), "e4e": (448, 570), "d5nw": (526, 615), "d4ne": (474, 615)}),
    ],
)
def test_a_tap_hits_the_place_that_lies_there(key: str, side: int, taps: dict[str, tuple[int, int]]) -> None:
    places = RENDERERS[key].places(replace(start(key), side=side))
    assert {tapped(places, *point): point for point in taps.values()} == taps


@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize("mover", [1, 2])
def test_the_base_is_the_one_that_the_seat_to_move_flies_to(mover: int, side: int) -> None:
    scene = start("xero-g")
    scene = replace(scene, state=replace(scene.state, mover=mover), side=side)
    places = RENDERERS["xero-g"].places(scene)
    above, below = (500, 190), (500, 990)
    there, here = (above, below) if mover == side else (below, above)
    assert (tapped(places, *there), tapped(places, *here)) == ("base", "")
    assert (tapped(places, there[0] - 480, there[1]), tapped(places, there[0] + 480, there[1])) == ("", ""), "its rim"
    over = replace(scene, state=replace(scene.state, mover=None))
    assert {*places} - {*RENDERERS["xero-g"].places(over)} == {"base"}


@pytest.mark.parametrize(("players", "half"), [(3, 66), (4, 52), (5, 52)])
def test_the_cells_in_use_of_zyrcan_are_tapped(players: int, half: int) -> None:
    begun = start("zyrcan", players)
    fought = replace(begun, state=replace(begun.state, phase="attack"))
    for scene, y in ((begun, 627), (fought, 585)):
        places = RENDERERS["zyrcan"].places(scene)
        assert {*places} == {STANDARD.names[cell] for cell in field(players).used}
        for name, east in {"e5": 0, "e6": 2, "e4": -2}.items():
            for aside in (1 - half, 0, half - 1):
                assert tapped(places, 500 + east * half + aside, y) == name


def polygon(shape: Polygon | Circle) -> Polygon:
    assert not isinstance(shape, Circle)
    return shape


def middle_of(shape: Polygon | Circle) -> tuple[float, float]:
    xs, ys = zip(*polygon(shape), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def test_a_hexagon_of_xong_is_its_inner_part_with_its_mark_and_the_rest_are_its_legs() -> None:
    places = RENDERERS["xong"].places(start("xong"))
    points = {(33, 0): "e5", (36, 0): "e5e", (68, 0): "e5e", (71, 0): "e6", (0, 53): "e5", (0, -39): "e5"}
    assert {(x, y): tapped(places, 500 + x, 570 + y) for x, y in points} == points
    assert tapped(places, 500 + 11, 570 + 38) == tapped(places, 500 - 11, 570 + 38) == "e5", "its eye"
    rim, beyond = places["i9ne"], places["i9e"]
    assert (tapped(places, *middle_of(rim)), tapped(places, *middle_of(beyond))) == ("i9ne", "i9e")
    assert tapped(places, 708 + 52 + 15, 210) == "i9e", "a leg of the rim is as wide outside of the board"


def walk(key: str, seed: int, plies: int) -> Scene:
    game = GAMES[key]
    match = play_random_match(game, seed, plies)
    move = match.texts[-1] if match.texts else None
    return Scene(match.states[-1], NAMES[: match.players], len(match.texts), move)


def steps(key: str, state: Any, dice: random.Random) -> Iterator[Step]:
    """Yield the steps of `guide` on a random way to a move."""
    step = GAMES[key].guide(state, "")
    yield step
    while step.choices:
        step = GAMES[key].guide(state, dice.choice(step.choices).text)
        yield step


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize("key", KEYS)
def test_every_place_that_is_marked_has_a_shape(key: str, seed: int) -> None:
    game, renderer, dice = GAMES[key], RENDERERS[key], random.Random(seed)
    scene = walk(key, seed, 5 * seed)
    if game.to_move(scene.state) is None:
        return
    whole = game.destinations(scene.state, "")
    hints = [whole, *[game.destinations(scene.state, name) for name in whole.places]]
    named = [(scene.state, {*hint.source, *hint.places, *hint.fatal}) for hint in hints]
    for step in steps(key, scene.state, dice):
        marks = step.highlights
        names = {*marks.source, *marks.places}.union(*marks.numbered, *[choice.places for choice in step.choices])
        named.append((step.shown or scene.state, names))
    for side in (1, 2):
        for state, names in named:
            assert names <= set(renderer.places(replace(scene, state=state, side=side)))


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize("key", KEYS)
def test_no_point_lies_in_two_shapes_and_the_middle_of_each_is_its_own(key: str, seed: int) -> None:
    scene, dice = walk(key, seed, seed), random.Random(seed)
    places = RENDERERS[key].places(replace(scene, side=seed % 2 + 1))
    for _ in range(100):
        assert " " not in tapped(places, dice.uniform(0, 1000), dice.uniform(120, 1000))
    assert {name for name, shape in places.items() if tapped(places, *middle_of(shape)) != name} == set()


@pytest.mark.parametrize("seed", range(MATCHES))
def test_every_point_of_a_hexagon_of_xong_is_the_hexagon_or_one_of_its_sides(seed: int) -> None:
    scene, dice = walk("xong", seed, 1), random.Random(seed)
    board, places = scene.state.board, RENDERERS["xong"].places(scene)
    assert {*places} == {*board.names, *board.leg_names.values()}
    for cell in dice.sample(board.cells, 8):
        legs = [board.leg_names[leg_index(cell, side)] for side in range(6)]
        ends = [polygon(places[leg])[0] for leg in legs] + [polygon(places[leg])[3] for leg in legs]
        west, east = min(x for x, _ in ends), max(x for x, _ in ends)
        middle = (west + east) / 2, (min(y for _, y in ends) + max(y for _, y in ends)) / 2
        hit: set[str] = set()
        for _ in range(60):
            angle, reach = dice.uniform(0, math.tau), dice.uniform(0, 0.97 * (east - west) / 2)
            hit.add(tapped(places, middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)))
        assert cell.name in hit <= {cell.name, *legs}


def test_places_are_those_of_the_normal_picture_in_every_size_and_theme() -> None:
    for key in KEYS:
        scene = walk(key, 3, 6)
        places = RENDERERS[key].places(scene)
        assert RENDERERS[key].places(replace(scene, size="large", theme="light")) == places
        assert RENDERERS[key].places(replace(scene, highlights=Destinations((), (), ""))) == places


def test_where_the_ways_of_a_xoid_are_numbered_no_board_can_be_tapped() -> None:
    scene, game = walk("xong", 0, 1), GAMES["xong"]
    hexagons = game.guide(scene.state, "")
    ways = game.guide(scene.state, hexagons.choices[0].text)
    assert ways.highlights.numbered
    assert RENDERERS["xong"].places(replace(scene, highlights=hexagons.highlights))
    assert RENDERERS["xong"].places(replace(scene, highlights=ways.highlights)) == {}

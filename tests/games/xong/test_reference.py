"""Xong against a second implementation written from the rules page: recorded, random and small exhaustive positions."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.contract import IllegalMove
from games.hex_grid import Cell
from games.xong import Xong, shapes
from games.xong.board import LegBoard
from games.xong.lattice import bits, parts, union
from games.xong.new_xoids import find_new_xoid, new_xoids, smallest_new_sets
from games.xong.placements import placements
from games.xong.score import standing
from tests.games.xong.reference import Twin, free_xoids, grown, standard_cells, text_of

if TYPE_CHECKING:
    from games.xong.lattice import Mask
    from games.xong.state import State

GAME = Xong()
RECORDED = sorted((Path(__file__).parents[1] / "golden").glob("xong-*.json"))


@pytest.mark.parametrize("size", range(1, 7))
def test_both_list_the_same_xoids_under_the_same_texts(size: int) -> None:
    assert [shape.text for shape in shapes.catalogue()[size - 1]] == sorted(
        free_xoids(size), key=lambda text: (len(text), text)
    )


def test_both_name_the_legs_of_the_standard_board_alike() -> None:
    board = GAME.start(2, {}, 0).board
    assert set(board.leg_names.values()) == set(Twin(standard_cells()).by_name)


@pytest.mark.parametrize("file", RECORDED, ids=[file.stem for file in RECORDED])
def test_the_twin_agrees_with_the_recorded_matches(file: Path) -> None:
    match = json.loads(file.read_text(encoding="utf-8"))
    twin = Twin(list(GAME.start(2, match["options"], match["seed"]).board.names))
    for text, *position in match["moves"]:
        if text.startswith("leave"):
            break
        twin.play(text)
        assert position in ([], [twin.position()])
    else:
        assert twin.over
        assert match["result"]["points"] == list(twin.points())


@pytest.mark.parametrize("kind", ["standard", "random", "symmetric", "islands"])
def test_both_agree_on_every_position_of_random_matches(kind: str) -> None:
    chance = Random(kind)
    options = {"board": kind, "hexes": 48}
    state = GAME.start(2, options, 7)
    twin = Twin(list(state.board.names))
    while not twin.over:
        text = random_turn(state, twin, chance)
        state = GAME.play(state, GAME.parse(state, text))
        twin.play(text)
        assert GAME.position(state) == twin.position()
        assert standing(state.board, state.legs).points == twin.standing()
        assert GAME.to_move(state) == (None if twin.over else twin.mover)
        if twin.hand:
            places = placements(shapes.read(twin.hand), state.vacant)
            assert {frozenset(state.board.named(bits(place))) for place in places} == twin.places(twin.hand)
    result = GAME.result(state)
    assert result is not None
    assert result.points == twin.points()
    assert result.winners == (1 if twin.points()[0] > twin.points()[1] else 2,)


def random_turn(state: State, twin: Twin, chance: Random) -> str:
    """Return any placement, and any gift grown out of the vacant legs, large or small."""
    place = ""
    vacant = twin.vacant
    if twin.hand:
        names = chance.choice(sorted(map(sorted, twin.places(twin.hand))))
        place = f"place {' '.join(names)}"
        vacant -= {twin.by_name[name] for name in names}
    for _ in range(30):
        legs = frozenset([chance.choice(sorted(vacant, key=sorted))])
        for _ in range(chance.randint(0, 11)):
            legs = chance.choice(sorted(grown(legs, vacant) or {legs}, key=lambda legs: sorted(map(sorted, legs))))
        if text_of(legs) not in {*twin.played, twin.hand}:
            return f"{place} give {text_of(legs)}".lstrip()
    try:
        GAME.parse(state, place)
    except IllegalMove as unfinished:
        return f"{place} {unfinished.reason.split('`')[1]}"
    return place


def test_both_find_the_same_new_xoids_wherever_legs_are_few() -> None:
    chance = Random(5)
    ended = 0
    for _ in range(200):
        board = blob(chance, chance.randint(1, 4))
        twin = Twin(list(board.names))
        vacant = union(leg for leg in bits(board.legs) if chance.random() < 0.6)
        twin.owned[1] = {twin.by_name[name] for name in board.named(bits(board.legs & ~vacant))}
        everything = all_xoids(twin)
        twin.played = {text for text in everything if chance.random() < chance.choice((0.5, 0.9, 1))}
        played = tuple(sorted(twin.played, key=lambda text: (len(text), text)))
        new = everything - twin.played
        found = find_new_xoid(vacant, played)
        assert (found is None) == (not new)
        assert found is None or is_new(found, vacant, new)
        assert {shapes.of(legs).text for legs in smallest_new_sets(vacant, played)} == twin.new_texts()
        offered = list(new_xoids(vacant, played))
        assert set(offered) <= new
        assert twin.new_texts() <= set(offered)
        ended += not new
    assert 25 < ended < 175


def blob(chance: Random, size: int) -> LegBoard:
    cells = {Cell(5, 9)}
    while len(cells) < size:
        cells.add(chance.choice(sorted({near for cell in cells for near in cell.around()})))
    return LegBoard(frozenset(cells))


def all_xoids(twin: Twin) -> set[str]:
    """Return every Xoid that fits on the vacant legs, found by going through all their connected sets."""
    texts: set[str] = set()
    level = {frozenset([leg]) for leg in twin.vacant}
    while level:
        texts |= {text_of(legs) for legs in level}
        level = {more for legs in level for more in grown(legs, twin.vacant)}
    return texts


def is_new(legs: Mask, vacant: Mask, new: set[str]) -> bool:
    return legs & ~vacant == 0 and len(list(parts(legs))) == 1 and shapes.of(legs).text in new


@pytest.mark.parametrize("size", [8, 12, 20, 40])
def test_both_write_large_xoids_alike(size: int) -> None:
    chance = Random(size)
    board = GAME.start(2, {}, 0).board
    twin = Twin(list(board.names))
    for _ in range(12):
        legs = frozenset([chance.choice(sorted(twin.by_name.values(), key=sorted))])
        while len(legs) < size:
            legs = chance.choice(sorted(grown(legs, twin.vacant), key=lambda legs: sorted(map(sorted, legs))))
        mask = union(board.by_name[twin.names[leg]] for leg in legs)
        text = shapes.of(mask).text
        assert text == text_of(legs)
        assert shapes.read(text).text == text

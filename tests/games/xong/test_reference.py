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
from games.xong.rules import count_score, find_new_xoid, new_xoids, placements, smallest_new_sets
from tests.games.xong.reference import Reference, free_xoids, grown, standard_cells, text_of

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
    assert set(board.leg_names.values()) == set(Reference(standard_cells()).by_name)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[] if file.stem.endswith("-1") else pytest.mark.thorough)
        for file in RECORDED
    ],
)
def test_the_reference_agrees_with_the_recorded_matches(file: Path) -> None:
    match = json.loads(file.read_text(encoding="utf-8"))
    reference = Reference(list(GAME.start(2, match["options"], match["seed"]).board.names))
    for text, *position in match["moves"]:
        if text.startswith("leave"):
            break
        reference.play(text)
        assert position in ([], [reference.position()])
    else:
        assert reference.over
        assert match["result"]["points"] == list(reference.points())


@pytest.mark.parametrize("kind", ["standard", "random", "symmetric", "islands"])
def test_both_agree_on_every_position_of_random_matches(kind: str) -> None:
    chance = Random(kind)
    options = {"board": kind, "hexes": 48}
    state = GAME.start(2, options, 7)
    reference = Reference(list(state.board.names))
    while not reference.over:
        text = random_turn(state, reference, chance)
        state = GAME.play(state, GAME.parse(state, text))
        reference.play(text)
        assert GAME.position(state) == reference.position()
        assert count_score(state.board, state.legs).points == reference.count_score()
        assert GAME.to_move(state) == (None if reference.over else reference.mover)
        if reference.hand:
            places = placements(shapes.read(reference.hand), state.vacant)
            assert {frozenset(state.board.names_of(bits(place))) for place in places} == reference.places(
                reference.hand
            )
    result = GAME.result(state)
    assert result is not None
    assert result.points == reference.points()
    assert result.winners == (1 if reference.points()[0] > reference.points()[1] else 2,)


def random_turn(state: State, reference: Reference, chance: Random) -> str:
    """Return any placement, and any gift grown out of the vacant legs, large or small."""
    place = ""
    vacant = reference.vacant
    if reference.hand:
        names = chance.choice(sorted(map(sorted, reference.places(reference.hand))))
        place = f"place {' '.join(names)}"
        vacant -= {reference.by_name[name] for name in names}
    for _ in range(30):
        legs = frozenset([chance.choice(sorted(vacant, key=sorted))])
        for _ in range(chance.randint(0, 11)):
            legs = chance.choice(sorted(grown(legs, vacant) or {legs}, key=lambda legs: sorted(map(sorted, legs))))
        if text_of(legs) not in {*reference.played, reference.hand}:
            return f"{place} give {text_of(legs)}".lstrip()
    try:
        GAME.parse(state, place)
    except IllegalMove as unfinished:
        return f"{place} {unfinished.reason.split('`')[1]}"
    return place


@pytest.mark.parametrize("count", [32, pytest.param(400, marks=pytest.mark.thorough)])
def test_both_find_the_same_new_xoids_wherever_legs_are_few(count: int) -> None:
    chance = Random(5)
    ended = 0
    for _ in range(count):
        board = blob(chance, chance.randint(1, 4))
        reference = Reference(list(board.names))
        vacant = union(leg for leg in bits(board.legs) if chance.random() < 0.6)
        reference.owned[1] = {reference.by_name[name] for name in board.names_of(bits(board.legs & ~vacant))}
        everything = all_xoids(reference)
        reference.played = {text for text in everything if chance.random() < chance.choice((0.5, 0.9, 1))}
        played = tuple(sorted(reference.played, key=lambda text: (len(text), text)))
        new = everything - reference.played
        found = find_new_xoid(vacant, played)
        assert (found is None) == (not new)
        assert found is None or is_new(found, vacant, new)
        assert {shapes.of(legs).text for legs in smallest_new_sets(vacant, played)} == reference.new_texts()
        offered = list(new_xoids(vacant, played))
        assert set(offered) <= new
        assert reference.new_texts() <= set(offered)
        ended += not new
    assert count / 8 < ended < count * 7 / 8


def blob(chance: Random, size: int) -> LegBoard:
    cells = {Cell(5, 9)}
    while len(cells) < size:
        cells.add(chance.choice(sorted({near for cell in cells for near in cell.around()})))
    return LegBoard(frozenset(cells))


def all_xoids(reference: Reference) -> set[str]:
    """Return every Xoid that fits on the vacant legs, found by going through all their connected sets."""
    texts: set[str] = set()
    level = {frozenset([leg]) for leg in reference.vacant}
    while level:
        texts |= {text_of(legs) for legs in level}
        level = {more for legs in level for more in grown(legs, reference.vacant)}
    return texts


def is_new(legs: Mask, vacant: Mask, new: set[str]) -> bool:
    return legs & ~vacant == 0 and len(list(parts(legs))) == 1 and shapes.of(legs).text in new


@pytest.mark.parametrize("size", [8, 12, 20, 40])
def test_both_write_large_xoids_alike(size: int) -> None:
    chance = Random(size)
    board = GAME.start(2, {}, 0).board
    reference = Reference(list(board.names))
    for _ in range(12):
        legs = frozenset([chance.choice(sorted(reference.by_name.values(), key=sorted))])
        while len(legs) < size:
            legs = chance.choice(sorted(grown(legs, reference.vacant), key=lambda legs: sorted(map(sorted, legs))))
        mask = union(board.by_name[reference.names[leg]] for leg in legs)
        text = shapes.of(mask).text
        assert text == text_of(legs)
        assert shapes.read(text).text == text

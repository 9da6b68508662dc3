"""The light theme: its colours where the position says, and the dark one's shapes."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from games import GAMES
from games.force_field_factions.state import GRID as FACTIONS
from games.hex_grid import STANDARD
from games.martian_life.state import GRID as MARS
from games.xero_g.state import GRID as SPACE
from renderers import RENDERERS, Scene, encode
from renderers.drawing import themes
from renderers.drawing.colours import BLACK, BLUE, DELTA, NOBODY, PAPER, RED, WHITE, YELLOW, mix
from renderers.drawing.themes import DARK, LIGHT, Theme
from renderers.force_field_factions import colours as force_field_factions
from renderers.martian_life import colours as martian_life
from renderers.xero_g import colours as xero_g
from renderers.xong import colours as xong
from renderers.zyrcan import colours as zyrcan
from tests.renderers.test_pictures import NAMES, match
from tests.thorough import first_quick

if TYPE_CHECKING:
    from types import ModuleType

    from PIL import Image

    from renderers.drawing.colours import Colour, Owner

KEYS = sorted(RENDERERS)
OWNERS: dict[tuple[str, Any], Owner] = {
    ("martian-life", 1): RED,
    ("martian-life", 2): YELLOW,
    ("force-field-factions", 1): BLACK,
    ("force-field-factions", 2): WHITE,
    ("zyrcan", 1): RED,
    ("zyrcan", 2): BLUE,
    ("zyrcan", 3): DELTA,
}


def light(scene: Scene) -> Scene:
    return replace(scene, theme="light")


@lru_cache
def later(key: str, plies: int) -> Scene:
    """A scene further on in a match: the first match of random moves that is still going on by then."""
    return next(
        scenes[-1]
        for scenes in (match(key, seed, plies) for seed in range(100))
        if len(scenes) > plies and scenes[-1].state.mover
    )


def drawn(scene: Scene) -> Image.Image:
    return RENDERERS[key_of(scene)].draw(scene).convert("RGB")


def key_of(scene: Scene) -> str:
    package = type(scene.state).__module__.split(".")[1]
    return package.replace("_", "-")


def at(picture: Image.Image, x: float, y: float) -> Colour:
    pixel = picture.getpixel((int(x), int(y)))
    assert isinstance(pixel, tuple)
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


@pytest.mark.parametrize("key", first_quick(KEYS))
def test_the_same_light_scene_gives_the_same_bytes_and_the_dark_one_others(key: str) -> None:
    for scene, after in pairwise(match(key)[:6]):
        one, again, other, dark = (
            encode(RENDERERS[key].draw(each)) for each in (light(scene), light(scene), light(after), scene)
        )
        assert one == again
        assert len({one, other, dark}) == 3


@pytest.mark.parametrize("key", KEYS)
def test_words_are_the_same_in_both_themes(key: str) -> None:
    for scene in match(key)[:4]:
        assert RENDERERS[key].alt(light(scene)) == RENDERERS[key].alt(scene)
        assert RENDERERS[key].text(light(scene)) == RENDERERS[key].text(scene)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_ground_and_panels_have_the_colours_of_the_theme(key: str, theme: Theme) -> None:
    scene = match(key)[2]
    picture = drawn(light(scene) if theme is LIGHT else scene)
    assert at(picture, 500, 8) == at(picture, 3, picture.height - 3) == theme.bg
    idle = next(seat for seat in range(1, len(scene.names) + 1) if seat != scene.state.mover)
    wide = 952 // len(scene.names)
    assert at(picture, 24 + wide * (idle - 1) + wide // 2, 27) == theme.panel


@pytest.mark.parametrize("key", KEYS)
def test_both_themes_draw_the_same_shapes(key: str) -> None:
    scene = later(key, 12)
    dark, pale = drawn(scene), drawn(light(scene))
    assert dark.size == pale.size
    # What is in an owner's tone in light is so in the dark too, but for the edges of shapes.
    for owner in (RED, BLUE, YELLOW, DELTA):
        ones, others = (mask(picture, owner.base) for picture in (dark, pale))
        assert len(others - ones) <= 0.02 * len(others) + 40


def mask(picture: Image.Image, colour: Colour) -> set[int]:
    raw = picture.tobytes()
    wanted = bytes(colour)
    return {i for i in range(0, len(raw), 3 * 7) if raw[i : i + 3] == wanted}


def test_martian_lifes_pieces_stand_on_light_tiles() -> None:
    scene = replace(later("martian-life", 9), theme="light")
    picture, state = drawn(scene), scene.state
    last: Any = state.last
    touched = {last.move.square, *(square for wave in last.culled for square, _ in wave)}
    assert any(state.board)
    for square, piece in enumerate(state.board):
        x, y = 129 + 106 * MARS.column(square), 213 + 106 * (8 - MARS.row(square))
        if piece:
            owner, destinations = OWNERS["martian-life", piece.seat], 12 + 8 * piece.size
            assert (at(picture, x - destinations, y), at(picture, x + destinations, y)) == (owner.left, owner.right)
        if square not in touched:
            tile = martian_life.LIGHT.tiles[(MARS.column(square) + MARS.row(square)) % 2 == 0]
            assert at(picture, x - 46, y + 40) == tile


def test_xero_gs_ships_stand_on_light_tiles_and_the_home_row_is_lit() -> None:
    state = GAMES["xero-g"].parse_position("1.32../..3.2./1.2.../...3../....../..1... play 2")
    picture = drawn(Scene(state, NAMES[:2], 8, theme="light"))
    for square, pips in enumerate(state.board):
        x, y = 190 + 124 * SPACE.column(square), 280 + 124 * (6 - SPACE.row(square))
        ground = xero_g.LIGHT.tiles[(SPACE.column(square) + SPACE.row(square)) % 2 == 0]
        lit = mix(ground, BLUE.base, 0.5) if SPACE.row(square) == 6 else ground
        assert at(picture, x - 54, y + 50) == lit
        if pips:
            assert at(picture, x - 10 - 8 * pips, y) == NOBODY.left


def test_force_field_factions_pieces_stand_on_light_tiles() -> None:
    scene = Scene(GAMES["force-field-factions"].start(2, {}, 0), NAMES[:2], 0, theme="light")
    picture = drawn(scene)
    seen = {owner.base: 0 for owner in (BLACK, WHITE)}
    for square in range(64):
        x, y = 108 + 96 * FACTIONS.column(square), 184 + 96 * (8 - FACTIONS.row(square))
        piece = scene.state.board[square]
        ground = force_field_factions.LIGHT.tiles[(FACTIONS.column(square) + FACTIONS.row(square)) % 2 == 0]
        if not piece:
            assert at(picture, x, y) == ground
            continue
        owner = OWNERS["force-field-factions", piece.seat]
        cell = picture.crop((x - 44, y - 44, x + 44, y + 44))
        found = {colour for _, colour in cell.getcolors(1 << 16) or []}
        assert {owner.left, owner.right} <= found
        seen[owner.base] += 1
    assert min(seen.values()) >= 8


def test_zyrcans_cells_and_ships_in_light() -> None:
    scene = replace(later("zyrcan", 8), theme="light")
    picture, foot = drawn(scene), 180
    across, up = (66, 38) if scene.state.players == 3 else (52, 30)
    for number, cell in enumerate(STANDARD.cells):
        x, y = 500 + across * (cell.centre[0] - 6), foot + 447 - up * (cell.centre[1] - 12)
        ship = scene.state.board[number]
        if ship:
            owner = OWNERS["zyrcan", ship.seat]
            assert at(picture, x - 11, y + 9) == owner.left
            assert at(picture, x + 11, y + 9) == owner.base
    vacant = [colour for _, colour in sorted(picture.getcolors(1 << 20) or [], reverse=True)[:2]]
    assert set(vacant) == {LIGHT.bg, zyrcan.LIGHT.cell}


def test_xongs_hexagons_in_light() -> None:
    scene = replace(later("xong", 7), theme="light")
    seen, light, dark = {colour for _, colour in drawn(scene).getcolors(1 << 20) or []}, xong.LIGHT, xong.DARK
    tints = {mix(light.hexagon, owner.base, 0.34) for owner in (RED, BLUE)}
    assert {LIGHT.bg, light.hexagon, light.vacant, RED.base, BLUE.base, PAPER, *tints} <= seen
    assert not {dark.hexagon, DARK.bg, mix(DARK.bg, RED.base, 0.34)} & seen


@pytest.mark.parametrize(
    "colours", [themes, force_field_factions, martian_life, xero_g, xong, zyrcan], ids=lambda module: module.__name__
)
def test_the_themes_differ_in_every_colour_of_frame_and_boards(colours: ModuleType) -> None:
    names = [each.name for each in fields(colours.DARK)]
    assert [name for name in names if getattr(colours.DARK, name) == getattr(colours.LIGHT, name)] == []

"""What holds for the pictures of every game: the built-in ones and those of installed packages."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bot import plugins
from games.contract import IllegalMove, Result, TooManyMoves
from renderers import Scene, encode
from renderers.board.scene import mark_ended
from renderers.drawing.colours import BLUE, FRAME, MARS, NOBODY, RED, SPACE, YELLOW, Colour, mix
from renderers.drawing.palette import Palette, build_palette
from renderers.drawing.themes import DARK, LIGHT
from renderers.martian_life import renderer
from renderers.xero_g import renderer as xero_g

if TYPE_CHECKING:
    from games.contract import Game

OFFERED = plugins.read()
GAMES, RENDERERS = OFFERED.games, OFFERED.renderers
KEYS = sorted(RENDERERS)
HEXAGONS = ("xong", "zyrcan")
"""Slanted edges make larger files."""

NAMES = ("Ann", "Bob", "Cid")


def some_move(rules: Game[Any, Any], state: Any, dice: random.Random) -> Any:
    """A legal move; where they cannot be listed, one that suggestions lead to."""
    try:
        return dice.choice(rules.legal(state))
    except TooManyMoves:
        text = ""
    while True:
        text = dice.choice(rules.suggest(state, text, 6))
        try:
            return rules.parse(state, text)
        except IllegalMove:
            continue


@lru_cache
def match(key: str, seed: int = 5, plies: int = 14) -> tuple[Scene, ...]:
    """The first scenes of a match of random legal moves, its start included."""
    rules, dice = GAMES[key], random.Random(seed)
    players = rules.info.min_players
    names = NAMES[:players]
    state = rules.start(players, {}, seed)
    scenes = [Scene(state, names, 0)]
    while rules.to_move(state) and len(scenes) <= plies:
        move = some_move(rules, state, dice)
        text = rules.format(state, move)
        state = rules.play(state, move)
        scenes.append(Scene(state, names, len(scenes), text))
    return tuple(scenes)


def png(scene: Scene, key: str) -> bytes:
    return encode(RENDERERS[key].draw(scene))


@lru_cache(200)
def known_png(scene: Scene, key: str) -> bytes:
    """Return the picture as it was drawn first, for all tests that need it."""
    return png(scene, key)


@pytest.mark.parametrize("key", KEYS)
def test_a_match_that_was_ended_without_a_result_shows_nobody_to_move(key: str) -> None:
    for scene in match(key)[::7]:
        over = replace(scene, state=mark_ended(scene.state), move=None)
        assert png(over, key) != known_png(scene, key)
        for words in (RENDERERS[key].alt(over), RENDERERS[key].text(over)):
            assert " to play" not in words
            assert " to move" not in words
            assert not re.search(r"\b(wins|share the win|[Dd]rawn:)", words)
        assert "The match is over." in RENDERERS[key].alt(over)


@pytest.mark.parametrize("key", KEYS)
def test_confetti_falls_for_winners_and_for_nobody_else(key: str) -> None:
    scene = match(key)[1]
    players = range(len(scene.names))

    def edge(outcome: Result | None) -> bytes:
        state = mark_ended(scene.state, outcome) if outcome else scene.state
        picture = RENDERERS[key].draw(replace(scene, state=state, move=None)).convert("RGB")
        return picture.crop((0, picture.height // 2, 64, picture.height - 130)).tobytes()

    running, points = edge(None), tuple(3 for _ in players)
    assert edge(Result((), "the match is over")) == running
    assert edge(Result(tuple(1 for _ in players), "agreed", points)) == running
    assert edge(Result(tuple(1 + seat for seat in players), "three points more", points)) != running


def test_every_game_has_a_renderer() -> None:
    assert set(RENDERERS) == set(GAMES)


@pytest.mark.parametrize("key", KEYS)
def test_pictures_are_small_png_files_with_a_palette_1000_wide(key: str) -> None:
    for scene in match(key):
        data = known_png(scene, key)
        picture = Image.open(BytesIO(data))
        assert (picture.format, picture.mode, picture.width) == ("PNG", "P", 1000)
        assert picture.height <= 1180
        assert len(data) < (70_000 if key in HEXAGONS else 55_000)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_scene_gives_the_same_bytes_and_the_next_one_others(key: str) -> None:
    scenes = match(key)
    for scene, after in pairwise(scenes):
        assert png(scene, key) == known_png(scene, key)
        assert known_png(scene, key) != known_png(after, key)


@pytest.mark.parametrize("key", KEYS)
def test_eight_threads_draw_what_one_draws(key: str) -> None:
    scenes = match(key, seed=6, plies=8)
    with ThreadPoolExecutor(8) as pool:
        many = list(pool.map(png, scenes * 3, [key] * len(scenes) * 3))
    assert many == [png(scene, key) for scene in scenes] * 3


@pytest.mark.parametrize("key", KEYS)
def test_words_name_the_last_move_and_stay_short(key: str) -> None:
    for scene in match(key):
        alt, text = RENDERERS[key].alt(scene), RENDERERS[key].text(scene)
        assert len(alt) <= 1024
        assert len(text) < 1500
        if scene.move:
            assert scene.move in alt
            assert scene.move in text


@pytest.mark.parametrize("key", KEYS)
def test_a_hint_is_drawn_and_told(key: str) -> None:
    rules = GAMES[key]
    for scene in match(key)[2::2]:
        if rules.to_move(scene.state):
            found = rules.destinations(scene.state, "")
            marked = replace(scene, highlights=found)
            assert (png(marked, key) != known_png(scene, key)) == bool(found.places)
            assert RENDERERS[key].alt(marked).startswith(f"Marked: {found.words[:40].replace('`', '')}")


@pytest.mark.parametrize("key", KEYS)
def test_a_name_that_cannot_be_drawn_looks_like_the_seats_name(key: str) -> None:
    first, second, *_ = GAMES[key].info.seats
    scene = match(key)[1]
    unknown = Scene(scene.state, ("\u6f22\u5b57", "\U0001f680 Bob", *scene.names[2:]), 1)
    assert png(unknown, key) == png(Scene(scene.state, (first, second, *scene.names[2:]), 1), key)


@pytest.mark.parametrize("key", KEYS)
def test_a_match_that_all_others_left_shows_the_last_ones_panel_filled(key: str) -> None:
    rules = GAMES[key]
    scene = next(scene for scene in reversed(match(key)) if rules.to_move(scene.state))
    state, last = scene.state, len(scene.names)
    for seat in range(1, last):
        state = rules.leave(state, seat)
    left = Scene(state, scene.names, scene.ply)
    words = RENDERERS[key].alt(left)
    assert f"{scene.names[-1]} ({rules.info.seats[last - 1]}) wins" in words
    picture = RENDERERS[key].draw(left).convert("RGB")
    seats = [picture.getpixel((24 + 952 * seat // last + 40, 26)) for seat in range(last)]
    assert seats[-1] not in seats[:-1]
    assert picture.getpixel((500, 12)) == FRAME[0]


def stored(colour: Colour, kept: Palette) -> object:
    return kept.store(Image.new("RGB", (1, 1), colour)).convert("RGB").getpixel((0, 0))


def test_every_colour_of_a_palette_is_stored_exactly() -> None:
    mars, space = renderer.colours(DARK), xero_g.colours(DARK)
    for kept in (mars, space, renderer.colours(LIGHT), xero_g.colours(LIGHT)):
        assert [stored(colour, kept) for colour in kept.colours] == list(kept.colours)
    assert {*FRAME, *MARS, *RED.tones, *YELLOW.tones} <= {*mars.colours}
    assert {*FRAME, *SPACE, *NOBODY.tones, RED.base, BLUE.base} <= {*space.colours}


def test_edges_are_stored_as_blends() -> None:
    one, other = (70, 40, 40), (200, 60, 60)
    kept = build_palette((one, other), ((one, other),))
    assert stored(mix(one, other, 1 / 3), kept) == mix(one, other, 1 / 3)
    assert stored(mix(one, other, 0.4), kept) == mix(one, other, 1 / 3)


def test_flat_colours_that_could_not_be_told_apart_are_rejected() -> None:
    with pytest.raises(ValueError, match="too close"):
        build_palette(((71, 40, 40), (70, 41, 42)), ())


def test_a_palette_holds_no_more_than_256_colours() -> None:
    with pytest.raises(ValueError, match="256"):
        build_palette([(i, j * 10, 0) for i in range(0, 250, 10) for j in range(20)], ())

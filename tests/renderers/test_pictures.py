"""What holds for the pictures of every game: the built-in ones and those of installed packages."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bot import plugins
from games.contract import IllegalMove, Result, TooManyMoves
from renderers import Scene
from renderers.board.scene import mark_ended
from renderers.drawing.colours import BLUE, FRAME, NOBODY, RED, YELLOW, Colour, mix
from renderers.drawing.png_palettes import Palette, build_palette
from renderers.drawing.themes import DARK, LIGHT
from renderers.martian_life import colours as martian_life
from renderers.xero_g import colours as xero_g

if TYPE_CHECKING:
    from games.contract import Game

OFFERED = plugins.read()
GAMES, RENDERERS = OFFERED.games, OFFERED.renderers
KEYS = sorted(RENDERERS)
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
    mars, space = martian_life.compose_palette(DARK), xero_g.compose_palette(DARK)
    for kept in (mars, space, martian_life.compose_palette(LIGHT), xero_g.compose_palette(LIGHT)):
        assert [stored(colour, kept) for colour in kept.colours] == list(kept.colours)
    assert {*FRAME, *martian_life.DARK.tiles, *RED.tones, *YELLOW.tones} <= {*mars.colours}
    assert {*FRAME, *xero_g.DARK.tiles, *NOBODY.tones, RED.base, BLUE.base} <= {*space.colours}


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

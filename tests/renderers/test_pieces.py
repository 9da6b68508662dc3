"""Pictures of single pieces: one for each name that a game's choices give, told apart when they are small."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from games import GAMES
from games.contract import IllegalMove
from games.random_play import play_random_match
from renderers import RENDERERS
from renderers.board.scene import PieceRenderer

SIDE = 20
GROUNDS = {"dark": (49, 51, 56), "light": (255, 255, 255)}
DRAWN = {key: renderer for key, renderer in RENDERERS.items() if isinstance(renderer, PieceRenderer)}


def reduced(image: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    square = Image.new("RGB", image.size, ground)
    square.paste(image, mask=image)
    return square.resize((SIDE, SIDE), Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two images over all pixels and colours, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def named_pieces(key: str) -> set[str]:
    """Return the names of pieces in the first choices of some matches."""
    names: set[str] = set()
    for seed in range(8):
        for state in play_random_match(GAMES[key], seed, 12).states[::4]:
            names |= guided_pieces(key, state)
    return names - {""}


def guided_pieces(key: str, state: Any) -> set[str]:
    try:
        return {choice.piece for choice in GAMES[key].guide(state, "").choices}
    except IllegalMove:
        return set()


@pytest.mark.parametrize("key", DRAWN)
class TestPieces:
    def test_every_piece_that_a_choice_names_is_drawn(self, key: str) -> None:
        drawn = DRAWN[key].draw_pieces()
        assert named_pieces(key) <= set(drawn)
        for image in drawn.values():
            assert (image.mode, image.size) == ("RGBA", (128, 128))
            assert image.getpixel((0, 0)) == (0, 0, 0, 0)

    @pytest.mark.parametrize("ground", GROUNDS)
    def test_pieces_differ_from_each_other_and_from_the_ground_at_20_pixels(self, key: str, ground: str) -> None:
        small = {name: reduced(image, GROUNDS[ground]) for name, image in DRAWN[key].draw_pieces().items()}
        empty = Image.new("RGB", (SIDE, SIDE), GROUNDS[ground])
        for name, image in small.items():
            assert difference(image, empty) > 10, name
        for one, other in combinations(small, 2):
            assert difference(small[one], small[other]) > 5, (one, other)

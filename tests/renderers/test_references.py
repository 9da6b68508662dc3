"""The gallery's scenes still look as they did when somebody last looked at them, and the measure would tell if not.

Where a picture changed on purpose: `make gallery`, look at every picture that changed, commit.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageFilter

from bench.gallery import PAGE, PAGES, PICTURES, VIEWS, Page, View, build_scene, page
from games import GAMES
from renderers import RENDERERS
from tests.renderers.image_comparison import LIMITS, Blurred, is_alike, measure_unlikeness

if TYPE_CHECKING:
    from collections.abc import Iterator

EACH = pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
MUTATIONS = 2
"""Changed scenes a view, at most."""


def some(share: int) -> pytest.MarkDecorator:
    """Parametrize a test by one view out of `share`; the others run with `--thorough`."""
    views = [pytest.param(view, marks=[] if i % share == 0 else pytest.mark.thorough) for i, view in enumerate(VIEWS)]
    return pytest.mark.parametrize("view", views, ids=lambda view: view.name)


@lru_cache(2)
def reference(view: View | Page) -> Blurred:
    with Image.open(view.file) as kept:
        return Blurred(kept)


def drawn(view: View, state: Any = None) -> Image.Image:
    scene = build_scene(view)
    return RENDERERS[view.game].draw(scene if state is None else replace(scene, state=state))


def with_a_piece_moved(state: Any) -> Iterator[Any]:
    """Yield states in which a single piece stands one cell further in the order of the board."""
    for place in range(len(state.board) - 1):
        if state.board[place] and not state.board[place + 1]:
            before, piece, _, *after = state.board[:place], *state.board[place : place + 2], *state.board[place + 2 :]
            yield replace(state, board=(*before, type(piece)(0) if isinstance(piece, int) else None, piece, *after))


def with_another_piece(state: Any) -> Iterator[Any]:
    """Yield states in which a single piece has another owner; in Xero-G, where nobody owns any, another size."""
    seats = getattr(state, "players", 2)
    for place, piece in enumerate(state.board):
        if piece:
            other = piece % 3 + 1 if isinstance(piece, int) else piece._replace(seat=piece.seat % seats + 1)
            yield replace(state, board=(*state.board[:place], other, *state.board[place + 1 :]))


def with_a_leg_changed(state: Any) -> Iterator[Any]:
    """Yield states of Xong in which one leg of earlier turns is gone or the other player's, or the hand differs."""
    red, blue = state.legs
    earlier = red & ~state.last.move.legs
    leg = earlier & -earlier
    if leg:
        yield replace(state, legs=(red ^ leg, blue))
        yield replace(state, legs=(red ^ leg, blue | leg))
    if state.hand:
        yield replace(state, hand="FLRL")


def changed(view: View) -> list[Any]:
    state = build_scene(view).state
    if view.game == "xong":
        return list(with_a_leg_changed(state))
    return [*islice(with_a_piece_moved(state), MUTATIONS), *islice(with_another_piece(state), MUTATIONS)]


def shifted(picture: Image.Image, by: float) -> Image.Image:
    """Return the picture moved by a part of a pixel, every edge smoothed otherwise."""
    return picture.transform(picture.size, Image.Transform.AFFINE, (1, 0, by, 0, 1, by), Image.Resampling.BILINEAR)


@EACH
def test_a_scene_looks_like_its_reference(view: View) -> None:
    kept, now = reference(view), Blurred(drawn(view))
    assert now.picture.size == kept.picture.size
    found = measure_unlikeness(kept, now)
    assert is_alike(kept, now), f"{view.file.name}: {found}, limits {LIMITS}; if meant, run `make gallery` and look"


@pytest.mark.parametrize("each", PAGES, ids=lambda each: each.name)
def test_a_page_looks_like_its_reference(each: Page) -> None:
    assert is_alike(reference(each), Blurred(each.draw())), f"{each.file.name}; if meant, run `make gallery` and look"


@some(4)
def test_a_single_piece_moved_or_changed_is_seen(view: View) -> None:
    states = changed(view)
    assert states
    for state in states:
        assert not is_alike(reference(view), Blurred(drawn(view, state)))


@some(15)
def test_another_tint_of_the_ground_or_of_the_pieces_is_seen(view: View) -> None:
    picture = drawn(view)
    colours = picture.getpalette() or []
    counted = sorted(((number, index) for number, index in picture.getcolors() or []), reverse=True)
    for _, index in counted[:3]:
        tinted = picture.copy()
        tinted.putpalette(
            [value + (24 if value < 232 else -24) * (place // 3 == index) for place, value in enumerate(colours)]
        )
        assert not is_alike(reference(view), Blurred(tinted))


@some(15)
def test_edges_smoothed_otherwise_are_not_seen(view: View) -> None:
    kept = reference(view)
    for other in (
        shifted(kept.picture, 0.25),
        kept.picture.filter(ImageFilter.GaussianBlur(0.6)),
        kept.picture.filter(ImageFilter.UnsharpMask(1, 60, 0)),
    ):
        assert kept.picture.tobytes() != other.tobytes()
        assert is_alike(kept, Blurred(other))


def test_pictures_of_different_sizes_are_never_alike() -> None:
    assert not is_alike(Blurred(Image.new("RGB", (40, 40))), Blurred(Image.new("RGB", (40, 41))))


def test_the_page_is_the_one_that_would_be_written_and_shows_every_picture_kept() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make gallery` and look"
    assert {path.name for path in PICTURES.iterdir()} == {each.file.name for each in (*VIEWS, *PAGES)}
    assert {view.game for view in VIEWS} == set(GAMES)


def test_the_gallery_stays_small() -> None:
    assert sum(each.file.stat().st_size for each in (*VIEWS, *PAGES)) < 2_500_000

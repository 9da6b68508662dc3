"""Checks of pictures: their size and form, the same for the same scene, and different for different ones."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import Image

from bot.game_checks.pixels import count_pixels, crop_board, find_changes, mean_lightness, paint
from bot.game_checks.subject import quote
from games.contract import IllegalMove
from renderers.board.alt_text import LONGEST_ALT
from renderers.board.scene import Scene, mark_ended
from renderers.drawing.canvas import PICTURE_WIDTHS
from renderers.drawing.png import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject
    from games.random_play import RandomMatch

_HEIGHTS = (400, 1180)
"""Picture pixels of the lowest and of the highest picture."""
_BITS = 0.6
"""Bits of the file for each pixel of a picture of normal size."""
_GROWTH = 4
"""How many times as large the file of a large picture may be as that of a normal one."""
_ALIKE = 24
"""Worst difference, of 255, of two sizes of a picture that still show the same, after both were reduced."""
_MARK = 60
"""Pixels of the smallest mark of a last move."""
_GOES_ON = re.compile(r"to play\b|to move\b|\bwins\b|share the win|[Dd]rawn:")
"""What isn't said of a match that was ended."""
_LIGHTER = 60
"""How much lighter a picture is in the light theme, of 255."""


def check_pictures(subject: Subject) -> Iterator[str]:
    """Pictures are in mode P, 1000 wide, not too high, and small files."""
    for scene in subject.scenes(12):
        picture = subject.renderer.draw(scene)
        if picture.mode != "P" or picture.width != PICTURE_WIDTHS["normal"]:
            yield f"A picture is in mode P and 1000 wide, not in mode {picture.mode} and {picture.width} wide."
            return
        if not _HEIGHTS[0] <= picture.height <= _HEIGHTS[1]:
            yield f"A picture is {_HEIGHTS[0]} to {_HEIGHTS[1]} high, not {picture.height}: fit the board to it."
        bits = 8 * len(encode(picture)) / (picture.width * picture.height)
        if bits > _BITS:
            yield (
                f"The file of ply {scene.ply} has {bits:.1f} bits for each pixel, and at most {_BITS} are good for "
                "phones: draw flat areas, without noise, gradients and photographs."
            )


def check_sameness(subject: Subject) -> Iterator[str]:
    """The same scene gives the same bytes, in many threads too, and the next one gives others."""
    scenes = subject.scenes(12)
    drawn = [subject.renderer.draw(scene).tobytes() for scene in scenes]
    again = [subject.renderer.draw(scene).tobytes() for scene in scenes]
    if drawn != again:
        yield "The same scene drawn twice gives two pictures: draw by the scene alone, without a clock or dice."
        return
    with ThreadPoolExecutor(4) as pool:
        beside = [picture.tobytes() for picture in pool.map(subject.renderer.draw, scenes)]
    if drawn != beside:
        yield "Pictures drawn in threads beside each other come out differently: keep nothing between calls."
    for one, other in pairwise(range(len(scenes))):
        if scenes[one] != scenes[other] and drawn[one] == drawn[other]:
            yield f"The pictures of ply {scenes[one].ply} and ply {scenes[other].ply} are the same."


def check_sizes(subject: Subject) -> Iterator[str]:
    """The small, the normal and the large picture show the same, each drawn at its own size."""
    for scene in subject.scenes(40)[-1:]:
        pictures = {size: subject.renderer.draw(replace(scene, size=size)) for size in PICTURE_WIDTHS}
        normal = pictures["normal"]
        for size, wide in PICTURE_WIDTHS.items():
            expected = wide, round(normal.height * wide / normal.width)
            if pictures[size].size != expected:
                yield f"The {size} picture is {pictures[size].size}, not {expected}: use `Canvas.resize_to`."
                return
        small = [_reduce(picture) for picture in pictures.values()]
        if any(_worst_difference(small[1], other) > _ALIKE for other in small):
            yield "The small, normal and large pictures don't show the same: scale lengths by `Canvas` and `Sketch`."
        files = {size: len(encode(picture)) for size, picture in pictures.items()}
        if not files["small"] < files["normal"] < files["large"] < _GROWTH * files["normal"]:
            yield f"The files of the three sizes have {list(files.values())} bytes: the large one must be sharp."
        words = {subject.renderer.alt(replace(scene, size=size)) for size in PICTURE_WIDTHS}
        if len(words) > 1:
            yield "The alt text differs between the sizes."
        blown = normal.convert("RGB").resize(pictures["large"].size, Image.Resampling.NEAREST)  # pyright: ignore[reportUnknownMemberType]
        if blown.tobytes() == pictures["large"].convert("RGB").tobytes():
            yield "The large picture is the normal one blown up: draw it at `scene.scale`."


def _reduce(picture: Image.Image) -> Image.Image:
    return picture.convert("L").resize((60, 60), Image.Resampling.BOX)  # pyright: ignore[reportUnknownMemberType]


def _worst_difference(one: Image.Image, other: Image.Image) -> float:
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    return max(abs(a - b) for a, b in pairs)


def check_themes(subject: Subject) -> Iterator[str]:
    """The light picture is lighter than the dark one, and the words are the same."""
    for scene in subject.scenes(4):
        light = replace(scene, theme="light")
        lightness = [mean_lightness(subject.renderer.draw(each)) for each in (scene, light)]
        if lightness[1] < lightness[0] + _LIGHTER:
            yield (
                f"In the light theme the picture of ply {scene.ply} isn't light ({lightness[1]:.0f} of 255, in the "
                f"dark one {lightness[0]:.0f}): take the colours from `THEMES[scene.theme]`."
            )
        if subject.renderer.alt(light) != subject.renderer.alt(scene):
            yield "The alt text differs between the themes."


def check_last_move(subject: Subject) -> Iterator[str]:
    """A picture shows on the board which move came last, if the move has places there."""
    for match in subject.played():
        for ply in range(1, len(match.states), 9):
            if subject.game.to_move(match.states[ply]) is None or not _places_of(subject, match, ply):
                continue
            before, after = (_without_history(subject, match, at) for at in (ply - 1, ply))
            scene = replace(after, state=match.states[ply], move=match.texts[ply - 1])
            boards = [crop_board(paint(subject, each)) for each in (before, after, scene)]
            if _differ(boards[0], boards[1]) and not _differ(boards[1], boards[2]):
                yield (
                    f"The picture doesn't show the last move, `{scene.move}` at ply {ply}, on the board: mark where "
                    "something came from and where it went."
                )


def _places_of(subject: Subject, match: RandomMatch, ply: int) -> tuple[str, ...]:
    """Return the places on the board that a move of a match names."""
    try:
        found = subject.game.destinations(match.states[ply - 1], match.texts[ply - 1])
    except IllegalMove:
        return ()
    return tuple(name for name in found.source + found.places if name in match.texts[ply - 1])


def _without_history(subject: Subject, match: RandomMatch, ply: int) -> Scene:
    """Return the scene of a position of which nobody knows how it came about."""
    text = subject.game.position(match.states[ply])
    state = subject.game.parse_position(text, match.players, match.options, match.seed)
    return Scene(state, subject.game.info.seats[: match.players], ply)


def _differ(one: Image.Image, other: Image.Image) -> bool:
    return one.size != other.size or count_pixels(find_changes(one, other)) >= _MARK


def check_ended_matches(subject: Subject) -> Iterator[str]:
    """A match that was ended without a result shows and tells that nobody is to move and nobody has won."""
    for scene in subject.scenes(6):
        over = replace(scene, state=mark_ended(scene.state), move=None)
        if scene.state.mover and subject.renderer.draw(over).tobytes() == subject.renderer.draw(scene).tobytes():
            yield "A match that was ended looks as if it went on: draw the state's `mover` and `outcome`."
        for words in (subject.renderer.alt(over), subject.renderer.text(over)):
            if found := _GOES_ON.search(words):
                yield f"The words on a match that was ended without a result say `{found[0]}`: {quote(words)}."


def check_highlights(subject: Subject) -> Iterator[str]:
    """Destinations are drawn on the board and told first."""
    game = subject.game
    for scene in subject.scenes(8):
        if game.to_move(scene.state) is None:
            continue
        found = game.destinations(scene.state, "")
        marked = replace(scene, highlights=found)
        if found.places and subject.renderer.draw(marked).tobytes() == subject.renderer.draw(scene).tobytes():
            yield f"The places of `destinations` aren't drawn at ply {scene.ply}: call `draw_highlights`."
        has_room = len(subject.renderer.alt(scene)) + len(found.words) < LONGEST_ALT - 20
        if has_room and not subject.renderer.alt(marked).startswith(f"Marked: {found.words.replace('`', '')[:40]}"):
            yield "The alt text doesn't begin with the highlights: put `add_highlights` around it."


def check_names(subject: Subject) -> Iterator[str]:
    """A name that can't be drawn is drawn as the name of the seat."""
    seats = subject.game.info.seats
    for scene in subject.scenes(3)[:1]:
        strange = ("\u6f22\u5b57", "\U0001f680 Bob")[: len(scene.names)]
        known = seats[: len(strange)]
        pictures = [
            subject.renderer.draw(replace(scene, names=(*names, *scene.names[len(names) :]))).tobytes()
            for names in (strange, known)
        ]
        if pictures[0] != pictures[1]:
            yield "A name in letters that can't be drawn must be drawn as the name of the seat: use `draw_name_panels`."

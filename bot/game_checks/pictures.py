"""Check the pictures of a game: pieces, colours, sizes, and pictures against the words that go with them."""

from __future__ import annotations

import math
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import reduce
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw, ImageStat

from bot.game_checks.subject import list_some, quote, rejection_of
from games.contract import Destinations, IllegalMove
from renderers.board.alt_text import LONGEST_ALT
from renderers.board.diagrams import DiagramRenderer, describe_diagrams, draw_page
from renderers.board.picture import PictureRenderer
from renderers.board.scene import Circle, PieceRenderer, Scene, mark_ended
from renderers.drawing.canvas import PICTURE_WIDTHS
from renderers.drawing.png import encode
from renderers.drawing.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.game_checks.subject import Subject
    from games.contract import Step
    from games.random_play import RandomMatch
    from renderers.board.diagrams import Diagram
    from renderers.board.scene import Polygon

_MOST_BYTES = 400_000
_HIGHEST = 4000
_LONGEST_WORDS = 1024
_SMALLEST = 60
"""Picture pixels of the narrowest diagram."""
_DEPTH = 6
"""A mark is cut if it reaches so many pixels beyond the edge of a diagram on both sides."""
_WIDTH = 8
"""Pixels along the edge over which it does."""


def check_diagrams(subject: Subject) -> Iterator[str]:
    """The diagrams of the rules are parts of pictures that show their moves whole, and their page isn't too large."""
    renderer = subject.renderer
    if not isinstance(renderer, DiagramRenderer):
        return
    diagrams = list(renderer.diagrams())
    for diagram in diagrams:
        yield from _check_diagram(subject, diagram)
    for theme in THEMES:
        page = draw_page(renderer, diagrams, subject.game.info.title, theme)
        size = len(encode(page))
        if page.height > _HIGHEST or size > _MOST_BYTES:
            yield (
                f"The page of diagrams is {page.height} high and has {size} bytes in the {theme} theme: at most "
                f"{_HIGHEST} and {_MOST_BYTES}, so show fewer or smaller parts."
            )
    if len(describe_diagrams(diagrams, subject.game.info.title)) > _LONGEST_WORDS:
        yield f"The captions of the diagrams have more than {_LONGEST_WORDS} characters together."


def _check_diagram(subject: Subject, diagram: Diagram) -> Iterator[str]:
    picture = paint(subject, diagram.scene)
    left, top, right, bottom = diagram.box
    if not (0 <= left < right <= picture.width and 0 <= top < bottom <= picture.height):
        yield f"The box of the diagram {diagram.title}, {diagram.box}, isn't within the picture, {picture.size}."
        return
    if min(right - left, bottom - top) < _SMALLEST:
        yield f"The diagram {diagram.title} is only {right - left} by {bottom - top} pixels: show more of the board."
    if diagram.scene.move is None:
        return
    state = diagram.scene.state
    again = subject.game.parse_position(subject.game.position(state), len(diagram.scene.names))
    marks = find_changes(picture, paint(subject, replace(diagram.scene, state=again, move=None)))
    marks.paste(0, (0, 0, marks.width, PANELS))
    marks.paste(0, (0, marks.height - CAPTION, marks.width, marks.height))
    if count_pixels(marks) and not count_pixels(marks.crop(diagram.box)):
        yield f"The diagram {diagram.title} doesn't show what `{diagram.scene.move}` did: move its box there."
    for side, strips in _edges(marks, diagram).items():
        if _count_cut(strips) >= _WIDTH:
            yield f"The {side} edge of the diagram {diagram.title} cuts what `{diagram.scene.move}` did: widen its box."


def _edges(marks: Image.Image, diagram: Diagram) -> dict[str, list[Image.Image]]:
    """Return for each edge the lines of pixels on both sides of it."""
    left, top, right, bottom = diagram.box
    offsets = range(-_DEPTH, _DEPTH)
    return {
        "left": [marks.crop((left + offset, top, left + offset + 1, bottom)) for offset in offsets],
        "right": [marks.crop((right + offset, top, right + offset + 1, bottom)) for offset in offsets],
        "upper": [marks.crop((left, top + offset, right, top + offset + 1)) for offset in offsets],
        "lower": [marks.crop((left, bottom + offset, right, bottom + offset + 1)) for offset in offsets],
    }


def _count_cut(strips: list[Image.Image]) -> int:
    """Return at how many pixels along an edge something goes on across it."""
    across = strips[0]
    for strip in strips[1:]:
        across = ImageChops.darker(across, strip)
    return count_pixels(across)


_STEP = 3
"""A stored colour differs from the painted one by at most so much in a channel: nobody sees that."""


def check_palettes(subject: Subject) -> Iterator[str]:
    """Every colour that covers an area is in the palette of its theme."""
    renderer = subject.renderer
    if not isinstance(renderer, PictureRenderer):
        return
    for scene in subject.scenes(8):
        for theme in THEMES:
            seen = replace(scene, theme=theme)
            painted = renderer.paint(seen).image
            stored = renderer.draw(seen).convert("RGB")
            wrong = ImageChops.darker(find_changes(painted, stored, _STEP), find_flat_areas(painted))
            box = wrong.getbbox()
            if box is None:
                continue
            x, y = box[0] + wrong.crop((box[0], box[1], box[2], box[1] + 1)).tobytes().index(255), box[1]
            colours = [f"#{picture.crop((x, y, x + 1, y + 1)).tobytes().hex()}" for picture in (painted, stored)]
            yield (
                f"The {theme} palette lacks {colours[0]}, which becomes {colours[1]} at {x}, {y} of ply {scene.ply} "
                f"(`{scene.move or 'the start'}`): add it to the palette."
            )


_HEIGHTS = (400, 1180)
"""Picture pixels of the lowest and of the highest picture."""
_BITS = 0.65
"""Bits of the file for each pixel of a picture of normal size. The fullest board of flat areas known has 0.61."""
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
                f"The file of ply {scene.ply} has {bits:.2f} bits for each pixel, and at most {_BITS} are good for "
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
    """Destinations are drawn on the board and told first, and what steps of `guide` show and number is drawn."""
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
        first = game.guide(scene.state, "")
        for step in (first, *[game.guide(scene.state, choice.text) for choice in first.choices[:2]]):
            yield from _check_step(subject, scene, step)


def _check_step(subject: Subject, scene: Scene, step: Step) -> Iterator[str]:
    """Draw and describe what a step of `guide` shows; what it numbers must be seen."""
    shown = replace(scene, state=scene.state if step.shown is None else step.shown, highlights=step.highlights)
    picture, _words = subject.renderer.draw(shown), subject.renderer.alt(shown)
    unnumbered = replace(shown, highlights=replace(step.highlights, numbered=()))
    if step.highlights.numbered and picture.tobytes() == subject.renderer.draw(unnumbered).tobytes():
        yield f"What a step of `guide` numbers isn't drawn at ply {scene.ply}: call `draw_highlights`."


_MARKED = 4
"""Places of a position whose marks are looked at."""
_LEAST_AREA = 100
"""Pixels of the smallest shape that a finger can hit, in a picture that can be enlarged."""


def check_places(subject: Subject) -> Iterator[str]:
    """Every place of a mark or choice has a shape to tap, which holds its mark, from each side of the board."""
    renderer = subject.renderer
    for number, found in enumerate(subject.scenes(8)):
        scene = replace(found, side=number % len(found.names) + 1)
        if subject.game.to_move(scene.state) is None:
            continue
        for marked, names in _list_marked(subject, scene):
            if lacking := sorted(names - set(renderer.places(marked))):
                yield f"`places` lacks {list_some(lacking)}: marked, or of a choice, at ply {scene.ply}."
        shapes, plain = renderer.places(scene), paint(subject, scene)
        yield from _find_hidden(shapes, plain.size)
        for name in subject.random(f"places {number}").sample(sorted(shapes), min(_MARKED, len(shapes))):
            mark = find_changes(plain, paint(subject, replace(scene, highlights=Destinations((), (name,), ""))))
            within = ImageChops.darker(mark, _fill_shapes([shapes[name]], plain.size).getchannel("R"))
            if 2 * count_pixels(within) <= count_pixels(mark):
                yield (
                    f"The mark of {name} isn't drawn in its shape, as seat {scene.side} sees the board: let `places` "
                    "and `draw_highlights` find a place by the same function."
                )


def _list_marked(subject: Subject, scene: Scene) -> Iterator[tuple[Scene, set[str]]]:
    """Yield a scene with the marks of some hints and of the first steps of `guide`, and the places that are named."""
    game, state = subject.game, scene.state
    whole, first = game.destinations(state, ""), game.guide(state, "")
    some = subject.random("marked").sample(whole.places, min(2, len(whole.places)))
    for hint in (whole, *[game.destinations(state, name) for name in some]):
        yield replace(scene, highlights=hint), {*hint.source, *hint.places}
    for step in (first, *[game.guide(state, choice.text) for choice in first.choices[:2]]):
        marks = step.highlights
        names = {*marks.source, *marks.places}.union(*marks.numbered, *[choice.places for choice in step.choices])
        yield replace(scene, state=step.shown or state, highlights=replace(marks, numbered=())), names


def _find_hidden(shapes: Mapping[str, Polygon | Circle], size: tuple[int, int]) -> Iterator[str]:
    """Name the shapes that lie beyond the picture or under later ones, so that they can't be tapped."""
    free = {colour: count for count, colour in _fill_shapes(shapes.values(), size).getcolors(len(shapes) + 1) or []}
    for number, (name, shape) in enumerate(shapes.items()):
        if free.get(_number_colour(number), 0) <= max(_LEAST_AREA, _area(shape) / 2):
            yield f"The shape of {name} can't be tapped: too little of it lies in the picture and not under others."


def _fill_shapes(shapes: Iterable[Polygon | Circle], size: tuple[int, int]) -> Image.Image:
    """Return a picture with shapes on black, each in the colour of its number, later ones above the others."""
    picture = Image.new("RGB", size)
    draw = ImageDraw.Draw(picture)
    for number, shape in enumerate(shapes):
        if isinstance(shape, Circle):
            draw.circle((shape.x, shape.y), shape.radius, fill=_number_colour(number))
        else:
            draw.polygon(shape, fill=_number_colour(number))
    return picture


def _number_colour(number: int) -> tuple[int, int, int]:
    return 255, number >> 8, number & 255


def _area(shape: Polygon | Circle) -> float:
    """Return the area of a shape in square pixels."""
    if isinstance(shape, Circle):
        return math.pi * shape.radius**2
    return abs(sum(x * north - east * y for (x, y), (east, north) in pairwise((*shape, shape[0])))) / 2


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


_SIDE = 20
"""Pixels of a piece beside words."""
_GROUNDS = {"dark": (49, 51, 56), "light": (255, 255, 255)}
_FROM_GROUND, _FROM_OTHERS = 10, 5
"""Mean differences, of 255, that let a piece be seen, and be told from another."""


def check_pieces(subject: Subject) -> Iterator[str]:
    """Every piece that a choice names is drawn, and all can be told apart at 20 pixels on a dark and a light ground."""
    renderer = subject.renderer
    drawn: Mapping[str, Image.Image] = renderer.draw_pieces() if isinstance(renderer, PieceRenderer) else {}
    lacking = sorted(_find_names(subject) - set(drawn))
    if lacking:
        yield f"`draw_pieces` doesn't draw {list_some(lacking)}, which choices of `guide` name."
    for name, image in drawn.items():
        if (image.mode, image.size) != ("RGBA", (128, 128)) or image.getpixel((0, 0)) != (0, 0, 0, 0):
            yield f"The picture of {name} isn't in mode RGBA, 128 by 128 pixels, with transparent ground."
            return
    for ground, colour in _GROUNDS.items():
        small = {name: _reduce_piece(image, colour) for name, image in drawn.items()}
        empty = Image.new("RGB", (_SIDE, _SIDE), colour)
        for name, image in small.items():
            if _difference(image, empty) <= _FROM_GROUND:
                yield f"The picture of {name} is hardly seen at {_SIDE} pixels on {ground} ground."
        for one, other in combinations(small, 2):
            if _difference(small[one], small[other]) <= _FROM_OTHERS:
                yield f"{one} and {other} look alike at {_SIDE} pixels on {ground} ground."


def _find_names(subject: Subject) -> set[str]:
    """Return the names of pieces in the first choices of some positions."""
    names: set[str] = set()
    for _, state in subject.lasts():
        if rejection_of(subject.game.guide, state, "") is None:
            names |= {choice.piece for choice in subject.game.guide(state, "").choices}
    return names - {""}


def _reduce_piece(image: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    square = Image.new("RGB", image.size, ground)
    square.paste(image, mask=image)
    return square.resize((_SIDE, _SIDE), Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]


def _difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two images over all pixels and colours, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


PANELS, CAPTION = 116, 110
"""Picture pixels above and below the board: the players' names, and the last move with whose turn it is."""

_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (3, 0), (-3, 0), (0, 3), (0, -3))
"""A pixel belongs to a flat area if the pixels at these offsets have its colour."""


def paint(subject: Subject, scene: Scene) -> Image.Image:
    """Return the picture of a scene in mode RGB: before it is stored in a palette, if the renderer paints at all."""
    if isinstance(subject.renderer, PictureRenderer):
        return subject.renderer.paint(scene).image
    return subject.renderer.draw(scene).convert("RGB")


def crop_board(picture: Image.Image) -> Image.Image:
    """Return the part of a picture between the panels and the caption."""
    return picture.crop((0, PANELS, picture.width, picture.height - CAPTION))


def find_changes(one: Image.Image, other: Image.Image, least: int = 12) -> Image.Image:
    """Return where two pictures in mode RGB differ by more than `least` in a channel: 255 there, else 0."""
    return _set_where(ImageChops.difference(one, other), [step > least for step in range(256)])


def find_flat_areas(picture: Image.Image) -> Image.Image:
    """Return where a picture in mode RGB has flat areas: 255 there, else 0."""
    differences = (ImageChops.difference(picture, ImageChops.offset(picture, *offset)) for offset in _AROUND)
    return _set_where(reduce(ImageChops.lighter, differences), [True] + [False] * 255)


def _set_where(picture: Image.Image, levels: Sequence[bool]) -> Image.Image:
    """Return 255 where the greatest channel of a picture in mode RGB has one of some levels, else 0, in mode L."""
    greatest = reduce(ImageChops.lighter, picture.split())
    return greatest.point([255 * level for level in levels])  # pyright: ignore[reportUnknownMemberType]


def count_pixels(mask: Image.Image) -> int:
    """Return how many pixels of a picture in mode L aren't 0."""
    return mask.width * mask.height - mask.histogram()[0]


def mean_lightness(picture: Image.Image) -> float:
    """Return how light a picture is on average, from 0 to 255."""
    histogram = picture.convert("L").histogram()
    return sum(level * count for level, count in enumerate(histogram)) / sum(histogram)

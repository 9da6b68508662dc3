"""Faults put into Hex on purpose, one at a time: each is named by the check that is there for it."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count
from time import thread_time
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from turnpost_hex.picture import Picture
from turnpost_hex.rules import LARGEST, SMALLEST, Hex, State

from bot.game_checks.checks import CHECKS, run_check
from bot.game_checks.subject import Subject, list_some
from games.contract import Destinations, win_of_two
from games.hex_grid import rhombus
from renderers.board.diagrams import Diagram, build_scene
from renderers.board.scene import Circle
from renderers.drawing.png_palettes import Palette, find_palette
from renderers.kit.layout import lay_out

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.contract import Options, Result, Step
    from renderers.board.scene import Polygon, Scene
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.themes import Name
    from renderers.kit.view import BoardView

    Places = Mapping[str, Polygon | Circle]


class Owned(Hex):
    info = replace(Hex.info, homes=True)


class Unasked(Hex):
    info = replace(Hex.info, examples=("c4", "z9"))


class Careless(Hex):
    def start(self, players: int, options: Options, seed: int) -> State:
        del players
        return super().start(2, {name: value for name, value in options.items() if value != "?"}, seed)


class Cramped(Hex):
    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        return [] if state.size == SMALLEST else super().suggest(state, text, limit)


class Unbegun(Hex):
    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        return [] if state.size == LARGEST else super().suggest(state, text, limit)


class Doubled(Hex):
    def legal(self, state: State) -> tuple[str, ...]:
        return super().legal(state)[:1] + super().legal(state)


class Unordered(Hex):
    def legal(self, state: State) -> tuple[str, ...]:
        return super().legal(state)[:: 1 if state.mover == 1 else -1]


class Slow(Hex):
    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        began = thread_time()
        while thread_time() < began + 0.32:
            pass
        return super().suggest(state, text, limit)


class Crashing(Hex):
    def parse(self, state: State, text: str) -> str:
        return super().parse(state, {letter: letter for letter in "abcdefghijklmn1234567890 swap`ABCDEFG"}[text[0]])


class Chatty(Hex):
    def parse(self, state: State, text: str) -> str:
        return self.legal(state)[0] if text == "nice one" else super().parse(state, text)


class Scrawled(Hex):
    def format(self, state: State, move: str) -> str:
        return f"{super().format(state, move)}!"


class Hopeful(Hex):
    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        return ["z9", *super().suggest(state, text, limit - 1)][:limit]


class Circular(Hex):
    def guide(self, state: State, text: str) -> Step:
        first = super().guide(state, "")
        return replace(first, choices=tuple(replace(choice, text=f"{text}?{choice.text}") for choice in first.choices))


class Misnumbered(Hex):
    def guide(self, state: State, text: str) -> Step:
        step = super().guide(state, text)
        return replace(step, highlights=replace(step.highlights, numbered=(("a1",), ("b1",)))) if not text else step


class Nameless(Hex):
    def guide(self, state: State, text: str) -> Step:
        step = super().guide(state, text)
        return replace(step, choices=tuple(replace(choice, places=("",)) for choice in step.choices))


class Repeated(Hex):
    def guide(self, state: State, text: str) -> Step:
        step = super().guide(state, text)
        return replace(step, choices=tuple(replace(choice, places=choice.places * 2) for choice in step.choices))


class Strayed(Hex):
    def guide(self, state: State, text: str) -> Step:
        step = super().guide(state, text)
        return replace(step, choices=tuple(replace(choice, ways=(choice.places[:1],)) for choice in step.choices))


class Scattered(Hex):
    def guide(self, state: State, text: str) -> Step:
        step = super().guide(state, text)
        first, second, *others = step.choices or (None, None)
        return replace(step, choices=(first, replace(second, group="apart"), *others)) if first and second else step


class Regrouped(Hex):
    def guide(self, state: State, text: str) -> Step:
        step = super().guide(state, text)
        grouped = [replace(choice, group=f"{number % 2}") for number, choice in enumerate(step.choices)]
        return replace(step, choices=tuple(grouped))


class Numbered(Hex):
    def guide(self, state: State, text: str) -> Step:
        step = super().guide(state, text)
        choices = tuple([replace(choice, label=str(number)) for number, choice in enumerate(step.choices[:2], 1)])
        numbered = (("a1",), ("b1",))[: len(choices)]
        return replace(step, choices=choices, highlights=replace(step.highlights, numbered=numbered))


class Numberless(Picture):
    def draw(self, scene: Scene) -> Image.Image:
        shown = scene.highlights and replace(scene.highlights, numbered=())
        return super().draw(replace(scene, highlights=shown))


class Moverless(Hex):
    def position(self, state: State) -> str:
        return f"{super().position(state)[:-1]}{'1' if state.mover else '-'}"


class Forgetful(Hex):
    def position(self, state: State) -> str:
        return super().position(replace(state, stones=(0, *state.stones[1:])))


class Changing(Hex):
    def describe(self, state: State, move: str) -> str:
        object.__setattr__(state, "last", move)
        return super().describe(state, move)


class Forgiving(Hex):
    def leave(self, state: State, seat: int) -> State:
        left = super().leave(state, seat)
        return left if state.mover is None else replace(left, outcome=self.forgive(seat))

    def forgive(self, seat: int) -> Result:
        return win_of_two(seat, "left first")


class Unseeded(Hex):
    def play(self, state: State, move: str) -> State:
        after = super().play(state, move)
        return replace(after, may_swap=random.random() < 0.5)


class Silent(Hex):
    def task(self, state: State) -> str:
        return super().task(state).replace("`", "")


class DarkOnly(Picture):
    def draw(self, scene: Scene) -> Image.Image:
        return super().draw(replace(scene, theme="dark"))


class Colourless(Picture):
    def palette(self, theme: Name) -> Palette:
        del theme
        return find_palette([Image.new("RGB", (10, 10), (43, 45, 49))])


class Unmarked(Picture):
    def view(self, state: State) -> BoardView:
        return replace(super().view(state), last=None)


class Halved(Picture):
    """Tells the stones of the first seat alone."""

    def alt(self, scene: Scene) -> str:
        stones = tuple(seat % 2 for seat in scene.state.stones)
        return super().alt(replace(scene, state=replace(scene.state, stones=stones)))

    def overflow(self, scene: Scene) -> str:
        del scene
        return ""


class Small(Picture):
    def draw(self, scene: Scene) -> Image.Image:
        return super().draw(scene).resize((500, 500), Image.Resampling.NEAREST)  # pyright: ignore[reportUnknownMemberType]


class Noisy(Picture):
    def draw(self, scene: Scene) -> Image.Image:
        picture = super().draw(scene)
        picture.paste(Image.effect_noise((1000, 300), 90).quantize(200), (0, 300))
        return picture


class Restless(Picture):
    ticks = count()

    def draw(self, scene: Scene) -> Image.Image:
        picture = super().draw(scene)
        picture.putpixel((next(self.ticks) % 900, 5), 3)
        return picture


class Illustrated(Picture):
    """Has one diagram, of which the box is changed by so much on each side."""

    widened = (0, 0, 0, 0)

    def diagrams(self) -> Sequence[Diagram]:
        whole = self.diagram("Place", "A stone.", build_scene(self.game, before=("a1",), move="f6"))
        left, top, right, bottom = (edge + more for edge, more in zip(whole.box, self.widened, strict=True))
        return [replace(whole, box=(left, top, right, bottom))]


class Cropped(Illustrated):
    widened = (0, 0, 0, -310)


class Elsewhere(Illustrated):
    widened = (0, 0, 0, -375)


class Beyond(Illustrated):
    widened = (0, 0, 400, 0)


class Lopsided(Picture):
    """Draws a triangle of the board."""

    def view(self, state: State) -> BoardView:
        whole = super().view(state)
        cells = tuple(
            cell for number, cell in enumerate(whole.board.cells) if number % state.size <= number // state.size
        )
        names = {cell.name for cell in cells}
        board = replace(whole.board, cells=cells, sides=())
        pieces = {name: piece for name, piece in whole.pieces.items() if name in names}
        return replace(whole, board=board, pieces=pieces, last=None, winning=())


class Unplaced(Picture):
    def places(self, scene: Scene) -> Places:
        return {name: shape for name, shape in super().places(scene).items() if name != "a1"}


class Shifted(Picture):
    """Has its shapes a hexagon farther east than the board."""

    def places(self, scene: Scene) -> Places:
        found = super().places(scene)
        return dict(zip(found, [*list(found.values())[1:], found["a1"]], strict=True))


class Covered(Picture):
    def places(self, scene: Scene) -> Places:
        found = super().places(scene)
        return {name: Circle(500, 500, 800) if name == list(found)[-1] else shape for name, shape in found.items()}


class Tiny(Picture):
    share = 0.03

    def places(self, scene: Scene) -> Places:
        layout = lay_out(self.view(scene.state).board, 140)
        return {name: Circle(x, y, self.share * layout.pitch) for name, (x, y) in layout.middles.items()}


class Round(Tiny):
    share = 0.5


class Away(Picture):
    def places(self, scene: Scene) -> Places:
        return {name: Circle(1100, 500, 20) if name == "a1" else at for name, at in super().places(scene).items()}


class Unseen(Picture):
    def paint(self, scene: Scene) -> Canvas:
        return super().paint(replace(scene, highlights=None))


class Lagging(Picture):
    def places(self, scene: Scene) -> Places:
        began = thread_time()
        while thread_time() < began + 0.11:
            pass
        return super().places(scene)


FAULTS: list[tuple[type[Hex | Picture], str, str]] = [
    (Owned, "sides", "`homes` is set, but the board is turned for 0 of 2 seats"),
    (Unasked, "help", "The help doesn't show the example `z9`"),
    (Careless, "options", "`start` takes 1 players with the options {}: raise `BadOption`"),
    (Cramped, "options", f"With 2 players and the options {{'size': {SMALLEST}}} there is no first move."),
    (Unbegun, "options", f"With 2 players and the options {{'size': {LARGEST}}} there is no first move."),
    (Doubled, "legal moves", "`legal` lists a1 twice"),
    (Unordered, "legal moves", "give all moves in the order of the board"),
    (Slow, "speed", "`suggest` takes 0.3"),
    (Crashing, "typed texts", "The game raised KeyError: "),
    (Chatty, "chat", "The chat 'nice one' must be rejected as `not_a_move`, but it is read as a move"),
    (Scrawled, "notation", "`parse` doesn't take 'c1!', a legal move"),
    (Hopeful, "suggestions", "`suggest` offers 'z9'"),
    (Circular, "guide", "After 101 choices of `guide`, the last of which is "),
    (Misnumbered, "guide", "numbers 2 places, so the labels must be the numbers from 1"),
    (Nameless, "guide", "has places without a name, or one of them twice"),
    (Repeated, "guide", "has places without a name, or one of them twice"),
    (Strayed, "guide", "have other places than its `places`"),
    (Scattered, "guide", "has choices of one group apart"),
    (Regrouped, "guide", "has choices of one group apart"),
    (Moverless, "position text", "`position` forgets who is to move"),
    (Forgetful, "position text", "`position` forgets something"),
    (Changing, "states", "A call changed the state"),
    (Forgiving, "departures", "Seat 1 has left, so seat 2 must win"),
    (Unseeded, "replays", "everything random must come from the seed"),
    (Silent, "turns", "The first task shows no move in a code span"),
    (DarkOnly, "themes", "In the light theme the picture of ply 0 isn't light"),
    (Colourless, "palettes", "The dark palette lacks #"),
    (Unmarked, "last move", "The picture doesn't show the last move"),
    (Halved, "distinct words", "The alt text of two positions is the same"),
    (Small, "pictures", "in mode P and 1000 wide, not in mode P and 500 wide"),
    (Noisy, "pictures", "draw flat areas, without noise"),
    (Restless, "same pictures", "The same scene drawn twice gives two pictures"),
    (Cropped, "diagrams", "The lower edge of the diagram Place cuts what `f6` did"),
    (Elsewhere, "diagrams", "The diagram Place doesn't show what `f6` did"),
    (Beyond, "diagrams", "isn't within the picture"),
    (Unplaced, "places", "`places` lacks a1: marked, or of a choice, at ply 0."),
    (Shifted, "places", "isn't drawn in its shape, as seat 1 sees the board"),
    (Covered, "places", "The shape of a1 can't be tapped"),
    (Tiny, "places", "The shape of a1 can't be tapped"),
    (Away, "places", "The shape of a1 can't be tapped"),
    (Unseen, "places", "isn't drawn in its shape"),
    (Lagging, "speed", "`places` takes 0.1"),
]


def build(fault: type[Hex | Picture]) -> Subject:
    game: Any = fault() if issubclass(fault, Hex) else Hex()
    return Subject(game, fault(game) if issubclass(fault, Picture) else Picture(Hex()), matches=4)


@pytest.mark.parametrize(("fault", "name", "sentence"), FAULTS, ids=[fault.__name__ for fault, _, _ in FAULTS])
def test_a_fault_is_named(fault: type[Hex | Picture], name: str, sentence: str) -> None:
    found = run_check(name, build(fault), most=1)
    assert len(found) == 1
    assert sentence in found[0]


def test_a_board_that_is_turned_and_looks_otherwise_is_named() -> None:
    assert run_check("sides", Subject(Owned(), Picture(Owned()), matches=4)) == []
    found = run_check("sides", Subject(Owned(), Lopsided(Owned()), matches=4), most=1)
    assert found[0].startswith("The board has another outline for seat 2")


@pytest.mark.parametrize(("names", "listed"), [("abc", "a, b, c"), ("abcd", "a, b, c and 1 more")])
def test_of_many_places_three_are_named_and_the_others_counted(names: str, listed: str) -> None:
    assert list_some(names) == listed


def test_a_board_that_is_turned_for_another_seat_than_the_game_says_is_named() -> None:
    class Other(Owned):
        info = replace(Owned.info, far_seat=1)

    assert run_check("sides", Subject(Other(), Picture(Other()), matches=4)) == []
    found = run_check("sides", Subject(Other(), Picture(Owned()), matches=4), most=1)
    assert found[0].startswith("The board isn't turned for seat 1")


def test_shapes_that_do_not_follow_the_side_are_named() -> None:
    class Unturned(Picture):
        def places(self, scene: Scene) -> Places:
            return super().places(replace(scene, side=None))

    assert run_check("places", Subject(Owned(), Picture(Owned()), matches=4)) == []
    found = run_check("places", Subject(Owned(), Unturned(Owned()), matches=4), most=1)
    assert found[0].endswith("let `places` and `draw_highlights` find a place by the same function.")
    assert "as seat 2 sees the board" in found[0]


def test_round_shapes_that_touch_no_other_are_fine() -> None:
    assert run_check("places", Subject(Hex(), Round(Hex()), matches=4)) == []


Z9 = Destinations(("z9",), (), "")


@pytest.mark.parametrize(
    "marks", [Z9, replace(Z9, source=(), places=("z9",)), replace(Z9, source=(), numbered=(("a1", "z9"),))]
)
@pytest.mark.parametrize("depth", [0, 1])
def test_a_place_without_a_shape_is_named_wherever_a_step_marks_it(marks: Destinations, depth: int) -> None:
    class Marking(Hex):
        def guide(self, state: State, text: str) -> Step:
            step = super().guide(state, text)
            return replace(step, highlights=marks) if bool(text) == bool(depth) else step

    found = run_check("places", Subject(Marking(), Picture(Marking()), matches=4), most=1)
    assert found == ["`places` lacks z9: marked, or of a choice, at ply 0."]


@pytest.mark.parametrize("depth", [0, 1])
def test_a_place_without_a_shape_is_named_where_a_choice_has_it(depth: int) -> None:
    class Choosing(Hex):
        def guide(self, state: State, text: str) -> Step:
            step = super().guide(state, text)
            choices = tuple([replace(choice, places=("a1", "z9")) for choice in step.choices])
            return replace(step, choices=choices) if bool(text) == bool(depth) else step

    found = run_check("places", Subject(Choosing(), Picture(Choosing()), matches=4), most=1)
    assert found == ["`places` lacks z9: marked, or of a choice, at ply 0."]


@pytest.mark.parametrize("typed", [False, True])
def test_a_place_without_a_shape_is_named_wherever_a_hint_marks_it(typed: bool) -> None:  # noqa: FBT001 - a case
    class Hinting(Hex):
        def destinations(self, state: State, text: str) -> Destinations:
            found = super().destinations(state, text)
            return replace(found, places=(*found.places, "z9")) if bool(text) == typed else found

    found = run_check("places", Subject(Hinting(), Picture(Hinting()), matches=4), most=1)
    assert found == ["`places` lacks z9: marked, or of a choice, at ply 0."] if typed else len(found) == 1


def test_a_step_marks_places_of_the_state_that_it_shows() -> None:
    class Growing(Hex):
        def guide(self, state: State, text: str) -> Step:
            larger = self.start(2, {"size": LARGEST, "swap": True}, 0)
            corner = rhombus(LARGEST, LARGEST).names[-1]
            return replace(super().guide(state, text), highlights=Destinations((), (corner,), ""), shown=larger)

    assert run_check("places", Subject(Growing(), Picture(Growing()), matches=4)) == []


def test_numbers_of_a_step_that_are_not_drawn_are_named() -> None:
    assert run_check("highlights", Subject(Numbered(), Picture(Numbered()), matches=4)) == []
    found = run_check("highlights", Subject(Numbered(), Numberless(Numbered()), matches=4), most=1)
    assert found[0].startswith("What a step of `guide` numbers isn't drawn at ply ")


@pytest.mark.thorough
def test_a_game_without_faults_has_none() -> None:
    for name in {name for _, name, _ in FAULTS}:
        assert run_check(name, build(Illustrated)) == []


def test_an_exception_is_shown_with_the_line_of_the_game_that_raised_it() -> None:
    first, *frames = run_check("typed texts", build(Crashing))[-1].splitlines()
    assert first.startswith("The game raised KeyError: ")
    assert len(frames) == 1
    assert frames[0].startswith(f"{__file__}:")
    assert " in parse: return super().parse(state, {" in frames[0]


@pytest.mark.thorough
@pytest.mark.parametrize("fault", [fault for fault, _, _ in FAULTS], ids=lambda fault: fault.__name__)
def test_all_checks_together_get_through_a_game_with_a_fault(fault: type[Hex | Picture]) -> None:
    assert any(run_check(name, build(fault)) for name in CHECKS)

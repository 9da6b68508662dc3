"""The renderer of games whose positions are described as views: picture, words and letters come by themselves."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic

from games.contract import S
from games.translation import ENGLISH, gettext as _, gettext_noop as N_, in_language
from renderers.board.alt_text import (
    LONGEST_ALT,
    add_highlights,
    describe_status,
    format_headline,
    one_line,
    open_alt,
    open_grid,
)
from renderers.board.confetti import draw_confetti_on_blank
from renderers.board.diagrams import Diagram
from renderers.board.frame import draw_caption
from renderers.board.highlights import draw_highlights
from renderers.board.name_panels import draw_name_panels
from renderers.board.picture import PictureRenderer
from renderers.board.scene import Scene, is_won
from renderers.drawing.canvas import Canvas, cached_backdrop
from renderers.drawing.colours import BLUE, DELTA, GREEN, PURPLE, RED
from renderers.drawing.png_palettes import Palette, find_palette
from renderers.drawing.themes import THEMES
from renderers.kit.backdrop import draw_backdrop, write_labels
from renderers.kit.layout import Layout, lay_out
from renderers.kit.letters import draw_letters
from renderers.kit.pieces_on_board import draw_last_turn, draw_pieces, draw_winning, list_tones
from renderers.kit.samples import sample_scenes
from renderers.kit.words import describe_pieces, describe_rows, split_sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.contract import Game
    from renderers.board.scene import Circle, Polygon
    from renderers.drawing.colours import Owner
    from renderers.drawing.themes import Name
    from renderers.kit.view import BoardView

_TOP = 140
"""The upper edge of the board, below the panels and their pointer."""
_TURN = N_("to play")
_LONGEST_TEXT = 1500
"""Characters that a board in sentences stays below."""


class BoardRenderer(PictureRenderer, Generic[S]):
    """A renderer that needs to be told only the view of a state; `draw_over` draws by hand what no view can say.

    `owners` are the looks of the seats in seat order. Boards of games with `Info.homes` are turned for its `far_seat`.
    """

    owners: tuple[Owner, ...] = (RED, BLUE, DELTA, GREEN, PURPLE)

    def __init__(self, game: Game[S, Any]) -> None:
        self.game = game
        self._find_palette = lru_cache(2)(self._find_palette_uncached)

    @abstractmethod
    def view(self, state: S) -> BoardView:
        """Return what a state looks like."""

    def draw_over(self, picture: Canvas, layout: Layout, scene: Scene) -> None:
        """Draw by hand over the pieces; the default draws nothing."""

    def palette(self, theme: Name) -> Palette:
        """Return the colours of random matches in a theme."""
        return self._find_palette(theme)

    def _find_palette_uncached(self, theme: Name) -> Palette:
        scenes = [replace(scene, theme=theme) for scene in sample_scenes(self.game)]
        owners = self.owners[: self.game.info.max_players]
        grounds = {self.view(scene.state).board.ground for scene in scenes}
        tones = [tone for ground in grounds for tone in list_tones(ground, owners, theme)]
        with in_language(ENGLISH):  # the colours don't depend on who sees the first picture
            pictures = [self.paint(scene).image for scene in scenes]
        return find_palette(pictures, (*THEMES[theme].frame, *dict.fromkeys(tones)))

    def paint(self, scene: Scene) -> Canvas:
        """Return the picture of a scene in all its colours."""
        view, theme, seats = self.view(scene.state), THEMES[scene.theme], self.game.info.seats
        owners, layout = self.owners[: len(scene.names)], self._lay_out(scene, view)
        foot = layout.foot + 14
        backdrop = cached_backdrop(draw_backdrop, layout, self.owners, scene.theme, foot + 100, scene.scale)
        picture = Canvas.from_backdrop(backdrop, scene.scale)
        draw_name_panels(picture, scene, owners, seats, theme, scores=view.scores)
        write_labels(picture, layout, scene.theme, view.last.arrived if view.last else ())
        draw_last_turn(picture, layout, view, self.owners, scene.theme)
        draw_pieces(picture, layout, view, self.owners)
        draw_winning(picture, layout, view)
        self.draw_over(picture, layout, scene)
        draw_highlights(
            picture,
            scene.highlights,
            lambda name: layout.highlight(name, occupied=bool(view.stack(name))),
            max(7, min(18, 0.2 * layout.pitch)),
        )
        if is_won(scene.state):
            draw_confetti_on_blank(picture, _TOP - 20, foot - 14, theme.bg)
        mover = owners[view.last.seat - 1] if scene.move and view.last else None
        lines = format_headline(scene, seats, _(_TURN)), self._note(scene, view)
        draw_caption(picture, foot, scene.ply, mover, lines, self.game.info.title, theme=theme)
        return picture

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words, as far as there is room; `overflow` has the rest."""
        opening, board = self._tell(scene)
        kept = split_sentences(board, LONGEST_ALT - len(opening) - 1)[0]
        return add_highlights(scene, " ".join([opening, *kept]))

    def overflow(self, scene: Scene) -> str:
        """Return the sentences that the alt text has no room for."""
        opening, board = self._tell(scene)
        return " ".join(split_sentences(board, LONGEST_ALT - len(opening) - 1)[1])

    def text(self, scene: Scene) -> str:
        """Return the position in sentences, a row of the board a line, or where that is too long a kind of piece."""
        view, seats = self.view(scene.state), self.game.info.seats
        opening = self._open(scene, view)
        by_row = "\n".join([*opening, *describe_rows(view, seats)])
        return by_row if len(by_row) < _LONGEST_TEXT else "\n".join([*opening, *describe_pieces(view, seats)])

    def grid(self, scene: Scene) -> str:
        """Return the board in letters, from the scene's side."""
        view, seats = self.view(scene.state), self.game.info.seats
        names = [f"{_(seat)} {one_line(name)}" for seat, name in zip(seats, scene.names, strict=False)]
        board = draw_letters(view, seats, turned=self._is_turned(scene))
        status = describe_status(scene, seats, _(_TURN))
        return "\n".join([open_grid(scene, self.game.info.title), *board, *view.facts, "   ".join(names), status])

    def places(self, scene: Scene) -> Mapping[str, Polygon | Circle]:
        """Return the shape of each cell in the picture."""
        return self._lay_out(scene, self.view(scene.state)).places

    def diagram(self, title: str, caption: str, scene: Scene, *, wide: bool = False) -> Diagram:
        """Return a diagram of the board of a scene, with all that belongs to it."""
        layout = self._lay_out(scene, self.view(scene.state))
        xs = [label.place[0] for label in layout.labels] + [x for x, _ in layout.middles.values()]
        aside = max(24, layout.pitch / 2 + 8)
        box = (round(max(0, min(xs) - aside)), layout.top - 24, round(min(1000, max(xs) + aside)), layout.foot + 4)
        return Diagram(title, caption, scene, box, wide)

    def _lay_out(self, scene: Scene, view: BoardView) -> Layout:
        return lay_out(view.board, _TOP, turned=self._is_turned(scene))

    def _is_turned(self, scene: Scene) -> bool:
        return self.game.info.homes and scene.is_rotated(top=self.game.info.far_seat)

    def _note(self, scene: Scene, view: BoardView) -> str:
        outcome = scene.state.outcome
        if outcome:
            return outcome.clause
        return view.note or (view.last.words if view.last else _(self.game.info.pitch))

    def _open(self, scene: Scene, view: BoardView) -> list[str]:
        """Return the first sentences of all words: the last move, whose turn it is, and what the board doesn't show."""
        last, seats = view.last, self.game.info.seats
        action = last.words if last else ""
        sentences = open_alt(scene, self.game.info.title, seats, last.seat if last else None, action)
        return [*sentences, describe_status(scene, seats, _(_TURN)), *view.facts]

    def _tell(self, scene: Scene) -> tuple[str, list[str]]:
        view = self.view(scene.state)
        return " ".join(self._open(scene, view)), describe_pieces(view, self.game.info.seats)

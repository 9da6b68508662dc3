"""Force Field Factions's picture (rules page, section "The picture"), its pieces alone, and its diagrams."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from games.force_field_factions import ForceFieldFactions
from games.force_field_factions.position import SEATS
from games.force_field_factions.state import GHOST, GRID, State
from games.translation import gettext as _, gettext_noop as N_, pgettext
from renderers.board.alt_text import add_highlights, format_headline
from renderers.board.confetti import draw_margin_confetti
from renderers.board.diagrams import Diagram, build_scene
from renderers.board.frame import draw_caption, draw_panel, lay_out_panels, winner_star
from renderers.board.highlights import HighlightPlace, draw_highlights
from renderers.board.name_panels import write_name
from renderers.board.picture import PictureRenderer
from renderers.board.piece_images import PIECE_SIDE, fit_pieces
from renderers.board.scene import Scene, is_won, sole_winner
from renderers.drawing.canvas import Canvas, cached_backdrop
from renderers.drawing.colours import PAPER
from renderers.drawing.pyramids import pyramid_icon, standing_pyramid
from renderers.drawing.shapes import square_polygon
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import COUNT, MOVE, PLAIN, fit, text_width
from renderers.force_field_factions import text
from renderers.force_field_factions.board import (
    CAPTION,
    NEWS,
    PITCH,
    PLATE,
    ROWS,
    TOP,
    bare_spot,
    centre,
    draw_piece,
    draw_pool,
    empty,
    label,
    place_on,
    rotate,
)
from renderers.force_field_factions.colours import OWNERS, compose_palette
from renderers.force_field_factions.last_turn import draw_above, draw_below
from renderers.force_field_factions.text import TITLE, counts, describe_outcome, pool, write_grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PIL import Image

    from renderers.board.scene import Circle, Polygon
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.themes import Name, Theme


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of a pyramid of each seat and number of pips."""
    return fit_pieces(
        {
            f"{seat.lower()}-{pips}": standing_pyramid(owner, pips, PIECE_SIDE, halo=(PAPER,))
            for seat, owner in zip(SEATS, OWNERS, strict=True)
            for pips in (1, 2, 3)
        }
    )


_ROWS_1_AND_2 = (14, 708, 834, 956)
_CORNER = (10, 610, 474, 948)
"""Columns a to d, rows 1 to 3, with their coordinates."""

_OTHERS = "f7:w1.up f8:b1.up g7:w2.up g8:b2.up h7:w3.up h8:b3.up 2"
"""Pieces out of sight: with none of some size left, a match would be over."""


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return the setup and every kind of action."""
    game = ForceFieldFactions()
    rows = (
        (N_("Move"), N_("A point for each pip: to point somewhere, to advance a square."), "b1:w2.up", "b1: ne f"),
        (
            N_("Take"),
            N_("An attack of 1 takes a piece of defence 1. Upright, it would defend with 2."),
            "b1:w2.n b2:b1.s",
            "b1: x",
        ),
        (N_("Change fields"), N_("First take the outermost field off, last add one."), "b2:w2.n.r", "b2: -red +blue"),
        (N_("Push"), N_("With a green field, an attack pushes the whole line."), "a2:w2.e.g b2:b1.s c2:b2.w", "a2: x"),
        (
            N_("Convert"),
            N_("With a purple one, the enemy becomes yours if you're short of one of its size; else it's taken."),
            "a2:w2.e.p b2:b1.s",
            "a2: x,e",
        ),
        (
            N_("Strip"),
            N_("With an orange one, an attack that's 1 short strips the enemy of its fields."),
            "a2:w2.e.o b2:b2.up.r",
            "a2: x",
        ),
        (
            N_("Out of phase"),
            N_("A piece in a clear field can't be touched; others pass over it."),
            "a2:w2.e b2:b2.s.c",
            "a2: f f",
        ),
        (
            N_("Back in phase"),
            N_("Where another piece stands, that destroys both."),
            "b2:b1.s b2:w2.n.c",
            "b2: -clear",
        ),
    )
    return (
        Diagram(
            N_("Setup"),
            N_(
                "Each has pieces of 3 2 1 2 1 2 1 3 pips from the left, upright; Black begins. "
                "Without a piece of some size you lose."
            ),
            build_scene(game),
            _ROWS_1_AND_2,
            wide=True,
        ),
        *(
            Diagram(title, caption, build_scene(game, position=f"{pieces} {_OTHERS}", move=move), _CORNER)
            for title, caption, pieces, move in rows
        ),
    )


_OUTCOME = 74
"""The room for the word on how a seat fared."""
_CAPTION_ROOM = 416
"""Pixels that the first line below the board has beside the game's name."""


class ForceFieldFactionsRenderer(PictureRenderer):
    """Draws and describes Force Field Factions."""

    owners = OWNERS

    def palette(self, theme: Name) -> Palette:
        """Return the colours of a theme."""
        return compose_palette(THEMES[theme])

    def paint(self, scene: Scene) -> Canvas:
        """Return the picture of a `games.force_field_factions.state.State`, 1000 x 1048 picture pixels."""
        state: State = scene.state
        theme, rotated = THEMES[scene.theme], scene.is_rotated(top=1)
        picture = Canvas.from_backdrop(cached_backdrop(_empty, theme, scene.scale, rotated), scene.scale)
        draw_pool(picture, pool(state), theme)
        _draw_panels(picture, scene, theme)
        board = rotate(state) if rotated else state
        last = board.last
        if last:
            label(picture, last.path[-1], theme, rotated=rotated, highlighted=True)
            draw_below(picture, last, theme)
        _draw_pieces(picture, board, theme)
        if last:
            acting_place = _acting_piece(board)
            draw_above(picture, board, last, None if acting_place is None else board.board[acting_place], theme)
        draw_highlights(picture, scene.highlights, partial(_spot, state, rotated=rotated), 16)
        if is_won(state):
            draw_margin_confetti(picture, 24, TOP, ROWS, 0)
        mover = OWNERS[last.seat - 1] if scene.move and last else None
        draw_caption(picture, CAPTION, scene.ply, mover, _lines(scene), TITLE, theme=theme)
        return picture

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words."""
        return add_highlights(scene, text.alt(scene))

    def text(self, scene: Scene) -> str:
        """Return the position in sentences."""
        return text.text(scene)

    def grid(self, scene: Scene) -> str:
        """Return the board in letters."""
        return write_grid(scene)

    def places(self, scene: Scene) -> Mapping[str, Polygon | Circle]:
        """Return the shape of each square in the picture."""
        rotated = scene.is_rotated(top=1)
        return {name: square_polygon(_middle(name, rotated=rotated), PITCH) for name in GRID.names}

    def draw_pieces(self) -> Mapping[str, Image.Image]:
        """Return the pictures of the pieces."""
        return draw_pieces()

    def diagrams(self) -> Sequence[Diagram]:
        """Return the setup and every kind of move."""
        return diagrams()


def _empty(theme: Theme, scale: int, rotated: bool) -> Image.Image:  # noqa: FBT001 - a fact of the board
    return compose_palette(theme).store(empty(theme, scale, rotated=rotated).image)


def _middle(name: str, *, rotated: bool) -> tuple[int, int]:
    square = GRID.numbers[name]
    return centre(63 - square if rotated else square)


def _spot(state: State, name: str, *, rotated: bool) -> HighlightPlace:
    """Where a square is marked: in its middle, or in a bare corner above a piece."""
    x, y = _middle(name, rotated=rotated)
    east, south = bare_spot(state.board, GRID.numbers[name])
    return HighlightPlace((x, y), PITCH // 2 - 4, (x + east, y + south))


def _lines(scene: Scene) -> tuple[str, str]:
    """The lines below the board. A move too long for the first changes places with as many words as fit there."""
    first, second = format_headline(scene, SEATS, _("to play")), describe_outcome(scene)
    if text_width(first, MOVE) <= _CAPTION_ROOM:
        return first, second
    deeds = second.split(", ")
    while len(deeds) > 1 and text_width(", ".join(deeds), MOVE) > _CAPTION_ROOM:
        deeds.pop()
    return ", ".join(deeds), first


def _draw_pieces(picture: Canvas, state: State, theme: Theme) -> None:
    """All pieces: those out of phase below, those that the last turn changed above the others.

    `state` lies as it is drawn.
    """
    highlighted = _find_changed(state)
    last = state.last
    acting_place = _acting_piece(state)
    order = [place for place, piece in enumerate(state.board) if piece]
    for place in sorted(order, key=lambda place: (place in highlighted, place < GHOST)):
        piece = state.board[place]
        assert piece is not None, "only places with a piece are listed"  # noqa: S101 - tells the type
        halo = NEWS if place in highlighted else ()
        added = place == acting_place and last is not None and last.added is not None
        draw_piece(picture, piece, place_on(state.board, place, theme), halo=halo, new_field=added)


def _acting_piece(state: State) -> int | None:
    """The place of the piece that made the last turn, if it still stands."""
    if state.last is None or state.last.destroyed:
        return None
    square, seat = state.last.path[-1], state.last.seat
    for place in (square, square + GHOST):
        piece = state.board[place]
        if piece and piece.seat == seat and piece.pips == state.last.piece.pips:
            return place
    return None


def _find_changed(state: State) -> set[int]:
    """The places of pieces that the last turn moved or changed; a burst is enough for one that took its square."""
    last, acting_place = state.last, _acting_piece(state)
    attacks = last.attacks if last else ()
    bursts = {attack.target for attack in attacks if attack.outcome == "takes"}
    highlighted: set[int] = set() if acting_place is None or acting_place % GHOST in bursts else {acting_place}
    for attack in attacks:
        highlighted |= {push.end for push in attack.pushes if push.end is not None and state.board[push.end]}
        if attack.outcome in {"converts", "strips"} and state.board[attack.target]:
            highlighted.add(attack.target)
    return highlighted


def _draw_panels(picture: Canvas, scene: Scene, theme: Theme) -> None:
    state: State = scene.state
    best, remaining = sole_winner(state.outcome), counts(state)
    for seat, panel in enumerate(lay_out_panels(OWNERS, state.mover or best, PLATE, theme), 1):
        draw_panel(picture, panel, pointer=seat == state.mover)
        end = panel.right - 22
        if seat == best:
            picture.paste_centred(winner_star(26), end - 26, panel.middle - 16)
            picture.write_within((end - 26, 96), pgettext("narrow", "wins"), PLAIN, panel.soft_ink, _OUTCOME, "m")
            end -= 66
        elif state.outcome and state.outcome.drawn:
            picture.write_within((end - 26, 96), pgettext("narrow", "draw"), PLAIN, panel.soft_ink, _OUTCOME, "m")
        write_name(picture, panel, (scene.names[seat - 1], SEATS[seat - 1]), end, 51)
        x = panel.inset
        for span, count in zip((20, 26, 32), remaining[seat - 1], strict=True):
            picture.paste_centred(pyramid_icon(panel.owner, span), x + span / 2 + 2, 91)
            picture.write((x + span + 11, 92), str(count), COUNT, panel.ink)
            x += span + 46
        room = end - 10 - x - (66 if state.outcome and state.outcome.drawn else 0)
        # Translators: follows the numbers of pieces that a player has left, in a narrow place.
        words = pgettext("pieces", "left")
        fitting, style = fit(words, PLAIN, room)
        if fitting == words:  # beside the winner's star there may be no room, and the numbers say it alone
            picture.write((x + 2, 92), words, style, panel.soft_ink)

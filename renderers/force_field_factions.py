"""Force Field Factions' picture (rules page of the game, section "The picture")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.force_field_factions.state import GHOST, State
from renderers import force_field_factions_words
from renderers.canvas import paste
from renderers.fields import FIELDS, inside
from renderers.force_field_factions_board import (
    CAPTION,
    OWNERS,
    PLATE,
    ROWS,
    TOP,
    draw_pool,
    empty,
    label,
)
from renderers.force_field_factions_pieces import FADED_OUTLINE, NEWS, draw_piece, faded, place_on
from renderers.force_field_factions_turn import draw_above, draw_below
from renderers.force_field_factions_words import SEATS, TITLE, aftermath, counts, pool
from renderers.frame import caption, draw_confetti, draw_plate, plates, star
from renderers.palette import BG, BLACK, HIGH, INK, LINE, LOW, MID, PANEL, PAPER, SLATE, WHITE, palette
from renderers.pyramids import token
from renderers.scene import Scene, headline, winner
from renderers.words import COUNT, MOVE, NAME, PLAIN, fit, shown, width, write

if TYPE_CHECKING:
    from PIL import Image

_TINTS = tuple(inside(letter, ground) for letter in FIELDS for ground in SLATE)
_FADED = tuple(faded(owner) for owner in OWNERS)
_PLATES = tuple(owner.plate or owner.base for owner in OWNERS)
PALETTE = palette(
    (
        *SLATE,
        *BLACK.tones,
        *WHITE.tones,
        *_PLATES,
        BLACK.ground,
        *FIELDS.values(),
        *_TINTS,
        *(tone for owner in _FADED for tone in (*owner.tones, owner.ink)),
        FADED_OUTLINE,
    ),
    (
        *((ground, BG) for ground in SLATE),
        *((ground, INK) for ground in SLATE),
        (PAPER, INK),
        *((tone, INK) for tone in (*WHITE.tones, *BLACK.tones[:2], *FIELDS.values())),
        *((text, back) for text in (HIGH, MID, LOW) for back in (BG, PANEL)),
        *((PAPER, FIELDS[letter]) for letter in "rp"),
        *((PAPER, tone) for tone in BLACK.tones[1:4]),
        (INK, BLACK.ground),
        (BLACK.ground, WHITE.base),
        (LINE, BG),
        *((_FADED[0].base, _FADED[0].ink), (_FADED[1].base, _FADED[1].ink)),
    ),
)

_CAPTION_ROOM = 416
"""Pixels that the first line below the board has beside the game's name."""


class ForceFieldFactions:
    """Draws and describes Force Field Factions."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return the picture of a `games.force_field_factions.state.State`, 1000 x 1048 pixels in mode P."""
        state: State = scene.state
        picture = empty().copy()
        draw_pool(picture, pool(state))
        _plates(picture, scene)
        last = state.last
        if last:
            label(picture, last.path[-1], fresh=True)
            draw_below(picture, last)
        _pieces(picture, state)
        if last:
            acted = _acted(state)
            draw_above(picture, state, last, None if acted is None else state.board[acted])
        if state.mover is None:
            draw_confetti(picture, 24, TOP, ROWS, 0)
        mover = OWNERS[last.seat - 1] if scene.move and last else None
        caption(picture, CAPTION, scene.ply, mover, _lines(scene), TITLE)
        return PALETTE.store(picture)

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words."""
        return force_field_factions_words.alt(scene)

    def text(self, scene: Scene) -> str:
        """Return the board in letters."""
        return force_field_factions_words.text(scene)


def _lines(scene: Scene) -> tuple[str, str]:
    """The lines below the board. A move too long for the first changes places with the words."""
    first, second = headline(scene, SEATS, "to play"), aftermath(scene)
    return (second, first) if width(first, MOVE) > _CAPTION_ROOM else (first, second)


def _pieces(picture: Image.Image, state: State) -> None:
    """All pieces: those out of phase below, those that the last turn changed above the others."""
    fresh = _fresh(state)
    last = state.last
    acted = _acted(state)
    order = [place for place, piece in enumerate(state.board) if piece]
    for place in sorted(order, key=lambda place: (place in fresh, place < GHOST)):
        piece = state.board[place]
        assert piece is not None, "only places with a piece are listed"  # noqa: S101 - tells the type
        halo = NEWS if place in fresh else ()
        added = place == acted and last is not None and last.added is not None
        draw_piece(picture, piece, place_on(state.board, place), halo=halo, fresh=added)


def _acted(state: State) -> int | None:
    """The place of the piece that made the last turn, if it still stands."""
    if state.last is None or state.last.destroyed:
        return None
    square, seat = state.last.path[-1], state.last.seat
    for place in (square, square + GHOST):
        piece = state.board[place]
        if piece and piece.seat == seat and piece.pips == state.last.piece.pips:
            return place
    return None


def _fresh(state: State) -> set[int]:
    """The places of pieces that the last turn moved or changed; a burst is enough for one that took its square."""
    last, acted = state.last, _acted(state)
    attacks = last.attacks if last else ()
    bursts = {attack.target for attack in attacks if attack.outcome == "takes"}
    fresh: set[int] = set() if acted is None or acted % GHOST in bursts else {acted}
    for attack in attacks:
        fresh |= {push.end for push in attack.pushes if push.end is not None and state.board[push.end]}
        if attack.outcome in {"converts", "strips"} and state.board[attack.target]:
            fresh.add(attack.target)
    return fresh


def _plates(picture: Image.Image, scene: Scene) -> None:
    state: State = scene.state
    best, standing = winner(state.outcome), counts(state)
    for seat, plate in enumerate(plates(OWNERS, state.mover or best, PLATE), 1):
        draw_plate(picture, plate, pointer=seat == state.mover)
        end = plate.right - 22
        if seat == best:
            paste(picture, star(26), end - 26, plate.middle - 16)
            write(picture, (end - 26, 96), "wins", PLAIN, plate.soft_ink, "m")
            end -= 66
        elif state.outcome and state.outcome.drawn:
            write(picture, (end - 26, 96), "draw", PLAIN, plate.soft_ink, "m")
        name = fit(shown(scene.names[seat - 1], SEATS[seat - 1]), NAME, end - plate.inset)
        write(picture, (plate.inset, 51), name, NAME, plate.ink)
        x = plate.inset
        for span, count in zip((20, 26, 32), standing[seat - 1], strict=True):
            paste(picture, token(plate.owner, span), x + span / 2 + 2, 91)
            write(picture, (x + span + 11, 92), str(count), COUNT, plate.ink)
            x += span + 46
        write(picture, (x + 2, 92), "left", PLAIN, plate.soft_ink)

"""The panels of Zyrcan's three to five players: engines, ships and, while there are any, the ships in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.translation import pgettext
from games.zyrcan.result import fleets
from renderers.board.alt_text import drawable_name
from renderers.board.frame import draw_panel, lay_out_panels, winner_star
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import COUNT, NAME, PLAIN, TextStyle, truncate
from renderers.zyrcan.colours import OWNERS
from renderers.zyrcan.ships import engine, hollow, model
from renderers.zyrcan.text import SEATS

if TYPE_CHECKING:
    from games.zyrcan.state import State
    from renderers.board.frame import PlayerPanel
    from renderers.board.scene import Scene
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

_TOP, _LOW, _TALL = 20, 118, 160
_NAMES = {3: NAME, 4: TextStyle("Bold", 31), 5: TextStyle("Bold", 26)}
_ENGINES = TextStyle("ExtraBold", 37)


def panels_height(state: State) -> int:
    """Return where the panels end in the picture; they hold one row more while ships are placed."""
    return _TOP + (_TALL if state.phase == "deploy" else _LOW)


def draw_panels(picture: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the players' panels in seat order."""
    state: State = scene.state
    winners = [seat for seat in state.outcome.winners if seat not in state.out] if state.outcome else []
    filled = state.mover or (winners[0] if len(winners) == 1 else None)
    height = panels_height(state) - _TOP
    owners = OWNERS[: state.players]
    radius = 21 if state.players == 5 else 25
    for seat, panel in enumerate(lay_out_panels(owners, filled, height, theme, height - 78, radius), 1):
        if seat in state.out:
            _draw_vacated_panel(picture, panel, scene.names[seat - 1], SEATS[seat - 1])
            continue
        draw_panel(picture, panel, pointer=seat == state.mover)
        name = truncate(
            drawable_name(scene.names[seat - 1], SEATS[seat - 1]), _NAMES[state.players], panel.right - 8 - panel.inset
        )
        picture.write((panel.inset, panel.middle), name, _NAMES[state.players], panel.ink)
        _draw_fleet(picture, panel, state, seat)
        if state.phase == "deploy":
            _draw_hand(picture, panel, state.hands[seat - 1])
        if seat in winners:
            picture.paste_centred(winner_star(22), panel.right - 20, _TOP + 10)


def _draw_fleet(picture: Canvas, panel: PlayerPanel, state: State, seat: int) -> None:
    """Engines beside a flame, ships beside the outline of the emblem."""
    have, y, x = fleets(state)[seat - 1], 110, panel.left + 14 + panel.radius
    picture.paste_centred(engine(), x, y)
    picture.write((x + 17, y), str(have.engines), _ENGINES, panel.ink)
    right = panel.left + max(0.57 * panel.width, 112)
    picture.paste_centred(hollow(panel.owner, panel.soft_ink), right, y)
    picture.write((right + 16, y), str(have.ships), COUNT, panel.soft_ink)


def _draw_hand(picture: Canvas, panel: PlayerPanel, hand: tuple[int, int, int]) -> None:
    """Ships in hand by engines, each kind with its count."""
    step = (panel.width - 20) / 3
    for kind, count in enumerate(hand):
        x = panel.left + 10 + (kind + 0.5) * step
        picture.paste_centred(model(panel.owner, kind + 1), x - 10, 157)
        picture.write((x + 8, 154), str(count), COUNT, panel.ink if count else panel.soft_ink)


def _draw_vacated_panel(picture: Canvas, panel: PlayerPanel, name: str, seat: str) -> None:
    """Draw the panel of a seat that has left: dashed, its emblem without colour."""
    sprite = _draw_empty_panel(panel)
    picture.paste(sprite, panel.left, _TOP)
    style = _NAMES[3 if panel.width > 300 else 4 if panel.width > 200 else 5]
    words, low = truncate(drawable_name(name, seat), style, panel.right - 8 - panel.inset), panel.theme.low
    picture.write((panel.inset, panel.middle), words, style, low)
    middle, room = panel.left + panel.width / 2, panel.width - 24
    picture.write_within((middle, 108), pgettext("seat", "out"), PLAIN, low, room, "m")


@lru_cache(8)
def _draw_empty_panel(panel: PlayerPanel) -> Sprite:
    sketch = Sketch(panel.width, panel.height, origin=(0, 0))
    arc = _round_corners(2, 2, panel.width - 2, panel.height - 2, 18)
    sketch.dashed_outline(arc, 3, 10, 9, panel.theme.line)
    sketch.emblem(panel.owner.emblem, 14 + panel.radius, panel.middle - _TOP, 0.62 * panel.radius, panel.theme.low)
    return sketch.finish()


def _round_corners(left: float, top: float, right: float, bottom: float, radius: float) -> list[tuple[float, float]]:
    """Return points along a box with rounded corners."""
    quarter = [(0.0, -1.0), (0.38, -0.92), (0.71, -0.71), (0.92, -0.38), (1.0, 0.0)]
    points: list[tuple[float, float]] = []
    for x, y, sign_x, sign_y in (
        (right - radius, top + radius, 1, 1),
        (right - radius, bottom - radius, 1, -1),
        (left + radius, bottom - radius, -1, -1),
        (left + radius, top + radius, -1, 1),
    ):
        arc = [(x + sign_x * radius * dx, y + sign_y * radius * dy) for dx, dy in quarter]
        points += arc if sign_x == sign_y else arc[::-1]
    return points

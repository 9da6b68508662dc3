"""Pictures and words in other languages: no cache mixes them, and longer words fit."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import pytest
from PIL import Image

from bench.chart_pictures import CHARTS, draw_chart
from games import GAMES
from games.translation import gettext
from renderers import RENDERERS
from renderers.board.diagrams import draw_page
from renderers.board.preview import WORD, stamp
from renderers.board.scene import Scene
from renderers.drawing.canvas import Canvas
from renderers.drawing.typeface import text_width
from renderers.kit.piece import Piece
from renderers.xong import XongRenderer
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

    from renderers.drawing.colours import Colour
    from renderers.drawing.typeface import Align, TextStyle

XONG, ZYRCAN = (
    Scene(GAMES[key].start(players, {}, 0), ("Ann", "Bob", "Cid")[:players], 0)
    for key, players in (("xong", 2), ("zyrcan", 3))
)
WORDS = {
    "Blue": "Blau",
    "Cashed": "Eingel\u00f6st",
    "PREVIEW": "VORSCHAU",
    "The Xoids of 1 to 6 legs": "Die Xoids mit 1 bis 6 Kanten",
    "has to give": "muss geben",
    "twelve ships each": "je zw\u00f6lf Schiffe",
}
LONGER = {
    "Last matches": "Last matches elong",
    "Most often against": "Most often against elonga",
    "Points": "Punktzahl",
    "{first} against {second}": "{first} against {second} elo",
    "no rating yet": "no rating yet elon",
    "{n} drawn": "{n} drawn el",
    "{won} won, {drawn} drawn, {lost} lost": "{won} won, {drawn} drawn, {lost} lost elong",
}
"""Words of charts, 40% longer."""


def draw_all() -> list[bytes]:
    xong = XongRenderer()
    images = [
        RENDERERS["xong"].draw(XONG),
        RENDERERS["zyrcan"].draw(ZYRCAN),
        stamp(Image.new("RGB", (600, 600)), "dark", gettext(WORD)),
        xong.draw_catalogue(XONG),
        draw_page(xong, xong.diagrams()[3:4], "Xong"),
    ]
    return [image.tobytes() for image in images]


def test_no_cache_keeps_a_picture_for_another_language(tmp_path: Path) -> None:
    before = draw_all()
    with german(tmp_path, WORDS):
        translated = draw_all()
    assert all(one != other for one, other in zip(before, translated, strict=True))
    assert draw_all() == before


def test_a_board_is_told_in_the_language_of_the_task(tmp_path: Path) -> None:
    words = {
        "{who} {task}.": "{who} {task}.",
        "has to give Red the first Xoid, any that fits": "muss Rot einen Xoid geben",
    }
    with german(tmp_path, WORDS | words):
        assert "Bob (Blau) muss Rot einen Xoid geben." in RENDERERS["xong"].alt(XONG)
    assert "Bob (Blue) has to give Red the first Xoid, any that fits." in RENDERERS["xong"].alt(XONG)


def test_the_words_for_a_piece_can_come_in_another_order(tmp_path: Path) -> None:
    words = {
        "{seat} {piece}": "{piece} von {seat}",
        "{size} {piece}": "{piece} ({size})",
        "large": "gro\u00df",
        "tower": "Turm",
        "Red": "Rot",
        ("{piece} with {n} pip", "{piece} with {n} pips"): ("{piece} mit {n} Auge", "{piece} mit {n} Augen"),
    }
    piece = Piece(1, "tower", size=3, pips=2)
    with german(tmp_path, words):
        assert piece.describe(("Red", "Blue")) == "Turm (gro\u00df) von Rot mit 2 Augen"
    assert piece.describe(("Red", "Blue")) == "Red large tower with 2 pips"


class Written(NamedTuple):
    """A text that was drawn, and the box that it takes."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Written) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Written]:
    """The texts that are drawn on pictures."""
    texts: list[Written] = []
    write = Canvas.write

    def note(
        page: Canvas, place: tuple[float, float], text: str, style: TextStyle, fill: Colour, align: Align = "l"
    ) -> None:
        wide, half = text_width(text, style), 0.36 * style.size
        left = place[0] - {"l": 0, "m": 0.5, "r": 1}[align] * wide
        texts.append(Written(text, left, place[1] - half, left + wide, place[1] + half))
        write(page, place, text, style, fill, align)

    monkeypatch.setattr(Canvas, "write", note)
    return texts


@pytest.mark.parametrize("name", CHARTS)
def test_words_of_charts_that_are_longer_are_whole_and_apart(name: str, tmp_path: Path, written: list[Written]) -> None:
    with german(tmp_path, LONGER):
        draw_chart(name, "dark")
    assert not [each.text for each in written if each.text.endswith("\u2026") or each.left < 0 or each.right > 1000]
    assert not [(one.text, other.text) for one, other in combinations(written, 2) if one.touches(other)]

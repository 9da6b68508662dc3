"""The pictures of docs/adding-a-game.md still look as they did when somebody last looked at them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bench.kit_pictures import BOARDS, PICTURES, draw_part
from tests.renderers.image_comparison import Blurred, is_alike

if TYPE_CHECKING:
    from renderers.drawing.themes import Name

PAGE = (Path(__file__).parents[3] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", BOARDS)
def test_a_part_of_the_kit_looks_as_the_page_shows_it(name: str, theme: Name) -> None:
    kept = Image.open(PICTURES / f"{name}-{theme}.png")
    assert is_alike(Blurred(kept), Blurred(draw_part(name, theme))), "if meant, run `make gallery` and look"


def test_the_page_shows_every_part_in_both_themes() -> None:
    for name in BOARDS:
        assert f'srcset="images/kit/{name}-light.png"' in PAGE
        assert f'src="images/kit/{name}-dark.png"' in PAGE

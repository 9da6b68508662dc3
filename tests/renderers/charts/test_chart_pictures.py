"""The pictures of docs/ratings.md still look as they did when somebody last looked at them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bench.chart_pictures import CHARTS, PICTURES, draw_chart
from tests.renderers.image_comparison import Blurred, is_alike

if TYPE_CHECKING:
    from renderers.drawing.themes import Name

PAGE = (Path(__file__).parents[3] / "docs" / "ratings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_looks_as_the_page_shows_it(name: str, theme: Name) -> None:
    kept, drawn = Image.open(PICTURES / f"{name}-{theme}.png"), Image.open(BytesIO(draw_chart(name, theme)))
    assert is_alike(Blurred(kept), Blurred(drawn)), "if meant, run `make gallery` and look"


def test_the_page_shows_every_chart_in_both_themes() -> None:
    for name in CHARTS:
        assert f'srcset="images/charts/{name}-light.png"' in PAGE
        assert f'src="images/charts/{name}-dark.png"' in PAGE

"""Profiles and two people against each other as pictures: figures, bars, curves, and the same in words."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bench.chart_pictures import CHARTS, PICTURES, draw_chart
from renderers.charts.head_to_head import GameScore, HeadToHeadChart, LastMatch, draw_head_to_head, head_to_head_text
from renderers.charts.page import accent, gain_tone
from renderers.charts.profile import Fact, GameCard, Opponent, ProfileChart, RatedCurve, draw_profile, profile_text
from renderers.charts.score import Score, describe_places
from renderers.drawing.colours import YELLOW
from renderers.drawing.themes import DARK, THEMES
from tests.renderers.image_comparison import Blurred, is_alike

if TYPE_CHECKING:
    from renderers.drawing.canvas import Size
    from renderers.drawing.colours import Colour
    from renderers.drawing.themes import Name

LONG = "Bartholomew Featherstonehaugh-Sm"
RISE = RatedCurve(((1500, 350), (1600, 300), (1700, 200)), provisional=False)
FALL = RatedCurve(((1500, 350), (1400, 300), (1300, 200)), provisional=True)
CHESS = GameCard("Chess", RISE, Score(3, 1, 2))
CARDS = GameCard("Cards", FALL, Score(), (2, 0, 1))
CHART = ProfileChart(
    "Ann", "Matches between people", (Fact("9", "matches"),), (CHESS, CARDS), (Opponent("Bob", Score(1, 0, 3)),)
)
LAST = (LastMatch("#9 Chess", 0, "31 moves"), LastMatch("#7 Chess", None, "7 moves"), LastMatch("#5 Cards", 1, ""))
BOTH = HeadToHeadChart(("Ann", "Bob"), "4 matches", Score(1, 1, 2), (GameScore("Chess", Score(1, 1, 2)),), LAST)


def read(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def places_of(picture: Image.Image, colour: Colour, box: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    """Return the pixels of a colour in a box of a picture."""
    left, top, right, bottom = box
    return [(x, y) for x in range(left, right) for y in range(top, bottom) if picture.getpixel((x, y)) == colour]


def row_of(chart: ProfileChart, number: int) -> tuple[int, int, int, int]:
    """Return the box of a game's card."""
    top = 118 + (132 if chart.facts else 0) + 178 * number
    return 24, top, 976, top + 168


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("size", "width"), [("small", 600), ("normal", 1000), ("large", 2000)])
def test_both_pictures_have_the_width_of_their_size(theme: Name, size: Size, width: int) -> None:
    for png in (draw_profile(CHART, theme, size), draw_head_to_head(BOTH, theme, size)):
        picture = read(png)
        assert (picture.width, picture.getpixel((2, 2))) == (width, THEMES[theme].bg)


def test_a_curve_ends_at_its_last_rating() -> None:
    picture = read(draw_profile(CHART))
    ends: list[float] = []
    for number in (0, 1):
        left, top, _, bottom = row_of(CHART, number)
        curve = places_of(picture, accent(DARK), (left, top, 976, bottom))
        assert curve
        right = max(x for x, _ in curve)
        at_end = [y - top for x, y in curve if x > right - 8]
        ends.append(sum(at_end) / len(at_end))
    assert ends[0] < 60, "a rating that rose ends above the middle"
    assert ends[1] > 108, "one that fell ends below it"


def test_the_green_part_of_a_bar_is_the_share_that_was_won() -> None:
    picture = read(draw_profile(CHART))
    widths: list[int] = []
    for number in (0, 1):
        _, top, _, _ = row_of(CHART, number)
        green = [x for x, _ in places_of(picture, gain_tone(DARK), (24, top + 128, 976, top + 130))]
        widths.append(max(green) - min(green))
    assert 190 < widths[0] < 230, "3 of 6"
    assert 260 < widths[1] < 300, "first in 2 of 3"


def test_a_game_without_a_rating_has_no_curve() -> None:
    chart = replace(CHART, games=(replace(CHESS, rating=None),))
    assert not places_of(read(draw_profile(chart)), accent(DARK), row_of(chart, 0))


def test_the_bar_of_two_people_has_the_colours_of_both() -> None:
    picture = read(draw_head_to_head(BOTH))
    blue = [x for x, _ in places_of(picture, accent(DARK), (24, 266, 976, 268))]
    yellow = [x for x, _ in places_of(picture, YELLOW.base, (24, 266, 976, 268))]
    assert max(blue) < min(yellow)
    assert abs((max(yellow) - min(yellow)) - 2 * (max(blue) - min(blue))) < 40


@pytest.mark.parametrize("count", [0, 1, 6])
def test_nothing_leaves_the_rows_of_long_names_and_large_numbers(count: int) -> None:
    score = Score(1000, 1000, 1000)
    card = GameCard(LONG, replace(RISE, points=((1500, 350), (-9999, 0))), score, (1000,) * 5)
    facts = tuple(Fact("1000", "moves at most") for _ in range(min(4, count)))
    profile = ProfileChart(LONG, LONG * 3, facts, (card,) * count, (Opponent(LONG, score),) * min(3, count))
    last = (LastMatch(f"#123456 {LONG}", 1, "1000 moves"),) * count
    both = HeadToHeadChart((LONG, LONG), LONG * 3, score, (GameScore(LONG, score),) * count, last)
    for picture in (read(draw_profile(profile)), read(draw_head_to_head(both))):
        for box in ((0, 0, 24, picture.height), (976, 120, 1000, picture.height)):
            assert picture.crop(box).getcolors(1) is not None, "nothing but ground"
    assert len(profile_text(profile)) <= 1024
    assert len(head_to_head_text(both)) <= 1024


def test_a_profile_in_words_has_all_figures() -> None:
    assert profile_text(CHART) == (
        "Ann. Matches between people. 9 matches. Chess: rated 1700 plus or minus 200; 3 won, 1 drawn, 2 lost. "
        "Cards: rated 1300 plus or minus 200, provisional; twice 1st, once 3rd. "
        "Most often against Bob 1 won, 0 drawn, 3 lost."
    )


def test_two_people_in_words_have_their_last_matches() -> None:
    assert head_to_head_text(BOTH) == (
        "Ann against Bob. 4 matches. Ann: 1 won, 1 drawn, 2 lost. Chess: 1 won, 1 drawn, 2 lost. "
        "Last matches: #9 Chess won by Ann; #7 Chess drawn; #5 Cards won by Bob."
    )


def test_places_are_said_with_how_often_each_was_taken() -> None:
    assert describe_places([1, 2, 3, 0, 1]) == "once 1st, twice 2nd, 3 times 3rd, once 5th"
    assert not describe_places([])


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

"""The table of a game in words, and as it is drawn."""

from __future__ import annotations

from bot.features.standings import standings_page, standings_table
from bot.referee.ratings import Rating, Standing, Standings

UNSEEN = "\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}"


def test_people_whose_names_cannot_be_seen_are_called_somebody() -> None:
    rating = Rating(25.0, 2.0)
    found = Standings(
        (Standing(1, 7, UNSEEN, rating, 9), Standing(2, 8, "Ann", rating, 9), Standing(3, 9, None, rating, 9))
    )
    lines = standings_page("Chomp", found, 0, 1, here=False).splitlines()
    assert [line.split("**")[0:2] for line in lines[1:3]] == [["1. ", "somebody"], ["2. ", "Ann"]]
    assert lines[3].startswith("3. <@9> ")
    table = standings_table("Chomp", found, 0, 1, here=False)
    assert [row.name for row in table.rows] == ["somebody", "Ann", "somebody"]

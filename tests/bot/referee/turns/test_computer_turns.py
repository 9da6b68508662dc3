"""Computer players in the record: their ids and names, and whether they would agree to a draw."""

from __future__ import annotations

import pytest

from storage.queries.rows import Person


@pytest.mark.parametrize("level", [1, 5, 12])
@pytest.mark.parametrize("number", [1, 2, 99])
def test_the_id_of_a_computer_player_tells_its_level(level: int, number: int) -> None:
    player = Person.computer(level, number)
    assert player.level == level
    assert player.id < 0
    assert f"(level {level})" in player.name


def test_computer_players_of_a_match_have_different_ids_and_names() -> None:
    players = [Person.computer(level, number) for level in range(1, 6) for number in range(1, 5)]
    assert len({player.id for player in players}) == len({player.name for player in players}) == len(players)


def test_a_substitute_has_its_usual_name_in_a_challenge() -> None:
    substitute = Person(1, "Ann").substitute(2, 3)
    assert (substitute.name, substitute.level) == ("Turnpost for Ann (level 2)", 2)
    assert substitute.as_challenged == Person.computer(2, 3)
    assert Person(1, "Ann").as_challenged == Person(1, "Ann")


def test_a_user_of_discord_has_no_level() -> None:
    assert Person(1, "Ann").level is None

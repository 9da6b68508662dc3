"""Players as rows have them: users of Discord and computer players."""

from __future__ import annotations

from storage.queries.rows import Person


def test_a_computer_player_is_named_by_its_level_and_from_the_second_on_by_its_number() -> None:
    assert Person.computer(2) == Person(-201, "Turnpost (level 2)")
    assert Person.computer(2, 3) == Person(-203, "Turnpost 3 (level 2)")
    assert Person(7, "Ann").substitute(2, 1) == Person(-201, "Turnpost for Ann (level 2)")


def test_a_substitute_is_challenged_under_the_name_of_its_level() -> None:
    assert Person(7, "Ann").substitute(2, 3).as_challenged == Person.computer(2, 3)
    assert Person(7, "Ann").as_challenged == Person(7, "Ann")

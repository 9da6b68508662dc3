"""`turnpost privacy`: what is kept of a person, and its deletion without a running bot."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.bot.admin.match_records import golden, written

if TYPE_CHECKING:
    from tests.bot.admin.conftest import CommandLine


def test_an_operator_shows_and_deletes_what_is_kept_of_a_person(command_line: CommandLine) -> None:
    command_line.data.mkdir()
    record = golden("xero-g-won-in-five")[0]
    command_line.does("import", written(command_line.data / "file.jsonl", record))
    person, name = command_line.sql("SELECT user_id, name FROM seats WHERE match_id = 1 AND seat = 1")[0]
    assert f"name: {name}" in command_line.does("privacy", str(person))
    kept = json.loads(command_line.does("privacy", str(person), "--json"))
    assert [row["name"] for row in kept["tables"]["seats"]] == [name]
    assert command_line.does("privacy", str(person), "--delete") == f"Everything kept of {person} is deleted.\n"
    assert command_line.does("verify").endswith("all as stored\n")
    assert command_line.sql("SELECT name FROM seats WHERE match_id = 1 AND seat = 1") == [("A former player",)]
    exported = command_line.does("export")
    assert "A former player" in exported
    assert f'"{person}"' not in exported
    assert "no person's id" in command_line.run_rejected("privacy", "--", "-101")

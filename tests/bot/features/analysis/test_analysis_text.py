"""An analysis as a text file: where each line begins, with its names and notes."""

from __future__ import annotations

from bot.features.analysis.text import export_text
from bot.referee.analysis.tree import Analysis, Point, add_move, annotate, go_to
from storage.queries.rows import Event
from tests.bot.features.match_sample import MATCH, NOON

LEFT = Event(7, 2, "leave", 2, 2, "", None, NOON)
CHANGES = [Event(7, 1, "move", 1, 1, "e4", None, NOON), LEFT, Event(7, 3, "move", 3, 3, "d5", None, NOON)]


def test_a_line_names_the_last_move_before_it_and_counts_moves_alone() -> None:
    line = add_move(go_to(Analysis(), Point(3)), "c6")
    after_leave = add_move(go_to(line, Point(2)), "b7")
    from_start = add_move(go_to(after_leave, Point(0)), "a1")
    lines = export_text("Zyrcan", MATCH, from_start, CHANGES).splitlines()
    assert lines[3:] == ["From the start: 1. a1", "After move 1, e4: 2. b7", "After move 2, d5: 3. c6"]


def test_a_note_on_the_match_itself_names_its_move() -> None:
    noted = annotate(go_to(Analysis(), Point(2)), "", "Too early.")
    lines = export_text("Zyrcan", MATCH, go_to(noted, Point(3)), CHANGES).splitlines()
    assert lines[lines.index("Move 1") + 1] == "  note: Too early."

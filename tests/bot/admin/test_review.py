"""Reviews of exported records on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from tests.bot.admin.match_records import golden, written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.admin.conftest import CommandLine


def test_a_record_is_reviewed_in_words_and_as_a_picture(command_line: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path / "file.jsonl", *golden("xero-g-won-in-five", "martian-life-red-wins"))
    picture = tmp_path / "curve.png"
    said = command_line.does("review", file, "--match", "1", "--picture", picture)
    assert said.startswith("Review of Xero-G #1: ")
    assert "Shares of the win in Xero-G #1: after move 0 " in said
    with Image.open(picture) as curve:
        assert curve.width == 1000
    assert not command_line.place.exists()


def test_what_cannot_be_reviewed_is_said_in_one_line(command_line: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path / "file.jsonl", *golden("xero-g-won-in-five", "xero-g-south-wins"))
    assert "several matches; name one" in command_line.run_rejected("review", file, "--picture", tmp_path / "a.png")
    assert "holds no match #9 with moves" in command_line.run_rejected("review", file, "--match", "9")
    assert "cannot be read" in command_line.run_rejected("review", tmp_path / "none.jsonl")

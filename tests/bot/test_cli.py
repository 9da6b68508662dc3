"""Each command's help has an example, and what the example uses exists."""

from __future__ import annotations

import shlex
import tomllib
from typing import TYPE_CHECKING

import pytest
import typer.main
from typer.testing import CliRunner

from bot import cli
from bot.config import Settings
from tests.wire.process import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUP = typer.main.get_group(cli.app)
WIDE = {"COLUMNS": "200"}


def read_help(*command: str) -> str:
    """Return what `--help` prints."""
    done = CliRunner().invoke(cli.app, [*command, "--help"], env=WIDE)
    assert done.exit_code == 0, done.output
    return done.output


def read_examples(text: str) -> Iterator[list[str]]:
    """Yield the words of each example in a help, without the settings before it, which must exist."""
    for line in text.splitlines():
        if line.strip().startswith("Example: "):
            words = shlex.split(line.strip().removeprefix("Example: "))
            while "=" in words[0]:
                assert words.pop(0).partition("=")[0].lower() in Settings.model_fields
            yield words


@pytest.mark.parametrize("name", GROUP.commands)
def test_a_help_has_an_example_that_the_command_takes(name: str) -> None:
    examples = list(read_examples(read_help(name)))
    assert examples
    for program, command, *rest in examples:
        assert (program, command) == ("turnpost", name)
        GROUP.commands[command].make_context(command, rest)  # raises for what the command doesn't take


def test_the_help_lists_every_command_with_a_line() -> None:
    text = read_help()
    for name, command in GROUP.commands.items():
        assert f"{name} " in text
        assert command.help


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    done = CliRunner().invoke(cli.app, ["--version"])
    assert (done.exit_code, done.output) == (0, f"turnpost {project['version']}\n")

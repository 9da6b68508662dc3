"""The command `turnpost` from its first moment: the help of each command, and the settings."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest
import typer.main
from typer.testing import CliRunner

from bot import cli
from bot.config import Settings, WrongSetting, read_settings
from tests.wire.process import ROOT, clean_environment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


def test_ctrl_c_while_it_is_loaded_ends_it_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "--version"],
        cwd=ROOT,
        env=clean_environment() | {"PYTHONPATH": f"{tmp_path}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The `.env` where the process is started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNPOST_PORT", raising=False)
    return tmp_path / ".env"


def test_settings_are_read_from_an_env_file(file: Path) -> None:
    file.write_text("TURNPOST_PORT=8123\n", encoding="utf-8")
    assert read_settings().turnpost_port == 8123


def test_an_env_file_that_cannot_be_read_is_a_sentence(file: Path) -> None:
    file.symlink_to("/proc/self/mem")  # its beginning can't be read, not even by root
    with pytest.raises(
        WrongSetting, match=f"^The settings in {re.escape(str(file))} can't be read: Input/output error.$"
    ):
        read_settings()


def test_an_env_file_in_another_encoding_is_a_sentence(file: Path) -> None:
    file.write_text("TURNPOST_PORT=8123\n", encoding="utf-16")
    with pytest.raises(WrongSetting, match=r"can't be read: save them as UTF-8\.$"):
        read_settings()

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
from bot.config import (
    ALL_SHARDS,
    Settings,
    Shards,
    WrongSetting,
    read_proxies,
    read_settings,
    read_shards,
    read_web_url,
)
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


def test_no_library_of_the_bot_is_loaded_before_a_command_is_known() -> None:
    """A health check starts this every half a minute, and a start turns off garbage collection before it loads more."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys, bot.cli; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert {"discord", "aiohttp", "sqlalchemy", "PIL", "games"}.isdisjoint(done.stdout.split())


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


def test_without_settings_a_process_runs_the_only_shard() -> None:
    assert read_shards(None, None) == ALL_SHARDS == Shards((0,), 1)
    assert ALL_SHARDS.alone
    assert (ALL_SHARDS.name, ALL_SHARDS.suffix) == ("0 of 1", "")


def test_shards_are_sorted_and_tell_processes_apart() -> None:
    some = read_shards("2, 0", 3)
    assert (some, some.alone, some.name, some.suffix) == (Shards((0, 2), 3), False, "0,2 of 3", "-0,2")
    every = read_shards("0,1", 2)
    assert (every.alone, every.suffix) == (True, "-0,1")
    assert read_shards("999999", 1_000_000).ids == (999_999,)


@pytest.mark.parametrize(
    ("ids", "count", "reason"),
    [
        ("0", None, "go together"),
        (None, 2, "go together"),
        ("", 2, "list of numbers"),
        ("0;1", 2, "list of numbers"),
        ("-1", 2, "list of numbers"),
        ("\u0661", 2, "list of numbers"),
        ("1000000", 10_000_000, "list of numbers"),
        ("0,0", 2, "names a shard twice"),
        ("0,2", 2, "names shard 2, but of SHARD_COUNT=2 the last is 1"),
    ],
)
def test_shards_that_make_no_sense_are_told(ids: str | None, count: int | None, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_shards(ids, count)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (" HTTPS://Play.Example.org/ ", "https://play.example.org"),
        ("https://play.example.org:443", "https://play.example.org"),
        ("https://play.example.org:65535", "https://play.example.org:65535"),
        ("http://localhost:443", "http://localhost:443"),
        ("http://127.0.0.1:80", "http://127.0.0.1"),
        ("http://[::1]:8401", "http://[::1]:8401"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
    ],
)
def test_addresses_of_a_site(text: str, url: str) -> None:
    assert read_web_url(text) == url


@pytest.mark.parametrize(
    "text",
    [
        "play.example.org",
        "ftp://play.example.org",
        "https://",
        "https://play.example.org:65536",
        "https://play.example.org:x",
        "https://play.example.org?a",
        "https://play.example.org#a",
        "https://ann@play.example.org",
        "https://-",
        "https://a b",
    ],
)
def test_addresses_that_no_site_has(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape("without a path, such as https://play.example.org; not ")):
        read_web_url(text)


def test_proxies_are_addresses_and_networks() -> None:
    assert [str(each) for each in read_proxies(" 127.0.0.1,10.1.2.3/8, ::1 ,")] == [
        "127.0.0.1/32",
        "10.0.0.0/8",
        "::1/128",
    ]
    assert Settings(discord_token=None).proxies == ()

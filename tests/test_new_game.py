"""The package that `turnpost new-game` writes passes all checks as it stands, and no file is overwritten."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.game_checks.checks import CHECKS
from bot.new_game import Names, WrongName, derive_names, write_package
from tests.wire.process import clean_environment

ROOT = Path(__file__).parents[1]


def turnpost(*arguments: str, packages: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = clean_environment() | ({"PYTHONPATH": str(packages)} if packages else {})
    command = (sys.executable, "-m", "bot", *arguments)
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own


@pytest.mark.thorough
def test_a_new_game_passes_all_checks_as_it_stands(tmp_path: Path) -> None:
    assert turnpost("new-game", "My Game", "--folder", str(tmp_path)).returncode == 0
    package, site = tmp_path / "turnpost-my-game", tmp_path / "site"
    how = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(site), str(package))
    subprocess.run((sys.executable, "-m", "pip", "install", *how), check=True, env=clean_environment())  # noqa: S603 - our own
    done = turnpost("check-game", "my-game", packages=site)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert f"{len(CHECKS)} of {len(CHECKS)} checks passed." in done.stdout


def test_the_files_of_a_new_game_have_its_names_and_keep_the_style(tmp_path: Path) -> None:
    package = write_package("Nine Men's Morris 2", tmp_path)
    files = {path.relative_to(package).as_posix(): path for path in package.rglob("*") if path.is_file()}
    module = "turnpost_nine_mens_morris_2"
    assert set(files) == {
        "README.md",
        "pyproject.toml",
        "tests/test_nine_mens_morris_2.py",
        *(f"{module}/{name}.py" for name in ("__init__", "picture", "rules")),
    }
    assert "class NineMensMorris2(" in files[f"{module}/rules.py"].read_text(encoding="utf-8")
    assert 'test_game = check_game("nine-mens-morris-2")' in files["tests/test_nine_mens_morris_2.py"].read_text(
        encoding="utf-8"
    )
    assert all("$" not in path.read_text(encoding="utf-8") for path in files.values())
    for command in (("check", "--no-cache", "--ignore=INP001"), ("format", "--check", "--no-cache")):
        call = (Path(sys.executable).with_name("ruff"), *command, "--config", ROOT / "pyproject.toml", package)
        done = subprocess.run(call, capture_output=True, text=True, check=False)  # noqa: S603 - of our own environment
        assert done.returncode == 0, done.stdout


def test_the_names_of_a_game_are_derived_from_its_title() -> None:
    names = derive_names("  Hex-a-Hop  2 ")
    assert names == Names("Hex-a-Hop 2", "hex-a-hop-2", "turnpost_hex_a_hop_2", "HexAHop2")
    assert names.constant == "HEX_A_HOP_2"


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("", "isn't a name: use letters from A to Z, digits, spaces and hyphens."),
        ("2048", "isn't a name"),
        ("G\u014d", "isn't a name"),
        ("../away", "isn't a name"),
        ("x" * 33, "a key has at most 32 characters."),
        ("Martian Life", "There's a game with the key martian-life already: choose another name."),
        ("True", "makes the class True, which is taken"),
    ],
)
def test_a_wrong_name_is_told_in_a_sentence(title: str, why: str) -> None:
    with pytest.raises(WrongName) as wrong:
        derive_names(title)
    assert why in str(wrong.value)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    kept = tmp_path / "turnpost-my-game" / "notes.txt"
    kept.parent.mkdir()
    kept.write_text("mine", encoding="utf-8")
    with pytest.raises(WrongName, match="already, and nothing was written"):
        write_package("My Game", tmp_path)
    assert list(kept.parent.iterdir()) == [kept]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = turnpost("new-game", "My Game", "--folder", str(tmp_path / "file"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"turnpost: {tmp_path / 'file'} can't be written: Not a directory.\n"

"""Import rules that import-linter checks (pyproject.toml), and what it can't say; examples in docstrings."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
MARKING = {"_", "N_", "ngettext", "ngettext_noop", "pgettext", "pgettext_noop"}
"""The functions whose arguments are messages for the catalogues."""
PARTS = ("games", "engines", "renderers", "storage", "playground", "web", "bot")


@cache
def parse_files(folder: str) -> dict[str, ast.Module]:
    """Return the syntax tree of every Python file below a folder, by its path from the top."""
    found = {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    assert found
    return found


def names_imported_from(module: str, tree: ast.Module) -> Iterator[str]:
    """Yield the names that a file imports from a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            yield from (alias.name for alias in node.names)


def uses_global_random(tree: ast.Module) -> bool:
    """Return whether a file draws from the shared generator of `random` (its own `Random(seed)` is fine)."""
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    }
    used |= {*names_imported_from("random", tree)}
    return bool(used - {"Random"})


def points_discord_py(tree: ast.Module) -> bool:
    """Return whether a file touches where discord.py connects to."""
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return bool({*names, *names_imported_from("discord.http", tree)} & {"Route", "DEFAULT_GATEWAY"})


def find_lost_messages(tree: ast.Module) -> list[int]:
    """Return the lines of an f-string on which a message stands: Babel doesn't find it there before Python 3.12."""
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    return [
        node.lineno
        for text in texts
        for node in ast.walk(text)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKING
        if any(isinstance(argument, ast.Constant) for argument in node.args)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import random\nrandom.shuffle(x)", True),
        ("from random import choice", True),
        ("import random\nrandom.Random(7).shuffle(x)", False),
        ("from random import Random\nRandom(7).random()", False),
    ],
)
def test_global_random_differs_from_a_seeded_generator(text: str, found: bool) -> None:  # noqa: FBT001 - a table
    assert uses_global_random(ast.parse(text)) is found


def test_imports_keep_the_contracts_of_import_linter() -> None:
    call = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - of our own environment
    assert done.returncode == 0, done.stdout


def test_only_the_list_of_engines_imports_modules_by_a_text() -> None:
    """Import-linter doesn't see such imports."""
    files = [path for part in PARTS for path in sorted((ROOT / part).rglob("*.py"))]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}
    places = [file for file, text in texts.items() if "__import__" in text or "import_module" in text]
    assert places == ["engines/__init__.py"]


def test_games_use_only_generators_that_they_seed() -> None:
    for file, tree in parse_files("games").items():
        assert not uses_global_random(tree), file


def test_only_one_file_points_discord_py_at_a_server() -> None:
    places = [file for file, tree in parse_files("bot").items() if points_discord_py(tree)]
    assert places == ["bot/gateway/connection.py"]


@pytest.mark.parametrize("part", ["games", "renderers", "bot"])
def test_no_message_stands_in_an_f_string_where_the_catalogues_would_miss_it(part: str) -> None:
    assert find_lost_messages(ast.parse("""f"- {_('lost')} {_(SHOWN)}" + _("found")""")) == [1]
    lost = {file: lines for file, tree in parse_files(part).items() if (lines := find_lost_messages(tree))}
    assert lost == {}


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_in_the_package_and_in_the_image(part: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert f"{part}*" in project["tool"]["setuptools"]["packages"]["find"]["include"]
    assert f"!{part}" in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()


SHARED = ("bot", "storage", "playground", "web", "engines", "bench")
CODE = {".py", ".js", ".css", ".html"}
FOLDERS_OF_GAMES = {ROOT / "engines" / key.replace("-", "_") for key in GAMES}
NAMES = re.compile("|".join(re.sub("-", r"[\\W_]?", key) for key in GAMES), re.IGNORECASE)


def shared_files() -> list[Path]:
    files = [path for part in SHARED for path in sorted((ROOT / part).rglob("*")) if path.suffix in CODE]
    return [path for path in files if FOLDERS_OF_GAMES.isdisjoint(path.parents)]


@pytest.mark.parametrize("name", ["xero-g", "Xero-G", "XeroGEngine", "martian_life", "Force Field Factions", "`xong`"])
def test_a_game_is_recognised_in_every_spelling(name: str) -> None:
    assert NAMES.search(f"from {name} import")


def test_shared_code_names_no_game() -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in shared_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert not lines, "\n".join(lines)


FOLDERS = ("bench", "bot", "engines", "games", "playground", "renderers", "storage", "tests/languages", "web")


def modules_with_examples() -> list[str]:
    """Return the names of the modules that have examples in docstrings."""
    files = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in files
        if "    >>> " in path.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_are_right(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted
    assert not result.failed

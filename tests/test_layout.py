"""Imports go one way: bot -> renderers -> games and bot -> storage, and each part leaves the others' tools alone."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]

PARTS: dict[str, set[str]] = {
    "games": set(),
    "renderers": {"games"},
    "storage": set(),
    "playground": set(),
    "bot": {"games", "renderers", "storage"},
}
"""Each part of the house and the other parts that it may import."""

PLAYGROUND_STARTER = "bot/runner.py"
"""The one file outside the playground that may import it: the one that starts it where there is no token."""

SQL = {"sqlalchemy", "alembic", "aiosqlite", "asyncpg", "sqlite3"}
NETWORK = {"discord", "aiohttp"}

FOREIGN: dict[str, set[str]] = {
    "games": {"PIL", "asyncio", "threading", "secrets", "time", "datetime", *SQL, *NETWORK},
    "renderers": {"asyncio", *SQL, *NETWORK},
    "storage": {"PIL", *NETWORK},
    "playground": {"discord"},
    "bot": SQL,
    "bot/referee": {"PIL", *SQL, *NETWORK},
}
"""What the files below each folder never import, directly or inside a function."""


def sources(folder: str) -> dict[str, ast.Module]:
    """Return the syntax tree of every Python file below a folder, by its path from the top."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def imports(file: str, tree: ast.Module) -> Iterator[str]:
    """Yield the dotted name of everything a file imports, wherever in the file; relative ones made absolute."""
    package = file.split("/")[:-1]
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package[: len(package) - level + 1] if level else []
                prefix = ".".join([*base, *([module] if module else [])])
                yield from (f"{prefix}.{alias.name}" for alias in names)
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name
            case _:
                pass


def tops(file: str, tree: ast.Module) -> set[str]:
    return {name.split(".")[0] for name in imports(file, tree)}


def uses_global_random(file: str, tree: ast.Module) -> bool:
    """Tell whether a file draws from the shared generator of `random` (its own `Random(seed)` is fine)."""
    drawn = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    }
    drawn |= {name.removeprefix("random.") for name in imports(file, tree) if name.startswith("random.")}
    return bool(drawn - {"Random"})


def points_discord_py(file: str, tree: ast.Module) -> bool:
    """Tell whether a file touches where discord.py connects to."""
    named = {name.split(".")[-1] for name in imports(file, tree) if name.startswith("discord.")}
    named |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return bool(named & {"Route", "DEFAULT_GATEWAY"})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import games.square_grid as s, PIL", {"games.square_grid", "PIL"}),
        ("from discord.http import Route", {"discord.http.Route"}),
        ("from . import clocks", {"bot.referee.clocks"}),
        ("from ..posting import post", {"bot.posting.post"}),
        ("def f():\n    if TYPE_CHECKING:\n        import asyncio", {"asyncio"}),
        ("importlib.import_module('sqlalchemy')", {"sqlalchemy"}),
    ],
)
def test_imports_are_found_in_every_shape(text: str, names: set[str]) -> None:
    assert set(imports("bot/referee/play.py", ast.parse(text))) == names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import random\nrandom.shuffle(x)", True),
        ("from random import choice", True),
        ("import random\nrandom.Random(7).shuffle(x)", False),
        ("from random import Random\nRandom(7).random()", False),
    ],
)
def test_the_shared_generator_of_random_is_told_from_a_seeded_one(text: str, found: bool) -> None:  # noqa: FBT001 - a table
    assert uses_global_random("games/x.py", ast.parse(text)) is found


@pytest.mark.parametrize("part", PARTS)
def test_a_part_imports_only_the_parts_below_it(part: str) -> None:
    files = sources(part)
    assert files
    for file, tree in files.items():
        allowed = {part, *PARTS[part]}
        if file == PLAYGROUND_STARTER:
            allowed.add("playground")
        strangers = tops(file, tree) & PARTS.keys() - allowed
        assert not strangers, f"{file} imports {sorted(strangers)}"


@pytest.mark.parametrize("folder", FOREIGN)
def test_a_part_leaves_the_tools_of_the_others_alone(folder: str) -> None:
    files = sources(folder)
    assert files
    for file, tree in files.items():
        strangers = tops(file, tree) & FOREIGN[folder]
        assert not strangers, f"{file} imports {sorted(strangers)}"


def test_no_part_imports_the_tests_or_the_benchmarks() -> None:
    for part in PARTS:
        for file, tree in sources(part).items():
            assert not tops(file, tree) & {"tests", "bench"}, file


def test_the_rules_draw_only_from_generators_they_seed_themselves() -> None:
    for file, tree in sources("games").items():
        assert not uses_global_random(file, tree), file


def test_only_the_place_that_starts_it_imports_the_playground() -> None:
    importers = [file for file, tree in sources("bot").items() if "playground" in tops(file, tree)]
    assert importers == [PLAYGROUND_STARTER]


def test_one_place_in_the_bot_points_discord_py_at_a_server() -> None:
    places = [file for file, tree in sources("bot").items() if points_discord_py(file, tree)]
    assert len(places) == 1, places

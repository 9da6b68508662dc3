"""The lock files say everything that is installed, and nothing about where it comes from."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-clients.txt")
INCLUDED = "-r requirements.txt\n"
"""How the lock of the development tools begins: no package stands in both."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def entries(lock: str) -> list[str]:
    """Return the requirements that stand in the file itself, each with its hashes on one line."""
    text = (ROOT / lock).read_text(encoding="utf-8").removeprefix(INCLUDED).replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def pins(lock: str) -> dict[str, Requirement]:
    """Return what a lock installs, by name, that of the file which it includes, too."""
    included = (ROOT / lock).read_text(encoding="utf-8").startswith(INCLUDED)
    texts = [*entries(lock), *(entries("requirements.txt") if included else [])]
    requirements = [Requirement(entry.split(" --hash=")[0].strip()) for entry in texts]
    return {canonicalize_name(requirement.name): requirement for requirement in requirements}


def version(requirement: Requirement) -> str:
    return next(iter(requirement.specifier)).version


def applies(requirement: Requirement, python: str) -> bool:
    here = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux"}
    return requirement.marker is None or requirement.marker.evaluate(here)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_is_one_exact_version_with_hashes(lock: str) -> None:
    assert entries(lock)
    for entry in entries(lock):
        assert re.fullmatch(r"[\w.-]+(\[\w+\])?==[\w.]+( ; [^;]+?)?(\s+--hash=sha256:[0-9a-f]{64})+", entry), entry


@pytest.mark.parametrize("lock", LOCKS)
def test_no_address_stands_in_a_lock(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8").removeprefix(INCLUDED)
    assert not re.search(r"://|@ |--(extra-)?index|--find-links|^-", text, re.MULTILINE)


@pytest.mark.parametrize("python", PYTHONS)
def test_every_dependency_of_the_project_is_locked_at_a_version_that_fits(python: str) -> None:
    table, groups = project()["project"], project()["dependency-groups"]
    wanted = {
        "requirements.txt": table["dependencies"],
        "requirements-dev.txt": [*table["dependencies"], *groups["dev"], *groups["docs"]],
    }
    for lock, texts in wanted.items():
        locked = pins(lock)
        for text in texts:
            requirement = Requirement(text)
            pin = locked[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version(pin)), f"{lock}: {text} is locked as {pin}"
            assert applies(pin, python), f"{lock}: {pin} leaves out Python {python}"


@pytest.mark.parametrize("python", PYTHONS)
def test_the_clients_of_the_playgrounds_checks_are_locked(python: str) -> None:
    locked = pins("requirements-clients.txt")
    for text in project()["dependency-groups"]["clients"]:
        requirement = Requirement(text)
        pin = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version(pin))
        assert applies(pin, python)


def test_the_lock_of_the_checks_with_discord_js_has_hashes_and_no_address() -> None:
    folder = ROOT / "tests/clients/discordjs"
    packages = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted = json.loads((folder / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert packages.pop("")["dependencies"] == wanted
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    for one in packages.values():
        assert one["integrity"].startswith("sha512-")
        assert "resolved" not in one


def test_the_build_backend_is_locked_so_that_building_needs_no_network() -> None:
    table = project()
    assert table["dependency-groups"]["build"] == table["build-system"]["requires"]
    for text in table["build-system"]["requires"]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(version(pins("requirements.txt")[canonicalize_name(requirement.name)]))


def test_no_package_stands_in_both_locks_of_one_environment() -> None:
    assert (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").startswith(INCLUDED)
    everywhere = {entry.partition("==")[0] for entry in entries("requirements.txt") if "sys_platform" not in entry}
    assert everywhere.isdisjoint(entry.partition("==")[0] for entry in entries("requirements-dev.txt"))


def test_what_only_developers_need_is_published_as_no_extra() -> None:
    assert set(project()["project"]["optional-dependencies"]) == {"sentry"}


@pytest.mark.parametrize("lock", LOCKS[:2])
def test_the_audio_module_that_python_dropped_is_locked_from_3_13_on(lock: str) -> None:
    pin = pins(lock)["audioop-lts"]
    assert [python for python in PYTHONS if applies(pin, python)] == ["3.13", "3.14", "3.15"]

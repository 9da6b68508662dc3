"""`make release` changes the version, the changelog and the tags, or nothing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Chess.\n\n## [0.2.0] - 2026-11-22\n\n- Go.\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/release", tmp_path / ".ci")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "turnpost"\nversion = "0.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "config", "user.name", "Ann")
    git(tmp_path, "config", "user.email", "ann@example.org")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True)  # noqa: S603, S607
    return done.stdout.strip()


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Change something")


def release(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([folder / ".ci/release", *arguments], check=False, capture_output=True, text=True)  # noqa: S603


def test_a_release_has_its_version_its_day_and_its_tag(checkout: Path) -> None:
    done = release(checkout, "1.0.0", "--", "grep", "--quiet", "1.0.0", "CHANGELOG.md", "pyproject.toml")
    assert (done.returncode, done.stderr) == (0, "")
    assert git(checkout, "log", "-1", "--format=%s %D") == "Release 1.0.0 HEAD -> main, tag: v1.0.0"
    assert git(checkout, "status", "--porcelain") == ""
    assert 'version = "1.0.0"' in (checkout / "pyproject.toml").read_text()
    before, after = (checkout / "CHANGELOG.md").read_text().split("## [1.0.0] - 20")
    assert before == "# Changelog\n\n## [Unreleased]\n\n"
    assert after.partition("\n")[2].startswith("\n### Added\n\n- Chess.\n\n## [0.2.0]")
    assert release(checkout, "--notes", "1.0.0").stdout == "### Added\n\n- Chess.\n"
    assert release(checkout, "--notes", "0.2.0").stdout == "- Go.\n"


def test_a_release_whose_checks_fail_changes_nothing(checkout: Path) -> None:
    done = release(checkout, "1.0.0", "--", "false")
    assert done.returncode == 1
    assert "The checks failed" in done.stderr
    assert git(checkout, "status", "--porcelain") == git(checkout, "tag") == ""
    assert (checkout / "CHANGELOG.md").read_text() == CHANGELOG


@pytest.mark.parametrize("version", ["0.2.0", "0.1.9", "0.0.10", "1.0", "next", ""])
def test_a_version_that_can_not_come_next_is_refused(checkout: Path, version: str) -> None:
    done = release(checkout, version, "--", "true")
    assert done.returncode == 1
    assert "version" in done.stderr.casefold() or "doesn't come after 0.2.0" in done.stderr
    assert git(checkout, "tag") == ""


def test_nothing_is_released_with_changes_elsewhere_or_without_a_word(checkout: Path) -> None:
    git(checkout, "switch", "--quiet", "--create", "other")
    assert "on main" in release(checkout, "1.0.0", "--", "true").stderr
    git(checkout, "switch", "--quiet", "main")
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n")
    assert "commit them first" in release(checkout, "1.0.0", "--", "true").stderr
    commit(checkout)
    assert "says nothing of this version" in release(checkout, "1.0.0", "--", "true").stderr
    assert git(checkout, "tag") == ""

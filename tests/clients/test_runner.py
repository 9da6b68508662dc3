"""What the runner of other clients' checks makes of their lines, and its exit code."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.clients.runner import Client, NotInstallableError, run_clients

if TYPE_CHECKING:
    from pathlib import Path

PASSED = {"name": "one", "outcome": "passed"}
FAILED = {"name": "two", "outcome": "failed", "reason": "1 is not 2"}
BEYOND = {"name": "three", "outcome": "out of scope", "reason": "nobody needs it"}


def client(*statements: str) -> Client:
    """Return a client whose checks are Python statements."""
    return Client("client", lambda _: None, (sys.executable, "-c", "\n".join(statements)))


def printing(*lines: dict[str, Any]) -> Client:
    """Return a client whose checks print lines of JSON, and end."""
    return client(f"print({chr(10).join(map(json.dumps, lines))!r})")


async def run(one: Client, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    code = await run_clients([one], folder)
    return code, capsys.readouterr().out.splitlines()


async def test_checks_are_counted_with_and_without_permissions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = "  out of scope: three: nobody needs it"
    assert await run(printing(PASSED, PASSED, BEYOND), tmp_path, capsys) == (
        0,
        ["client", told, told, "  4 passed, 0 failed, 2 out of scope", "total: 4 passed, 0 failed, 2 out of scope"],
    )


async def test_a_failed_check_is_told_and_makes_the_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = await run(printing(PASSED, FAILED), tmp_path, capsys)
    assert (code, lines[1], lines[-1]) == (1, "  failed: two: 1 is not 2", "total: 2 passed, 2 failed, 0 out of scope")


@pytest.mark.parametrize(("end", "code"), [("raise SystemExit(3)", 3), ("", 0)], ids=["broken off", "no checks"])
async def test_checks_that_break_off_or_are_none_have_failed(
    end: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_code, lines = await run(client(end), tmp_path, capsys)
    assert (exit_code, lines[1]) == (1, f"  failed: the checks ended with code {code}, after 0")


async def test_what_checks_ask_of_the_playground_is_done_and_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asking = client(
        "import json",
        "print(json.dumps({'call': 'count_limited', 'arguments': []}), flush=True)",
        "print(json.dumps({'name': 'x', 'outcome': 'failed', 'reason': input()}))",
    )
    assert (await run(asking, tmp_path, capsys))[1][1] == "  failed: x: 0"


async def test_what_is_no_json_is_passed_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (await run(client("print('a warning')"), tmp_path, capsys))[1][1] == "  a warning"


async def test_a_client_that_cannot_be_installed_has_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def install(_: Path) -> None:
        raise NotInstallableError("node must be installed.")

    code, lines = await run(Client("client", install, ()), tmp_path, capsys)
    assert (code, lines[1]) == (1, "  failed: node must be installed.")

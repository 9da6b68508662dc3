"""The command `turnpost` from its first moment."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.wire.process import ROOT, clean_environment

if TYPE_CHECKING:
    from pathlib import Path


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

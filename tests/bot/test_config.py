from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.config import WrongSetting, read_settings

if TYPE_CHECKING:
    from pathlib import Path


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

"""Secrets stand nowhere in a line, and what people wrote in nothing that a line quotes."""

from __future__ import annotations

import sys
from contextvars import copy_context
from logging import LogRecord
from typing import TYPE_CHECKING, Any

import pytest

from bot.logs.redaction import (
    find_passwords,
    find_texts,
    format_exception,
    keep_private,
    keep_secret,
    redact_record,
    remove_private,
    remove_secrets,
)

if TYPE_CHECKING:
    from collections.abc import Callable

WEBHOOK = "https://discord.com/api/v10/webhooks/661720242585600002/aW50ZXJhY3Rpb24/messages/@original"
CALLBACK = "https://discord.com/api/v10/interactions/1575012460098748416/aW50ZXJhY3Rpb24/callback?with_response=1"

SESSION = "m0Jb8m3o6zq1G7h4Yw2kq9c5r_XvT-LsPd3fNnUaE1E"
SIGNED = f"WzE3NzIzNjY0MDAuMCxbInBHM3h3MEhuMms1WWNf.{SESSION}"
WORDS = (
    "the_last_use_is_kept_once_an_hour_and_lists test_a_link_works_once_in_each_process_of_1 "
    "ALinkWorksOnceInEachProcessThatIsStartedAnd THE_LAST_USE_IS_KEPT_ONCE_AN_HOUR_FOR_90_DA"
)
"""As long as a secret, each of them."""


@pytest.mark.parametrize(
    ("text", "without"),
    [
        (f"429 at {WEBHOOK}", f"429 at {WEBHOOK.replace('aW50ZXJhY3Rpb24', '[secret]')}"),
        (f"GET {CALLBACK} failed", f"GET {CALLBACK.replace('aW50ZXJhY3Rpb24', '[secret]')} failed"),
        ("postgresql+asyncpg://bot:hunter2@db/turnpost", "postgresql+asyncpg://[secret]@db/turnpost"),
        ("Authorization: Bot abcdefgh.ijk", "Authorization: Bot [secret]"),
        ("it is MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs.", "it is [secret]."),
        (f"GET /in/{SIGNED} failed", "GET /in/[secret] failed"),
        (f"GET /in/.{SIGNED}?x=1 failed", "GET /in/[secret]?x=1 failed"),
        (f"Cookie: a=b; session={SESSION}; c=d", "Cookie: a=b; session=[secret]; c=d"),
        (f"{{'session': '{SESSION}'}}, {SESSION}.", "{'session': '[secret]'}, [secret]."),
        (f"{SESSION}x and {SESSION[:-1]}", f"{SESSION}x and {SESSION[:-1]}"),
        (WORDS, WORDS),
        ("Bot moves bot.referee.turns.play", "Bot moves bot.referee.turns.play"),
        ("at 12:30 in #games, 3/4 done", "at 12:30 in #games, 3/4 done"),
    ],
)
def test_tokens_and_passwords_are_removed_by_their_shape(text: str, without: str) -> None:
    assert remove_secrets(text) == without


def test_known_secrets_are_removed_whatever_their_shape() -> None:
    keep_secret("correct-horse", "")
    assert remove_secrets("it's correct-horse!") == "it's [secret]!"


def test_the_password_of_an_address_is_known_in_both_forms() -> None:
    assert find_passwords("postgresql+asyncpg://bot:hunter%402@db/x") == ("hunter%402", "hunter@2")
    assert find_passwords("sqlite+aiosqlite:////data/turnpost.db") == ()
    assert find_passwords("http://[nonsense") == ()


def test_private_texts_are_removed_whole_and_by_their_longer_words() -> None:
    def check() -> None:
        keep_private("a plover\nat c4", "Ann", "O'Hara")
        assert remove_private("KeyError: 'a plover'") == "KeyError: '[private]'"
        assert remove_private("no plover at all") == "no [private] at all"
        assert remove_private("at c4, Annual: Ann") == "[private], Annual: [private]"
        assert remove_private(repr("O'Hara")) == '"[private]"'

    copy_context().run(check)
    assert remove_private("no plover at all") == "no plover at all", "the next request has texts of its own"


@pytest.mark.parametrize(
    ("template", "args", "line"),
    [
        ("%s at %d: %r", ("plover", 4, KeyError("plover")), "[private] at 4: KeyError('[private]')"),
        ("plover %(text)s", ({"text": "plover"},), "plover [private]"),
        ("no arguments, plover", (), "no arguments, plover"),
    ],
)
def test_what_a_line_quotes_is_redacted_and_its_own_words_are_not(
    template: str, args: tuple[Any, ...], line: str
) -> None:
    def check() -> None:
        keep_private("plover")
        record = LogRecord("bot", 20, "file.py", 1, template, args, None)
        assert redact_record(record).getMessage() == line
        assert "plover" in record.getMessage(), "other handlers get what they would"

    copy_context().run(check)


def raise_with_cause() -> None:
    try:
        raise KeyError("plover")  # noqa: TRY301 - it is the cause
    except KeyError as error:
        raise RuntimeError("first line\nplover in the second") from error


def raise_group() -> None:
    raise ExceptionGroup("two", [ValueError("a plover"), OSError(5, "plover")])


@pytest.mark.parametrize("fail", [raise_with_cause, raise_group])
def test_a_traceback_keeps_its_frames_and_loses_the_texts(fail: Callable[[], None]) -> None:
    def check() -> None:
        keep_private("plover", "fail")
        try:
            fail()
        except Exception:  # noqa: BLE001 - the one that was raised
            kind, error, trace = sys.exc_info()
            assert kind
            assert error
            text = format_exception((kind, error, trace))
        else:
            text = ""
        messages = "\n".join(line for line in text.splitlines() if "raise " not in line)
        assert "plover" not in messages
        assert messages.count("[private]") == 2
        assert f"in {fail.__name__}" in text
        assert "fail()" in text, "a frame is the program's own text"

    copy_context().run(check)


def test_texts_are_found_however_deep_they_stand() -> None:
    data = {"name": "move", "options": [{"name": "text", "value": "c4"}, {"value": 3}], "values": ["x", "y"]}
    assert list(find_texts(data, {"value"})) == ["c4"]
    assert list(find_texts(data)) == ["move", "text", "c4", "x", "y"]

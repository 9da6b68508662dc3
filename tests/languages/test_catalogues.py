"""The catalogues fit the code: a message that isn't in them, a lost placeholder or a text that is too long fails."""

from __future__ import annotations

import re
from pathlib import Path

import bot
from bot.admin.translate import check_all, find_package, read_languages
from bot.plugins import OWN_PACKAGES
from games.translation import measure_catalogue


async def test_every_message_of_the_code_is_in_the_catalogues_and_each_translation_fits() -> None:
    said: list[str] = []
    assert await check_all(None, said.append), "\n".join(said)


def test_german_is_complete() -> None:
    for name in OWN_PACKAGES:
        assert measure_catalogue(read_languages(find_package(name))["de"]).missing == 0


def test_no_sentence_is_sent_as_it_stands_in_the_code() -> None:
    """A constant in capitals is a message, to be translated where it is used; an emoji alone needs no translation."""
    sent = re.compile(r"(RequestRejected|reply|replace_message)\(([\w.]+, )?(\w+\.)?(?!HOURGLASS)[A-Z][A-Z_]{3,}[,)]")
    lines = {path: path.read_text("utf-8").splitlines() for path in Path(bot.__file__).parent.rglob("*.py")}
    assert [(path.name, line) for path, text in lines.items() for line in text if sent.search(line)] == []

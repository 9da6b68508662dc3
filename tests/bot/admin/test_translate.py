"""`turnpost translate`: messages are found in code and help, written to catalogues, and checked there."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from bot.admin.command import CommandError
from bot.admin.translate import (
    check_all,
    check_catalogues,
    collect_messages,
    extract_all,
    read_languages,
    read_template,
)

if TYPE_CHECKING:
    from pathlib import Path

CODE = """
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext

SIDE = N_("Bitter")

def say(name, n):
    # Translators: what stands on the button
    button = pgettext("button", "Eat")
    return _("{name} eats `c4`.").format(name=name), ngettext("{n} square", "{n} squares", n), _(SIDE), button
"""
HELP = "# Chomp\n\nEat squares.\n- Not the last one.\n"
PAGE = """<h1>{{ _("Your square") }}</h1><a>{{ pgettext("link", "Eat") }}</a>
<script type="application/json">{{ {"ask": _("Ask {name}")} | tojson }}</script>
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a package that can be imported."""
    folder = tmp_path / "bitter_game"
    folder.mkdir()
    (folder / "__init__.py").write_text(CODE, encoding="utf-8")
    (folder / "help.md").write_text(HELP, encoding="utf-8")
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return folder


def fill(file: Path, **told: str) -> None:
    """Write translations into a catalogue, by the first word of their messages."""
    lines = file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        word = line.removeprefix('msgid "').partition(" ")[0].strip('"{}')
        if line.startswith('msgid "') and word in told:
            lines[number + 1] = f'msgstr "{told[word]}"'
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


async def problems(package: Path) -> list[str]:
    catalogues = {"the template": read_template(package), **read_languages(package)}
    messages, _ = await collect_messages(package.name)
    return list(check_catalogues(package.name, catalogues, messages, {"Bitter": 8}))


async def test_messages_of_code_and_help_are_found_with_contexts_examples_and_comments(package: Path) -> None:
    found = {
        (each.id, each.context): each.auto_comments
        for each in (await collect_messages(package.name)).catalogue
        if each.id
    }
    assert found == {
        ("Bitter", None): [],
        ("Eat", "button"): ["Translators: what stands on the button"],
        ("{name} eats `c4`.", None): ["Example: **Ann** eats `c4`."],
        (("{n} square", "{n} squares"), None): ["Example: 3 squares"],
        ("# Chomp", None): [],
        ("Eat squares.\n- Not the last one.", None): [],
        ("Your square", None): [],
        ("Eat", "link"): [],
        ("Ask {name}", None): ["Example: Ask **Ann**"],
    }


async def test_a_new_language_is_begun_and_a_second_run_changes_nothing(package: Path) -> None:
    said: list[str] = []
    await extract_all([package.name], "de", said.append)
    assert said == [
        "bitter_game/locale/messages.pot is brought up to date.",
        "bitter_game/locale/de/LC_MESSAGES/messages.po is brought up to date.",
    ]
    await extract_all([package.name], None, said.append)
    assert said[2:] == ["All catalogues are up to date."]
    assert await check_all([package.name], said.append)
    assert said[3:] == ["bitter_game, Deutsch: 0 of 9 messages translated."]


async def test_translations_stay_when_the_code_changes_and_go_with_their_message(package: Path) -> None:
    await extract_all([package.name], "de", print)
    file = package / "locale" / "de" / "LC_MESSAGES" / "messages.po"
    fill(file, Bitter="Bitter", name="{name} isst `c4`.")
    (package / "__init__.py").write_text(CODE.replace('N_("Bitter")', 'N_("Sweet")'), encoding="utf-8")
    assert await problems(package) == [
        f"bitter_game, {what}: 1 message {why}. Run `turnpost translate extract`."
        for what in ("the template", "de")
        for why in ("of the code missing", "that the code has no more")
    ]
    await extract_all([package.name], None, print)
    assert not await problems(package)
    kept = file.read_text(encoding="utf-8")
    assert "{name} isst `c4`." in kept
    assert "Bitter" not in kept


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"name": "{nam} isst `c4`."}, 'de: "{name} eats `c4`." needs the placeholders {name}, and has {nam}.'),
        ({"name": "Isst `c4`."}, 'de: "{name} eats `c4`." needs the placeholders {name}, and has none.'),
        ({"name": "{name isst `c4`."}, 'de: "{name} eats `c4`." has a brace that opens or closes no placeholder.'),
        (
            {"name": "{name} isst `d4`."},
            'de: "{name} eats `c4`." lacks a code span: commands and moves are typed alike in every language.',
        ),
        ({"Bitter": "Sehr bitter"}, 'de: "Bitter" has 11 characters, and Discord shows 8.'),
        ({"Eat": "E" * 81}, 'de: "Eat" has 81 characters, and Discord shows 80.'),
    ],
)
async def test_what_is_wrong_with_a_translation_is_named(package: Path, told: dict[str, str], wrong: str) -> None:
    await extract_all([package.name], "de", print)
    fill(package / "locale" / "de" / "LC_MESSAGES" / "messages.po", **told)
    assert await problems(package) == [f"bitter_game, {wrong}"]


@pytest.mark.parametrize("name", ["no_such_package", "not a name", "sys"])
async def test_a_package_without_a_folder_is_turned_down(name: str) -> None:
    with pytest.raises(CommandError, match="There is no package"):
        await collect_messages(name)


@pytest.mark.parametrize("language", ["xx_nowhere", "german!"])
async def test_a_language_that_there_is_not_is_turned_down(package: Path, language: str) -> None:
    with pytest.raises(CommandError, match="is no language"):
        await extract_all([package.name], language, print)
    assert not (package / "locale").exists()

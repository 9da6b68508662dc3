"""`turnpost translate extract` and `check`, from the names of packages to the lines that are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.translate.catalogues import read_languages, read_template, update_catalogues
from bot.admin.translate.check import check_catalogues
from bot.admin.translate.sources import collect_messages, find_package
from bot.plugins import OWN_PACKAGES
from games.translation import language_name, measure_catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


async def extract_all(packages: Sequence[str] | None, language: str | None, say: Callable[[str], None]) -> None:
    """Bring the catalogues of packages up to date, Turnpost's own if none are named. Raises `CommandError`."""
    lines = [
        line
        for name in packages or OWN_PACKAGES
        for line in update_catalogues(find_package(name), (await collect_messages(name)).catalogue, language)
    ]
    for line in lines or ["All catalogues are up to date."]:
        say(line)


async def check_all(packages: Sequence[str] | None, say: Callable[[str], None]) -> bool:
    """Check the catalogues of packages, and return whether they fit the code. Raises `CommandError`."""
    fits = True
    for name in packages or OWN_PACKAGES:
        folder, messages = find_package(name), await collect_messages(name)
        languages = read_languages(folder)
        catalogues = {"the template": read_template(folder), **languages}
        for wrong in check_catalogues(name, catalogues, *messages):
            fits = False
            say(wrong)
        for language, catalogue in languages.items():
            found = measure_catalogue(catalogue)
            say(f"{name}, {language_name(language)}: {found.translated:,} of {found.messages:,} messages translated.")
    return fits

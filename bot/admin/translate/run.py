"""`turnpost translate extract` and `check`, from the names of packages to the lines that are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.translate.catalogues import update_catalogues
from bot.admin.translate.check import check_catalogues, count_missing
from bot.admin.translate.sources import WITH_COMMANDS, collect_messages, find_package, list_command_texts
from bot.plugins import OWN_PACKAGES
from games.translation import language_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


async def extract_all(packages: Sequence[str] | None, language: str | None, say: Callable[[str], None]) -> None:
    """Bring the catalogues of packages up to date, Turnpost's own if none are named. Raises `CommandError`."""
    lines = [
        line
        for name in packages or OWN_PACKAGES
        for line in update_catalogues(find_package(name), await collect_messages(name), language)
    ]
    for line in lines or ["All catalogues are up to date."]:
        say(line)


async def check_all(packages: Sequence[str] | None, say: Callable[[str], None]) -> bool:
    """Check the catalogues of packages, and return whether they fit the code. Raises `CommandError`."""
    fits = True
    for name in packages or OWN_PACKAGES:
        folder = find_package(name)
        texts = await list_command_texts() if name == WITH_COMMANDS else []
        messages = await collect_messages(name)
        for wrong in check_catalogues(folder, messages, {each.text: each.limit for each in texts}):
            fits = False
            say(wrong)
        for language, missing in count_missing(folder).items():
            total = sum(1 for each in messages if each.id)
            say(f"{name}, {language_name(language)}: {total - missing:,} of {total:,} messages translated.")
    return fits

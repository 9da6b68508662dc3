"""Checks of the languages: how much of each is translated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import plugins
from bot.admin.doctor.check import ok, warning
from bot.features.doctor.text import describe_language
from games.translation import measure_languages

if TYPE_CHECKING:
    from bot.admin.doctor.check import Check


def check_languages() -> list[Check]:
    """Return a check of each language that has catalogues, those of games in other packages among them."""
    plugins.read()
    return [
        (ok if found.is_offered else warning)(f"language {language}", describe_language(language, found))
        for language, found in measure_languages().items()
    ]

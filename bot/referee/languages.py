"""The language that a person or a server chose."""

from __future__ import annotations

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from games.text import format_list
from games.translation import ENGLISH, find_language, language_name, offered_languages
from games.translation import gettext as _

DISCORD = "discord"
"""The choice to follow Discord: the language of a person's app, or the one that a server has in its settings."""


def resolve_language(chosen: str, locale: str) -> str:
    """Return the language that a choice stands for, given the locale that Discord says.

    >>> resolve_language("en", "de"), resolve_language("discord", "en-US")
    ('en', 'en')
    """
    return find_language(locale if chosen == DISCORD else chosen)


def language_choices() -> tuple[str, ...]:
    """Return the words that choose a language, as they are stored."""
    return (DISCORD, ENGLISH, *offered_languages())


def parse_language(typed: str) -> str:
    """Return the language that a text names, by its code or by what it is called in itself. Raises `RequestRejected`.

    >>> parse_language("Discord"), parse_language("english")
    ('discord', 'en')
    """
    word = typed.strip().casefold().replace("-", "_")
    names = {choice.casefold(): choice for choice in language_choices()}
    names |= {language_name(choice).casefold(): choice for choice in language_choices() if choice != DISCORD}
    if word not in names:
        choices = format_list(map(formatting.code, language_choices()), "or")
        raise RequestRejected(
            _("I speak {languages}, not {typed}.").format(languages=choices, typed=formatting.code(typed))
        )
    return names[word]

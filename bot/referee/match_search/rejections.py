"""Why a search of matches is rejected. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from games.contract import Info

TWO_RESULTS = N_("Search for one result at a time: won, lost, drawn, rules, resigned, time or none.")
NUMBER_OR_SEARCH = N_("Name one match by its number, or search by person, game, opening and result, but not both.")
WHOSE_RESULT = N_("Won or lost by whom? Name a person, too.")
WHICH_GAME = N_("An opening of which game? Name the game, too.")


def unreadable_search(word: str) -> str:
    """Say that a word of a search is unknown, and how to write one."""
    return _("I can't read {word}. Search by person, game with first moves, and result: `@Bob won`.").format(
        word=formatting.code(word, 40)
    )


def no_such_result(word: str) -> str:
    """Say that there is no such result to search for."""
    none = _("There's no result {typed}.").format(typed=formatting.code(word, 40))
    return f"{none} {_(TWO_RESULTS)}"


def unreadable_opening(info: Info, reason: str) -> str:
    """Say that a text isn't the first moves of a game, and why if the rules told."""
    sentence = _("That's not how a match of {game} begins. Give its first one, two or three moves.")
    return " ".join(filter(None, (sentence.format(game=info.title), reason)))

"""Why a search of matches is rejected. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting

if TYPE_CHECKING:
    from games.contract import Info

TWO_RESULTS = "Search for one result at a time: won, lost, drawn, rules, resigned, time or none."
NUMBER_OR_SEARCH = "Name one match by its number, or search by person, game, opening and result, but not both."
WHOSE_RESULT = "Won or lost by whom? Name a person, too."
WHICH_GAME = "An opening of which game? Name the game, too."


def unreadable_search(word: str) -> str:
    """Say that a word of a search is unknown, and how to write one."""
    return f"I can't read {formatting.code(word, 40)}. Search by person, game with first moves, and result: `@Bob won`."


def no_such_result(word: str) -> str:
    """Say that there is no such result to search for."""
    return f"There's no result {formatting.code(word, 40)}. {TWO_RESULTS}"


def unreadable_opening(info: Info, reason: str) -> str:
    """Say that a text isn't the first moves of a game, and why if the rules told."""
    why = f" {reason}" if reason else ""
    return f"That's not how a match of {info.title} begins. Give its first one, two or three moves.{why}"

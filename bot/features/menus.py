"""Choices split into buttons, or into menus that say which rows of the board they hold."""

from __future__ import annotations

import re
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.client.components import MAX_OPTIONS
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.contract import Choice

CHOOSE = N_("Choose")
MAX_LINES, FEW_BUTTONS, MAX_BUTTONS = 4, 3, 5
"""Rows of choices in a message, of whose five one has the buttons below them; buttons in a row of few and of many."""
_LONGEST_BUTTON, _MOST_BUTTONS = 16, 60
"""Characters of a label up to which a choice that needs no other words is a button, and how many a step can have."""
_PLACE = re.compile(r"\b([a-z])([0-9]{1,2})\b")


class Menu(NamedTuple):
    """Some choices, at most as many as a select menu has options, and what the menu says before one is chosen."""

    name: str
    choices: Sequence[Choice]


def are_buttons(choices: Sequence[Choice]) -> bool:
    """Return whether the choices of a step are buttons, which take one press: a few of short labels and no words."""
    short = all(len(each.label) <= _LONGEST_BUTTON and not (each.words or each.group) for each in choices)
    return short and len(choices) <= _MOST_BUTTONS


def split_into_menus(choices: Sequence[Choice]) -> list[Menu]:
    """Return the menus of a step: those of a group for themselves, and as many whole rows of the board as fit in each.

    A menu says which rows it holds, or the first and the last choice where they don't stand row by row. A row is split
    where the menus would take more messages otherwise.
    """
    groups = [[*members] for _group, members in groupby(choices, lambda each: each.group)]
    row_of = next((way for way in (_number, _letter) if all(_stand_by(way, each) for each in groups)), _no_row)
    whole, packed = ([_fill_menus(each, way) for each in groups] for way in (row_of, _no_row))
    pages, fewest = (-(-sum(map(len, filled)) // MAX_LINES) for filled in (whole, packed))
    filled = whole if pages == fewest else packed
    names = [_name_menu(held, row_of, len(menus)) for menus in filled for held in menus]
    if len(set(names)) < len(names):  # a row is longer than a menu
        names = [_name_menu(held, _no_row, len(menus)) for menus in filled for held in menus]
    if len(names) == 1 and not choices[0].group:
        names = [_(CHOOSE)]
    return [*map(Menu, names, chain.from_iterable(filled))]


def _name_menu(choices: Sequence[Choice], row_of: Callable[[Choice], str], in_group: int) -> str:
    """Return what a menu says: its group, and its rows unless it is the only one of so many in the group."""
    group, held = choices[0].group, _name_rows(choices, row_of)
    if not group:
        return held
    return group if in_group == 1 else _("{group}: {rows}").format(group=group, rows=held)


def _number(choice: Choice) -> str:
    """Return the row of the first place in a label, on a board of squares; empty for a label without a place."""
    found = _PLACE.search(choice.label)
    return found[2] if found else ""


def _letter(choice: Choice) -> str:
    """Return the same on a board of hexagons."""
    found = _PLACE.search(choice.label)
    return found[1] if found else ""


def _no_row(_choice: Choice) -> str:
    return ""


def _stand_by(row_of: Callable[[Choice], str], choices: Sequence[Choice]) -> bool:
    """Return whether choices come row by row, those without a place last."""
    found = [(not row, len(row), row) for row in map(row_of, choices)]
    return found == sorted(found)


def _fill_menus(choices: Sequence[Choice], row_of: Callable[[Choice], str]) -> list[list[Choice]]:
    """Return the choices of each menu: all if they fit, or whole rows, except of a row that is longer than a menu."""
    if len(choices) <= MAX_OPTIONS:
        return [[*choices]]
    menus: list[list[Choice]] = []
    for row, members in groupby(choices, row_of):
        held = [*members]
        if menus and row and len(menus[-1]) + len(held) <= MAX_OPTIONS:
            menus[-1] += held
        else:
            menus += [held[at : at + MAX_OPTIONS] for at in range(0, len(held), MAX_OPTIONS)]
    return menus


def _name_rows(choices: Sequence[Choice], row_of: Callable[[Choice], str]) -> str:
    """Return which rows a menu holds, or which choices where they have none."""
    first, last = row_of(choices[0]), row_of(choices[-1])
    if first and first == last:
        return _("row {row}").format(row=first)
    if first and last:
        return _("rows {first} to {last}").format(first=first, last=last)
    if len(choices) == 1:
        return choices[0].label
    return _("{first} to {last}").format(first=choices[0].label, last=choices[-1].label)

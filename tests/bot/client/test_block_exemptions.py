"""What a blocked person may still use is there: each name is that of a command or of a button."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import bot.features
from bot.client.block_exemptions import ACTIONS, SLASH_COMMANDS, TEXT_COMMANDS
from bot.client.commands import GROUPS
from bot.client.components import PersistentForm, PersistentItem


def subclasses(kind: type) -> set[type]:
    return {kind, *(deeper for each in kind.__subclasses__() for deeper in subclasses(each))}


def test_each_action_that_is_left_exists() -> None:
    for module in pkgutil.walk_packages(bot.features.__path__, "bot.features."):
        import_module(module.name)
    found = {getattr(each, "action", "") for kind in (PersistentItem, PersistentForm) for each in subclasses(kind)}
    assert ACTIONS - found == set()
    assert {"accept", "seat", "event_join", "rematch", "answer", "setting", "watch"} & ACTIONS == set()


def test_nothing_that_begins_a_match_is_left() -> None:
    grouped = {name for group in GROUPS.values() for name in group}
    top_level = {"move", "preview", "board", "games", "privacy"}
    assert TEXT_COMMANDS - grouped == top_level
    beginnings = {"challenge", "open", "accept", "rematch", "challenges", "event", "puzzle"}
    assert beginnings & TEXT_COMMANDS == set()
    assert {"match where", "match resign", "privacy show", "move"} <= SLASH_COMMANDS

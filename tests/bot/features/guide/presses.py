"""What people press in the private message of the button Move, and what it shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.playground.client import Json, Person


async def press_move(person: Person, board: Json) -> Json:
    """Press Move under a board, and return the private message that opens."""
    opened = await person.ask_by_press(board, "Move")
    assert opened["ephemeral"]
    return opened


def menus(message: Json) -> list[Json]:
    """Return the select menus of a message."""
    return [part for row in message["components"] for part in row["components"] if part["type"] == 3]


def buttons(message: Json) -> list[str]:
    """Return the labels of a message's buttons."""
    return [part["label"] for row in message["components"] for part in row["components"] if part["type"] == 2]


def offered(message: Json) -> list[str]:
    """Return the labels of all options of a message's menus."""
    return [option["label"] for menu in menus(message) for option in menu["options"]]


async def choose(person: Person, message: Json, label: str) -> Json:
    """Choose an option of a menu, and return the message as it is then."""
    menu = next(menu for menu in menus(message) if label in [option["label"] for option in menu["options"]])
    return await changed(person, message, menu["custom_id"], label)


async def changed(person: Person, message: Json, button: str, *values: str) -> Json:
    """Press something under a private message, and return that message as it is then."""
    since = person.seen_so_far()
    outcome = await person.press(message, button, *values)
    assert outcome["acknowledged"]
    return outcome["message"] or await person.hear(
        lambda one: one["id"] == message["id"], f"an answer to {button}", since=since
    )

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


def choice_buttons(message: Json) -> list[Json]:
    """Return the buttons of a message that are choices."""
    parts = [part for row in message["components"] for part in row["components"]]
    return [part for part in parts if part.get("custom_id", "").startswith("choice:")]


def buttons(message: Json) -> list[str]:
    """Return the labels of a message's buttons that are no choices."""
    parts = [part for row in message["components"] for part in row["components"] if part["type"] == 2]
    return [part["label"] for part in parts if part not in choice_buttons(message)]


def offered(message: Json) -> list[str]:
    """Return the labels of all choices of a message, in its menus or as buttons."""
    options = [option["label"] for menu in menus(message) for option in menu["options"]]
    return options + [button["label"] for button in choice_buttons(message)]


async def choose(person: Person, message: Json, *choices: str) -> Json:
    """Choose one thing after the other, by its button or from a menu, and return the message as it is then."""
    for label in choices:
        button = next((each for each in choice_buttons(message) if each["label"] == label), None)
        if button:
            message = await changed(person, message, button["custom_id"])
        else:
            menu = next(each for each in menus(message) if label in [option["label"] for option in each["options"]])
            message = await changed(person, message, menu["custom_id"], label)
    return message


async def changed(person: Person, message: Json, button: str, *values: str) -> Json:
    """Press something under a private message, and return that message as it is then."""
    since = person.seen_so_far()
    outcome = await person.press(message, button, *values)
    assert outcome["acknowledged"]
    return outcome["message"] or await person.hear(
        lambda one: one["id"] == message["id"], f"an answer to {button}", since=since
    )

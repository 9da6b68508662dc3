"""Turns what a person typed into a slash command into the data of an interaction, or says what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.interactions.command_access import usable_commands
from playground.interactions.resolved import Lookup
from playground.json_values import as_list, number
from playground.validation.commands import MESSAGE_MENU, SLASH, USER_MENU

if TYPE_CHECKING:
    from collections.abc import Collection

    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.state import State

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
_LARGEST = 2**53
_MISSING = {
    USER: "person; nobody here",
    CHANNEL: "channel; none here that fits",
    ROLE: "role; none here",
    MENTIONABLE: "person or role; none here",
}


class InvalidInput(ValueError):  # noqa: N818 - an answer to a person, not a failure
    """A sentence for a person on why something can't be done; `status` is its HTTP status."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


def data(state: State, person: int, channel: Channel, name: str, given: Json, focused: str | None = None) -> Json:
    """Return the data of a slash command (`name` with its subcommand after a space), or of its autocompletion.

    With `focused`, the option being typed is marked and missing options are no error. Raises `InvalidInput`.
    """
    command, path, options = _find(state, person, channel, name)
    known = {option["name"]: option for option in options}
    for key in given:
        if key not in known:
            raise InvalidInput(f"/{name} has no option {key}; its options: {', '.join(known) or 'none'}.")
    if focused is not None and not known.get(focused, {}).get("autocomplete"):
        raise InvalidInput(f"/{name} completes no option named {focused}.")
    entries = [_partial_option(option, given, focused) for option in options if option["name"] in {*given, focused}]
    resolved: Json = {}
    if focused is None:
        lookup = Lookup(state, person, channel)
        entries = [_complete_option(lookup, name, option, given) for option in options]
        entries = [one for one in entries if one]
        resolved = _resolve(lookup, entries)
    for kind, part in reversed(path):
        entries = [{"name": part, "type": kind, "options": entries}]
    done: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": entries}
    if "guild_id" in command:
        done["guild_id"] = command["guild_id"]
    return done | ({"resolved": resolved} if resolved else {})


def menu_data(state: State, person: int, channel: Channel, name: str, target: int) -> Json:
    """Return the data of a command of a message's or a user's menu, nothing resolved. Raises `InvalidInput`."""
    kind = USER_MENU if target in state.users else MESSAGE_MENU
    commands = [one for one in usable_commands(state, person, channel) if one["type"] == kind]
    command = next((one for one in commands if one["name"] == name), None)
    if command is None:
        raise InvalidInput(f"There is no {name[:40]} in this menu.", 404)
    return {"id": command["id"], "name": name, "type": kind, "target_id": str(target)}


def _partial_option(option: Json, given: Json, focused: str | None) -> Json:
    name = option["name"]
    entry = {"name": name, "type": option["type"], "value": given.get(name, "")}
    return entry | ({"focused": True} if name == focused else {})


def _complete_option(lookup: Lookup, command: str, option: Json, given: Json) -> Json:
    name = option["name"]
    if given.get(name) is not None:
        return {"name": name, "type": option["type"], "value": _value(lookup, option, given[name])}
    if option.get("required"):
        raise InvalidInput(f"/{command} needs the option {name}: {option['description']}")
    return {}


def _find(state: State, person: int, channel: Channel, name: str) -> tuple[Json, list[tuple[int, str]], list[Json]]:
    words = name.removeprefix("/").split()
    commands = [one for one in usable_commands(state, person, channel) if one["type"] == SLASH]
    command = next((one for one in commands if [one["name"]] == words[:1]), None)
    if command is None:
        names = ", ".join(f"/{one['name']}" for one in commands)
        raise InvalidInput(f"There is no command /{name} here. There are: {names or 'none yet'}.", 404)
    path: list[tuple[int, str]] = []
    options: list[Json] = command["options"]
    for word in words[1:]:
        part = next((one for one in options if one["name"] == word and one["type"] in {1, 2}), None)
        if part is None:
            raise InvalidInput(f"/{' '.join(words)} is no command: {word} is not part of it.", 404)
        path.append((part["type"], word))
        options = part.get("options", [])
    if any(one["type"] in {1, 2} for one in options):
        parts = ", ".join(one["name"] for one in options)
        raise InvalidInput(f"/{' '.join(words)} is not complete; it goes on with one of: {parts}.")
    return command, path, options


def _value(lookup: Lookup, option: Json, value: Any) -> Any:
    name, kind = option["name"], option["type"]
    match kind:
        case 3:
            done: Any = str(value)
            _check_range(option, name, len(done), "min_length", "max_length", "characters")
        case 4 | 10:
            done = _number(name, kind, value)
            _check_range(option, name, done, "min_value", "max_value", "")
        case 5:
            if str(value).lower() not in {"true", "false"}:
                raise InvalidInput(f"{name} is either true or false.")
            done = str(value).lower() == "true"
        case 6 | 7 | 8 | 9:
            done = str(value)
            if number(done) not in _selectable_ids(lookup, option):
                raise InvalidInput(f"{name} is a {_MISSING[kind]} has the id {done[:40]}.")
        case _:
            raise InvalidInput(f"The playground can't fill in {name} (an option of type {kind}).")
    allowed = as_list(option.get("choices"))
    if allowed and done not in [one["value"] for one in allowed]:
        raise InvalidInput(f"{name} is one of: {', '.join(str(one['name']) for one in allowed)}.")
    return done


def _selectable_ids(lookup: Lookup, option: Json) -> Collection[int]:
    """Return the ids of all people, channels or roles that an option of that type can take."""
    if option["type"] == USER:
        return lookup.users
    if option["type"] == ROLE:
        return lookup.roles
    if option["type"] == MENTIONABLE:
        return {*lookup.users, *lookup.roles}
    return lookup.channels(option.get("channel_types"))


def _number(name: str, kind: int, value: Any) -> int | float:
    try:
        done = int(str(value)) if kind == INTEGER else float(str(value))
    except ValueError as error:
        raise InvalidInput(
            f"{name} is a {'whole ' if kind == INTEGER else ''}number, not {str(value)[:40]}."
        ) from error
    if not -_LARGEST <= done <= _LARGEST:
        raise InvalidInput(f"{name} is a number between -2^53 and 2^53.")
    return done


def _check_range(option: Json, name: str, size: float, low: str, high: str, unit: str) -> None:
    least, most = option.get(low), option.get(high)
    if least is not None and size < least:
        raise InvalidInput(f"{name} is at least {least} {unit}".rstrip() + ".")
    if most is not None and size > most:
        raise InvalidInput(f"{name} is at most {most} {unit}".rstrip() + ".")


def _resolve(lookup: Lookup, entries: list[Json]) -> Json:
    """Return the people, channels and roles that the options name, in Discord's JSON."""
    users, channels, roles, either = (
        [int(one["value"]) for one in entries if one["type"] == kind] for kind in (USER, CHANNEL, ROLE, MENTIONABLE)
    )
    people = [one for one in either if one in lookup.users]
    return lookup.resolve([*users, *people], channels, [*roles, *(one for one in either if one not in people)])

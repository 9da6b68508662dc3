"""Buttons and menus: what people may press, and the data that goes to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.interactions.slash_commands import InvalidInput
from playground.json_values import number
from playground.validation.kinds import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.interactions.resolved import Lookup
    from playground.json_values import Json


def leaves(components: list[Json]) -> Iterator[Json]:
    """Yield every component that holds no others."""
    for one in components:
        inside = [*one.get("components", []), *(one[key] for key in ("accessory", "component") if key in one)]
        if inside:
            yield from leaves(inside)
        else:
            yield one


def press_data(lookup: Lookup, components: list[Json], custom_id: str, values: list[str]) -> Json:
    """Return the data of a press on a component, with what was chosen in a menu. Raises `InvalidInput`."""
    one = next((one for one in leaves(components) if one.get("custom_id") == custom_id), None)
    if one is None:
        raise InvalidInput("That button is no longer on the message.", 404)
    if one.get("disabled"):
        raise InvalidInput("That button is disabled.")
    data: Json = {"custom_id": custom_id, "component_type": one["type"], "id": one["id"]}
    if one["type"] == Kind.BUTTON:
        if values:
            raise InvalidInput("A button takes no values.")
        return data
    resolved = choose(lookup, one, values)
    return data | {"values": values} | ({"resolved": resolved} if resolved else {})


def choose(lookup: Lookup, menu: Json, values: list[str]) -> Json:
    """Check what was chosen in a menu, and return what the values name. Raises `InvalidInput`."""
    low, high = menu.get("min_values", 1), menu.get("max_values", 1)
    if not low <= len(values) <= high or len(set(values)) < len(values):
        raise InvalidInput(f"Choose {low} to {high} different values.")
    users, channels, roles = _selectable(lookup, menu)
    if "options" in menu:
        unknown = set(values) - {option["value"] for option in menu["options"]}
    else:
        unknown = {value for value in values if number(value) not in {*users, *channels, *roles}}
    if unknown:
        raise InvalidInput(f"The menu doesn't offer {min(unknown)[:100]}.")
    chosen = {number(value) for value in values}
    return lookup.resolve(chosen & users, chosen & channels, chosen & roles)


def _selectable(lookup: Lookup, menu: Json) -> tuple[set[int], set[int], set[int]]:
    """Return the ids of the people, channels and roles that a menu offers."""
    kind = menu["type"]
    users = lookup.users if kind in {Kind.USER_SELECT, Kind.MENTIONABLE_SELECT} else ()
    channels = lookup.channels(menu.get("channel_types")) if kind == Kind.CHANNEL_SELECT else ()
    roles = lookup.roles if kind in {Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT} else ()
    return set(users), set(channels), set(roles)

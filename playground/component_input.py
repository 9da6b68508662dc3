"""Buttons, menus and forms: what people may press, and the data that goes to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.slash_commands import InvalidInput
from playground.state import as_list, number
from playground.validation.kinds import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.resolved import Lookup
    from playground.state import Json


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
    resolved = _choose(lookup, one, values)
    return data | {"values": values} | ({"resolved": resolved} if resolved else {})


def _choose(lookup: Lookup, menu: Json, values: list[str]) -> Json:
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


def modal_data(lookup: Lookup, modal: Json, values: Json) -> Json:
    """Return the data of a submitted form with `values` by custom id. Raises `InvalidInput`."""
    known = {one["custom_id"] for one in leaves(modal["components"]) if "custom_id" in one}
    unknown = [key for key in values if key not in known]
    if unknown:
        raise InvalidInput(f"The form has no field {unknown[0][:100]}; its fields: {', '.join(sorted(known))}.")
    resolved: Json = {}
    components = [_component_data(lookup, one, values, resolved) for one in modal["components"]]
    data: Json = {"custom_id": modal["custom_id"], "components": components}
    return data | ({"resolved": resolved} if resolved else {})


def _component_data(lookup: Lookup, one: Json, values: Json, resolved: Json) -> Json:
    """Return what became of a component of a form; what its values name is added to `resolved`."""
    data: Json = {"type": one["type"], "id": one["id"]}
    if one["type"] == Kind.ROW:
        return data | {"components": [_component_data(lookup, each, values, resolved) for each in one["components"]]}
    if one["type"] == Kind.LABEL:
        return data | {"component": _component_data(lookup, one["component"], values, resolved)}
    if "custom_id" not in one:
        return data
    data["custom_id"] = one["custom_id"]
    return data | _field_value(lookup, one, values.get(one["custom_id"]), resolved)


def _field_value(lookup: Lookup, field: Json, given: Any, resolved: Json) -> Json:
    match field["type"]:
        case Kind.TEXT_INPUT:
            return {"value": _check_text(field, "" if given is None else given)}
        case Kind.CHECKBOX:
            return {"value": bool(given)}
        case Kind.FILE_UPLOAD:
            raise InvalidInput("The playground's forms take no files.")
        case _:
            chosen = [given] if isinstance(given, str) else [str(value) for value in as_list(given)]
            if chosen or field.get("required", True):
                for kind, found in _choose(lookup, field, chosen).items():
                    resolved.setdefault(kind, {}).update(found)
            if field["type"] == Kind.RADIO_GROUP:
                return {"value": chosen[0] if chosen else None}
            return {"values": chosen}


def _check_text(field: Json, value: Any) -> str:
    text, name = str(value), field["label"] or field["custom_id"]
    if not text and not field.get("required", True):
        return text
    low, high = field["min_length"] or 1, field["max_length"] or 4000
    if not low <= len(text) <= high:
        raise InvalidInput(f"{name} takes {low} to {high} characters, not {len(text)}.")
    return text

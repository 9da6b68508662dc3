"""Buttons, menus and forms: what people may press, and the data that goes to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.slash_commands import InvalidInput
from playground.state import as_list
from playground.validation import BUTTON, LABEL, ROW, STRING_SELECT, TEXT_DISPLAY, TEXT_INPUT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.state import Json


def leaves(components: list[Json]) -> Iterator[Json]:
    """Yield every component that holds no others."""
    for one in components:
        inside = [*one.get("components", []), *(one[key] for key in ("accessory", "component") if key in one)]
        if inside:
            yield from leaves(inside)
        else:
            yield one


def press_data(components: list[Json], custom_id: str, values: list[str]) -> Json:
    """Return the data of a press on a component, with the values chosen in a menu. Raises `InvalidInput`."""
    one = next((one for one in leaves(components) if one.get("custom_id") == custom_id), None)
    if one is None:
        raise InvalidInput("That button is no longer on the message.", 404)
    if one.get("disabled"):
        raise InvalidInput("That button is disabled.")
    data: Json = {"custom_id": custom_id, "component_type": one["type"], "id": one["id"]}
    if one["type"] == BUTTON:
        if values:
            raise InvalidInput("A button takes no values.")
        return data
    return data | {"values": _check_choice(one, values)}


def _check_choice(menu: Json, values: list[str]) -> list[str]:
    if menu["type"] != STRING_SELECT:
        raise InvalidInput("The playground's menus are menus of texts; this one isn't.")
    available = [option["value"] for option in menu["options"]]
    unknown = [value for value in values if value not in available]
    if unknown:
        raise InvalidInput(f"The menu doesn't offer {unknown[0][:100]}.")
    if not menu["min_values"] <= len(values) <= menu["max_values"] or len(set(values)) < len(values):
        raise InvalidInput(f"Choose {menu['min_values']} to {menu['max_values']} different values.")
    return values


def modal_data(modal: Json, values: Json) -> Json:
    """Return the data of a submitted form with `values` by custom id. Raises `InvalidInput`."""
    known = {one["custom_id"] for one in leaves(modal["components"]) if "custom_id" in one}
    unknown = [key for key in values if key not in known]
    if unknown:
        raise InvalidInput(f"The form has no field {unknown[0][:100]}; its fields: {', '.join(sorted(known))}.")
    return {
        "custom_id": modal["custom_id"],
        "components": [_component_data(one, values) for one in modal["components"]],
    }


def _component_data(one: Json, values: Json) -> Json:
    done: Json = {"type": one["type"], "id": one["id"]}
    match one["type"]:
        case kind if kind == ROW:
            return done | {"components": [_component_data(inside, values) for inside in one["components"]]}
        case kind if kind == LABEL:
            return done | {"component": _component_data(one["component"], values)}
        case kind if kind == TEXT_DISPLAY:
            return done
        case kind if kind == TEXT_INPUT:
            return done | {"custom_id": one["custom_id"], "value": _check_text(one, values.get(one["custom_id"], ""))}
        case _:
            given = values.get(one["custom_id"])
            chosen = [given] if isinstance(given, str) else [str(value) for value in as_list(given)]
            if not chosen and not one.get("required", True):
                return done | {"custom_id": one["custom_id"], "values": []}
            return done | {"custom_id": one["custom_id"], "values": _check_choice(one, chosen)}


def _check_text(field: Json, value: Any) -> str:
    text, name = str(value), field["label"] or field["custom_id"]
    if not text and not field.get("required", True):
        return text
    low, high = field["min_length"] or 1, field["max_length"] or 4000
    if not low <= len(text) <= high:
        raise InvalidInput(f"{name} takes {low} to {high} characters, not {len(text)}.")
    return text

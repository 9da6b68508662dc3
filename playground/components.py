"""Buttons, menus and forms as people use them: what may be pressed, and the data that goes to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.slash_commands import Wrong
from playground.state import many
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


def pressed(components: list[Json], custom_id: str, values: list[str]) -> Json:
    """Return the data of a press on the component named `custom_id`, with what was chosen in a menu. Raises `Wrong`."""
    one = next((one for one in leaves(components) if one.get("custom_id") == custom_id), None)
    if one is None:
        raise Wrong("That button is no longer on the message.", 404)
    if one.get("disabled"):
        raise Wrong("That button is disabled.")
    data: Json = {"custom_id": custom_id, "component_type": one["type"], "id": one["id"]}
    if one["type"] == BUTTON:
        if values:
            raise Wrong("A button takes no values.")
        return data
    return data | {"values": _chosen(one, values)}


def _chosen(menu: Json, values: list[str]) -> list[str]:
    if menu["type"] != STRING_SELECT:
        raise Wrong("The playground's menus are menus of texts; this one isn't.")
    offered = [option["value"] for option in menu["options"]]
    strange = [value for value in values if value not in offered]
    if strange:
        raise Wrong(f"The menu doesn't offer {strange[0][:100]}.")
    if not menu["min_values"] <= len(values) <= menu["max_values"] or len(set(values)) < len(values):
        raise Wrong(f"Choose {menu['min_values']} to {menu['max_values']} different values.")
    return values


def filled(modal: Json, values: Json) -> Json:
    """Return the data of a form sent back with `values` by custom id. Raises `Wrong`."""
    known = {one["custom_id"] for one in leaves(modal["components"]) if "custom_id" in one}
    strange = [key for key in values if key not in known]
    if strange:
        raise Wrong(f"The form has no field {strange[0][:100]}; its fields: {', '.join(sorted(known))}.")
    return {"custom_id": modal["custom_id"], "components": [_filled_in(one, values) for one in modal["components"]]}


def _filled_in(one: Json, values: Json) -> Json:
    done: Json = {"type": one["type"], "id": one["id"]}
    match one["type"]:
        case kind if kind == ROW:
            return done | {"components": [_filled_in(inside, values) for inside in one["components"]]}
        case kind if kind == LABEL:
            return done | {"component": _filled_in(one["component"], values)}
        case kind if kind == TEXT_DISPLAY:
            return done
        case kind if kind == TEXT_INPUT:
            return done | {"custom_id": one["custom_id"], "value": _written(one, values.get(one["custom_id"], ""))}
        case _:
            given = values.get(one["custom_id"])
            chosen = [given] if isinstance(given, str) else [str(value) for value in many(given)]
            if not chosen and not one.get("required", True):
                return done | {"custom_id": one["custom_id"], "values": []}
            return done | {"custom_id": one["custom_id"], "values": _chosen(one, chosen)}


def _written(field: Json, value: Any) -> str:
    text, name = str(value), field["label"] or field["custom_id"]
    if not text and not field.get("required", True):
        return text
    low, high = field["min_length"] or 1, field["max_length"] or 4000
    if not low <= len(text) <= high:
        raise Wrong(f"{name} takes {low} to {high} characters, not {len(text)}.")
    return text

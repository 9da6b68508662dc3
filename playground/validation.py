"""What Discord checks in a body: lengths, counts, and the shape of buttons and menus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import bad_form
from playground.state import as_object

if TYPE_CHECKING:
    from playground.state import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT_DISPLAY, SEPARATOR, CONTAINER, LABEL = (
    1,
    2,
    3,
    4,
    9,
    10,
    14,
    17,
    18,
)
_SELECTS = {STRING_SELECT, 5, 6, 7, 8}
_LINK, _PREMIUM = 5, 6
_EMBED_TEXTS = {"title": 256, "description": 4096}


def text(path: str, value: Any, low: int, high: int) -> str:
    """Return a string of `low` to `high` characters, or reject the field at `path`."""
    if not isinstance(value, str):
        raise bad_form(path, "This field is required")
    if len(value) > high and low == 0:
        raise bad_form(path, f"Must be {high} or fewer in length.")
    if not low <= len(value) <= high:
        raise bad_form(path, f"Must be between {low} and {high} in length.")
    return value


def objects(path: str, value: Any, low: int, high: int) -> list[Json]:
    """Return a list of `low` to `high` objects, or reject the field at `path`. Null is an empty list."""
    things: list[Any] = [] if value is None else value
    if not isinstance(things, list):  # pyright: ignore[reportUnnecessaryIsInstance] - it came over the wire
        raise bad_form(path, "Only iterables may be used in a ListType")
    if low == 0 and len(things) > high:
        raise bad_form(path, f"Must be {high} or fewer in length.")
    if not low <= len(things) <= high:
        raise bad_form(path, f"Must be between {low} and {high} in length.")
    for place, thing in enumerate(things):
        if not isinstance(thing, dict):
            raise bad_form(f"{path}.{place}", "Only dictionaries may be used in a ModelType")
    return things


def number(path: str, value: Any) -> int:
    """Return an id given as text or as a number, or reject the field at `path`."""
    digits = str(value)
    if isinstance(value, bool) or not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
        raise bad_form(path, f'Value "{digits[:100]}" is not snowflake.')
    return int(digits)


def embeds(value: Any) -> list[Json]:
    """Return checked embeds as Discord gives them back: null fields gone, each of type `rich`."""
    checked: list[Json] = []
    for place, embed in enumerate(objects("embeds", value, 0, 10)):
        path = f"embeds.{place}"
        for name, high in _EMBED_TEXTS.items():
            if embed.get(name) is not None:
                text(f"{path}.{name}", embed[name], 0, high)
        for index, item in enumerate(objects(f"{path}.fields", embed.get("fields"), 0, 25)):
            text(f"{path}.fields.{index}.name", item.get("name"), 1, 256)
            text(f"{path}.fields.{index}.value", item.get("value"), 1, 1024)
        if embed.get("footer") is not None:
            text(f"{path}.footer.text", as_object(embed["footer"]).get("text"), 1, 2048)
        if embed.get("author") is not None:
            text(f"{path}.author.name", as_object(embed["author"]).get("name"), 1, 256)
        checked.append(_without_nulls(embed) | {"type": "rich"})
    if sum(_embed_length(embed) for embed in checked) > 6000:
        raise bad_form("embeds", "Embed size exceeds maximum size of 6000")
    return checked


def _embed_length(embed: Json) -> int:
    parts = [embed.get("title", ""), embed.get("description", "")]
    parts += [embed.get("footer", {}).get("text", ""), embed.get("author", {}).get("name", "")]
    parts += [item[key] for item in embed.get("fields", []) for key in ("name", "value")]
    return sum(len(part) for part in parts)


def components(value: Any, *, components_v2: bool) -> list[Json]:
    """Return checked components, each with an id, as Discord gives them back.

    `components_v2` is the flag IS_COMPONENTS_V2, which allows texts and containers beside rows.
    """
    return _Components(components_v2=components_v2).read(
        objects("components", value, 0, 40 if components_v2 else 5), "components"
    )


def modal(data: Any) -> Json:
    """Return a checked modal, its components with ids."""
    text("data.custom_id", data.get("custom_id"), 1, 100)
    text("data.title", data.get("title"), 1, 45)
    inside = objects("data.components", data.get("components"), 1, 5)
    return {
        "custom_id": data["custom_id"],
        "title": data["title"],
        "components": _Components(components_v2=True, modal=True).read(inside, "data.components"),
    }


class _Components:
    """One pass over a tree of components: numbers them, and rejects what Discord would reject."""

    def __init__(self, *, components_v2: bool, modal: bool = False) -> None:
        self._top = {ROW, TEXT_DISPLAY, LABEL} if modal else {ROW, SECTION, TEXT_DISPLAY, SEPARATOR, CONTAINER}
        if not components_v2:
            self._top = {ROW}
        self._in_row = {TEXT_INPUT} if modal else {BUTTON, *_SELECTS}
        self._seen: set[str] = set()
        self._count = 0

    def read(self, things: list[Any], path: str, allowed: set[int] | None = None) -> list[Json]:
        return [
            self._check_component(thing, f"{path}.{place}", allowed or self._top) for place, thing in enumerate(things)
        ]

    def _check_component(self, thing: Any, path: str, allowed: set[int]) -> Json:
        kind = as_object(thing).get("type")
        if not isinstance(kind, int) or kind not in allowed:
            choices = ", ".join(map(str, sorted(allowed)))
            raise bad_form(f"{path}.type", f'Value of field "type" must be one of ({choices}).')
        self._count += 1
        checked = _without_nulls(thing)
        checked["id"] = checked.get("id") or self._count
        if "custom_id" in checked:
            self._custom_id(checked, path)
        if kind == BUTTON:
            _button(checked, path)
        elif kind in _SELECTS:
            _select(checked, path)
        elif kind == TEXT_INPUT:
            _text_input(checked, path)
        else:
            self._check_container(checked, path)
        return checked

    def _check_container(self, checked: Json, path: str) -> None:
        match checked["type"]:
            case 1:
                inside = objects(f"{path}.components", checked.get("components"), 1, 5)
                checked["components"] = self.read(inside, f"{path}.components", self._in_row)
                if len(inside) > 1 and any(one["type"] in _SELECTS for one in inside):
                    raise bad_form(path, "The width of the row exceeds the limit.")
            case 9:
                inside = objects(f"{path}.components", checked.get("components"), 1, 3)
                checked["components"] = self.read(inside, f"{path}.components", {TEXT_DISPLAY})
                checked["accessory"] = self._check_component(checked.get("accessory"), f"{path}.accessory", {BUTTON})
            case 10:
                text(f"{path}.content", checked.get("content"), 1, 4000)
            case 14:
                checked.setdefault("divider", True)
                checked.setdefault("spacing", 1)
            case 17:
                inside = objects(f"{path}.components", checked.get("components"), 1, 40)
                checked["components"] = self.read(inside, f"{path}.components", {ROW, SECTION, TEXT_DISPLAY, SEPARATOR})
                checked.setdefault("accent_color", None)
                checked.setdefault("spoiler", False)
            case _:
                text(f"{path}.label", checked.get("label"), 1, 45)
                checked["component"] = self._check_component(
                    checked.get("component"), f"{path}.component", {TEXT_INPUT, *_SELECTS}
                )

    def _custom_id(self, checked: Json, path: str) -> None:
        name = text(f"{path}.custom_id", checked["custom_id"], 1, 100)
        if name in self._seen:
            message = "Component custom id cannot be duplicated"
            raise bad_form(f"{path}.custom_id", message)
        self._seen.add(name)


def _button(checked: Json, path: str) -> None:
    link = checked.get("style") == _LINK
    if checked.get("style") not in range(1, 7):
        raise bad_form(f"{path}.style", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    if checked["style"] != _PREMIUM and ("url" if link else "custom_id") not in checked:
        raise bad_form(f"{path}.{'url' if link else 'custom_id'}", "This field is required")
    if checked["style"] != _PREMIUM and not checked.get("label") and not checked.get("emoji"):
        raise bad_form(path, "A button must have a label or emoji")
    text(f"{path}.label", checked.get("label", ""), 0, 80)


def _select(checked: Json, path: str) -> None:
    text(f"{path}.custom_id", checked.get("custom_id"), 1, 100)
    text(f"{path}.placeholder", checked.get("placeholder", ""), 0, 150)
    checked.setdefault("min_values", 1)
    checked.setdefault("max_values", 1)
    if checked["type"] != STRING_SELECT:
        return
    values: set[str] = set()
    for place, option in enumerate(objects(f"{path}.options", checked.get("options"), 1, 25)):
        text(f"{path}.options.{place}.label", option.get("label"), 1, 100)
        value = text(f"{path}.options.{place}.value", option.get("value"), 1, 100)
        text(f"{path}.options.{place}.description", option.get("description", ""), 0, 100)
        if value in values:
            message = "The specified option value is already used"
            raise bad_form(f"{path}.options.{place}.value", message)
        values.add(value)


def _text_input(checked: Json, path: str) -> None:
    text(f"{path}.custom_id", checked.get("custom_id"), 1, 100)
    text(f"{path}.label", checked.get("label", ""), 0, 45)
    text(f"{path}.placeholder", checked.get("placeholder", ""), 0, 100)
    text(f"{path}.value", checked.get("value", ""), 0, 4000)
    for name in ("label", "min_length", "max_length"):
        checked.setdefault(name, None)


def _without_nulls(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {key: _without_nulls(one) for key, one in thing.items() if one is not None}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(thing, list):
        return [_without_nulls(one) for one in thing]  # pyright: ignore[reportUnknownVariableType]
    return thing

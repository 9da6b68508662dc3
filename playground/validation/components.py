"""Components of messages and forms: what may stand where, how many, and how long.

Discord's page: Component Reference (https://docs.discord.com/developers/components/reference).
"""

from __future__ import annotations

from enum import IntEnum
from itertools import count
from typing import TYPE_CHECKING, Any

from playground.errors import bad_form
from playground.json_values import as_object
from playground.validation.controls import check_booleans, check_control
from playground.validation.kinds import SELECTS, Kind
from playground.validation.primitives import integer, objects, one_of, text, url, without_nulls

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from playground.json_values import Json

_MOST, _MOST_CHARACTERS, _MOST_ROWS = 40, 4000, 5
_LARGEST_ID = 2**31 - 1
_MEDIA_SCHEMES = ("http", "https", "attachment")
_CONTAINED = frozenset({Kind.ROW, Kind.SECTION, Kind.TEXT_DISPLAY, Kind.MEDIA_GALLERY, Kind.FILE, Kind.SEPARATOR})
_FIELDS = SELECTS | {Kind.TEXT_INPUT, Kind.FILE_UPLOAD, Kind.RADIO_GROUP, Kind.CHECKBOX_GROUP, Kind.CHECKBOX}


class _Place(IntEnum):
    """Where components stand, for what is allowed there."""

    MESSAGE = 0
    MESSAGE_V2 = 1
    MODAL = 2


_TOP: dict[_Place, Collection[int]] = {
    _Place.MESSAGE: {Kind.ROW},
    _Place.MESSAGE_V2: _CONTAINED | {Kind.CONTAINER},
    _Place.MODAL: {Kind.ROW, Kind.TEXT_DISPLAY, Kind.LABEL},
}


def check_components(value: Any, *, components_v2: bool, emojis: Mapping[int, Json] | None = None) -> list[Json]:
    """Return checked components, each with an id, as Discord gives them back.

    `components_v2` is the flag IS_COMPONENTS_V2, which allows texts, pictures and containers beside rows. `emojis` are
    those that the bot may use, by id.
    """
    given = objects("components", value, 0, _MOST if components_v2 else _MOST_ROWS)
    place = _Place.MESSAGE_V2 if components_v2 else _Place.MESSAGE
    return _Tree(place, emojis or {}).check(given, "components")


def check_modal(data: Any, emojis: Mapping[int, Json] | None = None) -> Json:
    """Return a checked form, its components with ids."""
    text("data.custom_id", data.get("custom_id"), 1, 100)
    text("data.title", data.get("title"), 1, 45)
    inside = objects("data.components", data.get("components"), 1, 5)
    checked = _Tree(_Place.MODAL, emojis or {}).check(inside, "data.components")
    return {"custom_id": data["custom_id"], "title": data["title"], "components": checked}


class _Tree:
    """One pass over a tree of components: numbers and counts them, and rejects what Discord would reject."""

    def __init__(self, place: _Place, emojis: Mapping[int, Json]) -> None:
        self._place = place
        self._emojis = emojis
        self._in_row = {Kind.TEXT_INPUT} if place is _Place.MODAL else {Kind.BUTTON, *SELECTS}
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._unnumbered: list[Json] = []
        self._count = 0
        self._characters = 0

    def check(self, given: list[Any], path: str) -> list[Json]:
        """Return the checked components at the top; those that came without an id get the lowest that are free."""
        checked = self._check_all(given, path, _TOP[self._place])
        free = (key for key in count(1) if key not in self._ids)
        for one, key in zip(self._unnumbered, free, strict=False):
            one["id"] = key
        return checked

    def _check_all(self, given: list[Any], path: str, allowed: Collection[int]) -> list[Json]:
        return [self._check(one, f"{path}.{place}", allowed) for place, one in enumerate(given)]

    def _check(self, given: Any, path: str, allowed: Collection[int]) -> Json:
        kind = as_object(given).get("type")
        if isinstance(kind, bool) or not isinstance(kind, int) or kind not in allowed:
            choices = ", ".join(str(int(choice)) for choice in sorted(allowed))
            raise bad_form(f"{path}.type", f'Value of field "type" must be one of ({choices}).')
        self._count += 1
        if self._count > _MOST:
            raise bad_form("components", f"The total number of components cannot exceed {_MOST}.")
        checked = without_nulls(given)
        self._check_id(checked, path)
        check_booleans(checked, path, "spoiler", "divider")
        if "custom_id" in checked:
            self._check_custom_id(checked["custom_id"], f"{path}.custom_id")
        if kind in {Kind.BUTTON, *_FIELDS}:
            check_control(checked, path, self._emojis, in_modal=self._place is _Place.MODAL)
        else:
            self._check_layout(Kind(kind), checked, path)
        return checked

    def _check_layout(self, kind: Kind, checked: Json, path: str) -> None:
        match kind:
            case Kind.ROW:
                self._check_row(checked, path)
            case Kind.SECTION:
                self._check_section(checked, path)
            case Kind.TEXT_DISPLAY:
                self._check_text(checked, path)
            case Kind.CONTAINER:
                self._check_container(checked, path)
            case Kind.LABEL:
                self._check_label(checked, path)
            case _:
                _check_picture(kind, checked, path)

    def _check_row(self, checked: Json, path: str) -> None:
        inside = objects(f"{path}.components", checked.get("components"), 1, 5)
        checked["components"] = self._check_all(inside, f"{path}.components", self._in_row)
        if len(inside) > 1 and any(one["type"] in SELECTS for one in inside):
            raise bad_form(path, "The width of the row exceeds the limit.")

    def _check_section(self, checked: Json, path: str) -> None:
        inside = objects(f"{path}.components", checked.get("components"), 1, 3)
        checked["components"] = self._check_all(inside, f"{path}.components", {Kind.TEXT_DISPLAY})
        accessory = checked.get("accessory")
        checked["accessory"] = self._check(accessory, f"{path}.accessory", {Kind.BUTTON, Kind.THUMBNAIL})

    def _check_text(self, checked: Json, path: str) -> None:
        self._characters += len(text(f"{path}.content", checked.get("content"), 1, _MOST_CHARACTERS))
        if self._characters > _MOST_CHARACTERS:
            raise bad_form("components", f"The total characters cannot exceed {_MOST_CHARACTERS}.")

    def _check_container(self, checked: Json, path: str) -> None:
        inside = objects(f"{path}.components", checked.get("components"), 1, _MOST)
        checked["components"] = self._check_all(inside, f"{path}.components", _CONTAINED)
        if checked.setdefault("accent_color", None) is not None:
            integer(f"{path}.accent_color", checked["accent_color"], 0, 0xFFFFFF)
        checked.setdefault("spoiler", False)

    def _check_label(self, checked: Json, path: str) -> None:
        text(f"{path}.label", checked.get("label"), 1, 45)
        if "description" in checked:
            text(f"{path}.description", checked["description"], 1, 100)
        checked["component"] = self._check(checked.get("component"), f"{path}.component", _FIELDS)

    def _check_id(self, checked: Json, path: str) -> None:
        """Check an id that was given; 0 is none. Those that are missing are filled in when all are known."""
        key = checked["id"] = integer(f"{path}.id", checked.get("id", 0), 0, _LARGEST_ID)
        if key in self._ids:
            raise bad_form(f"{path}.id", "Component id cannot be duplicated")
        if key:
            self._ids.add(key)
        else:
            self._unnumbered.append(checked)

    def _check_custom_id(self, value: Any, path: str) -> None:
        custom_id = text(path, value, 1, 100)
        if custom_id in self._custom_ids:
            raise bad_form(path, "Component custom id cannot be duplicated")
        self._custom_ids.add(custom_id)


def _check_picture(kind: Kind, checked: Json, path: str) -> None:
    match kind:
        case Kind.THUMBNAIL:
            _check_media(checked, path)
        case Kind.MEDIA_GALLERY:
            for place, item in enumerate(objects(f"{path}.items", checked.get("items"), 1, 10)):
                _check_media(item, f"{path}.items.{place}")
        case Kind.FILE:
            address = url(f"{path}.file.url", as_object(checked.get("file")).get("url"), ("attachment",))
            checked["file"] = {"url": address}
            checked.setdefault("spoiler", False)
        case _:
            checked.setdefault("divider", True)
            one_of(f"{path}.spacing", checked.setdefault("spacing", 1), (1, 2))


def _check_media(item: Json, path: str) -> None:
    item["media"] = {"url": url(f"{path}.media.url", as_object(item.get("media")).get("url"), _MEDIA_SCHEMES)}
    if item.get("description") is not None:
        text(f"{path}.description", item["description"], 1, 1024)
    check_booleans(item, path, "spoiler")
    item.setdefault("description", None)
    item.setdefault("spoiler", False)

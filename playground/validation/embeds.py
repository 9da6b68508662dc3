"""Embeds: lengths, colours, times and addresses.

Discord's page: Message Resource, Embed Object (https://docs.discord.com/developers/resources/message#embed-object).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import bad_form
from playground.json_values import as_object
from playground.validation.primitives import boolean, integer, objects, text, time, url, without_nulls

if TYPE_CHECKING:
    from playground.json_values import Json

_TEXTS = {"title": 256, "description": 4096}
_PARTS = {"footer": ("text", 2048), "author": ("name", 256)}
_PICTURES = ("image", "thumbnail")
_PICTURE_SCHEMES = ("http", "https", "attachment")
_MAX_LENGTH = 6000


def check_embeds(value: Any) -> list[Json]:
    """Return checked embeds as Discord gives them back: null fields gone, each of type `rich`."""
    given = objects("embeds", value, 0, 10)
    checked = [_check_embed(embed, f"embeds.{place}") for place, embed in enumerate(given)]
    if sum(_embed_length(embed) for embed in checked) > _MAX_LENGTH:
        raise bad_form("embeds", "Embed size exceeds maximum size of 6000")
    return checked


def _check_embed(embed: Json, path: str) -> Json:
    _check_texts(embed, path)
    _check_addresses(embed, path)
    if embed.get("color") is not None:
        integer(f"{path}.color", embed["color"], 0, 0xFFFFFF)
    if embed.get("timestamp") is not None:
        time(f"{path}.timestamp", embed["timestamp"])
    checked = without_nulls(embed) | {"type": "rich"}
    for item in checked.get("fields", []):
        item.setdefault("inline", False)
    return checked


def _check_texts(embed: Json, path: str) -> None:
    for name, high in _TEXTS.items():
        if embed.get(name) is not None:
            text(f"{path}.{name}", embed[name], 0, high)
    for place, item in enumerate(objects(f"{path}.fields", embed.get("fields"), 0, 25)):
        text(f"{path}.fields.{place}.name", item.get("name"), 1, 256)
        text(f"{path}.fields.{place}.value", item.get("value"), 1, 1024)
        if item.get("inline") is not None:
            boolean(f"{path}.fields.{place}.inline", item["inline"])
    for name, (key, high) in _PARTS.items():
        if embed.get(name) is not None:
            text(f"{path}.{name}.{key}", as_object(embed[name]).get(key), 1, high)


def _check_addresses(embed: Json, path: str) -> None:
    for name in _PICTURES:
        if embed.get(name) is not None:
            url(f"{path}.{name}.url", as_object(embed[name]).get("url"), _PICTURE_SCHEMES)
    for name in _PARTS:
        icon = as_object(embed.get(name)).get("icon_url")
        if icon is not None:
            url(f"{path}.{name}.icon_url", icon, _PICTURE_SCHEMES)
    for name, address in (("url", embed.get("url")), ("author.url", as_object(embed.get("author")).get("url"))):
        if address is not None:
            url(f"{path}.{name}", address)


def _embed_length(embed: Json) -> int:
    parts = [embed.get("title", ""), embed.get("description", "")]
    parts += [embed.get("footer", {}).get("text", ""), embed.get("author", {}).get("name", "")]
    parts += [item[key] for item in embed.get("fields", []) for key in ("name", "value")]
    return sum(len(part) for part in parts)

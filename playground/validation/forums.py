"""The tags of a forum and of its posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import ApiError, bad_form, unknown
from playground.json_values import as_list
from playground.model.resources.channel import REQUIRE_TAG
from playground.validation import primitives

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.state import State

_UNKNOWN_TAG = 10087
_MOST_APPLIED, _MOST_AVAILABLE = 5, 20


def check_applied_tags(forum: Channel, value: Any, *, moderates: bool) -> list[int]:
    """Return the ids of a post's tags. Raises `ApiError` (docs: Channels Resource, Start Thread in Forum or Media)."""
    tags = list(dict.fromkeys(primitives.number("applied_tags", one) for one in as_list(value)))
    if len(tags) > _MOST_APPLIED:
        raise bad_form("applied_tags", f"Must be {_MOST_APPLIED} or fewer in length.")
    known = {int(tag["id"]): tag for tag in forum.available_tags}
    for tag in tags:
        if tag not in known:
            raise unknown("Tag", _UNKNOWN_TAG)
        if known[tag]["moderated"] and not moderates:
            raise ApiError(403, 50013, "Missing Permissions")
    return tags


def check_tags_of_new_post(forum: Channel, value: Any, *, moderates: bool) -> list[int]:
    """Return the ids of a new post's tags. Raises `ApiError`, also if the forum requires one and there is none."""
    tags = check_applied_tags(forum, value, moderates=moderates)
    if forum.flags & REQUIRE_TAG and not tags:
        raise ApiError(400, 40067, "A tag is required to create a forum post in this channel")
    return tags


def available_tags(state: State, given: Any) -> list[Json]:
    """Return a forum's tags; those without an id get one. Raises `ApiError` (docs: Channels Resource, Forum Tag)."""
    tags: list[Json] = []
    for place, tag in enumerate(primitives.objects("available_tags", given, 0, _MOST_AVAILABLE)):
        at = f"available_tags.{place}"
        name = primitives.text(f"{at}.name", tag.get("name"), 1, 20)
        if any(one["name"] == name for one in tags):
            raise ApiError(400, 40061, "Tag names must be unique")
        key = primitives.number(f"{at}.id", tag["id"]) if tag.get("id") else state.snowflake()
        emoji = {"emoji_id": tag.get("emoji_id"), "emoji_name": tag.get("emoji_name")}
        tags.append({"id": str(key), "name": name, "moderated": bool(tag.get("moderated"))} | emoji)
    return tags

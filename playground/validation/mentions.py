"""Allowed mentions: kinds that exist, at most so many ids, and none of a kind that is allowed as a whole.

Discord's page: Message Resource, Allowed Mentions
(https://docs.discord.com/developers/resources/message#allowed-mentions-object).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import bad_form
from playground.json_values import as_list, as_object
from playground.validation.primitives import check_distinct, number, one_of

if TYPE_CHECKING:
    from playground.json_values import Json

_KINDS = ("everyone", "roles", "users")
_MAX_IDS = 100


def check_allowed_mentions(value: Any) -> Json | None:
    """Return checked allowed mentions: `parse`, and `users` and `roles` as sets of ids; None allows everything."""
    if value is None:
        return None
    given = as_object(value)
    parse = [one_of("allowed_mentions.parse", kind, _KINDS) for kind in as_list(given.get("parse"))]
    check_distinct("allowed_mentions.parse", parse)
    checked: Json = {"parse": parse, "replied_user": bool(given.get("replied_user"))}
    for kind in ("users", "roles"):
        path = f"allowed_mentions.{kind}"
        ids = [number(path, one) for one in as_list(given.get(kind))]
        if len(ids) > _MAX_IDS:
            raise bad_form(path, f"Must be {_MAX_IDS} or fewer in length.")
        check_distinct(path, ids)
        if kind in parse and ids:
            raise bad_form("allowed_mentions", f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.')
        checked[kind] = set(ids)
    return checked

from __future__ import annotations

from typing import Any

import pytest

from playground.validation.mentions import check_allowed_mentions
from tests.playground.validation.rejection import rejection

WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"parse": ["friends"]}, "allowed_mentions.parse", "Value must be one of {everyone, roles, users}."),
    ({"users": ["x"]}, "allowed_mentions.users", 'Value "x" is not snowflake.'),
    ({"roles": [None]}, "allowed_mentions.roles", 'Value "None" is not snowflake.'),
    ({"users": list(range(101))}, "allowed_mentions.users", "Must be 100 or fewer in length."),
    ({"roles": list(range(101))}, "allowed_mentions.roles", "Must be 100 or fewer in length."),
    ({"parse": ["users", "users"]}, "allowed_mentions.parse.1", "The set already contains this value"),
    ({"users": [1, 2, "1"]}, "allowed_mentions.users.2", "The set already contains this value"),
    ({"roles": ["5", "5"]}, "allowed_mentions.roles.1", "The set already contains this value"),
    (
        {"parse": ["users"], "users": ["1"]},
        "allowed_mentions",
        'parse:["users"] and users: [ids...] are mutually exclusive.',
    ),
    (
        {"parse": ["roles"], "roles": ["1"]},
        "allowed_mentions",
        'parse:["roles"] and roles: [ids...] are mutually exclusive.',
    ),
]


@pytest.mark.parametrize(("mentions", "path", "words"), WRONG, ids=range(len(WRONG)))
def test_allowed_mentions_that_discord_does_not_take_are_rejected(
    mentions: dict[str, Any], path: str, words: str
) -> None:
    assert rejection(check_allowed_mentions, mentions) == (path, words)


def test_allowed_mentions_are_returned_with_what_they_leave_out() -> None:
    assert check_allowed_mentions(None) is None
    assert check_allowed_mentions({}) == {"parse": [], "replied_user": False, "users": set(), "roles": set()}
    given = {"parse": ["users", "everyone"], "users": [], "roles": [*range(99), "99"], "replied_user": True}
    checked = {"parse": ["users", "everyone"], "replied_user": True, "users": set[int](), "roles": set(range(100))}
    assert check_allowed_mentions(given) == checked

"""Embeds and allowed mentions: what may stand in them, how many and how long."""

from __future__ import annotations

from typing import Any

import pytest

from playground.validation.embeds import check_embeds
from playground.validation.mentions import check_allowed_mentions
from tests.playground.validation.rejection import rejection

FIELD: dict[str, Any] = {"name": "x", "value": "x"}

WRONG_EMBEDS: list[tuple[Any, str, str]] = [
    ([{}] * 11, "embeds", "Must be 10 or fewer in length."),
    ({"title": "x"}, "embeds", "Only iterables may be used in a ListType"),
    (["x"], "embeds.0", "Only dictionaries may be used in a ModelType"),
    ([{"title": "x" * 257}], "embeds.0.title", "Must be 256 or fewer in length."),
    ([{"title": 5}], "embeds.0.title", "This field is required"),
    ([{"description": "x" * 4097}], "embeds.0.description", "Must be 4096 or fewer in length."),
    ([{"fields": [FIELD] * 26}], "embeds.0.fields", "Must be 25 or fewer in length."),
    ([{"fields": [FIELD, FIELD | {"name": ""}]}], "embeds.0.fields.1.name", "Must be between 1 and 256 in length."),
    ([{"fields": [FIELD | {"name": "x" * 257}]}], "embeds.0.fields.0.name", "Must be between 1 and 256 in length."),
    ([{"fields": [FIELD | {"value": ""}]}], "embeds.0.fields.0.value", "Must be between 1 and 1024 in length."),
    ([{"fields": [FIELD | {"value": "x" * 1025}]}], "embeds.0.fields.0.value", "Must be between 1 and 1024 in length."),
    ([{}, {"footer": {"text": "x" * 2049}}], "embeds.1.footer.text", "Must be between 1 and 2048 in length."),
    ([{"footer": {"text": ""}}], "embeds.0.footer.text", "Must be between 1 and 2048 in length."),
    ([{"footer": {}}], "embeds.0.footer.text", "This field is required"),
    ([{"author": {"name": "x" * 257}}], "embeds.0.author.name", "Must be between 1 and 256 in length."),
    ([{"author": {"name": ""}}], "embeds.0.author.name", "Must be between 1 and 256 in length."),
    ([{"fields": [FIELD | {"inline": "x"}]}], "embeds.0.fields.0.inline", "Must be either true or false."),
    ([{"color": -1}], "embeds.0.color", "Value must be between 0 and 16777215."),
    ([{"color": 0x1000000}], "embeds.0.color", "Value must be between 0 and 16777215."),
    ([{"color": "red"}], "embeds.0.color", 'Value "red" is not int.'),
    ([{"timestamp": "tomorrow"}], "embeds.0.timestamp", "Could not parse tomorrow. Should be ISO8601."),
    ([{"timestamp": 5}], "embeds.0.timestamp", "Could not parse 5. Should be ISO8601."),
    ([{"url": "ftp://x"}], "embeds.0.url", "Scheme \"ftp\" must be one of ('http', 'https')."),
    ([{"url": "attachment://x"}], "embeds.0.url", "Scheme \"attachment\" must be one of ('http', 'https')."),
    (
        [{"author": {"name": "x", "url": "x"}}],
        "embeds.0.author.url",
        "Scheme \"x\" must be one of ('http', 'https').",
    ),
    (
        [{"author": {"name": "x", "icon_url": "x"}}],
        "embeds.0.author.icon_url",
        "Scheme \"x\" must be one of ('http', 'https', 'attachment').",
    ),
    (
        [{"footer": {"text": "x", "icon_url": "x"}}],
        "embeds.0.footer.icon_url",
        "Scheme \"x\" must be one of ('http', 'https', 'attachment').",
    ),
    ([{"image": {}}], "embeds.0.image.url", "This field is required"),
    ([{"thumbnail": {"url": "x"}}], "embeds.0.thumbnail.url", 'Scheme "x" must be one of'),
    ([{"description": "x" * 3000}, {"description": "x" * 3001}], "embeds", "Embed size exceeds maximum size of 6000"),
]


@pytest.mark.parametrize(("embeds", "path", "words"), WRONG_EMBEDS, ids=range(len(WRONG_EMBEDS)))
def test_an_embed_that_discord_does_not_take_is_rejected(embeds: Any, path: str, words: str) -> None:
    found = rejection(check_embeds, embeds)
    assert found[0] == path
    assert found[1].startswith(words)


COUNTED: dict[str, Any] = {
    "title": "x" * 100,
    "description": "x" * 4000,
    "footer": {"text": "x" * 1000},
    "author": {"name": "x" * 100},
    "fields": [{"name": "x" * 200, "value": "x" * 600, "inline": False}],
}
"""Every text that counts for the size: 6,000 characters."""
LONGER: list[dict[str, Any]] = [
    {"title": "x" * 101},
    {"description": "x" * 4001},
    {"footer": {"text": "x" * 1001}},
    {"author": {"name": "x" * 101}},
    {"fields": [{"name": "x" * 201, "value": "x" * 600}]},
    {"fields": [{"name": "x" * 200, "value": "x" * 601}]},
]


def test_embeds_of_6000_characters_together_are_taken() -> None:
    halves = [
        {key: COUNTED[key] for key in keys} for keys in (("title", "author", "fields"), ("description", "footer"))
    ]
    assert check_embeds([COUNTED]) == [COUNTED | {"type": "rich"}]
    assert check_embeds(halves) == [half | {"type": "rich"} for half in halves]


@pytest.mark.parametrize("longer", LONGER, ids=range(len(LONGER)))
def test_one_more_character_in_any_text_is_too_much(longer: dict[str, Any]) -> None:
    found = rejection(check_embeds, [COUNTED | longer])
    assert found == ("embeds", "Embed size exceeds maximum size of 6000")


TAKEN: list[dict[str, Any]] = [
    {"title": "", "url": "https://x", "color": 0},
    {"title": "x" * 256, "color": 0xFFFFFF, "timestamp": "2026-05-01T12:00:00+00:00"},
    {"description": "x" * 4096},
    {"fields": [FIELD | {"inline": False}] * 25},
    {"fields": [{"name": "x" * 256, "value": "x" * 1024, "inline": True}]},
    {"footer": {"text": "x" * 2048, "icon_url": "attachment://x.png"}},
    {"author": {"name": "x" * 256, "url": "http://x", "icon_url": "https://x"}},
    {"image": {"url": "attachment://x.png"}, "thumbnail": {"url": "http://x"}},
]


@pytest.mark.parametrize("embed", TAKEN, ids=range(len(TAKEN)))
def test_an_embed_at_its_limits_comes_back_rich_and_without_nulls(embed: dict[str, Any]) -> None:
    assert check_embeds([embed | {"provider": None}]) == [embed | {"type": "rich"}]


def test_a_field_is_not_inline_unless_it_says_so() -> None:
    (embed,) = check_embeds([{"fields": [FIELD, FIELD | {"inline": None}, FIELD | {"inline": True}]}])
    assert [one["inline"] for one in embed["fields"]] == [False, False, True]


def test_a_message_has_none_to_ten_embeds() -> None:
    assert check_embeds(None) == []
    assert len(check_embeds([{"title": "x"}] * 10)) == 10


WRONG_MENTIONS: list[tuple[dict[str, Any], str, str]] = [
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


@pytest.mark.parametrize(("mentions", "path", "words"), WRONG_MENTIONS, ids=range(len(WRONG_MENTIONS)))
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

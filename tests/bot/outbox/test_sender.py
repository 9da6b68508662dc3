"""What replaces a post that Discord refuses, and how a message refers to another."""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import pytest

from bot.gateway.content_intent import make_intents
from bot.outbox.sender import FallbackPost, Sender, Undeliverable, fall_back_to_asker, make_reference
from storage.tables.rows import Post

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BARRED = 50013
"""Discord's own code for a missing permission."""


class Response:
    """The part of an HTTP response that discord.py's errors read."""

    status, reason = 403, "Forbidden"


def refused(code: int) -> discord.HTTPException:
    return discord.HTTPException(Response(), {"code": code, "message": "no"})  # pyright: ignore[reportArgumentType]


def post(**body: object) -> Post:
    return Post(5, "m7", "show", {"channel": 3, "reply_to": 4, **body}, 7, None, 1, NOON, 0)


def test_a_nonce_is_that_of_its_row_and_database() -> None:
    client = discord.Client(intents=make_intents(content=False))
    assert [Sender(client, salt).nonce(post()) for salt in ("a", "b")] == ["a-5", "b-5"]


def test_a_reference_holds_though_its_message_is_gone() -> None:
    reference = make_reference(post())
    assert (reference.message_id, reference.channel_id, reference.fail_if_not_exists) == (4, 3, False)


@pytest.mark.parametrize(
    ("body", "told"),
    [({"asker": 9}, True), ({}, False), ({"asker": 9, "sight": {}}, False)],
)
def test_the_person_who_asked_on_a_server_is_told_of_a_refusal(body: dict[str, object], told: bool) -> None:  # noqa: FBT001 - a parameter
    with pytest.raises(Undeliverable) as undelivered, fall_back_to_asker(post(**body), "board"):
        raise refused(BARRED)
    text = "I can't post in <#3>. `/board #7` shows you #7, and you alone."
    assert undelivered.value.rows == ((FallbackPost("tell", 9, text),) if told else ())


def test_a_refusal_without_a_code_of_discord_passes_through() -> None:
    with pytest.raises(discord.HTTPException), fall_back_to_asker(post(asker=9), "board"):
        raise refused(0)

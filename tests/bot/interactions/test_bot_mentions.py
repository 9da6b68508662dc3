"""Which messages mention the bot: by its own id, or by the role that Discord made for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.interactions.own_messages import expects_reply, is_mentioned_in, leading_mention, mentioned_unread

BOT, ROLE, OTHER = 7, 8, 9
ME = SimpleNamespace(id=BOT)


def message(content: str = "", *, roles: tuple[int, ...] = (), me: bool = False, own_role: int | None = ROLE) -> Any:
    """Return what of a message on a server tells whom it mentions."""
    role = SimpleNamespace(id=own_role) if own_role else None
    return SimpleNamespace(
        content=content,
        mentions=[ME] if me else [],
        role_mentions=[SimpleNamespace(id=each) for each in roles],
        guild=SimpleNamespace(me=ME, self_role=role),
    )


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("<@7> help", "<@7> "),
        ("<@!7>, help", "<@!7>, "),
        ("<@&8>: <@7> help", "<@&8>: <@7> "),
        ("<@7> <@9> help", "<@7> "),
        ("<@9> <@7> help", ""),
        ("<@&7> help", ""),
        ("<@8> help", ""),
        ("help <@7>", ""),
    ],
)
def test_leading_mentions_are_those_of_the_bot_or_its_role(text: str, mention: str) -> None:
    assert leading_mention(message(text), BOT) == mention


@pytest.mark.parametrize(
    ("text", "is_mentioned"),
    [("help <@7>", True), ("<@9> and <@&8>", True), ("<@9>", False), ("<@8> <@&7>", False), ("help", False)],
)
def test_a_mention_anywhere_in_the_text_counts(text: str, *, is_mentioned: bool) -> None:
    assert is_mentioned_in(message(text), BOT) == is_mentioned


def test_a_role_of_another_is_no_mention_on_a_server_where_the_bot_has_none() -> None:
    assert not is_mentioned_in(message("<@&8>", own_role=None), BOT)


@pytest.mark.parametrize(
    ("content", "roles", "unread"),
    [("", (OTHER, ROLE), True), ("", (OTHER,), False), ("", (), False), ("<@&8>", (ROLE,), False)],
)
def test_a_mention_of_the_role_is_unread_only_without_its_text(
    content: str, roles: tuple[int, ...], *, unread: bool
) -> None:
    assert mentioned_unread(message(content, roles=roles)) == unread


def test_a_message_that_mentions_the_bot_or_its_role_expects_a_reply() -> None:
    assert expects_reply(message(me=True))
    assert expects_reply(message(roles=(OTHER, ROLE)))
    assert not expects_reply(message(roles=(OTHER,)))


def test_a_direct_message_expects_a_reply() -> None:
    direct: Any = SimpleNamespace(guild=None)
    assert expects_reply(direct)

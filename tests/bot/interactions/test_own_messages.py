"""What a message says is read back in whichever language it was written."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bot import plugins
from bot.features import replays, reviews
from bot.features.board_posts import text as boards
from bot.features.challenges import text as challenges
from bot.features.endings import reason_in
from bot.features.guide.turns import chosen_labels, typed_text
from bot.features.moves.text import move_in_preview, text_in_question, which_match
from bot.features.tournaments import text as events
from bot.interactions.own_messages import ends_with, expects_reply, is_mentioned_in, leading_mention, mentioned_unread
from games.translation import ENGLISH, gettext, in_language
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

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


GERMAN = {
    "Which match is {move} for?": "Für welche Partie ist {move}?",
    "So far: {choices}": "Bisher {choices}",
    "You typed {move}.": "{move} hast du getippt.",
    "The reason: {reason}": "Der Grund: {reason}",
    "-# #{number} \u00b7 move {ply} \u00b7 {move}": "-# #{number} \u00b7 {ply}. Zug \u00b7 {move}",
    "-# open seat {number}": "-# freier Platz {number}",
}


def test_what_was_written_in_german_is_read_in_english_and_the_other_way(tmp_path: Path) -> None:
    english = which_match("c4")
    with german(tmp_path, GERMAN):
        asked = which_match("c4")
        assert asked == "Für welche Partie ist `c4`?"
        assert text_in_question(english) == "c4"
        with in_language(ENGLISH):
            assert text_in_question(asked) == "c4"
            assert chosen_labels("Wohin?\nBisher `c1` `onto c2`\nUnd?") == ("c1", "onto c2")
            assert typed_text("c9 gibt es nicht.\n`c9` hast du getippt.") == "c9"
            assert reason_in("Partie beenden?\nDer Grund: `Streit`") == "Streit"
            assert move_in_preview("Vorschau.\n-# #42 \u00b7 17. Zug \u00b7 `c4`") == (17, "c4")


def test_small_print_is_recognized_in_any_language(tmp_path: Path) -> None:
    mark = "-# open seat {number}"
    with german(tmp_path, GERMAN):
        assert gettext(mark) == "-# freier Platz {number}"
        for small_print in ("-# open seat 3", "-# freier Platz 3"):
            assert ends_with(mark, f"Der Platz ist frei.\n{small_print}", number=3)
            assert not ends_with(mark, f"Der Platz ist frei.\n{small_print}", number=4)


@pytest.mark.parametrize("mark", [boards.FAILED_MARK, challenges.MARK, events.MARK, replays.MARK, reviews.MARK])
def test_a_post_is_recognized_in_german_and_in_english(mark: str) -> None:
    plugins.read()  # from where translations are known
    with in_language("de"):
        small_print = gettext(mark).format(number=3, nonce=3)
    assert small_print != mark.format(number=3, nonce=3)
    for written in (small_print, mark.format(number=3, nonce=3)):
        assert ends_with(mark, f"Neues.\n{written}", number=3, nonce=3)
        assert not ends_with(mark, f"Neues.\n{written}", number=33, nonce=33)

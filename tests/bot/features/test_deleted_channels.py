"""Sentences about a match whose thread and channel were deleted, which link to neither."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.challenges.text import match_begins, started_post
from bot.features.clocks import alarm_post, claimed
from bot.features.highlights import weekly_post
from bot.features.match_text import clock_line
from bot.features.open_seats import closed_post, nowhere_to_post, open_post, taken
from bot.features.reviews import review_comes
from bot.features.tournaments.text import page_text
from bot.features.vacations import net_message
from bot.referee.boards import Snapshot
from bot.referee.challenges.answer import rematch_waits
from bot.referee.challenges.start import not_opened_again, too_many_in_channel, wrong_channel
from bot.referee.clocks.clock import PauseStatus
from bot.referee.guilds import setting_values
from bot.referee.offers import done_at_once
from bot.referee.seats import seat_already_open
from bot.referee.tournaments.standings import RunningMatch
from games import GAMES
from storage.queries.rows import OpenSeat
from tests.bot.features.match_sample import ANN, BOB, MATCH, NOON, THEN
from tests.bot.features.tournaments.test_text import page, people
from tests.deleted_channels import with_deleted_channels

if TYPE_CHECKING:
    from collections.abc import Callable

HALL = MATCH.channel_id
GAME = GAMES["xero-g"]
SEAT = OpenSeat(1, MATCH.id, 2, 0, NOON, "open", None)
SNAPSHOT = Snapshot(MATCH, None, None, None, 0)
IN_A_DELETED_CHANNEL = "in a channel that was deleted"


@pytest.mark.parametrize(
    ("write", "part"),
    [
        (lambda: alarm_post(MATCH, "Xero-G", THEN), "It's your move in **Xero-G #7**: our direct messages. You have"),
        (lambda: claimed(MATCH), "You claimed #7: the board is in our direct messages."),
        (lambda: net_message(MATCH, "Xero-G", THEN, 1), "Your move: our direct messages."),
        (lambda: review_comes(MATCH, 9), "The review comes to our direct messages."),
        (lambda: taken(MATCH), "You play on in #7: our direct messages."),
        (lambda: open_post(SEAT, MATCH, "Xero-G", "seat 2", timed=False), "in **Xero-G #7** is open: our direct"),
        (lambda: closed_post(SEAT, MATCH, "Xero-G", BOB, ANN), "in **Xero-G #7**: our direct messages."),
        (lambda: nowhere_to_post(MATCH, SEAT), f"I can't post {IN_A_DELETED_CHANNEL}, so"),
        (lambda: clock_line(MATCH, PauseStatus(open_seat=SEAT), timed=False), f"the post is {IN_A_DELETED_CHANNEL}."),
        (lambda: seat_already_open(MATCH), f"the post is {IN_A_DELETED_CHANNEL}."),
        (lambda: done_at_once(MATCH, "seat"), f"the post is {IN_A_DELETED_CHANNEL}."),
        (lambda: started_post(MATCH, GAME.info, "none"), ": in your direct messages with me"),
        (lambda: match_begins(MATCH), f"Match #7 begins {IN_A_DELETED_CHANNEL}."),
        (lambda: weekly_post(SNAPSHOT, GAME, 3, None), "Watched and replayed 3 times in seven days.\n-# #7"),
        (lambda: too_many_in_channel(HALL, 60, THEN), f"began {IN_A_DELETED_CHANNEL} in the last hour"),
        (lambda: wrong_channel([HALL, 9]), f"start only {IN_A_DELETED_CHANNEL} or <#9>."),
        (lambda: not_opened_again("Xero-G", HALL, "So."), f"**Xero-G** {IN_A_DELETED_CHANNEL} wasn't opened again."),
        (lambda: rematch_waits(7, 8, [ANN], HALL), f"waits for **Ann** {IN_A_DELETED_CHANNEL}."),
        (lambda: setting_values.channels_mean([HALL]), f"may start {IN_A_DELETED_CHANNEL}"),
        (lambda: setting_values.puzzles_mean(HALL), f"at noon {IN_A_DELETED_CHANNEL}"),
        (lambda: setting_values.weekly_means(HALL), f"on Mondays {IN_A_DELETED_CHANNEL}"),
        (lambda: setting_values.forum_means(HALL), f"get posts {IN_A_DELETED_CHANNEL}, with"),
    ],
)
def test_a_deleted_place_is_told_in_words(write: Callable[[], str], part: str) -> None:
    with with_deleted_channels({MATCH.home, HALL}):
        text = write()
    assert part in text
    assert f"<#{MATCH.home}>" not in text
    assert f"<#{HALL}>" not in text
    assert "discord.com/channels" not in text
    assert write() != text


def test_the_page_of_an_event_has_the_number_of_a_match_whose_thread_was_deleted() -> None:
    shown = replace(page(people(2)), running=[RunningMatch(MATCH, THEN)])
    with with_deleted_channels({MATCH.home}):
        text = page_text(shown, GAME.info, NOON)
    assert "- #7: **B\\*b** to move against **Ann**, time runs out" in text
    assert f"<#{MATCH.home}>" not in text
    assert f"- <#{MATCH.home}>: " in page_text(shown, GAME.info, NOON)

"""Reviews over the wire: who can ask, the one post, the better moves, and what is said of each turning point."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.features.reviews import PLAIN, review_text, turning_point_label
from bot.referee.reviews import ReviewedMatch
from engines.reviews.contract import Review, TurningPoint
from playground.model.resources.user import BOT_ID
from storage.queries import rows
from storage.queries.rows import Match
from tests.engines.reviews.letters import GAME, played
from tests.playground.client import custom_id, labels
from tests.wire.match import SCRIPTS, begin_match

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.environment import Environment
    from tests.wire.match import Contest

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""
TEXTS = SCRIPTS["xero-g"].split()


def is_review(message: Json, number: int) -> bool:
    return f"**Review of Xero-G #{number}**" in message["content"]


async def hear_review(person: Person, contest: Contest) -> Json:
    return await person.hear(lambda one: is_review(one, contest.number), f"the review of #{contest.number}")


async def reviews_in(person: Person, contest: Contest) -> list[Json]:
    return [one for one in await person.messages(contest.thread) if is_review(one, contest.number)]


async def check_better_move(person: Person, post: Json, contest: Contest) -> None:
    """Choose the first turning point of a review, and check the board that comes, and the replay of all of them."""
    menu = post["components"][0]["components"][0]
    option = menu["options"][0]
    replay = Image.open(BytesIO(await person.fetch(post["attachments"][1]["url"])))
    assert (replay.format, getattr(replay, "n_frames", 1)) == ("WEBP", 2 * len(menu["options"]))
    await person.press(post, menu["custom_id"], option["value"])
    shown = await person.hear_bot("On the board, not played: ")
    assert f"#{contest.number}, move {option['value']}: " in shown["content"]
    assert shown["attachments"][0]["description"].startswith("Not played: ")


@pytest.mark.thorough
@together
async def test_a_review_comes_once_through_a_crash_and_is_shown_again(shared_env: Environment) -> None:
    env, (ann, bob) = shared_env, shared_env.people[:2]
    contest = await begin_match((ann, bob), *TEXTS, key="xero-g")
    refused = await env.cleo.ask_by_press(contest.board, "Review")
    assert "Only **Ann** or **Bob** can ask for the review" in refused["content"]
    coming = f"I'm looking through #{contest.number}. The review comes here."
    assert (await ann.ask_by_press(contest.board, "Review"))["content"] == coming
    async with env.down():
        pass
    post = await hear_review(bob, contest)
    assert post["channel_id"] == contest.thread
    curve, *replay = post["attachments"]
    assert "after move 0 Ann 50%, Bob 50%" in curve["description"]
    assert Image.open(BytesIO(await bob.fetch(curve["url"]))).width == 1000
    again = await bob.ask_by_press(contest.board, "Review")
    assert again["content"] == post["content"]
    assert [one["description"] for one in again["attachments"]] == [one["description"] for one in (curve, *replay)]
    assert (await ann.ask_by_text(f"!review #{contest.number}"))["content"] == post["content"]
    assert (await ann.ask_by_slash("match", do="review", match=f"#{contest.number}"))["content"] == post["content"]
    last = await bob.ask_by_slash("match", do="view", match=f"#{contest.number}")
    assert "a1-base" in last["attachments"][0]["description"]
    await check_better_move(env.eve, post, contest)
    await env.all_posted()
    assert len(await reviews_in(ann, contest)) == 1


@together
async def test_only_a_finished_match_with_moves_is_reviewed(shared_env: Environment) -> None:
    ann = shared_env.ann
    contest = await begin_match(shared_env.people[:2], key="xero-g")
    assert "isn't over yet" in (await ann.ask_by_text("!review", contest.thread))["content"]
    asked = await ann.ask_by_slash("match", contest.thread, do="resign")
    await ann.press(asked, f"Resign #{contest.number}")
    await ann.hear(lambda one: "Rematch" in str(one["components"]) and f"#{contest.number}" in one["content"])
    assert "Nothing was played" in (await ann.ask_by_text("!review", contest.thread))["content"]


@pytest.mark.thorough
@together
async def test_where_files_are_barred_a_review_comes_in_words(shared_env: Environment) -> None:
    env, ann = shared_env, shared_env.ann
    contest = await begin_match(env.people[:2], *TEXTS[:3], key="xero-g")
    await contest.resign(1)
    env.playground.deny(int(contest.thread), "ATTACH_FILES")
    await ann.ask_by_press(contest.board, "Review")
    post = await hear_review(ann, contest)
    assert not post["attachments"]
    assert f"`/match do:review #{contest.number}` shows you the curve." in post["content"]
    assert (await ann.ask_by_press(contest.board, "Review"))["attachments"]


@pytest.mark.thorough
@together
async def test_a_match_in_direct_messages_is_reviewed_there(shared_env: Environment) -> None:
    dan = shared_env.dan
    direct = await dan.dm()
    await dan.ask_by_slash("challenge", direct, opponent=str(BOT_ID), game="martian-life", seat="red", level="1")
    board = await dan.hear(lambda one: one["channel_id"] == direct and "Move" in labels(one), "a board")
    await dan.say("c3", direct)
    await dan.hear(lambda one: one["channel_id"] == direct and "move 2" in one["content"], "the answer")
    asked = await dan.ask_by_slash("match", direct, do="resign")
    await dan.press(asked, labels(asked)[0])
    number = custom_id(board, "Move").split(":")[1]
    await dan.hear(lambda one: f"rematch:{number}" in str(one["components"]), "the last board")
    coming = await dan.ask_by_slash("match", direct, do="review", match=f"#{number}")
    assert coming["content"] == f"I'm looking through #{number}. The review comes here."
    post = await dan.hear(lambda one: f"Review of Martian Life #{number}" in one["content"], "the review")
    assert post["channel_id"] == direct


NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SEATS = (rows.Person(1, "Ann_"), rows.Person(2, "Bob"))
MATCH = Match(7, "letters", 1, {}, 1, 1, 1, None, SEATS, 4, "", None, NOON, NOON, NOON, None, {}, frozenset())
SOURCE = ReviewedMatch(MATCH, GAME, played("bcbz"), None)


@pytest.mark.parametrize(
    ("point", "told"),
    [
        (
            TurningPoint(1, 1, "missed", "b", "z", 1.0, 0.5, ("z",)),
            r"**1.** **Ann\_** played `b`. `z` would have won at once.",
        ),
        (
            TurningPoint(1, 1, "missed", "b", "d", 1.0, 0.5, ("d", "a", "b", "a", "z")),
            "`d` would have won: `d`, `a`, `b` and `a` and so on.",
        ),
        (
            TurningPoint(3, 1, "allowed", "b", "a", 0.5, 0.0, ("z",)),
            r"**3.** After **Ann\_**'s `b` **Bob** could win with `z`. I'd have played `a`.",
        ),
        (
            TurningPoint(2, 2, "share", "c", "a", 0.61, 0.3),
            "`c` cut **Bob**'s winning chances to 30%. `a` would have kept 61%.",
        ),
        (TurningPoint(2, 2, "points", "c", "a", 0.5, 0.5, (), 3), "**Bob**'s `c` gave away 3 points against `a`."),
    ],
)
def test_each_kind_of_turning_point_is_told(point: TurningPoint, told: str) -> None:
    assert told in review_text(SOURCE, Review((), (point,)))


def test_a_review_without_turning_points_says_so_and_how_shares_were_found() -> None:
    text = review_text(SOURCE, Review((), (), counted=True))
    assert "no turning point" in text
    assert "counted in matches" in text
    assert "as I estimate them" in review_text(SOURCE, Review((), ()))


def test_on_the_command_line_there_is_no_markup() -> None:
    text = review_text(SOURCE, Review((), (TurningPoint(1, 1, "missed", "b", "z", 1.0, 0.5, ("z",)),)), PLAIN)
    assert "1. Ann_ played b. z would have won at once." in text
    assert not set("*`\\") & set(text)


def test_an_option_of_the_menu_has_at_most_100_characters() -> None:
    long = TurningPoint(2, 2, "points", "c" * 90, "a" * 90, 0.5, 0.5, (), 3)
    assert len(turning_point_label(SOURCE, long)) == 100

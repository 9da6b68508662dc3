"""Draws, takebacks and pauses: somebody offers, the others agree, decline, or let the match go on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.chaos import post_parser
from tests.chaos.acts import OFFER, RESUMPTION
from tests.chaos.attempts import Wish, attempt, press, say, slash

if TYPE_CHECKING:
    from playground.model.resources.message import Message
    from storage.queries.rows import OfferKind
    from tests.chaos.contests import Contest
    from tests.playground.client import Person

WHO_ASKS_WAITS = 2.0
"""Seconds after which others answer an offer that they can't see, as if they had heard of it."""


async def offer(contest: Contest, person: Person, kind: OfferKind) -> None:
    """Offer something, and let each of the others answer it or not."""
    players, known = contest.players, set(contest.players.offers)

    def posted() -> Message | None:
        new_posts = ((number, post) for number, post in players.offers.items() if number not in known)
        return next((post for _, post in new_posts if _is_it(post, contest.number, kind, person)), None)

    def draw() -> Wish:
        number = contest.number
        send = contest.chance.choice(
            (
                say(person, f"!{kind}", contest.home),
                say(person, f"!{kind} #{number}", contest.home),
                slash(person, contest.home, f"match {kind}"),
                slash(person, contest.hall, f"match {kind}", match=str(number)),
            )
        )
        return Wish(OFFER, person, kind, send, number)

    await attempt(players, draw, lambda: posted() is not None or contest.went_on)
    await players.until(lambda: posted() is not None or contest.went_on, WHO_ASKS_WAITS)
    if (post := posted()) is not None and (stands := post_parser.offer(post)) is not None:
        others = [each for each in contest.still_in() if each is not person]
        await asyncio.gather(*(_answer(contest, each, post, stands) for each in others))


async def _answer(contest: Contest, person: Person, post: Message, stands: post_parser.Offer) -> None:
    """Agree to an offer, turn it down, or do neither."""
    word = contest.chance.choices(("agree", "refuse", None), (5, 2, 3))[0]
    if word is None:
        return

    def settled() -> bool:
        return contest.went_on or post_parser.offer(post) is None or f"**{person.name}** agree" in post.content

    def draw() -> Wish:
        number, kind = contest.number, stands.kind
        button = post_parser.button(post, word) or f"{word}:{stands.id}"
        by_press = press(person, post.id, button)
        send = contest.chance.choice(
            (
                by_press,
                by_press,
                say(person, f"!{word} {kind}", contest.home),
                slash(person, contest.home, f"match {word}", match=str(number), what=kind),
            )
        )
        return Wish(OFFER, person, f"{word} to offer {stands.id}, {kind}", send, number)

    await attempt(contest.players, draw, settled)


async def resume(contest: Contest, person: Person, pause: Message) -> None:
    """End the pause of a match."""
    players, before = contest.players, contest.players.resumed[contest.number]

    def draw() -> Wish:
        send = contest.chance.choice(
            (
                press(person, pause.id, post_parser.button(pause, "resume") or "resume"),
                say(person, "!resume", contest.home),
                slash(person, contest.hall, "match resume", match=str(contest.number)),
            )
        )
        return Wish(RESUMPTION, person, "resume", send, contest.number)

    await attempt(players, draw, lambda: players.resumed[contest.number] > before or contest.went_on)


def _is_it(post: Message, match: int, kind: OfferKind, person: Person) -> bool:
    """Whether a post is what somebody just offered; one that was settled at once names the match no more."""
    stands = post_parser.offer(post)
    return stands is not None and (stands.match, stands.kind, stands.who) == (match, kind, person.name)

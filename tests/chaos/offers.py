"""What players ask of each other and claim: draws, takebacks, pauses, more time, and the match when time is up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.chaos import post_parser
from tests.chaos.acts import CLAIM, GIFT, OFFER, RESUMPTION, Wish, attempt, press, say, slash
from tests.chaos.pages import answering, offered, on_page
from tests.chaos.post_parser import Gift

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
                slash(person, contest.home, "match", do=kind),
                slash(person, contest.hall, "match", do=kind, match=str(number)),
                on_page(contest, person, offered(kind)),
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
                slash(person, contest.home, "match", do=f"{word} {kind}", match=str(number)),
                on_page(contest, person, answering(f"{word}:{stands.id}")),
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
                slash(person, contest.hall, "match", do="resume", match=str(contest.number)),
            )
        )
        return Wish(RESUMPTION, person, "resume", send, contest.number)

    await attempt(players, draw, lambda: players.resumed[contest.number] > before or contest.went_on)


def _is_it(post: Message, match: int, kind: OfferKind, person: Person) -> bool:
    """Whether a post is what somebody just offered; one that was settled at once names the match no more."""
    stands = post_parser.offer(post)
    return stands is not None and (stands.match, stands.kind, stands.who) == (match, kind, person.name)


CONTROLS = ("10m", "12m", "10m+10m cap 20m")
"""The clocks that people choose: the shortest there are."""


async def let_run(contest: Contest, mover: Person) -> None:
    """Let one's time run until one is reminded, or until it is up, and see what the others do about it.

    A player who has the safety net moves when it has taken a day.
    """
    players, number = contest.players, contest.number
    caught = players.net_days[number]
    reminded, up = players.alarms[number], players.timeouts.get(number)
    await contest.until(lambda: players.alarms[number] > reminded or players.timeouts.get(number) is not up)
    if contest.chance.random() < 0.4:
        return
    await contest.until(lambda: players.timeouts.get(number) is not up or players.net_days[number] > caught)
    if players.timeouts.get(number) is up:
        return
    others = [each for each in contest.still_in() if each is not mover]
    if contest.went_on or players.closing or not others:
        return
    move = contest.chance.random()
    if move < 0.5:
        claimants = contest.chance.sample(others, contest.chance.randint(1, len(others)))
        await asyncio.gather(*(claim(contest, each) for each in claimants))
    elif move < 0.8:
        await give(contest, contest.chance.choice(others))


async def claim(contest: Contest, person: Person) -> None:
    """Claim the time of whoever is to move."""

    def draw() -> Wish:
        up = contest.players.timeouts[contest.number]
        send = contest.chance.choice(
            (
                press(person, up.id, post_parser.button(up, "claim") or "claim"),
                say(person, "!claim", contest.home),
                slash(person, contest.home, "match", do="claim"),
                slash(person, contest.hall, "match", do="claim", match=str(contest.number)),
            )
        )
        return Wish(CLAIM, person, "claim", send, contest.number)

    await attempt(contest.players, draw, lambda: contest.went_on)


async def give(contest: Contest, person: Person) -> None:
    """Give time to whoever is to move."""
    players, number = contest.players, contest.number
    tried: list[Gift] = []

    def draw() -> Wish:
        minutes = next(each for each in players.minutes if each % 60)
        tried.append(Gift(number, person.name, minutes))
        length = f"{minutes}m"
        send = contest.chance.choice(
            (
                say(person, f"!givetime {length}", contest.home),
                say(person, f"!givetime #{number} {length}", contest.home),
                slash(person, contest.home, "match", do=f"givetime {length}"),
                slash(person, contest.hall, "match", do=f"givetime {length}", match=f"#{number}"),
            )
        )
        return Wish(GIFT, person, f"givetime {length}", send, number, length)

    await attempt(players, draw, lambda: contest.went_on or bool(players.gifts.intersection(tried)))

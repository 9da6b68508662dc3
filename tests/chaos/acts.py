"""What people do besides challenging and moving: how each kind of act is answered, and what it leaves in the record.

Somebody does it, in one way or another, until it is answered or its effect can be seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.referee.endings import OUT_OF_TIME
from tests.chaos import post_parser
from tests.chaos.move_senders import Sent, came_back
from tests.playground.client import Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from bot.referee.people.preferences import MessageKind
    from playground.model.resources.message import Message
    from tests.chaos.players import Players
    from tests.chaos.records import Record
    from tests.playground.client import Person

Key: TypeAlias = tuple[Any, ...]
MIDNIGHT = time()


@dataclass
class Act:
    """One message or interaction by which somebody did something.

    `match` is 0 for what concerns none, `what` tells acts of a kind apart where their effect doesn't name its source.
    `told` is what was said or pressed. `lasts` says that the bot reads it after an absence, `answer` is what a page
    answered.
    """

    kind: Kind
    user: int
    match: int
    what: str
    told: str
    source: int
    lasts: bool
    answer: str = ""

    @property
    def key(self) -> Key:
        return self.kind.key(self)

    def judged(self, replies: Sequence[Message]) -> bool | None:
        """Return whether what it was answered says that it was done; None where that can't be told."""
        told = replies[0].content if replies else self.answer
        if not told or told.startswith((post_parser.OURS, "That was done already")):
            return None
        return bool(self.kind.done.match(told))


@dataclass(frozen=True)
class Kind:
    """A kind of act.

    `done` is how an answer begins that says it is done, `effects` yields a key for each time that the record holds its
    effect, `key` is that of the effect of one act. Each key is there once at most, and once if the act was called done,
    unless nothing is `promised` by that.
    """

    name: str
    done: re.Pattern[str]
    effects: Callable[[Record], Iterator[Key]]
    key: Callable[[Act], Key]
    promised: bool = True


def _by_source(act: Act) -> Key:
    return (act.source,)


def _by_content(act: Act) -> Key:
    return act.user, act.match, act.what


def _by_match(act: Act) -> Key:
    return (act.match,)


def _by_round(act: Act) -> Key:
    return act.user, act.what


def _offer_keys(record: Record) -> Iterator[Key]:
    """Yield the source of each offer, and of each person's answer: that is an event, or a post that is rewritten."""
    for offer in record.offers:
        yield (offer["source_id"],)
    for log in record.logs.values():
        agreed = (event for event in log if event.kind in {"draw", "takeback"})
        yield from ((event.source_id,) for event in agreed if (event.user_id or 0) > 0)
    yield from _sources(record, "answered")


def _gifts(record: Record) -> Iterator[Key]:
    for row in record.posts.values():
        if row["kind"] == "gift":
            yield row["body"]["from"], row["match_id"], row["body"]["length"]


def _claims(record: Record) -> Iterator[Key]:
    for log in record.logs.values():
        yield from ((event.source_id,) for event in log if event.text == OUT_OF_TIME and event.source_id is not None)


def _notes(record: Record) -> Iterator[Key]:
    for note in record.notes:
        yield record.matches[note["match_id"]].seats[int(note["seat"]) - 1].id, note["match_id"], note["text"]


def _guesses(record: Record) -> Iterator[Key]:
    for row in record.guesses:
        yield row["user_id"], row["match_id"], f"{row['result']} {row['percent']}"


def _rematches(record: Record) -> Iterator[Key]:
    for challenge in record.challenges.values():
        if challenge["rematch_of"] is not None:
            yield (challenge["rematch_of"],)


def _challenges_to_play_on(record: Record) -> Iterator[Key]:
    for challenge in record.challenges.values():
        if challenge["origin_id"] is not None and challenge["rematch_of"] is None:
            yield challenge["source_id"], str(challenge["origin_ply"])


def _reviews(record: Record) -> Iterator[Key]:
    for row in record.posts.values():
        if row["kind"] == "review":
            yield (row["match_id"],)


def _vacations(record: Record) -> Iterator[Key]:
    for user in {row["user_id"] for row in record.vacations}:
        theirs = [row for row in record.vacations if row["user_id"] == user]
        yield from ((user, str(number)) for number, _ in enumerate(theirs, 1))


def _ended_vacations(record: Record) -> Iterator[Key]:
    """Yield the vacations that people ended; the others end by themselves, at midnight."""
    for user in {row["user_id"] for row in record.vacations}:
        theirs = [row for row in record.vacations if row["user_id"] == user]
        for number, row in enumerate(theirs, 1):
            if row["ended_at"] <= record.read_at and row["ended_at"].time() != MIDNIGHT:
                yield user, str(number)


def _digests(record: Record) -> Iterator[Key]:
    """Yield whose list was put into the outbox, and for which half hour, as people choose one."""
    for row in record.posts.values():
        if row["kind"] == "digest":
            at = row["created_at"]
            yield row["body"]["user"], f"{at.replace(minute=at.minute // 30 * 30):%H:%M}"


def _resumptions(record: Record) -> Iterator[Key]:
    yield from _sources(record, "resumed")


def _queues(record: Record) -> Iterator[Key]:
    for match, user in record.queues:
        yield user, match, ""


def _plans(record: Record) -> Iterator[Key]:
    for match, user in record.plans:
        yield user, match, ""


def _tournaments(record: Record) -> Iterator[Key]:
    for one in record.tournaments.events.values():
        if one.tournament.source_id is not None:
            yield (one.tournament.source_id,)


def _sign_ups(record: Record) -> Iterator[Key]:
    for number, one in record.tournaments.events.items():
        yield from ((person.user_id, str(number)) for person in one.people)


def _begun(record: Record) -> Iterator[Key]:
    for number, one in record.tournaments.events.items():
        if one.tournament.status != "open":
            yield (str(number),)


def _withdrawals(record: Record) -> Iterator[Key]:
    """Yield who withdrew from which event, but not those whom the bot withdrew and told so."""
    notices = [row["body"] for row in record.posts.values() if row["kind"] == "tournament_notice"]
    late = {(body["user"], body["tournament"]) for body in notices if body["notice"] in {"withdrawn", "struck"}}
    for number, one in record.tournaments.events.items():
        gone = [person.user_id for person in one.people if person.withdrawn_at is not None]
        yield from ((user, str(number)) for user in gone if (user, number) not in late)


def _corrections(record: Record) -> Iterator[Key]:
    for match, made in record.tournaments.corrections.items():
        yield from ((match,) for _ in made)


def _members(record: Record) -> Iterator[Key]:
    """Yield who is or was in which crowd; a challenger is in it without a word."""
    for row in record.crowd_members:
        if row["user_id"] != record.challengers[row["challenge_id"]]:
            yield row["user_id"], str(row["challenge_id"])


def _members_who_left(record: Record) -> Iterator[Key]:
    begun = {match.challenge_id: number for number, match in record.matches.items()}
    for row in record.crowd_members:
        if row["left_at"] is not None:
            yield row["user_id"], begun.get(row["challenge_id"], 0), ""


def _by_source_and_what(act: Act) -> Key:
    return act.source, act.what


def _by_what(act: Act) -> Key:
    return (act.what,)


def _no_effects(_: Record) -> Iterator[Key]:
    yield from ()


def _sources(record: Record, row_kind: str) -> Iterator[Key]:
    for row in record.posts.values():
        if row["kind"] == row_kind and row["source_id"] is not None:
            yield (row["source_id"],)


OFFER = Kind(
    "offers and answers",
    re.compile(r"You (?:offer|ask|agree|declined|withdrew)\b|Your move in #\d+ is taken back"),
    _offer_keys,
    _by_source,
)
RESUMPTION = Kind("resumptions", re.compile(r"You ended the pause"), _resumptions, _by_source)
CLAIM = Kind("claims", re.compile(r"You claimed"), _claims, _by_source)
GIFT = Kind("gifts", re.compile(r"You gave"), _gifts, _by_content)
NOTE = Kind("notes", re.compile(r"Note"), _notes, _by_content)
GUESS = Kind("guesses", re.compile(r"Saved for #"), _guesses, _by_content)
REMATCH = Kind(
    "rematches", re.compile(r"Challenge \d+, the rematch|Match #\d+ begins|You're in\b"), _rematches, _by_match
)
PLAY_ON = Kind(
    "matches played on",
    re.compile(r"Challenge \d+ is posted|Match #\d+ begins"),
    _challenges_to_play_on,
    _by_source_and_what,
)
REVIEW = Kind("reviews", re.compile(r"I'm looking through|\*\*Review of"), _reviews, _by_match)
VACATION = Kind("vacations", re.compile(r"You(?: are|'re) on vacation"), _vacations, _by_round)
RETURN = Kind("vacations ended", re.compile(r"You(?: are|'re) not on vacation"), _ended_vacations, _by_round)
DIGEST = Kind("digests", re.compile(r"\*\*Saved:\*\*"), _digests, _by_round, promised=False)
"""None comes where nothing waits at its time."""
QUEUE = Kind("queues", re.compile(r"\d+ moves? (?:played|queued)|Cancelled|Nothing was queued"), _queues, _by_content)
PLAN = Kind("plans", re.compile(r"Your plan for"), _plans, _by_content)
CANCELLATION = Kind("cancellations", re.compile(r"Cancelled"), _no_effects, _by_source, promised=False)
"""It rewrites the answer to the queue, and nothing waits then (`audit_queues`)."""
CHOICE = Kind("ways chosen", re.compile(r"\*\*Saved:\*\*"), _no_effects, _by_source, promised=False)
"""Whoever wants nothing isn't mentioned after that (`audit_posts`)."""
CHOSEN: tuple[MessageKind, ...] = ("turns", "offers", "results", "events", "reminders")
"""The kinds of messages of which people choose how they are told."""
JOIN = Kind("members of crowds", re.compile(r"You're in #"), _members, _by_round)
LEAVE = Kind("members who left", re.compile(r"You've left the crowd"), _members_who_left, _by_content, promised=False)
"""They may be in again."""
VOTE = Kind("proposals", re.compile(r"You vote for|All have voted|Proposed:"), _no_effects, _by_source, promised=False)
"""What it leaves is looked at by `audit_crowds`."""
SETTING_UP = Kind("events set up", re.compile(r"\*\*.+\*\* is set up as event"), _tournaments, _by_source)
SIGN_UP = Kind("sign-ups", re.compile(r"You're in"), _sign_ups, _by_round)
START = Kind("events begun", re.compile(r"\*\*.+\*\*.* begins within a minute"), _begun, _by_what)
WITHDRAWAL = Kind("withdrawals", re.compile(r"You withdrew\."), _withdrawals, _by_round)
CORRECTION = Kind("corrections", re.compile(r"Corrected: #"), _corrections, _by_match)
_OF_EVENTS = (SETTING_UP, SIGN_UP, START, WITHDRAWAL, CORRECTION)
KINDS = (
    OFFER,
    RESUMPTION,
    CLAIM,
    GIFT,
    NOTE,
    GUESS,
    REMATCH,
    PLAY_ON,
    REVIEW,
    VACATION,
    RETURN,
    DIGEST,
    QUEUE,
    CANCELLATION,
    PLAN,
    CHOICE,
    JOIN,
    LEAVE,
    VOTE,
    *_OF_EVENTS,
)


PATIENCE = 3.0
"""Seconds after which somebody does it again in another way, where nobody reads it later."""
LONG_PATIENCE = 30.0
"""Seconds after which somebody turns to other things, though it is still to be answered."""
TRIES = 6


@dataclass(frozen=True)
class Wish:
    """One thing to do in one way: `told` is what is said, `send` says it. The rest is as in `Act`."""

    kind: Kind
    person: Person
    told: str
    send: Callable[[], Awaitable[Sent]]
    match: int = 0
    what: str = ""


def say(person: Person, content: str, channel: str, *, lasts: bool = True) -> Callable[[], Awaitable[Sent]]:
    """Return what writes a message; `lasts` says that it is read after an absence."""

    async def send() -> Sent:
        return Sent(int((await person.say(content, channel))["id"]), lasts=lasts)

    return send


def slash(person: Person, channel: str, command: str, **options: str) -> Callable[[], Awaitable[Sent]]:
    """Return what uses a slash command."""

    async def send() -> Sent:
        return came_back(await person.slash(command, channel, **options))

    return send


def press(person: Person, message: int, button: str) -> Callable[[], Awaitable[Sent]]:
    """Return what presses a button."""

    async def send() -> Sent:
        return came_back(await person.press(str(message), button))

    return send


async def attempt(players: Players, draw: Callable[[], Wish], seen: Callable[[], bool]) -> bool:
    """Do what `draw` returns, each time in some way, until that is answered or its effect is `seen`.

    Returns whether it is done as far as can be told. What is to be read later is done once.
    """
    for _ in range(TRIES):
        if seen():
            return True
        await players.online()
        wish = draw()
        try:
            sent = await wish.send()
        except Said:  # its button is gone, its thread archived, or no slash command registered yet
            if not await players.until(lambda: seen() or players.closing, PATIENCE):
                continue
            return seen()
        person, answer = int(wish.person.id), sent.answer or ""
        act = Act(wish.kind, person, wish.match, wish.what, wish.told, sent.source, sent.lasts, answer)
        players.acts.append(act)
        replies = players.replies_to(sent.source)
        await players.until(lambda a=replies: seen() or bool(a), LONG_PATIENCE if sent.lasts else PATIENCE)
        done = act.judged(replies)
        if done is not None or sent.lasts or seen():
            return bool(done) or seen()
    return seen()

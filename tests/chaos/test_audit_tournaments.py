"""The audit of events finds each kind of broken promise in a record that held all of them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.features.tournaments.text import round_post, sign_up_post
from bot.referee.formatting import link
from bot.referee.tournaments.standings import TournamentRound
from games import GAMES
from playground.model.resources.message import Message
from playground.model.resources.user import BOT_ID
from storage.queries.rows import Correction, Entrant, Event, Match, Pairing, PairingSeat, Person, Tournament
from tests.chaos.audit_tournaments import audit_tournaments
from tests.chaos.findings import Audit
from tests.chaos.records import Record, TournamentRecord, TournamentRecords

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.queries.rows import TournamentStatus

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
END = NOON + HOUR
NAMES = {21: "Ann", 22: "Bob", 23: "Cleo"}
PAIRS = ((21, 22), (21, 23), (22, 23))
GAME = GAMES["xero-g"]
TABLE = r"""1\. **Ann** 4 points from 2
2\. **Bob** 2 points from 2
3\. **Cleo** 0 points from 2"""
DRAWN, MATCHES, RESULTS = (
    "pairings other than drawn",
    "event matches lost or doubled",
    "event results other than played",
)


def won_by_first(pair: tuple[int, int], number: int) -> Pairing:
    seats = tuple(PairingSeat(user, place) for place, user in enumerate(pair, 1))
    return Pairing(100 + number, 1, 0, 0, number, END, seats)


def match_of(pair: tuple[int, int], number: int) -> Match:
    seats = tuple(Person(user, NAMES[user]) for user in pair)
    options: dict[str, int | str] = {}
    return Match(
        number, "xero-g", 1, options, 7, 1, 5, None, seats, 1, "", None, NOON, NOON, END, number, {}, frozenset({2})
    )


def row(number: int, kind: str, event: int, at: datetime) -> dict[str, Any]:
    return {"id": number, "kind": kind, "body": {"tournament": event}, "created_at": at, "message_id": 200 + number}


def season(number: int, status: TournamentStatus, **changed: Any) -> Tournament:
    terms: dict[str, Any] = {each.name: None for each in fields(Tournament)}
    terms |= {"guild_id": 1, "channel_id": 2, "name": "Spring", "kind": "league", "game": "xero-g", "options": {}}
    terms |= {"clock": "3d", "size": 2, "rounds": 1, "at_once": 3, "stage": 0, "starts_at": NOON, "season": number}
    terms |= {"id": number, "status": status, "message_id": 200 + number, **changed}
    return Tournament(**terms)


@dataclass
class Scene:
    """A season of three people, in whose matches the second seat resigned, and the sign-up for the next one."""

    record: Record = field(init=False)
    posts: dict[int, Message] = field(init=False)

    def __post_init__(self) -> None:
        played, following = season(1, "finished", ended_at=END, message_id=203), season(2, "open", previous_id=1)
        people = [Entrant(1, user, name, NOON, 0, user) for user, name in NAMES.items()]
        pairings = [won_by_first(pair, number) for number, pair in enumerate(PAIRS, 1)]
        matches = {number: match_of(pair, number) for number, pair in enumerate(PAIRS, 1)}
        rows = [
            row(1, "tournament", 1, NOON),
            row(2, "tournament", 2, END),
            row(3, "tournament_round", 1, NOON),
            row(4, "tournament_page", 1, END),
        ]
        self.record = Record(
            matches=matches,
            logs={number: [Event(number, 1, "leave", 2, 22, "", number, END)] for number in matches},
            posts={each["id"]: each for each in rows},
            challenges={number: {"id": number, "source_id": -100 - number} for number in matches},
            tournaments=TournamentRecords(
                {1: TournamentRecord(played, people, pairings), 2: TournamentRecord(following, [], [])}
            ),
            read_at=END,
        )
        begun = TournamentRound(played, 0, people, pairings, matches)
        self.posts = {
            201: Message(201, 2, BOT_ID, sign_up_post(played, people, GAME.info, link(1, 2, 203)), NOON),
            203: Message(203, 2, BOT_ID, round_post(begun, GAME.info), NOON),
            202: Message(202, 2, BOT_ID, sign_up_post(following, [], GAME.info), END),
            204: Message(204, 2, BOT_ID, TABLE, END),
        }

    @property
    def event(self) -> TournamentRecord:
        return self.record.tournaments.events[1]

    def change(self, **changed: Any) -> None:
        """Change columns of the event."""
        self.record.tournaments.events[1] = replace(self.event, tournament=replace(self.event.tournament, **changed))

    def found(self) -> set[str]:
        audit = Audit()
        audit_tournaments(audit, self.record, list(self.posts.values()))
        return {kind for kind, _ in audit.findings}


def seat_twice(scene: Scene) -> None:
    scene.event.pairings[0] = replace(scene.event.pairings[0], seats=(PairingSeat(21, 1), PairingSeat(21, 2)))


def draw_twice(scene: Scene) -> None:
    scene.event.pairings.append(replace(scene.event.pairings[0], id=199, match_id=None))


def begin_twice(scene: Scene) -> None:
    scene.record.matches[4] = replace(scene.record.matches[1], id=4, challenge_id=4)
    scene.record.challenges[4] = {"id": 4, "source_id": -101}


def share_a_match(scene: Scene) -> None:
    scene.event.pairings[1] = replace(scene.event.pairings[1], match_id=1)


def lose_the_match(scene: Scene) -> None:
    scene.event.pairings[0] = replace(scene.event.pairings[0], match_id=None)


def begin_for_nobody(scene: Scene) -> None:
    scene.record.challenges[1]["source_id"] = -999


def swap_seats(scene: Scene) -> None:
    scene.record.matches[1] = replace(scene.record.matches[1], seats=scene.record.matches[1].seats[::-1])


def forget_the_end(scene: Scene) -> None:
    scene.event.pairings[0] = replace(scene.event.pairings[0], settled_at=None)


def count_for_the_loser(scene: Scene) -> None:
    scene.event.pairings[0] = replace(scene.event.pairings[0], seats=(PairingSeat(21, 2), PairingSeat(22, 1)))


def count_not_what_was_corrected(scene: Scene) -> None:
    scene.record.tournaments.corrections[1] = [Correction(1, 1, 21, END, [1, 1])]


def go_on(scene: Scene) -> None:
    scene.change(status="running", ended_at=None)


def begin_no_season(scene: Scene) -> None:
    scene.record.tournaments.events.pop(2)


def post_another_table(scene: Scene) -> None:
    scene.posts[204].content = TABLE.replace("4 points from 2", "2 points from 1")


def rate_otherwise(scene: Scene) -> None:
    scene.record.tournaments.wrong_ratings.append("#1: the rating of person 21 after it isn't here.")


def post_no_table(scene: Scene) -> None:
    scene.record.posts.pop(4)


def post_the_round_twice(scene: Scene) -> None:
    scene.record.posts[5] = row(5, "tournament_round", 1, NOON)
    scene.posts[205] = replace(scene.posts[203], id=205)
    scene.change(message_id=205)


def forget_a_winner(scene: Scene) -> None:
    scene.posts[203].content = scene.posts[203].content.replace(": **Ann** won", "", 1)


def post_two_tables_in_a_day(scene: Scene) -> None:
    scene.record.posts[4]["created_at"] = NOON
    scene.record.posts[5] = row(5, "tournament_page", 1, NOON + DAY / 2)
    scene.record.posts[6] = row(6, "tournament_page", 1, END)
    scene.posts[206] = replace(scene.posts[204], id=206)


def post_the_sign_up_twice(scene: Scene) -> None:
    scene.record.posts[5] = {**scene.record.posts[1], "id": 5}


def leave_the_sign_up_open(scene: Scene) -> None:
    scene.posts[201].content = "Sign-up until tomorrow: 3 so far.\n-# event 1"


def tell_nobody(scene: Scene) -> None:
    scene.record.tournaments.corrections[1] = [Correction(1, 1, 21, END, [1, 2])]


BROKEN: tuple[tuple[Callable[[Scene], None], set[str]], ...] = (
    (seat_twice, {DRAWN, MATCHES, RESULTS, "posts missing"}),
    (draw_twice, {DRAWN, RESULTS, "posts missing"}),
    (begin_twice, {MATCHES}),
    (share_a_match, {MATCHES, "posts missing"}),
    (lose_the_match, {MATCHES, "posts missing"}),
    (begin_for_nobody, {MATCHES}),
    (swap_seats, {MATCHES, RESULTS}),
    (forget_the_end, {RESULTS, "posts missing"}),
    (count_for_the_loser, {RESULTS, "posts missing"}),
    (count_not_what_was_corrected, {RESULTS, "posts missing"}),
    (go_on, {RESULTS, "posts missing"}),
    (begin_no_season, {RESULTS}),
    (post_another_table, {RESULTS}),
    (rate_otherwise, {RESULTS}),
    (post_no_table, {"posts missing"}),
    (post_two_tables_in_a_day, {"posts said twice"}),
    (post_the_sign_up_twice, {"posts missing"}),
    (leave_the_sign_up_open, {"posts missing"}),
    (post_the_round_twice, {"posts missing"}),
    (forget_a_winner, {"posts missing"}),
    (tell_nobody, {"posts missing"}),
)


@pytest.mark.parametrize(("spoil", "kinds"), BROKEN)
def test_what_is_broken_in_an_event_is_found(spoil: Callable[[Scene], None], kinds: set[str]) -> None:
    scene = Scene()
    assert scene.found() == set()
    spoil(scene)
    assert scene.found() == kinds

"""The audit finds each kind of broken promise in a record that held all of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.endings import OUT_OF_TIME
from games import GAMES
from playground.model.resources.message import Message
from playground.model.resources.user import BOT_ID
from playground.model.snowflakes import first_snowflake
from playground.server import Playground
from storage.queries.clocks import Clock
from storage.queries.rows import Event, Match, Person
from tests.chaos.acts import CHOICE, GIFT, GUESS, NOTE, OFFER, PLAY_ON, REMATCH, Act
from tests.chaos.audit_acts import audit_acts, audit_page_moves
from tests.chaos.audit_posts import audit_clocks, audit_posts
from tests.chaos.findings import Audit
from tests.chaos.pages import PageMove
from tests.chaos.played_on import audit_matches_played_on
from tests.chaos.players import Players, Said
from tests.chaos.records import Record, TournamentRecords

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ANN, BOB, CLEO, GUILD, HOME = 21, 22, 23, 1, 5
GIFT_SOURCE, OFFER_SOURCE, NOTE_SOURCE, PAGE_SOURCE, GUESS_SOURCE, CHOICE_SOURCE = 11, 12, 13, 14, 15, 16
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def message(number: int, content: str, nonce: str | None = None) -> Message:
    return Message(number, HOME, BOT_ID, content, NOW, nonce=nonce)


def row(number: int, kind: str, source: int | None = None, **body: Any) -> dict[str, Any]:
    return {
        "id": number,
        "kind": kind,
        "body": body,
        "match_id": 1,
        "seq": 0,
        "source_id": source,
        "created_at": NOW,
        "sent_at": NOW,
        "message_id": 100 + number,
        "given_up_at": None,
        "given_up_for": None,
    }


@dataclass
class Scene:
    """A match in which Ann gave Bob 17 minutes, offered a draw that he declined, and noted something; then a pause."""

    players: Players
    record: Record = field(init=False)
    posts: list[Message] = field(init=False)

    def __post_init__(self) -> None:
        people = (Person(ANN, "Ann"), Person(BOB, "Bob"))
        match = Match(1, "xero-g", 1, {}, 7, GUILD, HOME, None, people, 0, "", 2, NOW, NOW, None, 1, {}, frozenset())
        rows = [
            row(1, "gift", GIFT_SOURCE, **{"from": ANN, "to": BOB, "length": "17m"}),
            row(2, "nudge", user=BOB),
            row(3, "offer", OFFER_SOURCE, offer=1),
            row(4, "paused"),
        ]
        offer = {"id": 1, "match_id": 1, "seq": 0, "status": "declined", "source_id": OFFER_SOURCE}
        note = {"match_id": 1, "seat": 1, "text": "watch b4"}
        clock = Clock(1, "10m", (10 * MINUTE, 27 * MINUTE), NOW, NOW + 27 * MINUTE, "timeout", NOW + 27 * MINUTE)
        self.record = Record(
            matches={1: match},
            logs={1: [Event(1, 1, "move", 1, ANN, "c4", PAGE_SOURCE, NOW)]},
            posts={each["id"]: each for each in rows},
            challenges={},
            offers=[offer],
            notes=[note],
            guesses=[{"match_id": 1, "user_id": CLEO, "result": 2, "percent": 70}],
            pauses=[{"match_id": 1}],
            clocks=[clock],
            tournaments=TournamentRecords(),
            read_at=NOW,
        )
        self.posts = [message(100 + number, f"post {number}", f"abc-{number}") for number in self.record.posts]
        players = self.players
        players.acts += [
            Act(GIFT, ANN, 1, "17m", "givetime 17m", GIFT_SOURCE, lasts=False),
            Act(OFFER, ANN, 1, "", "draw", OFFER_SOURCE, lasts=False),
            Act(NOTE, ANN, 1, "watch b4", "note watch b4", NOTE_SOURCE, lasts=True),
            Act(GUESS, CLEO, 1, "2 70", "guess 2 70", GUESS_SOURCE, lasts=False),
        ]
        players.pages.moves.append(PageMove(1, 1, ANN, "c4"))
        players.replies[GIFT_SOURCE].append(message(201, "You gave 17 minutes in #1"))
        players.replies[OFFER_SOURCE].append(message(202, "You offer **Bob** a draw in #1."))
        players.replies[GUESS_SOURCE].append(message(203, "Saved for #1: **Bob** wins, and you're 70% sure."))
        players.said[NOTE_SOURCE] = Said(ANN, HOME, "!note watch b4")

    def found(self) -> set[str]:
        audit = Audit()
        audit_acts(audit, self.record, self.players)
        audit_page_moves(audit, self.record, self.players)
        audit_posts(audit, self.record, self.players, self.posts)
        audit_clocks(audit, self.record)
        return {kind for kind, _ in audit.findings}

    def set_clock(self, **changed: Any) -> None:
        self.record.clocks[0] = replace(self.record.clocks[0], **changed)


def lose_gift(scene: Scene) -> None:
    scene.record.posts.pop(1)
    scene.set_clock(left=(10 * MINUTE, 10 * MINUTE))


def lose_guess(scene: Scene) -> None:
    scene.record.guesses.clear()


def double_guess(scene: Scene) -> None:
    scene.record.guesses.append(scene.record.guesses[0])


def alter_guess(scene: Scene) -> None:
    scene.record.guesses[0]["result"] = 1


def double_note(scene: Scene) -> None:
    scene.record.notes.append(scene.record.notes[0])


def note_for_bob(scene: Scene) -> None:
    scene.record.notes.append({**scene.record.notes[0], "seat": 2})


def turn_gift_down(scene: Scene) -> None:
    scene.players.replies[GIFT_SOURCE] = [message(201, "It's your own move: only the others can give you time.")]


def lose_page_move(scene: Scene) -> None:
    scene.record.logs[1].clear()


def alter_page_move(scene: Scene, **changed: Any) -> None:
    scene.record.logs[1][0] = replace(scene.record.logs[1][0], **changed)


def play_page_move_later(scene: Scene) -> None:
    (event,) = scene.record.logs[1]
    scene.record.logs[1][:] = [replace(event, text="c5", source_id=None), replace(event, seq=2)]


def answer_a_page_otherwise(scene: Scene) -> None:
    scene.players.pages.contradictions.append("c4: played, then refused")


def lose_offer_of_a_page(scene: Scene) -> None:
    scene.players.replies[OFFER_SOURCE].clear()
    scene.players.acts[1].answer = "You offer **Bob** a draw in #1."
    scene.record.offers.clear()
    scene.record.posts.pop(3)


def lose_note(scene: Scene) -> None:
    scene.record.notes.clear()


def say_twice(scene: Scene) -> None:
    scene.posts.append(message(301, "post 2", "abc-2"))


def answer_twice(scene: Scene) -> None:
    scene.posts += [message(301, "Noted", "r13-0"), message(302, "Noted", "r13-0")]


def leave_unsent(scene: Scene) -> None:
    scene.record.posts[2]["sent_at"] = None


def give_up(scene: Scene) -> None:
    scene.record.posts[2]["given_up_at"] = NOW


def send_in_silence(scene: Scene) -> None:
    scene.record.posts[1]["message_id"] = None


def lose_message(scene: Scene) -> None:
    scene.posts.pop(0)


def take_the_message_of_another_row(scene: Scene) -> None:
    scene.record.posts[5] = row(5, "paused") | {"message_id": 104}
    scene.record.pauses.append({"match_id": 1})


def lose_row_of_pause(scene: Scene) -> None:
    scene.record.posts.pop(4)


def go_on_asking(scene: Scene) -> None:
    scene.posts[2].content = "**Ann** offers a draw in **Xero-G #1**. **Bob**, do you agree?"
    button = {"type": 2, "custom_id": "agree:1"}
    scene.posts[2].components = [{"type": 1, "components": [button]}]


def remind_twice(scene: Scene) -> None:
    scene.record.posts[5] = row(5, "alarm", user=BOB)
    scene.posts.append(message(105, "post 5", "abc-5"))


def say_more(scene: Scene, *rows: dict[str, Any]) -> None:
    """Let rows be said from the fifth on."""
    for one in rows:
        scene.record.posts[one["id"]] = one
        scene.posts.append(message(100 + one["id"], f"post {one['id']}", f"abc-{one['id']}"))


def link_twice(scene: Scene) -> None:
    say_more(scene, *(row(number, "notice", user=BOB, about="turns", link="a") for number in (5, 6)))


def link_to_two(scene: Scene) -> None:
    more = ((5, ANN, "a"), (6, BOB, "a"), (7, BOB, "b"))
    say_more(scene, *(row(number, "notice", user=user, about="turns", link=link) for number, user, link in more))


def remind_after(scene: Scene, wait: timedelta, user_id: int = BOB) -> None:
    later = row(6, "reminder", user=user_id) | {"created_at": NOW + wait}
    say_more(scene, row(5, "reminder", user=BOB), later)


def wait(scene: Scene, length: timedelta, **chosen: str) -> None:
    """Let the match wait so long for Bob, without a clock and what belongs to it; he may have chosen something."""
    scene.record.clocks.clear()
    scene.record.posts.pop(1)
    scene.record.posts.pop(2)
    scene.posts[:2] = []
    scene.players.acts.pop(0)
    scene.record.preferences[BOB] = chosen
    object.__setattr__(scene.record, "read_at", NOW + length)


def remind_late(scene: Scene, after: timedelta, waits: timedelta = 4 * DAY, **chosen: str) -> None:
    wait(scene, waits, **chosen)
    say_more(scene, row(5, "reminder", user=BOB) | {"created_at": NOW + after})


def go_away(scene: Scene) -> None:
    wait(scene, 6 * DAY)
    scene.record.vacations.append({"user_id": BOB, "began_at": NOW - DAY, "ended_at": NOW + DAY})


def ask_what_now(scene: Scene, times: int, waits: timedelta = 6 * DAY) -> None:
    remind_late(scene, 2 * DAY, waits)
    say_more(scene, *(row(number, "silence") for number in range(6, 6 + times)))


def want_nothing(scene: Scene, kind: str = "show", after: timedelta = MINUTE, edited: datetime | None = None) -> None:
    """Let Bob say that he wants nothing, and mention him in the post of a row of some time later."""
    scene.players.acts.append(Act(CHOICE, BOB, 0, "nothing", "turns=nothing", CHOICE_SOURCE, lasts=False))
    scene.players.replies[CHOICE_SOURCE].append(message(204, "**Saved:**"))
    object.__setattr__(scene.record, "read_at", NOW + 9 * MINUTE)
    say_more(scene, row(7, kind, user=BOB) | {"created_at": NOW + after, "seq": 1})
    post = scene.posts[-1]
    post.timestamp, post.mentions, post.edited = NOW + 5 * MINUTE, [BOB], edited


def want_mentions_again(scene: Scene, after: timedelta) -> None:
    want_nothing(scene)
    source = first_snowflake(NOW + after)
    scene.players.acts.append(Act(CHOICE, BOB, 0, "mention", "turns=mention", source, lasts=False))


def forget_alarm(scene: Scene) -> None:
    scene.record.posts.pop(2)


def forget_timeout(scene: Scene) -> None:
    scene.set_clock(due=None, due_at=None)


def say_time_is_up(scene: Scene, times: int) -> None:
    for number in range(6, 6 + times):
        scene.record.posts[number] = row(number, "timeout")
        scene.posts.append(message(100 + number, f"post {number}", f"abc-{number}"))


def give_twice_in_clock(scene: Scene) -> None:
    scene.set_clock(left=(10 * MINUTE, 44 * MINUTE))


def give_too_little(scene: Scene) -> None:
    scene.set_clock(left=(10 * MINUTE, 26 * MINUTE))


def leave_unclaimed(scene: Scene) -> None:
    scene.record.logs[1].append(Event(1, 1, "leave", 2, None, OUT_OF_TIME, None, NOW))


BROKEN: tuple[tuple[Callable[[Scene], None], set[str]], ...] = (
    (lose_gift, {"acknowledged acts lost"}),
    (double_note, {"acts done twice"}),
    (lose_guess, {"acknowledged acts lost"}),
    (double_guess, {"acts done twice"}),
    (alter_guess, {"acknowledged acts lost", "acts other than done"}),
    (note_for_bob, {"acts other than done"}),
    (turn_gift_down, {"acts other than done"}),
    (lose_note, {"acts never answered"}),
    (lose_page_move, {"acknowledged moves lost"}),
    (lambda scene: alter_page_move(scene, text="c5"), {"acknowledged moves lost"}),
    (lambda scene: alter_page_move(scene, user_id=BOB), {"acknowledged moves lost"}),
    (play_page_move_later, {"acknowledged moves lost"}),
    (lambda scene: alter_page_move(scene, source_id=PAGE_SOURCE + 1), set()),
    (answer_a_page_otherwise, {"changes of a page answered otherwise"}),
    (lose_offer_of_a_page, {"acknowledged acts lost"}),
    (say_twice, {"posts said twice"}),
    (answer_twice, {"posts said twice"}),
    (leave_unsent, {"posts missing"}),
    (give_up, {"posts missing"}),
    (send_in_silence, {"posts missing"}),
    (lose_message, {"posts missing"}),
    (take_the_message_of_another_row, {"posts missing"}),
    (lose_row_of_pause, {"posts missing"}),
    (go_on_asking, {"posts missing"}),
    (remind_twice, {"alarms lost or doubled"}),
    (link_twice, {"posts said twice"}),
    (link_to_two, set()),
    (lambda scene: remind_after(scene, timedelta(hours=23)), {"posts said twice"}),
    (lambda scene: remind_after(scene, timedelta(days=1)), set()),
    (lambda scene: remind_after(scene, timedelta(hours=1), ANN), set()),
    (lambda scene: wait(scene, 3 * DAY), {"posts missing"}),
    (lambda scene: wait(scene, 3 * DAY - MINUTE), set()),
    (lambda scene: wait(scene, 4 * DAY, reminders="nothing"), set()),
    (lambda scene: wait(scene, 4 * DAY, digest="8"), set()),
    (lambda scene: remind_late(scene, 2 * DAY, reminders="nothing"), {"people mentioned who want nothing"}),
    (go_away, {"acts other than done"}),
    (lambda scene: remind_late(scene, 2 * DAY), set()),
    (lambda scene: remind_late(scene, 2 * DAY - MINUTE), {"posts missing"}),
    (lambda scene: ask_what_now(scene, 0), {"posts missing"}),
    (lambda scene: ask_what_now(scene, 0, 5 * DAY), set()),
    (lambda scene: ask_what_now(scene, 1), set()),
    (lambda scene: ask_what_now(scene, 2), {"posts said twice"}),
    (want_nothing, {"people mentioned who want nothing"}),
    (lambda scene: want_nothing(scene, after=-MINUTE), set()),
    (lambda scene: want_nothing(scene, edited=NOW), set()),
    (lambda scene: want_nothing(scene, "nudge"), set()),
    (lambda scene: want_mentions_again(scene, 4 * MINUTE), set()),
    (lambda scene: want_mentions_again(scene, 6 * MINUTE), {"people mentioned who want nothing"}),
    (forget_alarm, {"alarms lost or doubled"}),
    (forget_timeout, {"alarms lost or doubled"}),
    (lambda scene: say_time_is_up(scene, 3), {"alarms lost or doubled"}),
    (give_twice_in_clock, {"clocks other than given"}),
    (give_too_little, {"clocks other than given"}),
    (leave_unclaimed, {"clocks other than given"}),
)


@pytest.mark.parametrize(("spoil", "kinds"), BROKEN)
async def test_what_is_broken_is_found(spoil: Callable[[Scene], None], kinds: set[str]) -> None:
    playground = await Playground.start()
    try:
        scene = Scene(Players(playground, ()))
        assert scene.found() == set()
        spoil(scene)
        assert scene.found() == kinds
    finally:
        await playground.stop()


async def test_time_may_be_up_again_after_a_gift_and_what_was_late_is_in_the_clock() -> None:
    playground = await Playground.start()
    try:
        scene = Scene(Players(playground, ()))
        say_time_is_up(scene, 2)
        scene.set_clock(left=(10 * MINUTE, 30 * MINUTE), due=None, due_at=None)
        assert scene.found() == set()
    finally:
        await playground.stop()


SETUP = GAMES["xero-g"].position(GAMES["xero-g"].start(2, {}, 7))
PLAYED_ON = {"start": SETUP, "origin_id": 1, "origin_ply": 0, "rated": False}


@pytest.mark.parametrize("wrong", [{"start": "elsewhere"}, {"rated": True}])
async def test_a_match_is_played_on_once_from_the_position_that_was_asked_for(wrong: dict[str, Any]) -> None:
    source = 16

    def found() -> list[str]:
        audit = Audit()
        audit_acts(audit, scene.record, scene.players)
        audit_matches_played_on(audit, scene.record)
        return [kind for kind, _ in audit.findings]

    playground = await Playground.start()
    try:
        scene = Scene(Players(playground, ()))
        matches, challenges = scene.record.matches, scene.record.challenges
        matches[2] = replace(matches[1], id=2, **PLAYED_ON)
        challenges[1] = {"origin_id": 1, "origin_ply": 0, "rematch_of": None, "source_id": source}
        assert found() == ["acts other than done"]
        scene.players.acts.append(Act(PLAY_ON, ANN, 1, "0", "!playon #1 0", source, lasts=True))
        scene.players.acts.append(Act(REMATCH, ANN, 2, "", "rematch", source + 1, lasts=False))
        challenges[2] = challenges[1] | {"rematch_of": 2, "source_id": source + 1}
        assert found() == []
        challenges[3] = challenges[1] | {"source_id": source + 2}
        assert found() == ["acts other than done"]
        challenges.pop(3)
        matches[2] = replace(matches[2], **wrong)
        assert found() == ["matches played on from elsewhere"]
        matches[2] = replace(matches[1], id=2)
        challenges[1]["origin_ply"] = 1
        assert sorted(found()) == ["acts never answered", "acts other than done"]
    finally:
        await playground.stop()

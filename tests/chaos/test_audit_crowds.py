"""The audit finds each way in which votes can be lost or counted otherwise than they are stored."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from playground.model.resources.message import Message
from playground.model.resources.user import BOT_ID
from playground.server import Playground
from storage.queries.rows import Event, Match, Person
from tests.chaos.acts import JOIN, VOTE, Act
from tests.chaos.audit_acts import audit_acts
from tests.chaos.crowds import audit_crowds
from tests.chaos.findings import Audit
from tests.chaos.players import Players
from tests.chaos.records import Record, TournamentRecords

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ANN, BOB, CLEO, CHALLENGE, MATCH, HOME, POST = 21, 22, 23, 3, 7, 5, 105
MINUTE = timedelta(minutes=1)
WRONG = "votes lost or counted otherwise"


class Scene:
    """A match of a crowd of three: Ann proposed c4, Bob c5, Cleo voted for c4, then Bob for c4, too; it was played."""

    def __init__(self, playground: Playground) -> None:
        self.players = Players(playground, ())
        seats = (Person(-1, "The crowd (3)"), Person(-101, "Turnpost (level 1)"))
        match = Match(
            MATCH, "xero-g", 1, {}, 7, 1, HOME, None, seats, 1, "", 2, NOW, NOW, None, CHALLENGE, {}, frozenset()
        )
        self.match = match
        self.log = [Event(MATCH, 1, "move", 1, -1, "c4", None, NOW + 10 * MINUTE)]
        challenge = {"id": CHALLENGE, "status": "accepted", "rematch_of": None, "origin_id": None}
        self.row = {"id": 1, "kind": "challenge", "challenge_id": CHALLENGE, "message_id": POST, "source_id": None}
        self.record = Record(
            matches={MATCH: match},
            logs={MATCH: self.log},
            posts={1: self.row | {"match_id": None, "body": {}}},
            challenges={CHALLENGE: challenge},
            tournaments=TournamentRecords(),
            read_at=NOW,
            challengers={CHALLENGE: ANN},
            crowds=[{"challenge_id": CHALLENGE, "number": 1, "vote_time": 3600}],
            crowd_members=[member(each) for each in (ANN, BOB, CLEO)],
            proposals=[proposal(1, "c4", ANN, 31), proposal(2, "c5", BOB, 32)],
            votes=[vote(ANN, 1, 31), vote(BOB, 1, 34), vote(CLEO, 1, 33)],
        )
        for user, text, source in ((ANN, "c4", 31), (BOB, "c5", 32), (CLEO, "c4", 33), (BOB, "c4", 34)):
            self.players.acts.append(Act(VOTE, user, MATCH, "", text, source, lasts=False))
            self.players.replies[source].append(message(200 + source, f"You vote for `{text}`. Move 1 of #{MATCH}."))
        for user in (BOB, CLEO):
            self.players.acts.append(Act(JOIN, user, 0, str(CHALLENGE), "I'm in", 80 + user, lasts=False))
        self.post = message(POST, f"**Xero-G #{MATCH}**, **The crowd** against **Turnpost**: <#{HOME}>")
        playground.state.said[HOME] = {POST: self.post}

    def found(self) -> set[str]:
        audit = Audit()
        audit_crowds(audit, self.record, self.players)
        audit_acts(audit, self.record, self.players)
        return {kind for kind, _ in audit.findings}


def message(number: int, content: str) -> Message:
    return Message(number, HOME, BOT_ID, content, NOW)


def member(user: int) -> dict[str, Any]:
    return {"challenge_id": CHALLENGE, "user_id": user, "number": 1, "joined_at": NOW - MINUTE, "left_at": None}


def proposal(number: int, text: str, user: int, source: int) -> dict[str, Any]:
    return {"id": number, "match_id": MATCH, "seq": 0, "text": text, "user_id": user, "source_id": source}


def vote(user: int, number: int, source: int) -> dict[str, Any]:
    return {"match_id": MATCH, "seq": 0, "user_id": user, "proposal_id": number, "source_id": source}


def lose_vote(scene: Scene) -> None:
    scene.record.votes.pop()
    scene.record.crowd_members.pop()
    scene.players.acts[:] = [act for act in scene.players.acts if act.key != (CLEO, str(CHALLENGE))]


def put_vote_back(scene: Scene) -> None:
    scene.record.votes[1] |= {"proposal_id": 2, "source_id": 32}


def put_vote_into_another_turn(scene: Scene) -> None:
    scene.record.votes[1]["seq"] = 1
    scene.record.crowd_members[1]["left_at"] = NOW


def double_vote(scene: Scene) -> None:
    scene.record.votes.append(scene.record.votes[0])


def vote_for_what_nobody_said(scene: Scene) -> None:
    scene.record.votes[2]["source_id"] = 39


def vote_as_another(scene: Scene) -> None:
    scene.players.acts[2].user = ANN


def vote_for_another_move(scene: Scene) -> None:
    scene.players.acts[3].told = "c5"


def propose_what_nobody_said(scene: Scene) -> None:
    scene.record.proposals[1]["text"] = "c6"


def play(scene: Scene, text: str, after: timedelta = 10 * MINUTE) -> None:
    scene.log[0] = replace(scene.log[0], text=text, at=NOW + after)


def count_who_left(scene: Scene) -> None:
    """Let two of the three leave before the move, so that the leader is another one."""
    scene.record.votes[1] |= {"proposal_id": 2, "source_id": 32}
    scene.players.acts.pop(3)
    for row in scene.record.crowd_members[::2]:
        row["left_at"] = NOW + MINUTE


def leave_after_the_move(scene: Scene) -> None:
    for row in scene.record.crowd_members:
        row["left_at"] = NOW + 11 * MINUTE


def abstain(scene: Scene, after: timedelta) -> None:
    scene.record.votes.pop()
    scene.players.acts.pop(2)
    play(scene, "c4", after)


def join_after_the_move(scene: Scene) -> None:
    scene.record.crowd_members[0]["joined_at"] = NOW + 11 * MINUTE
    play(scene, "c5")


def forget_member(scene: Scene) -> None:
    scene.record.crowd_members.pop()
    scene.players.replies[80 + CLEO].append(message(300, f"You're in #{MATCH}: <#{HOME}>."))


def let_nobody_in(scene: Scene) -> None:
    scene.record.crowd_members.append(member(29))


def let_leave(scene: Scene) -> None:
    scene.record.crowd_members[0]["left_at"] = NOW + 11 * MINUTE


def go_on_calling(scene: Scene) -> None:
    scene.post.components = [{"type": 1, "components": [{"type": 2, "custom_id": f"crowd_begin:{CHALLENGE}"}]}]


def lead_to_another_match(scene: Scene) -> None:
    scene.post.content = scene.post.content.replace(f"#{MATCH}", f"#{MATCH + 1}")


BROKEN: tuple[tuple[Callable[[Scene], None], set[str]], ...] = (
    (lose_vote, {WRONG}),
    (put_vote_back, {WRONG}),
    (put_vote_into_another_turn, {WRONG, "acts other than done"}),
    (double_vote, {WRONG}),
    (vote_for_what_nobody_said, {WRONG}),
    (vote_as_another, {WRONG}),
    (vote_for_another_move, {WRONG}),
    (propose_what_nobody_said, {WRONG}),
    (lambda scene: play(scene, "c5"), {WRONG}),
    (count_who_left, {WRONG, "acts other than done"}),
    (leave_after_the_move, {"acts other than done"}),
    (lambda scene: abstain(scene, 59 * MINUTE), {WRONG}),
    (lambda scene: abstain(scene, 60 * MINUTE), set()),
    (join_after_the_move, set()),
    (forget_member, {"acknowledged acts lost"}),
    (let_nobody_in, {"acts other than done", WRONG}),
    (let_leave, {"acts other than done"}),
    (go_on_calling, {"posts missing"}),
    (lead_to_another_match, {"posts missing"}),
)


@pytest.mark.parametrize(("spoil", "kinds"), BROKEN)
async def test_what_is_broken_is_found(spoil: Callable[[Scene], None], kinds: set[str]) -> None:
    playground = await Playground.start()
    try:
        scene = Scene(playground)
        assert scene.found() == set()
        spoil(scene)
        assert scene.found() == kinds
    finally:
        await playground.stop()

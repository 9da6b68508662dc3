"""Crowds: people share a seat, propose, vote, vote otherwise, leave and join; and the audit of their votes."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.crowds import tally
from bot.referee.history.history import count_plies
from bot.referee.history.rebuild import rebuild_state
from games import GAMES
from games.random_play import choose_move
from storage.queries.rows import Proposal
from tests.chaos import post_parser, records
from tests.chaos.acts import JOIN, LEAVE, VOTE, Wish, attempt, press, say, slash
from tests.chaos.move_senders import came_back
from tests.chaos.players import GLANCE
from tests.playground.client import Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from random import Random

    from playground.model.resources.message import Message
    from storage.queries.rows import Event, Match
    from tests.chaos.acts import Act
    from tests.chaos.findings import Audit
    from tests.chaos.move_senders import Sent
    from tests.chaos.players import Players
    from tests.chaos.records import Record
    from tests.playground.client import Person

POSTED = 6.0
"""Seconds after which somebody calls for a match again that wasn't posted."""
LONGEST = 8
"""Moves of a match, after which its crowd leaves."""
COMES_AND_GOES, VOTES_AGAIN, ABSTAINS = 0.2, 0.4, 0.1
"""How often a member leaves or somebody joins in a turn, votes otherwise, and doesn't vote at all."""


WRONG = "votes lost or counted otherwise"
CLOCKS_DIFFER = timedelta(seconds=5)
_MATCH = re.compile(r"#(\d+)")
_PLY = re.compile(r"\bMove (\d+) of #")


class Gathering:
    """The people of a channel who play one match after the other as a crowd. `chance` decides what they do."""

    def __init__(self, players: Players, hall: str, database: str, chance: Random) -> None:
        self.players = players
        self.hall = hall
        self.database = database
        self.chance = chance

    async def run(self) -> None:
        """Play one match after the other until the evening ends."""
        while not self.players.closing:
            challenger, *others = self.chance.sample(self.players.people, len(self.players.people))
            post = await self._call(challenger)
            if post is None:
                return
            number = post_parser.challenge(post.content) or 0
            joining = others[: self.chance.randint(1, len(others))]
            await asyncio.gather(*(self._join(person, post, number) for person in joining))
            match = await self._begin(challenger, post, number)
            if match is not None:
                await self._play(match, challenger, number, post)

    async def _call(self, challenger: Person) -> Message | None:
        """Call for a match until its post is there, and return it; None if the evening ended before."""
        game = self.chance.choice([game.info.key for game in GAMES.values() if game.info.min_players == 2])
        whom = self.chance.choice(("@Turnpost everyone here", "everyone here"))
        found: list[Message] = []

        def posted() -> bool:
            fitting = self.players.claim(lambda post: _is_call(post, challenger, self.hall))
            found.extend([fitting] if fitting else [])
            return bool(found) or self.players.closing

        async with self.players.floor[challenger.id]:
            while not posted():
                await self.players.online()
                try:
                    await challenger.say(f"!challenge {whom} {game} seat=1 vote=1h", self.hall)
                    await self.players.until(posted, POSTED)
                except Said:
                    await self.players.until(lambda: self.players.closing, GLANCE)
        return found[0] if found else None

    async def _join(self, person: Person, post: Message, number: int) -> None:
        """Press the button until the post, or the answer while the match goes on, says that somebody is in."""

        def is_in() -> bool:
            shown = self.players.playground.state.said[post.channel_id].get(post.id)
            return self.players.closing or (shown is not None and f"**{person.name}**" in shown.content)

        send = press(person, post.id, f"crowd_in:{number}:1")
        wish = Wish(JOIN, person, "I'm in", send, what=str(number))
        await attempt(self.players, lambda: wish, is_in)

    async def _begin(self, challenger: Person, post: Message, number: int) -> Match | None:
        """Press the button until the match is there, and return it; None if the evening ended before."""
        while not self.players.closing:
            await self.players.online()
            try:
                await challenger.press(str(post.id), f"crowd_begin:{number}")
            except Said:
                await self.players.until(lambda: self.players.closing, GLANCE)
            if match := await records.match_of_challenge(self.database, number):
                return match
            await self.players.until(lambda: self.players.closing, GLANCE)
        return None

    async def _play(self, match: Match, challenger: Person, number: int, post: Message) -> None:
        """Vote in each turn until the match is over, its crowd has gone, or the evening ends."""
        while not self.players.closing:
            match, log = await records.match_and_log(self.database, match.id)
            if match.ended_at is not None or not match.has_crowd:
                return
            people = [person for person in self.players.people if int(person.id) in match.members]
            if count_plies(log) >= LONGEST:
                for person in people:
                    await self._leave(match, person)
            elif match.to_move is not None and match.player_to_move.is_crowd:
                await self._come_and_go(match, challenger, number, post)
                await asyncio.gather(*(self._vote(match, log, person) for person in people))
            elif match.to_move is not None and match.player_to_move.id == int(challenger.id):
                await challenger.say(f"!move #{match.id} {self._draw_move(match, log)}", str(match.home))
            seq = match.seq
            await self.players.until(lambda s=seq, m=match.id: self._has_moved_on(m, s), 3)

    def _has_moved_on(self, match: int, seq: int) -> bool:
        """Whether more boards of a match are there than its first events have."""
        return self.players.closing or len(self.players.boards[match]) > seq + 1

    async def _come_and_go(self, match: Match, challenger: Person, number: int, post: Message) -> None:
        """Let somebody but the challenger leave or join now and then."""
        if self.chance.random() >= COMES_AND_GOES:
            return
        person = self.chance.choice([each for each in self.players.people if each is not challenger])
        if int(person.id) not in match.members:
            await self._join(person, post, number)
        elif len(match.members) > 1:
            await self._leave(match, person)

    async def _leave(self, match: Match, person: Person) -> None:
        """Leave the crowd of a match; the last one gives its seat to Turnpost, or gives up."""
        await self.players.online()
        asked = await self._ask(slash(person, str(match.home), "match", do="resign", match=f"#{match.id}"))
        buttons = [each for each in post_parser.buttons(asked) if each.startswith("crowd_leave:")] if asked else []
        if asked and buttons:
            send = press(person, asked.id, self.chance.choice(buttons))
            wish = Wish(LEAVE, person, "leave", send, match.id)
            await attempt(self.players, lambda: wish, lambda: self.players.closing)

    async def _ask(self, send: Callable[[], Awaitable[Sent]]) -> Message | None:
        """Return what only a person is answered, None if that doesn't come."""
        try:
            sent = await send()
        except Said:
            return None
        replies = self.players.replies_to(sent.source)
        await self.players.until(lambda: bool(replies) or self.players.closing, 3)
        return replies[0] if replies else None

    async def _vote(self, match: Match, log: list[Event], person: Person) -> None:
        """Propose a move or vote for one, and perhaps vote otherwise."""
        if self.chance.random() < ABSTAINS:
            return
        for _ in range(1 + (self.chance.random() < VOTES_AGAIN)):
            found = await records.proposals_of_turn(self.database, match)
            if found and self.chance.random() < 0.5:
                await self._choose(match, person, self.chance.choice(found))
            else:
                await self._propose(match, person, self._draw_move(match, log))

    def _draw_move(self, match: Match, log: list[Event]) -> str:
        game = GAMES[match.game]
        state = rebuild_state(game, match, log)
        return game.format(state, choose_move(game, state, self.chance))

    async def _propose(self, match: Match, person: Person, text: str) -> None:
        home, hall = str(match.home), self.hall

        def draw() -> Wish:
            send = self.chance.choice(
                (
                    slash(person, home, "move", move=text),
                    slash(person, hall, "move", move=f"#{match.id} {text}"),
                    say(person, f"!move #{match.id} {text}", home, lasts=False),
                )
            )
            return Wish(VOTE, person, text, send, match.id)

        await attempt(self.players, draw, lambda: self._has_moved_on(match.id, match.seq))

    async def _choose(self, match: Match, person: Person, proposal: Proposal) -> None:
        """Vote for what is proposed, in the menu."""
        board = self.players.boards[match.id][-1].message if self.players.boards[match.id] else 0
        shown = await self._ask(press(person, board, f"vote:{match.id}"))
        menu = next((each for each in post_parser.buttons(shown) if each.startswith("vote_for:")), "") if shown else ""
        if not shown or not menu:
            return

        async def send() -> Sent:
            return came_back(await person.press(str(shown.id), menu, str(proposal.id)))

        wish = Wish(VOTE, person, proposal.text, send, match.id)
        await attempt(self.players, lambda: wish, lambda: self._has_moved_on(match.id, match.seq))


def _is_call(post: Message, challenger: Person, hall: str) -> bool:
    """Whether a post is a challenge of somebody's with a crowd."""
    is_here = str(post.channel_id) == hall and post.content.startswith(f"**{challenger.name}** ")
    return is_here and post_parser.button(post, "crowd_in") is not None


def audit_crowds(audit: Audit, record: Record, players: Players) -> None:
    """Look for votes that are lost, or counted otherwise than they are stored, and for challenges that ended wrong."""
    audit.effects["votes"] = len(record.votes)
    acts = {act.source: act for act in players.acts if act.kind is VOTE}
    texts = {row["id"]: row["text"] for row in record.proposals}
    stored = [(row, row["text"]) for row in record.proposals]
    for row, text in [*stored, *((row, texts[row["proposal_id"]]) for row in record.votes)]:
        act = acts.get(row["source_id"])
        if act is None or (act.user, act.match, act.told) != (row["user_id"], row["match_id"], text):
            audit.found(WRONG, f"#{row['match_id']}, event {row['seq']}: {text} by {row['user_id']} was said by nobody")
    for (match, seq, user), times in Counter(
        (row["match_id"], row["seq"], row["user_id"]) for row in record.votes
    ).items():
        if times > 1:
            audit.found(WRONG, f"#{match}, event {seq}: {times} votes of {user}")
    for act in acts.values():
        if act.judged(players.replies_to(act.source)) and not _is_kept(record, act, players):
            audit.found(WRONG, f"#{act.match}: {act.told} by {act.user}, of source {act.source}, is lost")
    _audit_moves(audit, record)
    _audit_challenges(audit, record, players)


def _audit_moves(audit: Audit, record: Record) -> None:
    """Look for moves of crowds that aren't what the votes stored for their turns say."""
    for number, log in record.logs.items():
        for event in log:
            if event.kind == "move" and -100 < (event.user_id or 0) < 0:
                audit.effects["moves of crowds"] += 1
                if why := _is_wrong(record, event):
                    audit.found(WRONG, f"#{number}, event {event.seq}, {event.text}: {why}")


def _is_kept(record: Record, act: Act, players: Players) -> bool:
    """Whether a vote that was acknowledged is stored, or a later one of the same person in the same turn."""
    told = players.replies_to(act.source)
    ply = _PLY.search(told[0].content if told else act.answer)
    log = record.logs[act.match]
    turns = {seq for seq in range(len(log) + 1) if ply is None or count_plies(log[:seq]) == int(ply[1]) - 1}
    own = (row for row in record.votes if (row["match_id"], row["user_id"]) == (act.match, act.user))
    return any(row["seq"] in turns and row["source_id"] >= act.source for row in own)


def _is_wrong(record: Record, event: Event) -> str:
    """Return what is wrong with a crowd's move, by the votes that are stored for its turn; empty for a right one.

    Whether somebody who joined later was a member before isn't known, so such turns are left out.
    """
    match, seq = record.matches[event.match_id], event.seq - 1
    members = [row for row in record.crowd_members if row["challenge_id"] == match.challenge_id]
    votes = {
        row["user_id"]: row["proposal_id"] for row in record.votes if (row["match_id"], row["seq"]) == (match.id, seq)
    }
    if any(row["joined_at"] > event.at for row in members):
        return ""
    present = {row["user_id"] for row in members if row["left_at"] is None or row["left_at"] > event.at}
    found = [
        Proposal(
            row["id"], row["text"], row["user_id"], frozenset(each for each in present if votes.get(each) == row["id"])
        )
        for row in record.proposals
        if (row["match_id"], row["seq"]) == (match.id, seq)
    ]
    leader = tally(found)
    if leader is None or leader.text != event.text:
        return f"the votes are for {leader.text if leader else 'nothing'}"
    (crowd,) = [row for row in record.crowds if row["challenge_id"] == match.challenge_id]
    began = record.logs[match.id][seq - 1].at if seq else match.created_at
    is_early = event.at - began < timedelta(seconds=crowd["vote_time"]) - CLOCKS_DIFFER
    return "not all have voted" if is_early and present - {*votes} else ""


def _audit_challenges(audit: Audit, record: Record, players: Players) -> None:
    """Look for challenges with crowds whose posts still let people in, or don't lead to their matches."""
    posts = {post.id: post for said in players.playground.state.said.values() for post in said.values()}
    with_crowds = {row["challenge_id"] for row in record.crowds}
    begun = {match.challenge_id: number for number, match in record.matches.items()}
    for row in record.posts.values():
        post = posts.get(row["message_id"] or 0)
        if row["kind"] != "challenge" or row["challenge_id"] not in with_crowds or post is None:
            continue
        challenge = record.challenges[row["challenge_id"]]
        is_open = post_parser.button(post, "crowd_begin") is not None
        named = begun.get(challenge["id"]) in {int(number) for number in _MATCH.findall(post.content)}
        if named != (challenge["id"] in begun) or is_open != (challenge["status"] == "open"):
            audit.found(
                "posts missing", f"challenge {challenge['id']} is {challenge['status']}, and says {post.content!r}"
            )

"""One match, played by scripted people from the challenge to its end, through whatever happens to the bot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.chaos import around, speech
from tests.chaos.challenging import Offer, begin
from tests.chaos.crowd import Submission
from tests.chaos.records import match as recorded
from tests.chaos.ways import WAYS, Turn, by_ply, by_slash, came_back, directly, directly_unnamed
from tests.games.playouts import chosen_move
from tests.playground.client import Said

if TYPE_CHECKING:
    from random import Random

    from games.contract import Game
    from tests.chaos.crowd import Crowd
    from tests.chaos.speech import Board
    from tests.chaos.ways import Sent, Way
    from tests.playground.client import Person

PATIENCE = 3.0
"""Seconds after which somebody tries again what came to nothing and isn't read up later."""
TRIES = 6


class Contest:
    """A match between people who know of it what its boards show. `chance` decides all they do."""

    def __init__(self, crowd: Crowd, game: Game[Any, Any], database: str, chance: Random) -> None:
        self.crowd = crowd
        self.game = game
        self.chance = chance
        self.number = 0
        self.home = self.hall = ""
        self.people: dict[int, Person] = {}
        self.ply = 0
        self.state: Any = None
        self.stuck = ""
        """What somebody still waits for, in words."""
        self._database = database
        self._most = chance.randint(3, 24)

    async def play(self) -> None:
        """Play until the match is over or no new turn is to be begun."""
        offer = Offer.drawn(self.game, self.crowd, self.chance)
        place = await begin(self.crowd, offer, self.chance)
        if place is None:
            return
        match = await recorded(self._database, place.match)
        self.number, self.home, self.hall = match.id, str(match.home), str(match.channel_id)
        self.people = {seat: self._named(person.id) for seat, person in enumerate(match.seats, 1)}
        self.state = self.game.start(len(match.seats), match.options, match.seed)
        await self._until(lambda: bool(self.boards), "the first board")
        while not self.crowd.closing and (seat := self.game.to_move(self.state)):
            if self.ply >= self._most:
                await self._resign(seat)
            else:
                await self._turn(seat)

    @property
    def boards(self) -> list[Board]:
        """The boards seen so far, in the order in which they were posted."""
        return self.crowd.boards[self.number]

    def _named(self, user: int) -> Person:
        return next(person for person in self.crowd.people if person.id == str(user))

    async def _until(self, there: Any, what: str) -> None:
        """Wait for what the bot owes, however long that takes."""
        self.stuck = what
        while not await self.crowd.until(there, 60):
            pass
        self.stuck = ""

    async def _turn(self, seat: int) -> None:
        person, ply = self.people[seat], self.ply + 1
        text = self.game.format(self.state, chosen_move(self.game, self.state, self.chance))
        turn = Turn(person, self.number, self.home, self.hall, self._board_post(), ply, text)
        await around.before(self, turn)
        if self.chance.random() < 0.08:
            await self._rival(turn)
        await self._give(turn)
        await self._until(lambda: self._played(ply) is not None, f"the board of move {ply}, {text}")
        shown = self._played(ply)
        assert shown
        self.state = self.game.play(self.state, self.game.parse(self.state, self._text_of(shown)))
        self.ply = ply

    async def _give(self, turn: Turn) -> None:
        """Give a move in some way; again where nothing came of it and nobody will read it later."""
        mine = Submission(self.number, turn.ply, int(turn.person.id), turn.text)
        self.crowd.submissions.append(mine)
        for number in range(TRIES):
            way = self.chance.choices(*zip(*WAYS, strict=True))[0]
            if way is directly_unnamed and number:
                way = directly  # the first may yet be played, and then this might be a move of another match
            sent = await self._send(turn, way, mine)
            if way is not directly_unnamed and self.chance.random() < 0.1:
                await self._send(turn, way, mine)
            if await self._came_of(sent, turn, mine):
                return
        self.crowd.surprises.append(f"#{self.number}: {turn.person.name} tried move {turn.ply} {TRIES} times in vain")

    async def _rival(self, turn: Turn) -> None:
        """Give another move first, which may or may not win the turn."""
        text = self.game.format(self.state, chosen_move(self.game, self.state, self.chance))
        rival = replace(turn, text=text)
        theirs = Submission(self.number, turn.ply, int(turn.person.id), text)
        self.crowd.submissions.append(theirs)
        await self._send(rival, self.chance.choice((by_slash, by_ply)), theirs)

    async def _send(self, turn: Turn, way: Way, submission: Submission) -> Sent:
        while True:
            try:
                sent = await way(turn)
            except Said:  # no slash commands before the bot's first start has registered them
                await self.crowd.online()
                continue
            submission.sources.append(sent.source)
            return sent

    async def _came_of(self, sent: Sent, turn: Turn, submission: Submission) -> bool:
        """Wait for what a move came to; return False when it has to be given again."""
        answers = self.crowd.answers[sent.source]

        def settled() -> bool:
            return self._played(turn.ply) is not None or bool(answers)

        if sent.acknowledged:
            return await self._taken(sent.answer or "", turn)
        if sent.lasts:
            await self._until(settled, f"an answer to move {turn.ply}, {turn.text}, of message {sent.source}")
        elif not await self.crowd.until(settled, PATIENCE):
            await self.crowd.online()
            return False
        if self._played(turn.ply) is not None or not answers:
            return True
        pick = f"pick:{self.number}:{turn.person.id}"
        if pick in speech.buttons(answers[0]):
            return await self._pick(str(answers[0].id), pick, turn, submission)
        return await self._taken(answers[0].content, turn)

    async def _pick(self, question: str, pick: str, turn: Turn, submission: Submission) -> bool:
        for _ in range(TRIES):
            await self.crowd.online()
            sent = came_back(await turn.person.press(question, pick))
            submission.sources.append(sent.source)
            if sent.acknowledged:
                return await self._taken(sent.answer or "", turn)
            if await self.crowd.until(lambda: self._played(turn.ply) is not None, PATIENCE):
                return True
        return False

    async def _taken(self, answer: str, turn: Turn) -> bool:
        """Whether an answer lets somebody wait for the board; anything unheard-of is noted."""
        named = speech.acknowledged(answer)
        if not answer or answer.startswith("That was done already") or (named and named.ply == turn.ply):
            return True
        if await self.crowd.until(lambda: self._played(turn.ply) is not None, PATIENCE):
            return True  # by another message, which came first
        if not answer.startswith(speech.OURS) and not speech.too_late(answer):
            told = f"#{self.number} move {turn.ply} {turn.text!r} by {turn.person.name}: {answer[:200]!r}"
            self.crowd.surprises.append(told)
        return False

    async def _resign(self, seat: int) -> None:
        person = self.people[seat]

        def gone() -> bool:
            return any(board.resigned == person.name for board in self.boards)

        while not gone():
            await self.crowd.online()
            question = (await person.slash("resign", self.home, match=str(self.number)))["message"]
            if question and question["content"].startswith("Do you resign"):
                confirmed = await person.press(question, f"resign:{self.number}:{person.id}")
                self.crowd.resigned[int(confirmed["interaction_id"])] = int(person.id)
            await self.crowd.until(gone, PATIENCE)
        self.state = self.game.leave(self.state, seat)

    def _played(self, ply: int) -> Board | None:
        return next((one for one in self.boards if one.ply == ply and one.shown is not None), None)

    def _text_of(self, board: Board) -> str:
        """Return the move that a board shows: one that was given, as long ones are shown cut."""
        given = [one for one in self.crowd.submissions if (one.match, one.ply) == (self.number, board.ply)]
        shown = board.shown or ""
        return next((one.text for one in given if speech.shows(shown, one.text)), shown)

    def _board_post(self) -> str:
        return str(self.boards[-1].message)

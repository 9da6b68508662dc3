"""One match, played by scripted people from the challenge to its review, through whatever happens to the bot."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.referee.history.rebuild import start_state
from games.random_play import choose_move
from tests.chaos import offers, post_parser, side_actions
from tests.chaos.acts import REVIEW, Wish, attempt, press, slash
from tests.chaos.challenges import Offer, begin, play_again
from tests.chaos.move_senders import (
    MOVE_SENDERS,
    Turn,
    by_ply,
    by_preview,
    by_slash,
    came_back,
    directly,
    directly_unnamed,
)
from tests.chaos.pages import by_page, offered, on_page
from tests.chaos.played_on import play_on
from tests.chaos.players import Submission
from tests.chaos.records import match as recorded, moves_recorded
from tests.playground.client import Said
from tests.wire.match import WAITING

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from random import Random

    from games.contract import Game
    from tests.chaos.move_senders import MoveSender, Sent
    from tests.chaos.players import Players
    from tests.chaos.post_parser import Board
    from tests.playground.client import Person

PATIENCE = 3.0
"""Seconds after which somebody tries again what came to nothing and isn't read up later."""
TRIES = 6
LEISURE = 0.2
"""How often somebody lets their time run in a turn that has a clock."""
LONGEST = 24
"""Moves after which people resign."""
AGAIN = 0.5
"""How often a match that is over has a rematch, or is played on from one of its positions."""
PLAYED_ON = 0.4
"""How often it is the latter."""
BY_PAGE = 0.25
"""How often a move is given on the page."""
REVIEWED = 0.5
"""How often its players ask for its review before."""


class Contest:
    """A match between people who know of it what its boards show. `chance` decides all they do."""

    def __init__(
        self,
        players: Players,
        game: Game[Any, Any],
        database: str,
        chance: Random,
        *,
        longest: int = LONGEST,
        again: float = AGAIN,
    ) -> None:
        """After `longest` moves at most one after the other resigns; `again` is how often a rematch follows."""
        self.players = players
        self.game = game
        self.database = database
        self.chance = chance
        self.number = 0
        self.home = self.hall = ""
        self.people: dict[int, Person] = {}
        self.gone: set[int] = set()
        self.clocked = False
        self.stuck = ""
        """What somebody still waits for, in words."""
        self._path: list[tuple[int, Any]] = []
        """How many moves counted after each event that still counts, and the state it led to."""
        self._read = 0
        """How many boards were taken in."""
        self._agreed_draw = False
        self._beside: set[asyncio.Task[None]] = set()
        self._most = chance.randint(3, longest)
        self._again = again

    async def play(self) -> Contest | None:
        """Play until the match is over or no new turn is to be begun; return its rematch, if there is one."""
        if not self.number:
            offer = Offer.drawn(self.game, self.players, self.chance)
            place = await begin(self.players, offer, self.chance)
            if place is None:
                return None
            self.number, self.clocked = place.match, "clock" in offer.terms
        match = await recorded(self.database, self.number)
        self.home, self.hall = str(match.home), str(match.channel_id)
        self.people = {
            seat: self._find_person(person.id) for seat, person in enumerate(match.seats, 1) if person.level is None
        }
        self._path = [(0, start_state(self.game, match))]
        await self._until(lambda: self.went_on, "the first board")
        try:
            while await self._follow() and not self.players.closing and (seat := self.game.to_move(self.state)):
                if seat not in self.people:
                    await self._until(lambda: self.went_on, f"Turnpost's move {self.ply + 1}")
                elif self.ply < self._most:
                    await self._turn(seat)
                elif len(match.seats) - len(self.people) > 1 and len(self.still_in()) == 1:
                    break  # the computer players would play on for a long time
                else:
                    await self._resign(seat)
        finally:
            await self._finish_beside()
        if not self.is_over:
            return None
        if self.ply and self.chance.random() < REVIEWED:
            await ask_for_review(self)
        return await self._following()

    @property
    def boards(self) -> list[Board]:
        """The boards seen so far, in the order in which they were posted."""
        return self.players.boards[self.number]

    @property
    def went_on(self) -> bool:
        """Whether there is a board that was not taken in yet."""
        return len(self.boards) > self._read

    @property
    def ply(self) -> int:
        """How many moves count so far."""
        return self._path[-1][0]

    @property
    def state(self) -> Any:
        """What they led to."""
        return self._path[-1][1]

    @property
    def positions(self) -> Sequence[tuple[int, Any]]:
        """How many moves counted after each event that still counts, and the state it led to."""
        return self._path

    @property
    def is_over(self) -> bool:
        """Whether the boards taken in show the end."""
        return self._agreed_draw or self.game.to_move(self.state) is None

    def still_in(self) -> list[Person]:
        """Return who has not left."""
        return [person for seat, person in self.people.items() if seat not in self.gone]

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Let somebody do something while the match goes on."""
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until something can be seen, the match goes on, or the evening ends."""
        while not await self.players.until(lambda: there() or self.went_on or self.players.closing, 60):
            pass

    async def _finish_beside(self) -> None:
        while self._beside:
            await asyncio.gather(*self._beside)

    def _find_person(self, user: int) -> Person:
        return next(person for person in self.players.people if person.id == str(user))

    async def _until(self, there: Callable[[], bool], what: str) -> None:
        """Wait for what the bot owes, however long that takes."""
        self.stuck = what
        while not await self.players.until(there, 60):
            pass
        self.stuck = ""

    async def _follow(self) -> bool:
        """Take in the boards that came, and return whether the match goes on."""
        for board in self.boards[self._read :]:
            self._read += 1
            if board.left:
                self._leave(board.left)
            if board.event == "move" and (board.turns or board.ply == self.ply + 1):
                shown = dict(board.turns) | {board.ply: board.shown or ""}  # the first of several may be left out
                for ply in range(self.ply + 1, board.ply + 1):
                    played = self.game.parse(self.state, await self._text_of(ply, shown.get(ply)))
                    self._path.append((ply, self.game.play(self.state, played)))
            elif board.event == "takeback":
                while self.ply > board.ply:
                    self._path.pop()
            self._agreed_draw = self._agreed_draw or board.event == "draw"
        return not self.is_over

    def _leave(self, name: str) -> None:
        seat = next(seat for seat, person in self.people.items() if person.name == name)
        if seat not in self.gone:
            self.gone.add(seat)
            self._path.append((self.ply, self.game.leave(self.state, seat)))

    async def _following(self) -> Contest | None:
        """Return the match that its people begin next, a rematch or one from a position, if there is one."""
        if self.players.closing or self.chance.random() > self._again:
            return None
        again = self.chance.random() > PLAYED_ON
        number = await (play_again if again else play_on)(self)
        if number is None:
            return None
        following = Contest(self.players, self.game, self.database, self.chance)
        following.number, following.clocked = number, self.clocked and again
        return following

    async def _turn(self, seat: int) -> None:
        person, ply = self.people[seat], self.ply + 1
        text = self.game.format(self.state, choose_move(self.game, self.state, self.chance))
        turn = Turn(person, self.number, self.home, self.hall, self._board_post(), ply, text)
        await side_actions.before(self, turn)
        if self.clocked and self.chance.random() < LEISURE:
            await offers.let_run(self, person)
        if self.went_on or self.players.closing:
            return
        if self.chance.random() < 0.08:
            await self._rival(turn)
        await self._give(turn)
        await self._until(lambda: self.went_on, f"the board of move {ply}, {text}")

    async def _give(self, turn: Turn) -> None:
        """Give a move in some way; again where nothing came of it and nobody will read it later."""
        mine = Submission(self.number, turn.ply, int(turn.person.id), turn.text)
        self.players.submissions.append(mine)
        for number in range(TRIES):
            if self.chance.random() < 0.08 and (sent := await by_preview(self, turn)):
                mine.sources.append(sent.source)
                if await self._came_of(sent, turn, mine):
                    return
                continue
            if self.chance.random() < BY_PAGE and (sent := await by_page(self, turn)):
                mine.sources.append(sent.source)
                if await self._came_of(sent, turn, mine):
                    return
                continue
            way = self.chance.choices(*zip(*MOVE_SENDERS, strict=True))[0]
            if way is directly_unnamed and number:
                way = directly  # the first may yet be played, and then this might be a move of another match
            sent = await self._send(turn, way, mine)
            if way is not directly_unnamed and self.chance.random() < 0.1:
                await self._send(turn, way, mine)
            if await self._came_of(sent, turn, mine):
                return
        self.players.surprises.append(f"#{self.number}: {turn.person.name} tried move {turn.ply} {TRIES} times in vain")

    async def _rival(self, turn: Turn) -> None:
        """Give another move first, which may or may not win the turn."""
        text = self.game.format(self.state, choose_move(self.game, self.state, self.chance))
        rival = replace(turn, text=text)
        theirs = Submission(self.number, turn.ply, int(turn.person.id), text)
        self.players.submissions.append(theirs)
        await self._send(rival, self.chance.choice((by_slash, by_ply)), theirs)

    async def _send(self, turn: Turn, way: MoveSender, submission: Submission) -> Sent:
        while True:
            try:
                sent = await way(turn)
            except Said:  # no slash commands before the bot's first start has registered them
                await self.players.online()
                continue
            submission.sources.append(sent.source)
            return sent

    async def _came_of(self, sent: Sent, turn: Turn, submission: Submission) -> bool:
        """Wait for what a move came to; return False when it has to be given again."""
        replies = self.players.replies_to(sent.source)

        def settled() -> bool:
            return self.went_on or bool(replies)

        if sent.acknowledged:
            return await self._taken(sent.answer or "", turn)
        if sent.lasts:
            await self._until(settled, f"an answer to move {turn.ply}, {turn.text}, of message {sent.source}")
        elif not await self.players.until(settled, PATIENCE):
            await self.players.online()
            return False
        if self.went_on or not replies:
            return True
        pick = f"pick:{self.number}:{turn.person.id}"
        if pick in post_parser.buttons(replies[0]):
            return await self._pick(str(replies[0].id), pick, turn, submission)
        return await self._taken(replies[0].content, turn)

    async def _pick(self, question: str, pick: str, turn: Turn, submission: Submission) -> bool:
        for _ in range(TRIES):
            await self.players.online()
            sent = came_back(await turn.person.press(question, pick))
            submission.sources.append(sent.source)
            if sent.acknowledged:
                return await self._taken(sent.answer or "", turn)
            if await self.players.until(lambda: self.went_on, PATIENCE):
                return True
        return False

    async def _taken(self, answer: str, turn: Turn) -> bool:
        """Whether an answer lets somebody wait for the board; anything unheard-of is noted."""
        acknowledged_move = post_parser.acknowledged(answer)
        if (
            not answer
            or answer.startswith("That was done already")
            or WAITING.fullmatch(answer)
            or (acknowledged_move and acknowledged_move.ply == turn.ply)
        ):
            return True
        if await self.players.until(lambda: self.went_on, PATIENCE):
            return True  # by another message, which came first
        if not answer.startswith(post_parser.OURS) and not post_parser.too_late(answer):
            told = f"#{self.number} move {turn.ply} {turn.text!r} by {turn.person.name}: {answer[:200]!r}"
            self.players.surprises.append(told)
        return False

    async def _resign(self, seat: int) -> None:
        person = self.people[seat]
        while not self.went_on:
            await self.players.online()
            if self.chance.random() < BY_PAGE:
                with suppress(Said):
                    sent = await on_page(self, person, offered("resign"))()
                    self.players.resigned[sent.source] = int(person.id)
                await self.players.until(lambda: self.went_on, PATIENCE)
                continue
            question = (await person.slash("match", self.home, do="resign", match=str(self.number)))["message"]
            if question and question["content"].startswith("Resign "):
                confirmed = await person.press(question, f"resign:{self.number}:{person.id}")
                self.players.resigned[int(confirmed["interaction_id"])] = int(person.id)
            await self.players.until(lambda: self.went_on, PATIENCE)

    async def _text_of(self, ply: int, shown: str | None) -> str:
        """Return the move that a board shows: the latest one given that may be it, as long ones are cut.

        The move on record stands for one that a board with several turns leaves out.
        """
        if shown is None:
            return (await moves_recorded(self.database, self.number, ply))[0]
        given = [one for one in self.players.submissions if (one.match, one.ply) == (self.number, ply)]
        if text := next((one.text for one in reversed(given) if post_parser.shows(shown, one.text)), None):
            return text
        made = await moves_recorded(self.database, self.number, ply)
        return next((text for text in made if post_parser.shows(shown, text)), shown)

    def _board_post(self) -> str:
        return str(self.boards[-1].message)


async def ask_for_review(contest: Contest) -> None:
    """Let all players ask for the review, by the button under the last board or by command."""
    await asyncio.gather(*(_request_review(contest, person) for person in contest.people.values()))


async def _request_review(contest: Contest, person: Person) -> None:
    board = contest.boards[-1].message

    def draw() -> Wish:
        by_press = press(person, board, f"review:{contest.number}")
        by_slash = slash(person, contest.hall, "match", do="review", match=f"#{contest.number}")
        return Wish(REVIEW, person, "review", contest.chance.choice((by_press, by_slash)), contest.number)

    await attempt(contest.players, draw, lambda: contest.players.closing)

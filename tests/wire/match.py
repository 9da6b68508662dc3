"""A match between scripted people: what they do, and what the rules say must then be seen."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from bot import plugins
from renderers import encode
from renderers.board.scene import Scene
from storage.engine.database import Database, file_url
from storage.queries import matches

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from games.contract import Options
    from renderers.board.scene import Renderer
    from tests.playground.client import Json, Person, SeenCount

    Way = Callable[["Person", str, Json, str], Awaitable[Any]]

WAITING = re.compile(r"\d+ more waits? for you\.")
"""What a player who has moved is told privately while other matches of theirs wait."""
SCRIPTS: dict[str, str] = {
    "martian-life": ("e4+ b7 f5 d6 e3 d7 e7 d8 d2 b1 e3+ b5 f2 h4 d5+ h3 g6 c2 e7+ d4+ g1 c1 d2+ d7+ h5 f3 e4+"),
    "xero-g": "321123 123321 d1xe1@b3 d6-b5 e1xf1@d6 a6xb6@e5 b1xe6@f2 d6xc6@e1 a1-base",
}


class Contest:
    """People at a match, in seat order. It keeps its own state by the rules, to hold what the bot posts against."""

    def __init__(
        self,
        key: str,
        people: tuple[Person, ...],
        options: Options | None = None,
        data: Path | None = None,
        look: dict[str, Any] | None = None,
        channel: str = "games",
        *,
        redraws: bool = True,
    ) -> None:
        """`data` is the bot's data folder, where the seed of a match can be read: some games draw their board by it.

        `look` is what the challenge says of theme, size and sides, `channel` where it is issued. A contest that
        `redraws` compares each picture with one that it draws itself.
        """
        self.look = look or {}
        self.key = key
        offered = plugins.read()
        self.game, self.renderer = offered.games[key], offered.renderers[key]
        self.people = people
        self.options = options or {}
        self.url = file_url(data / "turnpost.db") if data else None
        self.channel = channel
        self.redraws = redraws
        self.state: Any = self.game.start(len(people), self.options, 0)
        self.ply = 0
        self.number = 0
        self.thread = ""
        self.board: Json = {}
        self.shown = b""

    async def begin(self) -> None:
        """Challenge by text, accept by button, and wait for the first board in the match's own thread."""
        first, *others = self.people
        since = first.seen_so_far()
        invited = " ".join(f"@{person.name}" for person in others)
        options = " ".join(f"{name}={value}" for name, value in [*self.options.items(), *self.look.items()])
        await first.say(f"!challenge {invited} {self.key} seat=1 {options}", self.channel)
        await self._accept(since)

    async def begin_by_slash(self, *words: str, **terms: str) -> None:
        """Challenge by slash command, with further `words` of its option `more` and `terms`, and accept by button."""
        first, *others = self.people
        since = first.seen_so_far()
        opponent, *further = others
        written = [f"{name}={value}" for name, value in [*self.options.items(), *self.look.items()]]
        more = " ".join([*(f"<@{person.id}>" for person in further), *written, *words])
        await first.ask_by_slash("play", opponent=opponent.id, game=self.key, seat="1", **terms, more=more)
        await self._accept(since)

    async def _accept(self, since: SeenCount) -> None:
        first, *others = self.people
        post = await first.hear(
            lambda one: one["content"].startswith(f"**{first.name}** ") and "-# challenge " in one["content"],
            "the challenge",
            since=since,
        )
        for person in others:
            await person.press(post, "Accept")
        seated = await first.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], since=since)
        self.number = int(seated["content"].split("#")[1].split("*")[0])
        self.thread = seated["content"].split("<#")[1].split(">")[0]
        drawn = [name for name in seated["content"].split("**") if name in {person.name for person in self.people}]
        self.people = tuple(sorted(self.people, key=lambda person: drawn.index(person.name)))
        if self.url:
            self.state = self.game.start(len(self.people), self.options, await _seed(self.url, self.number))
        await self.hear_board(since)

    @property
    def mover(self) -> Person:
        """The person whose turn it is."""
        seat = self.game.to_move(self.state)
        assert seat
        return self.people[seat - 1]

    @property
    def picture(self) -> bytes:
        """The picture of the position as the renderer draws it."""
        return draw(self.renderer, self.scene)

    @property
    def scene(self) -> Scene:
        """What all see: from the side of whoever is to move, then the winner's, as a match is unless it says so."""
        result = self.game.result(self.state)
        side = result.winners[0] if result and len(result.winners) == 1 else self.game.to_move(self.state)
        names = tuple(person.name for person in self.people)
        drawn: dict[str, Any] = {"side": side, **self.look}
        if drawn.pop("sides", "mover") == "never" or not self.game.info.homes:
            drawn["side"] = None
        return Scene(self.state, names, self.ply, self.move, **drawn)

    move: str | None = None

    async def turn(self, way: Way, text: str) -> Json:
        """Play a move in some way, and check the board that answers it."""
        mover, before, picture = self.mover, self.board, self.shown
        since = self.people[0].seen_so_far()
        await way(mover, self.thread, before, text)
        self.follow([text])
        board = await self.hear_board(since)
        assert self.move
        assert f"`{self.move[:99]}" in board["content"]
        assert f"**{self.ply}.**" in board["content"]
        assert mover.name in board["content"]
        assert board["id"] != before["id"]
        assert self.shown != picture
        return board

    def follow(self, texts: Sequence[str]) -> None:
        """Play moves on its own state."""
        for text in texts:
            chosen = self.game.parse(self.state, text)
            self.move = self.game.format(self.state, chosen)
            self.state = self.game.play(self.state, chosen)
            self.ply += 1

    async def hear_board(self, since: SeenCount | None = None, *, same_turn: bool = False) -> Json:
        """Wait for the board of the position, and check its picture, its alt text and its one mention.

        A board that comes within a turn mentions nobody.
        """
        watcher = self.people[0]
        self.board = await watcher.hear(
            lambda one: (
                one["channel_id"] == self.thread
                and one["attachments"]
                and one["author"].get("bot")
                and not one["ephemeral"]  # a preview that only the watcher sees
            ),
            f"the board of move {self.ply}",
            since=since,
        )
        file = self.board["attachments"][0]
        self.shown = await watcher.fetch(file["url"])
        assert not self.redraws or self.shown == self.picture
        assert file["description"] == self.renderer.alt(self.scene)
        assert self.move is None or self.move in file["description"]
        to_move = self.game.to_move(self.state)
        expected = [self.people[to_move - 1].id] if to_move and not same_turn else []
        assert [user["id"] for user in self.board["mentions"]] == expected
        return self.board

    async def resign(self, seat: int) -> None:
        """Let a seat resign, by command and confirmation, and check the board that answers it."""
        person, since = self.people[seat - 1], self.people[0].seen_so_far()
        answer = await person.ask_by_slash("match", self.thread, do="resign")
        await person.press(answer, f"Resign #{self.number}")
        before = self.game.to_move(self.state)
        self.state, self.move = self.game.leave(self.state, seat), None
        board = await self.hear_board(since, same_turn=self.game.to_move(self.state) == before)
        assert f"**{person.name}** resigned" in board["content"]

    def check_end(self) -> None:
        """Check that the last board announces the end, with places where there are more than two."""
        result = self.game.result(self.state)
        assert result
        content = self.board["content"]
        assert f"{self.game.info.title} #{self.number}" in content
        assert (result.clause if self.move else "resigned") in content
        if len(self.people) > 2:
            for person, place in zip(self.people, result.places, strict=True):
                assert f"{place}. **{person.name}**" in content

    def check_win(self) -> None:
        """Check that the last board announces the win."""
        result = self.game.result(self.state)
        assert result
        (winner,) = result.winners
        content = self.board["content"]
        assert f"**{self.people[winner - 1].name}** wins **{self.game.info.title} #{self.number}**" in content
        assert result.clause in content
        assert f"after {self.ply} moves" in content


@cache
def draw(renderer: Renderer, scene: Scene) -> bytes:
    """Return the picture of a scene; many tests begin with the same turns."""
    return encode(renderer.draw(scene))


async def begin_match(people: Sequence[Person], *texts: str, key: str = "martian-life") -> Contest:
    """Begin a match in which the first of these people sits first, and play moves as bare texts."""
    contest = Contest(key, tuple(people))
    await contest.begin()
    for text in texts:
        await contest.turn(bare, text)
    return contest


async def ask_in_panel(person: Person, post: Json, command: str) -> Json:
    """Press *More* under a board, then a command of the panel, and return the answer."""
    panel, since = await person.ask_by_press(post, "More"), person.seen_so_far()
    offered = [str(part.get("custom_id")) for line in panel["components"] for part in line["components"]]
    if button := next((each for each in offered if each.startswith(f"do:{command}:")), None):
        return await person.ask_by_press(panel, button)
    menu = next(each for each in offered if each.startswith("panel:match:"))
    return await person.answer_to(await person.press(panel, menu, command), command, since, panel["id"])


async def by_text(person: Person, thread: str, board: Json, text: str) -> None:
    """`!move c4` in the thread."""
    del board
    await person.say(f"!move {text}", thread)


async def by_slash(person: Person, thread: str, board: Json, text: str) -> None:
    """`/move` with the completion that autocomplete offers."""
    del board
    choices = await person.autocomplete("move", "move", thread, move=text)
    assert text in [choice["value"] for choice in choices]
    await person.ask_by_slash("move", thread, move=text)


async def by_reply(person: Person, thread: str, board: Json, text: str) -> None:
    """A reply to the board post, with the ping on."""
    await person.say(text, thread, to=board)


async def by_mention(person: Person, thread: str, board: Json, text: str) -> None:
    """`@Turnpost move c4`."""
    del board
    await person.say(f"@Turnpost move {text}", thread)


async def bare(person: Person, thread: str, board: Json, text: str) -> None:
    """Just `c4` in the thread."""
    del board
    await person.say(text, thread)


async def directly(person: Person, thread: str, board: Json, text: str) -> None:
    """Just `c4` by direct message."""
    del thread, board
    await person.say(text, await person.dm())


async def _seed(url: str, number: int) -> int:
    database = await Database.open(url)
    try:
        async with database.read() as tx:
            return (await matches.require(tx, number)).seed
    finally:
        await database.close()


def meanwhile(way: Way, barrier: asyncio.Barrier) -> Way:
    """Act in some way, and let pass what happens between two meetings at the barrier before the answer is awaited."""

    async def acted(person: Person, thread: str, board: Json, text: str) -> None:
        await way(person, thread, board, text)
        await barrier.wait()
        await barrier.wait()

    return acted

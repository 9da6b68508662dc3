"""People use everything there is, whatever the language: nothing here waits for a sentence.

Ann manages the server. In a match everybody makes a mistake, asks for what a board offers, agrees and disagrees; then
it is played to its end.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from games.random_play import choose_move
from storage.queries import matches
from tests.languages.seen import OPEN, Text, texts_of_components, texts_of_message
from tests.playground.client import Said, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.contract import Game
    from tests.playground.client import Person, SeenCount
    from tests.wire.timed_environment import TimedEnvironment

Json = dict[str, Any]

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
RECORDED = {
    "xero-g": "xero-g-won-in-five",
    "martian-life": "martian-life-target-10-5",
    "force-field-factions": "force-field-factions-quick",
}
"""Short recorded matches to their ends, by game; the others are played by chance."""
OPTIONS = {"xong": "board=random hexes=48 first=free", "zyrcan": "variant=blitzkrieg"}
"""Options of those, which make them short."""
LEFT_ALONE = re.compile(r"(leave|resign|delete_person|claim|calloff|abandon|type|take_seat|give_seat|rematch|block)\b")
"""Buttons that the tour presses only where it means to."""
_TYPED = re.compile(rf"[^{OPEN}]*?(?:: | \()")
"""The words to type at the beginning of a suggestion, before what they mean."""
CLOCK = "3d"
MANAGER = "Ann"
LOOKED_AT = 2
"""How many moves are played before people look at everything."""


@dataclass
class Tour:
    """What is seen goes into `read`, by who reads it: `posts` are what everybody sees."""

    env: TimedEnvironment
    read: dict[str, list[Text]] = field(default_factory=dict[str, "list[Text]"])
    pictures: dict[str, bytes] = field(default_factory=dict[str, bytes])

    def person(self, name: str) -> Person:
        """Return one of the people."""
        return self.env[name]

    async def ask(self, person: Person, name: str, channel: str = "games", /, **options: Any) -> Json | None:
        """Use a slash command and return the private answer, None if all see it or it opens a form."""
        since = person.seen_so_far()
        outcome = await person.slash(name, channel, **options)
        return await self._follow(person, outcome, since)

    async def press(self, person: Person, message: Json, custom_id: str, *values: str) -> Json | None:
        """Press a button or choose in a menu; return the private answer, or the message as it is then."""
        since = person.seen_so_far()
        try:
            outcome = await person.press(message, custom_id, *values)
        except Said:  # it is gone, or not for this person
            return None
        return await self._follow(person, outcome, since)

    async def _follow(self, person: Person, outcome: Json, since: SeenCount) -> Json | None:
        if form := outcome.get("modal"):
            self._note(person.name, texts_of_components([form], "form"))
            return None
        if outcome["message"]:
            return outcome["message"]
        request = outcome["interaction_id"]
        await self.env.all_posted()
        found = [
            one["message"]
            for one in person.seen[since:]
            if one["type"] == "message" and one["message"].get("interaction_metadata", {}).get("id") == request
        ]
        return found[-1] if found else None

    async def suggest(self, person: Person, name: str, option: str, channel: str = "games", **options: Any) -> None:
        """Read what is suggested while an option is typed."""
        choices = await person.autocomplete(name, option, channel, **{option: "", **options})
        where = f"suggestion for /{name} {options.get(option) or option}"
        told = [each["name"] for each in choices]
        if option in {"do", "more"}:
            told = [_TYPED.sub("", text, count=1) for text in told]
        self._note(person.name, (Text(where, text) for text in told))

    def _note(self, reader: str, texts: Iterator[Text]) -> None:
        self.read.setdefault(reader, []).extend(texts)

    async def collect(self) -> None:
        """Add everything that people have seen of the bot, private answers to their reader, posts to `posts`."""
        await self.env.all_posted()
        for person in self.env.people.values():
            direct = await person.dm()
            for event in person.seen:
                message = event.get("message") if event["type"] == "message" else None
                if not message or not message["author"].get("bot"):
                    continue
                private = message["ephemeral"] or message["channel_id"] == direct
                self._note(person.name if private else "posts", texts_of_message(message))
                for each in message["attachments"]:
                    if each["url"] not in self.pictures and each["filename"].endswith((".png", ".webp", ".gif")):
                        self.pictures[each["url"]] = await person.fetch(each["url"])


def buttons_of(message: Json) -> list[Json]:
    """Return the buttons and menus of a message."""
    return parts_of(message)


def find_id(message: Json, beginning: str) -> str | None:
    """Return the custom_id of a message's first component that begins so."""
    ids = (part.get("custom_id") or "" for part in buttons_of(message))
    return next((each for each in ids if each.startswith(beginning)), None)


@dataclass
class TouredMatch:
    """A match of a tour: its players in seat order, its thread, and its state by the rules."""

    tour: Tour
    game: Game[Any, Any]
    people: tuple[Person, ...]
    number: int = 0
    thread: str = ""
    state: Any = None
    seq: int = 0

    @property
    def mover(self) -> Person:
        """Whose turn it is."""
        return self.people[(self.game.to_move(self.state) or 1) - 1]

    @property
    def waiting(self) -> Person:
        """Somebody else at the table."""
        return next(person for person in self.people if person is not self.mover)

    async def begin(self) -> None:
        """Challenge, accept, and wait for the first board."""
        env, (first, *others) = self.tour.env, self.people
        since = first.seen_so_far()
        further = " ".join(f"<@{person.id}>" for person in others[1:])
        key = self.game.info.key
        options = OPTIONS.get(key) or " ".join(f"{name}={value}" for name, value in _recorded(key)["options"].items())
        chosen: dict[str, str] = {"opponent": others[0].id, "more": f"{further} {options}".strip()}
        await self.tour.ask(first, "play", game=key, clock=CLOCK, seat="1", **chosen)
        post = await first.hear(lambda one: find_id(one, "accept:"), "the challenge", since=since)
        accept = find_id(post, "accept:")
        assert accept
        for person in others:
            await self.tour.press(person, post, accept)
        board = await first.hear(lambda one: find_id(one, "mine:"), "the first board", since=since)
        self.number, self.thread = int(str(find_id(board, "mine:")).split(":")[1]), board["channel_id"]
        async with env.bot.context.database.read() as tx:
            match = await matches.require(tx, self.number)
        seats = {str(person.id): person for person in self.people}
        self.people = tuple(seats[str(person.id)] for person in match.seats)
        self.state, self.seq = self.game.start(len(match.seats), match.options, match.seed), match.seq

    async def board(self) -> Json:
        """Return the board as it now is."""
        await self.tour.env.all_posted()
        return [one for one in await self.people[0].messages(self.thread) if self._is_board(one)][-1]

    def _is_board(self, message: Json) -> bool:
        """Return whether a message is a board, by a button of the match: the last one has no *My view*."""
        ids = (f"mine:{self.number}:", f"panel_of:{self.number}")
        return message["channel_id"] == self.thread and any(find_id(message, each) for each in ids)

    async def move(self, text: str) -> None:
        """Let the player to move play, and wait until the board is posted."""
        mover = self.mover
        since = mover.seen_so_far()
        await mover.say(text, self.thread)
        self.state = self.game.play(self.state, self.game.parse(self.state, text))
        await self._hear_board(mover, since)

    async def _hear_board(self, person: Person, since: SeenCount) -> None:
        await person.hear(self._is_board, "a board", since=since)
        await self.tour.env.all_posted()

    def moves(self, seed: int = 1) -> Iterator[str]:
        """Yield the moves of the match to its end."""
        key = self.game.info.key
        if key in RECORDED:
            yield from (text for text, *_ in _recorded(key)["moves"])
            return
        chance = Random(seed)
        while self.game.to_move(self.state) is not None:
            yield self.game.format(self.state, choose_move(self.game, self.state, chance))

    async def look_at_everything(self) -> None:
        """Make mistakes, and press and ask for what a board offers, as the player to move and as another one."""
        tour, here = self.tour, self.thread
        for person in (self.mover, self.waiting):
            await tour.ask(person, "move", here, move=self.game.info.examples[0], preview=True)
            for text in ("zz9 nonsense", "resign now please"):
                await tour.ask(person, "move", here, move=text)
                await tour.ask(person, "move", here, move=text, preview=True)
            board = await self.board()
            for part in buttons_of(board):
                if not LEFT_ALONE.match(part.get("custom_id") or "leave"):
                    await tour.press(person, board, part["custom_id"])
            await self._be_guided(person, board)
            for name in ("board", "match"):
                await tour.ask(person, name, here)
            for do in ("moves", "hint", "catalogue", "notes", "plan", "analyse", "words", "rules"):
                await tour.ask(person, "match", here, do=do)
            for text in ("sentences", "grid"):
                await tour.ask(person, "board", here, text=text)
            await tour.ask(person, "match", here, do="note a thought")
            await tour.ask(person, "match", here, do="plan if nothing: at all")
            await tour.ask(person, "match", here, do="analyse zz9")
            await tour.ask(person, "match", here, do="export")
            await tour.ask(person, "match", here, do="replay")
            await tour.ask(person, "match", here, do="review")
            await tour.suggest(person, "move", "move", here)

    async def _be_guided(self, person: Person, board: Json) -> None:
        """Go along the buttons to a move, without playing it."""
        shown = await self.tour.press(person, board, str(find_id(board, "move:") or "move"))
        for _ in range(5):
            if not shown:
                return
            prefixes = ("choose:", "choice:")
            found = (part for part in buttons_of(shown) if (part.get("custom_id") or "").startswith(prefixes))
            choice = next(found, None)
            if choice is None:
                return
            values = [str(option["value"]) for option in choice.get("options", [])[:1]]
            shown = await self.tour.press(person, shown, choice["custom_id"], *values)

    async def agree_and_disagree(self) -> None:
        """Offer and ask, refuse and agree, pause and give time, once a move was played."""
        tour, here = self.tour, self.thread
        mover, other = self.mover, self.waiting
        for person, asks, answers in (
            (mover, "draw", ("refuse",)),
            (other, "takeback", ("refuse",)),
            (mover, "pause", ("agree",)),
            (mover, "substitute", ("refuse",)),
        ):
            await tour.ask(person, "match", here, do=asks)
            await tour.env.all_posted()
            for each in self.people:
                if each is not person:
                    for answer in answers:
                        await tour.ask(each, "match", here, do=answer)
            await tour.env.all_posted()
        await tour.ask(mover, "match", here, do="resume")
        await tour.ask(other, "match", here, do="givetime 1d")
        for do in ("claim", "calloff", "resume"):
            await tour.ask(other, "match", here, do=do)


def _recorded(key: str) -> Json:
    """Return the recorded match of a game."""
    return json.loads((GOLDEN / f"{RECORDED[key]}.json").read_text("utf-8"))


OF_SERVER = ("settings threads=maybe", "blocks", "log", "doctor", "block", "unblock", "abandon", "abandon #99")
OF_ME = (
    "privacy show",
    "privacy delete",
    "challenges",
    "look light",
    "preferences",
    "preferences quiet=22-7 digest=8",
    "preferences quiet=99-7",
    "profile",
    "vacation nonsense",
    "vacation 3d",
    "vacation over",
    "nonsense",
)


async def use_every_command(tour: Tour, name: str) -> None:
    """Let a person use every command that needs no match."""
    person, other = tour.person(name), tour.person("Bob" if name != "Bob" else "Ann")
    for key in tour.env.bot.context.games:
        for command in ("help", "stats"):
            await tour.ask(person, command, game=key)
        await tour.ask(person, "standings", game=key)
    for topic in ("start", "moving", "time", "ending", "settings"):
        await tour.ask(person, "help", topic=topic)
    plain: Mapping[str, Mapping[str, Any]] = {
        "help": {},
        "games": {},
        "matches": {},
        "profile": {},
        "stats": {},
        "events": {},
        "match": {},
        "me": {},
        "puzzle": {},
        "server": {},
    }
    manages = name == MANAGER
    for command, options in plain.items():
        if manages or command != "server":
            await tour.ask(person, command, **options)
    for command, options in (
        ("profile", {"person": other.id}),
        ("profile", {"person": other.id, "versus": person.id}),
        ("matches", {"person": other.id}),
        *(("me", {"do": do}) for do in OF_ME),
        *(("match", {"do": do}) for do in ("accept", "decline", "resign", "history", "find", "accept 99")),
        ("match", {"do": f"history <@{other.id}> won"}),
        *(("events", {"do": do}) for do in ("list", "show", "cancel 99", "create", "correct", "remove")),
        ("board", {"match": "99"}),
        ("challenge", {"game": "xero-g", "clock": "nonsense"}),
        ("challenge", {"game": "xero-g", "more": "nonsense"}),
        ("play", {"more": "target=12"}),
    ):
        await tour.ask(person, command, **options)
    for do in OF_SERVER if manages else ():
        await tour.ask(person, "server", do=do)
    for command, option in (
        ("play", "clock"),
        ("play", "seat"),
        ("play", "more"),
    ):
        await tour.suggest(person, command, option, game="xero-g")
    for do in ("", "vacation ", "preferences ", "preferences zone=", "preferences language=", "preferences quiet="):
        await tour.suggest(person, "me", "do", do=do)


async def play_event(tour: Tour, names: tuple[str, ...]) -> None:
    """Let people sign up for a league of the shortest game, and play its first match to the end."""
    ann, *others = (tour.person(name) for name in names)
    since = ann.seen_so_far()
    await tour.ask(ann, "events", do=f"create league xero-g Autumn {CLOCK} signup=1d")
    post = await ann.hear(lambda one: find_id(one, "event_join:"), "the sign-up", since=since)
    for person in (ann, *others):
        for part in buttons_of(post):
            if (part.get("custom_id") or "").startswith("event_join:"):
                await tour.press(person, post, part["custom_id"])
    shown = await tour.ask(ann, "events")
    assert shown
    await tour.press(ann, shown, "event_panel", "1")
    await tour.ask(ann, "events", do="show")
    await tour.ask(others[0], "events", do="show")
    await tour.ask(ann, "events", do="start")
    await tour.env.pass_time(timedelta(minutes=2))
    await tour.env.all_posted()
    await tour.ask(others[0], "events", do="withdraw")


async def run_out_of_time(tour: Tour, match: TouredMatch) -> None:
    """Let time pass until the player to move is reminded, and until it is up; the other one claims it."""
    late, other = match.mover, match.waiting
    for hours in (60, 13):
        await tour.env.pass_time(timedelta(hours=hours))
        await tour.env.all_posted()
    await tour.ask(late, "match", match.thread, do="claim")
    await tour.ask(other, "match", match.thread, do="claim")
    board = await match.board()
    claim = find_id(board, "claim:")
    if claim:
        await tour.press(other, board, claim)
    await tour.env.all_posted()


async def take_tour(tour: Tour, games: list[str]) -> None:
    """Play a match of each game to its end, use every command, hold an event, and collect what was read."""
    offered = tour.env.bot.context.games
    for key in games:
        seats = ("Ann", "Bob", "Cleo")[: max(2, offered[key].info.min_players)]
        match = TouredMatch(tour, offered[key], tuple(map(tour.person, seats)))
        await match.begin()
        for ply, text in enumerate(match.moves()):
            if ply == LOOKED_AT:
                await match.look_at_everything()
                await match.agree_and_disagree()
            await match.move(text)
    for name in (MANAGER, "Bob"):
        await use_every_command(tour, name)
    late = TouredMatch(tour, offered["xero-g"], (tour.person("Ann"), tour.person("Bob")))
    await late.begin()
    await run_out_of_time(tour, late)
    await play_event(tour, ("Ann", "Bob", "Cleo"))
    await tour.collect()

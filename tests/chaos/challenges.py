"""How matches begin: somebody challenges, opens a table or asks for a rematch, and the others take it up."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.contract import check_players
from games.random_play import choose_options
from tests.chaos import post_parser
from tests.chaos.acts import REMATCH, Wish, attempt, press, slash
from tests.chaos.offers import CONTROLS
from tests.chaos.players import GLANCE
from tests.chaos.records import rematch
from tests.playground.client import Said
from tests.wire.environment import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from games.contract import Game
    from playground.model.resources.message import Message
    from tests.chaos.contests import Contest
    from tests.chaos.players import Players
    from tests.chaos.post_parser import Seated
    from tests.playground.client import Person

_OPEN = "challenges anyone here"
_COMPUTER = re.compile(r"\*\*Turnpost[^*]*\*\*")
COMPUTERS = 0.25
"""How often Turnpost takes seats."""
PATIENCE = 6.0
"""Seconds after which somebody challenges again when nothing was posted."""


@dataclass(frozen=True)
class Offer:
    """What is to be played, by whom, in which channel; `context` when anybody may join.

    `terms` are what else is said: who chooses seats, how often a table opens, the clock. `computers` are the seats that
    Turnpost takes, at its lowest level.
    """

    game: Game[Any, Any]
    people: tuple[Person, ...]
    options: dict[str, int | str]
    context: bool
    hall: str
    terms: dict[str, int | str]
    computers: int = 0

    @classmethod
    def drawn(cls, game: Game[Any, Any], players: Players, chance: Random) -> Offer:
        """Return a random one."""
        number = chance.randint(game.info.min_players, min(game.info.max_players, len(PEOPLE)))
        assert check_players(game.info, number)
        computers = chance.randint(1, number - 1) if chance.random() < COMPUTERS else 0
        people = tuple(chance.sample(players.people, number - computers))
        if computers:
            terms: dict[str, int | str] = {"level": 1}
            hall, options = chance.choice(players.halls), choose_options(game, chance)
            return cls(game, people, options, context=False, hall=hall, terms=terms, computers=computers)
        context = chance.random() < 0.2
        terms = {"seat": "theirs"} if chance.random() < 0.3 else {}
        if context and chance.random() < 0.5:
            terms["standing"] = 2
        if chance.random() < 0.6:
            terms["clock"] = chance.choice(CONTROLS)
        return cls(game, people, choose_options(game, chance), context, chance.choice(players.halls), terms)

    def is_it(self, post: Message) -> bool:
        """Whether a post announces just this."""
        info, challenger = self.game.info, self.people[0]
        if str(post.channel_id) != self.hall:
            return False
        if not post.content.startswith(f"**{challenger.name}** ") or f"**{info.title}**" not in post.content:
            return False
        if self.context:
            return f"for {len(self.people)}:" in post.content and _OPEN in post.content
        told = _COMPUTER.sub("", post.content.partition(" to **")[0])
        named = re.findall(r"\*\*(.*?)\*\*|<@(\d+)>", told)[1:]
        return set(named) <= {one for each in self.people[1:] for one in ((each.name, ""), ("", each.id))} and (
            len(named) == len(self.people) - 1
        )

    def has_begun(self, post: Message) -> bool:
        """Whether a post says that just this has begun at once, against Turnpost alone."""
        begins = post.content.startswith(f"**{self.game.info.title} #")
        return str(post.channel_id) == self.hall and begins and f"**{self.people[0].name}** (" in post.content


async def begin(players: Players, offer: Offer, chance: Random) -> Seated | None:
    """Bring a match about and return where it is; None if the evening ended before."""
    if len(offer.people) == 1:
        return await _begin_alone(players, offer)
    async with players.floor[offer.people[0].id]:
        post = await _announced(players, offer, chance)
    if post is None:
        return None
    number = post_parser.challenge(post.content)
    assert number
    for person in offer.people[1:]:
        await join(players, person, post, number, chance)

    def link() -> Seated | None:
        return post_parser.seated(players.playground.state.said[post.channel_id][post.id].content)

    while not await players.until(lambda: link() is not None or players.closing, 60):
        pass
    return link()


async def _begin_alone(players: Players, offer: Offer) -> Seated | None:
    """Challenge Turnpost until a match has begun, at once."""
    person, terms = offer.people[0], dict(offer.terms)
    if offer.computers > 1:
        terms["fill"] = offer.computers - 1
    async with players.floor[person.id]:
        known = {number for number, post in players.begun.items() if offer.has_begun(post)}

        def find() -> Message | None:
            new = (post for number, post in players.begun.items() if number not in known)
            return next((post for post in new if offer.has_begun(post)), None)

        while not players.closing:
            await players.online()
            key, options = offer.game.info.key, _written(offer.options)
            await person.say(f"!challenge @Turnpost {key} {options} {_written(terms)}", offer.hall)
            await players.until(lambda: find() is not None or players.closing, PATIENCE)
            if post := find():
                return post_parser.seated(post.content)
    return None


async def _announced(players: Players, offer: Offer, chance: Random) -> Message | None:
    await _withdraw_leftovers(players, offer.people[0])
    found: list[Message] = []

    def there() -> bool:
        call = None if found else players.claim(offer.is_it)
        found.extend([call] if call else [])
        return bool(found) or players.closing

    while not players.closing:
        await players.online()
        try:
            await _challenge(offer, chance)
        except Said:  # the slash commands come with the bot's first start
            await players.until(lambda: players.closing, GLANCE)
            continue
        if await players.until(there, PATIENCE):
            break
    return found[0] if found else None


OF_PLAY = {"clock", "level", "seat"}
"""Terms that are options of the slash command."""


async def _challenge(offer: Offer, chance: Random) -> None:
    challenger, *others = offer.people
    key, size = offer.game.info.key, len(offer.people)
    options, terms = _written(offer.options), dict(offer.terms)
    if offer.computers:
        terms["fill"] = offer.computers
    by_slash = chance.random() < 0.4
    by_option = {name: value for name, value in terms.items() if name in OF_PLAY}
    more = _written({name: value for name, value in terms.items() if name not in OF_PLAY})
    if offer.context and by_slash:
        await challenger.slash("play", offer.hall, game=key, **by_option, more=f"players={size} {options} {more}")
    elif offer.context:
        await challenger.say(f"!open {key} {size} {options} {_written(terms)}", offer.hall)
    elif by_slash:
        opponent, *further = others
        more = " ".join([*(f"<@{person.id}>" for person in further), options, more])
        await challenger.slash("challenge", offer.hall, opponent=opponent.id, game=key, **by_option, more=more)
    else:
        names = " ".join(f"@{person.name}" for person in others)
        await challenger.say(f"!challenge {names} {key} {options} {_written(terms)}", offer.hall)


def _written(terms: Mapping[str, int | str]) -> str:
    return " ".join(f"{name}={value}" for name, value in terms.items())


async def join(players: Players, person: Person, post: Message, number: int, chance: Random) -> None:
    """Have somebody accept a challenge, until that is acknowledged, or its button is gone because everybody is in."""
    while not players.closing:
        await players.online()
        try:
            if chance.random() < 0.2 and _OPEN not in post.content:
                outcome = await person.slash("match", str(post.channel_id), do=f"accept {number}")
            else:
                outcome = await person.press(str(post.id), f"accept:{number}")
        except Said:
            return
        if outcome["acknowledged"]:
            return


async def _withdraw_leftovers(players: Players, person: Person) -> None:
    """Withdraw what was challenged twice, as the first time seemed to have come to nothing, and what opened again."""
    while call := players.claim(lambda post: post.content.startswith(f"**{person.name}** ")):
        await players.online()
        try:
            await person.press(str(call.id), f"decline:{post_parser.challenge(call.content)}")
        except Said:
            return


BEGINS_WITHIN = 20.0
"""Seconds that the match may take to begin once all have asked for it."""


async def play_again(contest: Contest) -> int | None:
    """Ask for the rematch of a match that is over, by the button under its last board or by command; return its number.

    None if it didn't come about before the evening ended.
    """
    players, people = contest.players, sorted(contest.people.values(), key=lambda person: person.id)
    async with AsyncExitStack() as stack:
        for person in people:  # nobody shall take its post for a challenge of their own
            await stack.enter_async_context(players.floor[person.id])
        await asyncio.gather(*(_ask_for_rematch(contest, person) for person in people))
        number: int | None = None
        for _ in range(round(BEGINS_WITHIN / GLANCE)):
            number = number or await rematch(contest.database, contest.number)
            if players.closing or (number and players.boards[number]):
                break
            await players.until(lambda: players.closing, GLANCE)
    return number if number and players.boards[number] else None


async def _ask_for_rematch(contest: Contest, person: Person) -> None:
    board = contest.boards[-1].message

    def draw() -> Wish:
        by_press = press(person, board, f"rematch:{contest.number}")
        by_slash = slash(person, contest.hall, "match", do="rematch", match=f"#{contest.number}")
        return Wish(REMATCH, person, "rematch", contest.chance.choice((by_press, by_press, by_slash)), contest.number)

    await attempt(contest.players, draw, lambda: contest.players.closing)

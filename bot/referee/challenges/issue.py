"""Issue challenges: the people, the game and the options that were typed, checked and stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.challenges.start import MOST_STANDING_MATCHES, check_may_challenge, start_if_complete, store_challenge
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match
from bot.referee.guilds.settings import load_settings
from bot.referee.people.display import choose_display, load_display
from bot.referee.requests import NO_PERMISSIONS, AlreadyDone, AmbiguousMatch, idempotent
from bot.referee.times.time_control import NO_CLOCK, describe_length, parse_control, parse_length
from games.contract import BadOption, check_players, complete_options
from games.text import format_list
from games.translation import gettext as _
from storage.queries import crowds
from storage.queries.rows import DIRECT, Crowd, Person

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Permissions, Request
    from games.contract import Info
    from storage.queries.rows import Challenge, Match


async def find_game_of_match(context: Context, request: Request) -> Info:
    """Return the game of the match that a person replied to, whose thread this is, or of all matches they play in.

    Raises `RequestRejected` if there is none, or if they play several games.
    """
    which = RequestRejected(which_game(context.games))
    async with context.database.read() as tx:
        try:
            found = await find_match(tx, request, None, to_move=False)
        except RequestRejected:
            raise which from None
    keys = {match.game for match in (found.matches if isinstance(found, AmbiguousMatch) else [found])}
    if len(keys) > 1 or not keys <= set(context.games):
        raise which
    return context.games[keys.pop()].info


def which_game(keys: Iterable[str]) -> str:
    """Reject a challenge without a game."""
    return _("Which game? {games}.").format(games=_codes(keys))


def _codes(words: Iterable[str]) -> str:
    return format_list(map(formatting.code, words), "or")


RANDOM, THEIRS = "random", "theirs"
"""Words in place of a seat: drawn by lot, or chosen by the people who accept."""


_LEAST_SIMILAR = 0.75
"""How similar a misspelled name is at least to the one that is meant, by `difflib`, of at most 1."""
_MOST_WORDS = 12
"""Words among which the name of a game is looked for."""


def parse_game(context: Context, typed: str) -> Info:
    """Return the game that a person means by its key, title or initials, the beginning of one, or a similar word.

    Raises `RequestRejected`.
    """
    found = _most_similar(context, [typed])
    if found is None:
        raise _no_game(context, typed)
    return found[0]


def split_game(context: Context, typed: str) -> tuple[Info, list[str]]:
    """Return the game that a text names somewhere, and the other words. Raises `RequestRejected`."""
    words = typed.split()
    count = min(len(words), _MOST_WORDS)
    spans = [(start, end) for start in range(count) for end in range(count, start, -1)]
    found = _most_similar(context, [" ".join(words[start:end]) for start, end in spans])
    if found is None:
        raise _no_game(context, typed)
    start, end = spans[found[1]]
    return found[0], words[:start] + words[end:]


def _most_similar(context: Context, texts: Sequence[str]) -> tuple[Info, int] | None:
    """Return the game that is most similar to one of the texts, and which text; None if none is or several are."""
    infos = [game.info for game in context.games.values()]
    scores = [(_similarity(info, text), len(text), info, index) for info in infos for index, text in enumerate(texts)]
    best = max((score[:2] for score in scores), default=(0.0, 0))
    found = [(info, index) for score, length, info, index in scores if (score, length) == best and score > 0]
    return found[0] if len({info.key for info, _ in found}) == 1 else None


def _similarity(info: Info, typed: str) -> float:
    """Return 3 for the name or the initials of a game, 2 for the beginning of its name, less for a similar word."""
    word, name = "".join(ch for ch in typed.lower() if ch.isalnum()), info.key.replace("-", "")
    initials = "".join(part[0] for part in info.key.split("-"))
    if word == name or (word == initials and len(initials) > 1):
        return 3
    if word and name.startswith(word):
        return 2
    similarity = SequenceMatcher(None, word, name).ratio()
    return similarity if similarity >= _LEAST_SIMILAR else 0


def _no_game(context: Context, typed: str) -> RequestRejected:
    if not any(ch.isalnum() for ch in typed):
        return RequestRejected(which_game(context.games))
    return RequestRejected(
        _("There's no game called {typed}. Try {games}.").format(
            typed=formatting.code(typed), games=_codes(context.games)
        )
    )


def parse_seat(info: Info, typed: str, *others: str) -> int | None:
    """Return the seat that a person means by its number or name, None for one of the `others`.

    Raises `RequestRejected`.
    """
    word = typed.strip().lower()
    if word in others:
        return None
    for seat, name in enumerate(info.seats, 1):
        if word in (str(seat), name.lower()):
            return seat
    seats = _codes([*(name.lower() for name in info.seats), *others])
    raise RequestRejected(
        _("There's no seat {typed} in {game}. Choose {seats}.").format(
            typed=formatting.code(typed), game=info.title, seats=seats
        )
    )


@dataclass(frozen=True, slots=True)
class Start:
    """A position to play on from, which match `match_id` had after `ply` moves, or an analysis of it with None."""

    position: str
    match_id: int
    ply: int | None


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """The terms of a challenge: the game, its options as given, the challenger's seat, the number of players.

    `display` is what was said of how the boards look; the challenger's preferences say the rest. `clock` is the time
    control as given, None for the server's. With `choose_seats` those who accept choose their seats. A standing
    challenge, which anybody can join, may lead to several `matches`, one after the other. `computers` is how many of
    the players are computer players, of a `level`. An un`rated` match counts for no rating. `crowds` are those who
    play in it, at most two; `vote` is the time of their turns as given, None for the usual one. `start` is where it
    begins, None for the usual setup.
    """

    info: Info
    options: Mapping[str, str]
    seat: int | None
    size: int
    display: Mapping[str, str | None]
    clock: str | None = None
    choose_seats: bool = False
    matches: int = 1
    computers: int = 0
    level: int = 1
    rated: bool = True
    crowds: tuple[CrowdTerms, ...] = ()
    vote: str | None = None
    start: Start | None = None


@dataclass(frozen=True, slots=True)
class CrowdTerms:
    """A seat for all who join, or for those with a role, whose name it has then."""

    role_id: int | None = None
    name: str = ""


@idempotent
async def issue_challenge(  # noqa: PLR0913 - a challenge has that many terms
    context: Context,
    terms: ChallengeTerms,
    people: Sequence[Person],
    *,
    guild_id: int,
    channel_id: int,
    source_id: int,
    permissions: Permissions = NO_PERMISSIONS,
    mentioned: Collection[int] = (),
    in_place: bool = False,
) -> Challenge | Match | AlreadyDone:
    """Store a challenge by `people[0]`, who has these `permissions`, to the others, and queue its post.

    If all others are computer players, who accept at once, its match begins.

    `in_place` is true where the bot can only reply, as in group messages: the caller shows the challenge.

    With fewer people than the terms' size it is an open challenge. The post mentions nobody whose id is in `mentioned`:
    the challenger's own message did. Raises `RequestRejected` for options that the game doesn't take, an unknown word
    for how boards look, a clock that can't be parsed, a wrong number of people, a wrong seat, too many open challenges,
    and what the server doesn't allow.
    """
    seated = _place_crowds(terms, people)
    if seated:
        terms = _check_crowds(terms, guild_id)
    people = [
        *people,
        *(Person.crowd(n, each.name) for n, place, each in seated if place),
        *_computer_players(context, terms),
    ]
    options = _check_terms(terms, people)
    if guild_id == DIRECT:
        _check_direct(terms, people, in_place=in_place)
    async with context.write() as tx:
        settings = await load_settings(tx, guild_id)
        check_may_challenge(settings, permissions)
        control = parse_control(settings.clock if terms.clock is None else terms.clock)
        display = choose_display(await load_display(tx, people[0].id), **terms.display)
        challenge = await store_challenge(
            context,
            tx,
            people,
            game=terms.info.key,
            options=options,
            guild_id=guild_id,
            channel_id=channel_id,
            size=terms.size,
            seat=terms.seat,
            theirs=terms.choose_seats,
            again=terms.matches - 1,
            look=display.as_json,
            clock=str(control) if control else NO_CLOCK,
            rated=terms.rated,
            start=terms.start.position if terms.start else None,
            origin_id=terms.start.match_id if terms.start else None,
            origin_ply=terms.start.ply if terms.start else None,
            source_id=source_id,
            mentioned=mentioned,
            in_place=in_place,
        )
        for number, place, crowd in seated:
            time = _vote_time(terms, people)
            row = Crowd(challenge.id, number, place, crowd.role_id, crowd.name, time // timedelta(seconds=1))
            await crowds.add(tx, row)
            if place == 0:
                await crowds.join(tx, row, people[0], source_id, context.now())
        return challenge if seated else await start_if_complete(context, tx, challenge, source_id)


SHORTEST_VOTE, LONGEST_VOTE = timedelta(hours=1), timedelta(days=3)
USUAL_VOTE, VOTE_AGAINST_COMPUTERS = timedelta(hours=12), timedelta(days=1)


def _place_crowds(terms: ChallengeTerms, people: Sequence[Person]) -> list[tuple[int, int, CrowdTerms]]:
    """Return the crowds of a challenge by `people`, each with its number and its place in the challenge.

    The challenger is in the first of two, and in one that plays computer players alone: it has place 0.
    """
    own = len(terms.crowds) > 1 or (terms.computers > 0 and len(people) == 1)
    first = len(people) - own
    return [(n, 0 if own and n == 1 else first + n - 1, each) for n, each in enumerate(terms.crowds, 1)]


def _check_crowds(terms: ChallengeTerms, guild_id: int) -> ChallengeTerms:
    """Return the terms of a challenge with crowds as they are: no clock, unrated. Raises `RequestRejected`."""
    if guild_id == DIRECT:
        raise RequestRejected(_("A crowd needs a server: nobody else can join in our direct messages."))
    if len(terms.crowds) > 2:
        raise RequestRejected(_("At most two crowds play a match."))
    if len({crowd.role_id for crowd in terms.crowds}) < len(terms.crowds):
        raise RequestRejected(_("A crowd can't play itself: name two roles, or one and **everyone here**."))
    if terms.choose_seats:
        raise RequestRejected(_("A crowd can't choose its seat: leave `seat=theirs` out."))
    if terms.clock is not None and parse_control(terms.clock):
        raise RequestRejected(
            _("A match with a crowd has no clock. `vote=12h` says how long its turns are open at most.")
        )
    return replace(terms, clock=NO_CLOCK, rated=False)


def _vote_time(terms: ChallengeTerms, people: Sequence[Person]) -> timedelta:
    """Return how long the crowds' turns are open. Raises `RequestRejected`."""
    if terms.vote is None:
        alone = len(terms.crowds) == 1 and not any(person.level is None for person in people[1:])
        return VOTE_AGAINST_COMPUTERS if alone else USUAL_VOTE
    time = parse_length(terms.vote)
    if not SHORTEST_VOTE <= time <= LONGEST_VOTE:
        raise RequestRejected(
            _("It can be {shortest} to {longest}, not {typed}.").format(
                typed=formatting.code(terms.vote),
                shortest=describe_length(SHORTEST_VOTE),
                longest=describe_length(LONGEST_VOTE),
            )
        )
    return time


def _computer_players(context: Context, terms: ChallengeTerms) -> list[Person]:
    """Return the computer players of a challenge. Raises `RequestRejected` for a level that the game doesn't have."""
    levels = len(context.engine(terms.info.key).levels)
    if not 1 <= terms.level <= levels:
        raise RequestRejected(
            _("I play {game} at levels 1 to {levels}, not {level}. Level 1 is the easiest.").format(
                game=terms.info.title, levels=levels, level=terms.level
            )
        )
    return [Person.computer(terms.level, number) for number in range(1, terms.computers + 1)]


def _check_direct(terms: ChallengeTerms, people: Sequence[Person], *, in_place: bool) -> None:
    """Raise `RequestRejected` for a challenge that nobody can join, that opens again, or that has a clock."""
    if len(people) < terms.size and not in_place:
        raise RequestRejected(
            _("Nobody else can join in our direct messages. Name your opponents, or choose Turnpost.")
        )
    if terms.matches > 1:
        raise RequestRejected(_("Only on a server that has added me can a challenge lead to several matches."))
    if parse_control(terms.clock or NO_CLOCK):
        raise RequestRejected(_("Matches in direct messages have no clock: I'll wait for you."))


def _check_terms(terms: ChallengeTerms, people: Sequence[Person]) -> dict[str, int | str]:
    """Return the options of the game with their defaults. Raises `RequestRejected` for terms that make no sense."""
    challenger, *others = (person.id for person in people)
    if challenger in others:
        raise RequestRejected(_("You can't challenge yourself. To play alone, challenge me, `@Turnpost`."))
    if len(set(others)) < len(others):
        raise RequestRejected(_("Mention each person once."))
    try:
        check_players(terms.info, terms.size)
        options = complete_options(terms.info, terms.options)
    except BadOption as bad:
        missing = terms.info.min_players - terms.size
        advice = (
            _("Name more people, or let me take seats with `fill={n}`.").format(n=missing)
            if missing > 0 and len(people) == terms.size
            else ""
        )
        raise RequestRejected(f"{bad} {advice}".rstrip()) from None
    if terms.seat is not None and terms.seat > terms.size:
        raise RequestRejected(
            _("There's no seat {seat} in a match of {size}.").format(seat=terms.seat, size=terms.size)
        )
    if not 1 <= terms.matches <= MOST_STANDING_MATCHES:
        raise RequestRejected(
            _("`standing` is the number of matches in all, from 1 to {most}.").format(most=MOST_STANDING_MATCHES)
        )
    if terms.matches > 1 and len(people) == terms.size:
        raise RequestRejected(_("Only an open challenge can lead to several matches: name no opponent."))
    return options


def parse_count(name: str, typed: str) -> int:
    """Parse a term that is a number, such as `level`. Raises `RequestRejected`."""
    digits = typed.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
        raise RequestRejected(
            _("`{name}` has to be a number, as in `{name}=2`, not {typed}.").format(
                name=name, typed=formatting.code(typed)
            )
        )
    return int(digits)


def parse_yes_or_no(name: str, typed: str) -> bool:
    """Parse a term that is yes or no, such as `rated`. Raises `RequestRejected`."""
    word = typed.strip().lower()
    if word not in {"yes", "no"}:
        raise RequestRejected(
            _("`{name}` can be `yes` or `no`, not {typed}.").format(name=name, typed=formatting.code(typed))
        )
    return word == "yes"
